package org.gamenet.rgs.bench.relay;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process has used up so far, to be read twice. */
final class Meters {
    private static final Path IO = Path.of("/proc/self/io");
    private static final String WRITTEN = "wchar:";
    private static final double NANOS_PER_SECOND = 1e9;

    private Meters() {}

    /** How many threads of the whole machine wanted a processor in the last minute: above its number of processors, figures say little. */
    static double loadAverage() { return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(); }

    /** Heap in use once everything that can go is gone, in bytes. */
    static double usedAfterCollection() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Processor time, in seconds. */
    static double cpuSeconds() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / NANOS_PER_SECOND;
    }

    /**
     * Bytes that this process gave to the system to write. While a relay runs, that is what it sends: with everybody in one process each byte
     * on the wire is counted once. -1 where the system does not tell.
     */
    static long writtenBytes() {
        try {
            return Files.readAllLines(IO).stream().filter(line -> line.startsWith(WRITTEN))
                    .mapToLong(line -> Long.parseLong(line.substring(WRITTEN.length()).strip())).findFirst().orElse(-1);
        } catch (IOException untold) {
            return -1;
        }
    }
}
