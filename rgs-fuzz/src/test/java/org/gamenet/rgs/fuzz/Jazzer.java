package org.gamenet.rgs.fuzz;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One run of Jazzer over one target, in a JVM of its own with a small heap. */
final class Jazzer {
    /** A property that its JVM has. */
    static final String HOOKED = "rgs.fuzz.hooked";
    /** The memory that the fuzzer itself takes to start; the targets bound theirs by {@link Memory}. */
    private static final String HEAP = "-Xmx112m";

    private static final int NEWEST_JDK = 24;
    private static final int NOTHING_FOUND = 0;
    /** For one input: the first of a kind waits for its code to be instrumented. */
    private static final int INPUT_SECONDS_MAX = 120;

    private static final int START_SECONDS_MAX = 300;
    private static final Pattern DONE = Pattern.compile("Done (\\d+) runs in (\\d+) second");

    private final Class<?> target;
    private final int longest;
    private final Path folder;

    Jazzer(Class<?> target, int longest, Path folder) {
        this.target = target;
        this.longest = longest;
        this.folder = folder;
    }

    /**
     * @param finding the input that went wrong, if one did
     * @param told what the fuzzer said of it
     * @param corpus inputs that led to code which the others did not reach
     */
    record Outcome(long runs, long seconds, Optional<byte[]> finding, String told, List<byte[]> corpus) {}

    /**
     * Whether there is a fuzzer for this machine: it has a part in machine code, and must know the class files of the
     * JDK.
     */
    static boolean runsHere() {
        boolean machine = System.getProperty("os.arch").equals("amd64")
                || System.getProperty("os.name").startsWith("Mac");
        return machine && Runtime.version().feature() <= NEWEST_JDK;
    }

    /** Fuzzes for that long. {@link IllegalStateException} if the fuzzer did not run. */
    Outcome run(long seed, long seconds, List<byte[]> inputs) throws IOException, InterruptedException {
        Path corpus = Files.createDirectories(folder.resolve("corpus"));
        int number = 0;
        for (byte[] input : inputs) Files.write(corpus.resolve("begin-" + number++), input);
        Path log = folder.resolve("log.txt");
        Process process = new ProcessBuilder(command(seed, seconds))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            boolean ended = process.waitFor(seconds + START_SECONDS_MAX, TimeUnit.SECONDS);
            if (!ended) throw new IllegalStateException("the fuzzer does not end; see " + log);
        } finally {
            process.destroyForcibly();
        }
        return outcome(process.exitValue(), Files.readString(log), corpus);
    }

    private List<String> command(long seed, long seconds) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(
                java,
                HEAP,
                "-D" + HOOKED + "=true",
                "-XX:+UseSerialGC",
                "-cp",
                classPath(),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target.getName(),
                "--instrumentation_includes=org.gamenet.rgs.**",
                "--instrumentation_excludes=org.gamenet.rgs.fuzz.Memory**",
                "--reproducer_path=" + folder,
                "-artifact_prefix=" + folder + File.separator));
        if (Runtime.version().feature() >= 21) command.add(1, "-XX:+EnableDynamicAgentLoading");
        command.addAll(List.of(
                "-seed=" + seed,
                "-max_total_time=" + seconds,
                "-max_len=" + longest,
                "-timeout=" + INPUT_SECONDS_MAX,
                "-rss_limit_mb=0",
                "-print_final_stats=1",
                folder.resolve("corpus").toString()));
        return command;
    }

    /** Surefire keeps the real one, where it starts the JVM by a jar that only refers to it. */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private Outcome outcome(int exit, String log, Path corpus) throws IOException {
        Matcher done = DONE.matcher(log);
        if (exit == NOTHING_FOUND && done.find())
            return new Outcome(
                    Long.parseLong(done.group(1)), Long.parseLong(done.group(2)), Optional.empty(), "", files(corpus));
        Optional<Path> found = found();
        if (found.isEmpty()) throw new IllegalStateException("the fuzzer ended with " + exit + ":\n" + end(log));
        return new Outcome(0, 0, Optional.of(Files.readAllBytes(found.get())), end(log), List.of());
    }

    private Optional<Path> found() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> isFinding(file.getFileName().toString()))
                    .min(Comparator.naturalOrder());
        }
    }

    private static boolean isFinding(String name) {
        return name.startsWith("crash-") || name.startsWith("timeout-") || name.startsWith("oom-");
    }

    private static List<byte[]> files(Path corpus) throws IOException {
        List<byte[]> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(corpus)) {
            for (Path file : files.sorted().toList()) all.add(Files.readAllBytes(file));
        }
        return all;
    }

    private static String end(String log) {
        return log.substring(Math.max(0, log.length() - 6_000));
    }
}
