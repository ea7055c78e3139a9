package org.gamenet.rgs.core.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One history of a {@link World}, as text: what it is about after {@code #}, its bounds, dashes, then a move a line. Of
 * things under way that read alike the one sent first is meant, or the one that {@code (the n-th)} says.
 */
final class Scenario {
    private static final String DASHES = "----";

    private final Bounds bounds;
    private final World world;
    private final Told told;
    private final List<Integer> sent = new ArrayList<>();

    Scenario(Bounds bounds, World world) {
        this.bounds = bounds;
        this.world = world;
        told = new Told(world);
    }

    /** The names of those that are kept. */
    static List<String> kept() {
        return read("all")
                .lines()
                .filter(l -> !l.startsWith("#") && !l.isBlank())
                .toList();
    }

    /** A kept one, by its name under {@code scenarios/model/}. */
    static String read(String name) {
        try (var in = Scenario.class.getResourceAsStream("/scenarios/model/" + name + ".txt")) {
            if (in == null) throw new AssertionError("no scenario " + name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The rule that breaks on the way, or because not everybody comes to rest after it; nothing if all is well. */
    static Optional<String> replay(String text) {
        List<String> lines =
                text.lines().filter(l -> !l.startsWith("#") && !l.isBlank()).toList();
        int dashes = lines.indexOf(DASHES);
        Bounds bounds = Bounds.parse(String.join(" ", lines.subList(0, dashes)));
        return new Scenario(bounds, new World(bounds)).play(lines.subList(dashes + 1, lines.size()));
    }

    private Optional<String> play(List<String> moves) {
        int[] at = world.begin();
        String here = "the beginning";
        try {
            for (String line : moves) {
                here = line;
                at = step(at, line);
            }
            here = "the end";
        } catch (Broken broken) {
            return Optional.of(broken.getMessage() + "\nat: " + here);
        }
        Fair fair = new Fair(world);
        int[] last = at;
        return fair.rest(last, false).or(() -> fair.rest(last, true));
    }

    private int[] step(int[] at, String line) {
        remember(at);
        List<String> possible = new ArrayList<>();
        int[][] next = {null};
        world.successors(at, (to, move) -> {
            String name = name(at, move);
            possible.add(name);
            if (name.equals(line)) next[0] = to;
        });
        if (next[0] == null)
            throw new IllegalArgumentException("cannot happen: " + line + "\nwhat can:\n" + String.join("\n", possible)
                    + "\n" + world.describe(at));
        return next[0];
    }

    /** In which order things were sent: by their text, of one step. */
    private void remember(int[] at) {
        TreeMap<String, Integer> fresh = new TreeMap<>();
        for (int p : Arrays.copyOfRange(at, world.count + 3, at.length))
            if (!sent.contains(p)) fresh.put(told.packet(world.packets.get(p)) + world.packets.get(p), p);
        sent.addAll(fresh.values());
    }

    private String name(int[] at, long move) {
        String plain = told.move(at, move);
        if (Move.kind(move) != Move.ARRIVES) return plain;
        Packet packet = world.packets.get(Move.which(move));
        String text = told.packet(packet);
        int n = 1;
        for (int p : sent) {
            if (p == Move.which(move)) break;
            if (world.has(at, p) && told.packet(world.packets.get(p)).equals(text)) n++;
        }
        return n == 1 ? plain : plain + " (the " + n + ".)";
    }

    /** The way through worlds of these hashes, walked again. The effect of each step stands behind {@code #}. */
    String tell(int[] root, List<Long> hashes, String why) {
        StringBuilder text =
                new StringBuilder("# " + why.lines().findFirst().orElse("") + "\n" + bounds + "\n" + DASHES + "\n");
        int[] at = root;
        for (long hash : hashes) {
            remember(at);
            int[] before = at;
            Object[] found = new Object[2];
            try {
                world.successors(before, (to, move) -> {
                    if (found[0] != null || Seen.hash(to) != hash) return;
                    found[0] = to;
                    found[1] = name(before, move);
                });
            } catch (Broken elsewhere) {
                if (found[0] == null) return text + "# broken before: " + elsewhere.getMessage();
            }
            at = (int[]) found[0];
            text.append(found[1])
                    .append("\n#    ")
                    .append(told.difference(before, at))
                    .append('\n');
        }
        return text + last(at) + "# at the end:\n"
                + world.describe(at).indent(2).replaceAll("(?m)^", "# ");
    }

    /** The move that breaks, if it is one. */
    private String last(int[] at) {
        remember(at);
        try {
            world.successors(at, (to, move) -> {});
            return "";
        } catch (Broken broken) {
            return name(at, world.trying()) + "\n# which breaks it\n";
        }
    }
}
