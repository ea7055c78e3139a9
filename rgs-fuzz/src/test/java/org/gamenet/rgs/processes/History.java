package org.gamenet.rgs.processes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The lines of words that one process wrote of itself. A process that was killed may have left half a line. */
record History(String name, List<List<String>> lines) {

    static History read(String name, Path file) {
        try {
            String text = Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
            List<List<String>> lines = new ArrayList<>();
            for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
                if (!line.isEmpty()) lines.add(Arrays.asList(line.split("\t", -1)));
            }
            return new History(name, lines);
        } catch (IOException cannot) {
            throw new UncheckedIOException(cannot);
        }
    }

    Stream<List<String>> all(String kind) {
        return lines.stream().filter(line -> line.get(0).equals(kind));
    }

    /** Its answer to that question. */
    Optional<List<String>> stands(String question) {
        return all("stands").filter(line -> line.get(1).equals(question)).findFirst();
    }

    boolean plays() {
        return all("phase")
                .reduce((before, after) -> after)
                .filter(line -> line.get(1).equals("PLAYING"))
                .isPresent();
    }

    String peer() {
        return all("phase")
                .filter(line -> line.get(1).equals("PLAYING"))
                .map(line -> line.get(2))
                .findFirst()
                .orElse("");
    }

    boolean serves() {
        return all("serves").findAny().isPresent();
    }

    List<String> turns() {
        return all("turn").map(History::turn).toList();
    }

    private static String turn(List<String> line) {
        return line.get(1) + "#" + line.get(2);
    }

    /**
     * The messages that it heard until it went on from the state of others, or until the end.
     *
     * @param abandoned what came last in its last epoch counts for nobody: it can come again, at another place
     * @param turns by epoch
     */
    record Stretch(boolean abandoned, Map<String, List<String>> turns) {
        List<String> all() {
            return turns.values().stream().flatMap(List::stream).toList();
        }
    }

    List<Stretch> stretches() {
        List<Stretch> all = new ArrayList<>();
        Map<String, List<String>> now = new LinkedHashMap<>();
        for (List<String> line : lines) {
            if (line.get(0).equals("turn"))
                now.computeIfAbsent(line.get(3), epoch -> new ArrayList<>()).add(turn(line));
            if (!line.get(0).equals("reloaded")) continue;
            all.add(new Stretch(true, now));
            now = new LinkedHashMap<>();
        }
        all.add(new Stretch(false, now));
        return all;
    }
}
