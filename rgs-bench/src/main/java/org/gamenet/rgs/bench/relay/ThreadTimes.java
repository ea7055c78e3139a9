package org.gamenet.rgs.bench.relay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gamenet.rgs.bench.report.Json;

/**
 * The processor time of this process's threads so far, as Linux tells it; threads whose names differ by numbers alone
 * count as one.
 */
final class ThreadTimes {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final String SLEPT = "voluntary_ctxt_switches:";
    private static final int USER_FIELD = 11;
    private static final int SYSTEM_FIELD = 12;
    private static final int MILLIS_PER_TICK = 10;
    private static final int TOLD_MOST = 14;

    private final Map<Integer, Times> byThread = new HashMap<>();

    /** Of one thread. */
    private record Times(String name, long userMillis, long systemMillis, long wakeUps) {
        Times plus(Times other) {
            return new Times(
                    name, userMillis + other.userMillis, systemMillis + other.systemMillis, wakeUps + other.wakeUps);
        }

        Times minus(Times other) {
            return new Times(
                    name, userMillis - other.userMillis, systemMillis - other.systemMillis, wakeUps - other.wakeUps);
        }
    }

    private ThreadTimes() {}

    /** As it stands now. */
    static ThreadTimes now() throws IOException {
        ThreadTimes now = new ThreadTimes();
        try (Stream<Path> tasks = Files.list(TASKS)) {
            tasks.forEach(now::read);
        }
        return now;
    }

    private void read(Path task) {
        try {
            String stat = Files.readString(task.resolve("stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            long slept = Files.readAllLines(task.resolve("status")).stream()
                    .filter(line -> line.startsWith(SLEPT))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(SLEPT.length()).strip()))
                    .sum();
            String name = Files.readString(task.resolve("comm")).strip().replaceAll("\\d+", "#");
            byThread.put(
                    Integer.valueOf(task.getFileName().toString()),
                    new Times(
                            name,
                            Long.parseLong(fields[USER_FIELD]) * MILLIS_PER_TICK,
                            Long.parseLong(fields[SYSTEM_FIELD]) * MILLIS_PER_TICK,
                            slept));
        } catch (IOException ended) {
            // a thread that is no more
        }
    }

    /** The processor time since then, the largest first. */
    List<Json> since(ThreadTimes before) {
        Map<String, Times> byName = new HashMap<>();
        byThread.forEach((id, times) -> {
            Times was = before.byThread.getOrDefault(id, new Times(times.name, 0, 0, 0));
            byName.merge(times.name, times.minus(was), Times::plus);
        });
        return byName.values().stream()
                .sorted(Comparator.comparingLong((Times t) -> -t.userMillis - t.systemMillis))
                .limit(TOLD_MOST)
                .map(t -> new Json()
                        .put("what", t.name)
                        .put("user_ms", t.userMillis)
                        .put("system_ms", t.systemMillis)
                        .put("wakeups", t.wakeUps))
                .toList();
    }
}
