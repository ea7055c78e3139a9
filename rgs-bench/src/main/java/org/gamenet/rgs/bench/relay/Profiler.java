package org.gamenet.rgs.bench.relay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;
import org.gamenet.rgs.bench.report.Json;

/**
 * Where this process spends its time and its memory, by the JDK's flight recorder, and which threads had the
 * processors. Samples are of threads that run Java code: what the system does for them, writing, sleeping and waking,
 * is in the threads' system time.
 */
final class Profiler {
    private static final String RUNS = "jdk.ExecutionSample";
    private static final String ALLOCATES = "jdk.ObjectAllocationSample";
    private static final Duration EVERY = Duration.ofMillis(10);
    private static final String THROTTLE = "20000/s";
    private static final int TOLD_MOST = 40;
    private static final Pattern OF_RGS = Pattern.compile("org\\.gamenet\\.rgs\\.core\\.(\\w+)\\..*");
    private static final List<String> LIBRARIES =
            List.of("org.gamenet.rgs.bench", "org.gamenet.rgs", "org.jgroups", "io.netty", "com.esotericsoftware");

    private final Recording recording = new Recording();
    private final ThreadTimes before;

    /** Begins. */
    Profiler() throws IOException {
        recording.enable(RUNS).withPeriod(EVERY);
        recording.enable(ALLOCATES).with("throttle", THROTTLE).withStackTrace();
        recording.start();
        before = ThreadTimes.now();
    }

    /** Ends, and says what it found. */
    Json finish() throws IOException {
        List<Json> threads = ThreadTimes.now().since(before);
        recording.stop();
        Path file = Files.createTempFile("rgs-profile", ".jfr");
        try {
            recording.dump(file);
            recording.close();
            return read(file).put("threads", threads);
        } finally {
            Files.delete(file);
        }
    }

    private static Json read(Path file) throws IOException {
        Map<String, Long> parts = new HashMap<>();
        Map<String, Long> methods = new HashMap<>();
        Map<String, Long> allocatingParts = new HashMap<>();
        Map<String, Long> sites = new HashMap<>();
        Map<String, Long> classes = new HashMap<>();
        // A thread's first sample weighs all that it has ever allocated.
        Set<Long> begun = new HashSet<>();
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                RecordedStackTrace stack = event.getStackTrace();
                if (stack == null || stack.getFrames().isEmpty()) continue;
                if (event.getEventType().getName().equals(RUNS)) {
                    parts.merge(part(stack), 1L, Long::sum);
                    methods.merge(method(stack.getFrames().get(0)), 1L, Long::sum);
                } else if (!begun.add(event.getThread().getId())) {
                    long weight = event.getLong("weight");
                    allocatingParts.merge(part(stack), weight, Long::sum);
                    sites.merge(site(stack), weight, Long::sum);
                    classes.merge(event.getClass("objectClass").getName(), weight, Long::sum);
                }
            }
        }
        return new Json()
                .put("runs_in", most(parts))
                .put("runs_methods", most(methods))
                .put("allocates_bytes", sum(allocatingParts))
                .put("allocates_in", most(allocatingParts))
                .put("allocates_at", most(sites))
                .put("allocates_classes", most(classes));
    }

    private static String method(RecordedFrame frame) {
        return frame.getMethod().getType().getName() + '.' + frame.getMethod().getName();
    }

    /** The part of RGS, or the library, in which it happens: the innermost that is not of the JDK. */
    private static String part(RecordedStackTrace stack) {
        for (RecordedFrame frame : stack.getFrames()) {
            String type = frame.getMethod().getType().getName();
            Matcher core = OF_RGS.matcher(type);
            if (core.matches()) return "rgs " + core.group(1);
            for (String library : LIBRARIES) if (type.startsWith(library)) return library;
        }
        return "the JDK alone";
    }

    /** Where it is asked for: the innermost method that is not of the JDK, and its line. */
    private static String site(RecordedStackTrace stack) {
        for (RecordedFrame frame : stack.getFrames()) {
            String type = frame.getMethod().getType().getName();
            if (LIBRARIES.stream().anyMatch(type::startsWith)) return method(frame) + ':' + frame.getLineNumber();
        }
        return method(stack.getFrames().get(0));
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static List<Json> most(Map<String, Long> counts) {
        double all = sum(counts);
        return counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(TOLD_MOST)
                .map(each -> new Json().put("what", each.getKey()).put("percent", 100 * each.getValue() / all))
                .toList();
    }
}
