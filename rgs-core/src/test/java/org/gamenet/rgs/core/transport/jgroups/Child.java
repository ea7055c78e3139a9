package org.gamenet.rgs.core.transport.jgroups;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A member in a JVM of its own, to be killed or stopped. */
final class Child implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;

    private Child(Process process) {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
    }

    static Child join(String group, Recorder member) throws IOException {
        return start(List.of(
                "join",
                group,
                member.place().host(),
                Integer.toString(member.place().groupPort())));
    }

    static Child found(String group) throws IOException {
        return start(List.of("found", group));
    }

    /**
     * Its standard error is read like its output; slf4j's own word about the missing provider aside, nothing should be
     * there.
     */
    static Child foundWithoutLogging(String group) throws IOException {
        String path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("logback"))
                .collect(Collectors.joining(File.pathSeparator));
        return new Child(new ProcessBuilder(command(path, List.of("found", group)))
                .redirectErrorStream(true)
                .start());
    }

    private static Child start(List<String> arguments) throws IOException {
        List<String> command = command(System.getProperty("java.class.path"), arguments);
        return new Child(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    private static List<String> command(String classPath, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-Dslf4j.internal.verbosity=ERROR",
                "-cp",
                classPath,
                ChildMember.class.getName()));
        command.addAll(arguments);
        return command;
    }

    /** Lets it end by itself; all that it printed. */
    List<String> end() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            lines.add(line);
            if (line.startsWith("IN")) {
                process.getOutputStream().close();
            }
        }
        return lines;
    }

    /** The next line that it prints and that starts like this. */
    String await(String start) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(start)) {
                return line.substring(start.length()).trim();
            }
        }
        throw new AssertionError("the child ended without saying " + start);
    }

    void kill() {
        process.destroyForcibly();
    }

    void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start();
        if (!kill.waitFor(5, TimeUnit.SECONDS) || kill.exitValue() != 0) {
            throw new AssertionError("no signal " + name);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
