package org.gamenet.rgs.core.wire;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.Peer;
import org.junit.jupiter.api.function.Executable;

/** Messages of a game that uses everything. */
final class Samples {
    private Samples() {}

    enum Colour {
        RED,
        GREEN,
        BLUE
    }

    sealed interface Happening permits Hit, Loud {}

    sealed interface Loud extends Happening permits Boom, Silence {}

    record Hit(int cube) implements Happening {}

    record Boom(double force) implements Loud {}

    record Silence() implements Loud {}

    record Pair<A, B>(A first, B second) {}

    record Tree(String name, List<Tree> children) {}

    record Simple(
            boolean yes,
            byte b,
            short s,
            char c,
            int i,
            long l,
            float f,
            double d,
            String text,
            Colour colour,
            Peer peer,
            Duration span) {}

    record Boxes(Boolean yes, Byte b, Short s, Character c, Integer i, Long l, Float f, Double d) {}

    record Containers(
            List<Happening> happenings,
            Map<Peer, Pair<String, List<Integer>>> scores,
            Optional<Tree> tree,
            Set<? extends Happening> seen,
            List<Silence> silences,
            Pair<Pair<Long, Colour>, Map<Colour, Set<String>>> nested,
            Loud loud) {}

    record Arrays(
            boolean[] yes,
            byte[] b,
            short[] s,
            char[] c,
            int[] i,
            long[] l,
            float[] f,
            double[] d,
            String[] texts,
            Happening[] happenings,
            int[][] grid,
            List<Colour>[] lists) {}

    record Opaque(int kind, ByteBuffer bytes, byte end) {}

    record Pot(String name, float x, float y, float vx, float vy, float angle, float spin, int score, int cube) {}

    record Cube(int id, float x, float y, float vx, float vy, float angle, float spin, int owner) {}

    record World(List<Pot> pots, List<Cube> cubes) {}

    static final Records RECORDS = fresh();

    /** Of which no value was written or read yet. */
    static Records fresh() {
        return Records.of(
                Simple.class,
                Boxes.class,
                Containers.class,
                Arrays.class,
                Opaque.class,
                World.class,
                Tree.class,
                Happening.class);
    }

    static final PeerNames NAMES = id -> Peer.of(id, "peer " + id);

    static Simple simple() {
        return new Simple(
                true,
                (byte) -1,
                (short) -2,
                '\uFFFF',
                Integer.MIN_VALUE,
                Long.MAX_VALUE,
                -0.0f,
                Double.MIN_VALUE,
                "t\u00e9a \u6f22 \uD83C\uDF75",
                Colour.BLUE,
                Peer.of(-7, "anna"),
                Duration.ofMillis(-1));
    }

    static Containers containers() {
        Map<Peer, Pair<String, List<Integer>>> scores = new LinkedHashMap<>();
        scores.put(Peer.of(9, "z"), new Pair<>("nine", List.of(1, 2, 3)));
        scores.put(Peer.of(2, "a"), new Pair<>("", List.of()));
        Set<Happening> seen = new LinkedHashSet<>(List.of(new Silence(), new Hit(-1), new Boom(2.5)));
        Tree tree = new Tree(
                "root", List.of(new Tree("left", List.of()), new Tree("right", List.of(new Tree("leaf", List.of())))));
        return new Containers(
                List.of(new Hit(4), new Silence(), new Boom(1)),
                scores,
                Optional.of(tree),
                seen,
                List.of(new Silence(), new Silence()),
                new Pair<>(new Pair<>(5L, Colour.RED), Map.of(Colour.GREEN, Set.of("x"))),
                new Silence());
    }

    static Containers empty() {
        return new Containers(
                List.of(),
                Map.of(),
                Optional.empty(),
                Set.of(),
                List.of(),
                new Pair<>(new Pair<>(0L, Colour.RED), Map.of()),
                new Boom(0));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static Arrays arrays() {
        return new Arrays(
                new boolean[] {true, false},
                new byte[] {1, -1},
                new short[] {2, -2},
                new char[] {'a', '\u00fc'},
                new int[] {3, -3},
                new long[] {4, -4},
                new float[] {5.5f},
                new double[] {6.25, Double.NaN},
                new String[] {"", "x"},
                new Happening[] {new Hit(1), new Silence()},
                new int[][] {{1, 2}, {}, {3}},
                new List[] {List.of(Colour.RED), List.of()});
    }

    static World world() {
        List<Pot> pots = new ArrayList<>();
        for (int i = 0; i < 4; i++) pots.add(new Pot("pot" + i, i, -i, 1, 2, 3, 4, 100 * i, i));
        List<Cube> cubes = new ArrayList<>();
        for (int i = 0; i < 24; i++) cubes.add(new Cube(i, i, i / 2f, 1, 2, 3, 4, i % 4));
        return new World(pots, cubes);
    }

    static List<Record> all() {
        return List.of(
                simple(),
                new Boxes(false, (byte) 1, (short) 2, 'x', 3, 4L, 5f, 6d),
                containers(),
                empty(),
                arrays(),
                new Opaque(1, ByteBuffer.wrap(new byte[] {1, 2, 3}), (byte) 9),
                world(),
                new Tree("t", List.of()),
                new Hit(7),
                new Silence());
    }

    static Record again(Record message) {
        return RECORDS.decode(ByteBuffer.wrap(RECORDS.encode(message)), NAMES);
    }

    /** The exception of the call, which must be misuse. */
    static String misuse(Executable call) {
        return assertThrows(IllegalArgumentException.class, call).getMessage();
    }
}
