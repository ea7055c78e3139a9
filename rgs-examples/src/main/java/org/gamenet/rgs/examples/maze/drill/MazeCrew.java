package org.gamenet.rgs.examples.maze.drill;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.examples.teapots.cast.Cast;
import org.gamenet.rgs.examples.teapots.cast.Child;

/** The members of a drill: who lives, and what each has said. One thread. */
final class MazeCrew {
    /** A busy machine may need this long for what takes a second. */
    private static final long PATIENCE_MILLIS = 30_000;

    private final Cast cast;
    private final String directory;
    private final String order;
    private final Map<String, Child> alive = new LinkedHashMap<>();
    private final Map<String, List<MazeLine>> said = new HashMap<>();
    private final Map<String, Map<Integer, String>> maps = new HashMap<>();
    private final Map<String, Integer> lives = new HashMap<>();

    /** Something that must not happen has. */
    static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stopped(String why) {
            super(why);
        }
    }

    MazeCrew(Cast cast, String directory, String order) {
        this.cast = cast;
        this.directory = directory;
        this.order = order;
    }

    /** One more process for this player, called after its life; returns what it is called. */
    String start(String player, long seed, String broken) throws IOException {
        int life = lives.merge(player, 1, Integer::sum);
        String label = life == 1 ? player : player + "-" + life;
        said.put(label, new ArrayList<>());
        maps.put(label, new TreeMap<>());
        String number = Long.toString(seed + 100L * life);
        alive.put(label, cast.start(label, MazeMember.class, player, directory, number, broken, order));
        return label;
    }

    List<String> alive() {
        return List.copyOf(alive.keySet());
    }

    /** The living member that said last that it orders the moves. */
    Optional<String> orders() {
        return alive.keySet().stream()
                .filter(m -> last(m, MazeLine.Orders.class)
                        .filter(MazeLine.Orders::does)
                        .isPresent())
                .findFirst();
    }

    void say(String member, String words) {
        alive.get(member).say(words);
    }

    void kill(String member) {
        alive.remove(member).kill();
    }

    /** How it stands with this one. */
    MazeLine.MazeStatus status(String member) {
        return last(member, MazeLine.MazeStatus.class).orElse(new MazeLine.MazeStatus(0, 0, 0, 0, 1));
    }

    <T extends MazeLine> Optional<T> last(String member, Class<T> kind) {
        List<MazeLine> lines = said.get(member);
        for (int i = lines.size() - 1; i >= 0; i--)
            if (kind.isInstance(lines.get(i))) return Optional.of(kind.cast(lines.get(i)));
        return Optional.empty();
    }

    /** The longest that anybody alive has stood still since it said so many lines. */
    long outage(Map<String, Integer> since) {
        return alive.keySet().stream()
                .flatMap(m -> said
                        .get(m)
                        .subList(since.getOrDefault(m, 0), said.get(m).size())
                        .stream())
                .filter(MazeLine.Resumed.class::isInstance)
                .mapToLong(line -> ((MazeLine.Resumed) line).millis())
                .max()
                .orElse(0);
    }

    Map<String, Integer> mark() {
        Map<String, Integer> mark = new HashMap<>();
        said.forEach((member, lines) -> mark.put(member, lines.size()));
        return mark;
    }

    /** The map as the first of those alive sees it. */
    List<String> map() {
        return alive.isEmpty()
                ? List.of()
                : List.copyOf(maps.get(alive.keySet().iterator().next()).values());
    }

    List<MazeJudge.Story> stories() {
        return alive.keySet().stream()
                .map(m -> new MazeJudge.Story(m, List.copyOf(said.get(m))))
                .toList();
    }

    /** Waits for that, and takes in what is said meanwhile. */
    void await(String what, BooleanSupplier done, Runnable meanwhile) throws InterruptedException {
        long until = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (!done.getAsBoolean()) {
            if (System.currentTimeMillis() > until)
                throw new Stopped("waited " + PATIENCE_MILLIS / 1_000 + " s in vain for " + what);
            listen(20);
            meanwhile.run();
        }
    }

    /** Takes in all that was said, and waits a little if nothing was. */
    void listen(long millis) throws InterruptedException {
        for (Cast.Heard heard = cast.hear(millis); heard != null; heard = cast.hear(0)) {
            String from = heard.child().label();
            if (heard.line() instanceof Child.Output.Text text) {
                if (said.containsKey(from)) MazeLine.parse(text.text()).ifPresent(line -> take(from, line));
            } else if (alive.containsKey(from)) {
                throw new Stopped(from + " " + heard.child().ending() + ": see " + from + ".err");
            }
        }
    }

    private void take(String from, MazeLine line) {
        if (line instanceof MazeLine.Row row) maps.get(from).put(row.number(), row.text());
        else said.get(from).add(line);
        if (line instanceof MazeLine.Dies) alive.remove(from);
    }
}
