package org.gamenet.rgs.bench.cut;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A player's answer to the judge of {@code rgs-bench cut}: its game as it has it at that moment.
 *
 * @param players how many it sees in the game
 * @param asked how many requests it sent
 * @param turns how many ordered messages it sent
 * @param stint whose state it has
 * @param shownAgo when it was last shown something, in milliseconds
 * @param counted how many requests of each are in its state
 * @param heard which ordered message of each was its last
 */
record CutReport(
        String name,
        String question,
        String phase,
        boolean serves,
        long epoch,
        int players,
        long asked,
        long turns,
        String stint,
        long shownAgo,
        String counted,
        String heard) {
    private static final String WORD = "report";
    private static final int WORDS = 13;

    String format() {
        return String.join(
                "\t",
                WORD,
                name,
                question,
                phase,
                String.valueOf(serves),
                String.valueOf(epoch),
                String.valueOf(players),
                String.valueOf(asked),
                String.valueOf(turns),
                stint,
                String.valueOf(shownAgo),
                counted,
                heard);
    }

    static Optional<CutReport> parse(String line) {
        String[] words = line.split("\t", -1);
        if (words.length != WORDS || !words[0].equals(WORD)) return Optional.empty();
        return Optional.of(new CutReport(
                words[1],
                words[2],
                words[3],
                Boolean.parseBoolean(words[4]),
                Long.parseLong(words[5]),
                Integer.parseInt(words[6]),
                Long.parseLong(words[7]),
                Long.parseLong(words[8]),
                words[9],
                Long.parseLong(words[10]),
                words[11],
                words[12]));
    }

    boolean closed() {
        return phase.equals("CLOSED");
    }

    boolean playing() {
        return phase.equals("PLAYING");
    }

    static Map<String, Long> numbers(String text) {
        Map<String, Long> all = new TreeMap<>();
        Arrays.stream(text.split(","))
                .filter(each -> !each.isEmpty())
                .forEach(each -> all.put(
                        each.substring(0, each.indexOf('=')), Long.valueOf(each.substring(each.indexOf('=') + 1))));
        return all;
    }
}
