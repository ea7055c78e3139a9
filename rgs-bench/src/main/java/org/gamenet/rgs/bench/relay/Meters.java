package org.gamenet.rgs.bench.relay;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The resources that this process has used so far, to be read twice. */
final class Meters {
    private static final Path IO = Path.of("/proc/self/io");
    private static final String WRITTEN = "wchar:";
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final String SLEPT = "voluntary_ctxt_switches:";
    private static final String LOOPBACK = "lo:";
    private static final int SENT_COLUMN = 9;
    private static final double NANOS_PER_SECOND = 1e9;

    private Meters() {}

    /** Heap in use once everything that can go is gone, in bytes. */
    static double usedAfterCollection() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Processor time, in seconds. */
    static double cpuSeconds() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime()
                / NANOS_PER_SECOND;
    }

    /**
     * Bytes that this process gave to the system to write. While a relay runs, that is what it sends: with everybody in
     * one process each byte on the wire is counted once. -1 where the system does not tell.
     */
    static long writtenBytes() {
        try {
            return Files.readAllLines(IO).stream()
                    .filter(line -> line.startsWith(WRITTEN))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(WRITTEN.length()).strip()))
                    .findFirst()
                    .orElse(-1);
        } catch (IOException untold) {
            return -1;
        }
    }

    /**
     * How often threads of this process have gone to sleep so far, to be woken again; of those that have ended,
     * nothing. -1 where nobody tells.
     */
    static long wakeUps() {
        try (Stream<Path> tasks = Files.list(TASKS)) {
            return tasks.mapToLong(Meters::slept).sum();
        } catch (IOException untold) {
            return -1;
        }
    }

    private static long slept(Path task) {
        try {
            return Files.readAllLines(task.resolve("status")).stream()
                    .filter(line -> line.startsWith(SLEPT))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(SLEPT.length()).strip()))
                    .sum();
        } catch (IOException ended) {
            return 0;
        }
    }

    /**
     * Bytes that went over the loopback of this process's network so far, whoever sent them, with the heads of all
     * packets. -1 where nobody tells.
     */
    static long loopbackBytes(long process) {
        try {
            List<String> lines = Files.readAllLines(Path.of("/proc/" + process + "/net/dev")).stream()
                    .map(String::strip)
                    .filter(line -> line.startsWith(LOOPBACK))
                    .toList();
            return lines.isEmpty()
                    ? -1
                    : Long.parseLong(lines.get(0).replaceFirst(":", ": ").split("\\s+")[SENT_COLUMN]);
        } catch (IOException untold) {
            return -1;
        }
    }
}
