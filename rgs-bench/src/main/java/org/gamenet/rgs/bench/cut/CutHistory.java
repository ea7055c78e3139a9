package org.gamenet.rgs.bench.cut;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The notes of one process about itself. A player's counts for its player; a spare's and the directory's only for what
 * they know.
 */
record CutHistory(String name, boolean player, List<DiaryLine> lines) {

    /** Something that happened, when, and what belongs to it. */
    record DiaryLine(long at, String kind, List<String> words) {
        String word(int index) {
            return words.get(index);
        }

        long number(int index) {
            return Long.parseLong(words.get(index));
        }

        static DiaryLine parse(String text) {
            List<String> words = Arrays.asList(text.split("\t", -1));
            return new DiaryLine(Long.parseLong(words.get(0)), words.get(1), words.subList(2, words.size()));
        }
    }

    static CutHistory read(String name, boolean player, Path file) throws IOException {
        List<DiaryLine> lines = new ArrayList<>();
        String text = Files.readString(file, StandardCharsets.UTF_8);
        // One that was killed may have left half a line.
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n"))
            if (!line.isEmpty()) lines.add(DiaryLine.parse(line));
        return new CutHistory(name, player, lines);
    }

    Stream<DiaryLine> all(String kind) {
        return lines.stream().filter(line -> line.kind().equals(kind));
    }

    Optional<DiaryLine> last(String kind) {
        return all(kind).reduce((before, after) -> after);
    }

    boolean closed() {
        return player && all("closed").findAny().isPresent();
    }

    /** At the end. */
    boolean serves() {
        return last("sent").filter(line -> line.word(3).equals("true")).isPresent();
    }

    /** How many requests, or ordered messages, it sent. */
    long sent(boolean requests) {
        return last("sent").map(line -> line.number(requests ? 0 : 1)).orElse(0L);
    }

    static List<HistoryPlace> path(String text) {
        if (text.isEmpty()) return List.of();
        return Arrays.stream(text.split(" "))
                .map(each -> each.split("@"))
                .map(each -> new HistoryPlace(each[0], Long.parseLong(each[1])))
                .toList();
    }
}
