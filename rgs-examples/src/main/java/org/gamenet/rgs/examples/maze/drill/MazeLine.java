package org.gamenet.rgs.examples.maze.drill;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The words of a member of the drill, a line each: words with blanks between them, the first of which says what it is.
 */
sealed interface MazeLine {

    /** A move, or with number -1 an exit, is the so-manieth thing that this member has applied. */
    record Applied(long place, long who, int number, String act) implements MazeLine {}

    /** The maze was replaced by one after so many. */
    record Restored(long place) implements MazeLine {}

    /** It gives the others' moves their places from now on, or does not any more. */
    record Orders(boolean does) implements MazeLine {}

    /** It goes on after a standstill of so many milliseconds. */
    record Resumed(long millis) implements MazeLine {}

    /** How things stand. {@code waiting}: own moves that have not come back. */
    record MazeStatus(long self, int rats, long place, long digest, int waiting) implements MazeLine {}

    /** A row of the map. */
    record Row(int number, String text) implements MazeLine {}

    /** It dies now, as it was told to. */
    record Dies(String phase) implements MazeLine {}

    /** Its session is over. */
    record Closed(String why) implements MazeLine {}

    /**
     * At its end: scores by peer, how long its moves took, in microseconds, and how many messages each cost, in
     * hundredths.
     */
    record Result(int sent, String scores, long p50, long p99, long messages) implements MazeLine {}

    /** As it is printed. */
    static String format(MazeLine line) {
        return switch (kind(line)) {
            case "Row" -> "Row " + ((Row) line).number() + " " + ((Row) line).text();
            default -> kind(line) + values(line);
        };
    }

    private static String kind(MazeLine line) {
        return line.getClass().getSimpleName();
    }

    private static String values(MazeLine line) {
        StringBuilder text = new StringBuilder();
        Arrays.stream(line.getClass().getRecordComponents()).forEach(component -> {
            try {
                text.append(' ')
                        .append(String.valueOf(component.getAccessor().invoke(line))
                                .replace(' ', '_'));
            } catch (ReflectiveOperationException never) {
                throw new AssertionError(never);
            }
        });
        return text.toString();
    }

    /** The meaning of a line; nothing if it is none of these. */
    static Optional<MazeLine> parse(String text) {
        List<String> w = Stream.of(text.split(" ")).toList();
        try {
            return switch (w.get(0)) {
                case "Applied" ->
                    Optional.of(new Applied(
                            Long.parseLong(w.get(1)), Long.parseLong(w.get(2)), Integer.parseInt(w.get(3)), w.get(4)));
                case "Restored" -> Optional.of(new Restored(Long.parseLong(w.get(1))));
                case "Orders" -> Optional.of(new Orders(Boolean.parseBoolean(w.get(1))));
                case "Resumed" -> Optional.of(new Resumed(Long.parseLong(w.get(1))));
                case "MazeStatus" ->
                    Optional.of(new MazeStatus(
                            Long.parseLong(w.get(1)),
                            Integer.parseInt(w.get(2)),
                            Long.parseLong(w.get(3)),
                            Long.parseLong(w.get(4)),
                            Integer.parseInt(w.get(5))));
                case "Row" ->
                    Optional.of(new Row(
                            Integer.parseInt(w.get(1)),
                            text.substring(5 + w.get(1).length())));
                case "Dies" -> Optional.of(new Dies(w.get(1)));
                case "Closed" -> Optional.of(new Closed(w.get(1)));
                case "Result" ->
                    Optional.of(new Result(
                            Integer.parseInt(w.get(1)),
                            w.get(2),
                            Long.parseLong(w.get(3)),
                            Long.parseLong(w.get(4)),
                            Long.parseLong(w.get(5))));
                default -> Optional.empty();
            };
        } catch (NumberFormatException | IndexOutOfBoundsException other) {
            return Optional.empty();
        }
    }
}
