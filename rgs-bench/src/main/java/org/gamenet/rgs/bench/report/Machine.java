package org.gamenet.rgs.bench.report;

import java.lang.management.ManagementFactory;

/** The machine that figures are taken on. Any thread. */
public final class Machine {
    private Machine() {}

    /**
     * How many threads of the whole machine wanted a processor in the last minute: above its number of processors,
     * figures say little.
     */
    public static double loadAverage() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    /** Puts its number of processors and their load. */
    public static Json putInto(Json json) {
        return json.put("processors", Runtime.getRuntime().availableProcessors())
                .put("load_average", loadAverage());
    }
}
