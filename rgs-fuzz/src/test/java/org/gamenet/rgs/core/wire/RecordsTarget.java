package org.gamenet.rgs.core.wire;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.Codec;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.fuzz.Memory;

/**
 * A game's records, which use everything that can travel: messages, state packages, requests. What is understood has
 * one form.
 */
public final class RecordsTarget {
    private RecordsTarget() {}

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

    record Scalars(
            boolean yes,
            byte b,
            short s,
            char c,
            int i,
            Long l,
            Float f,
            double d,
            String text,
            Colour colour,
            Peer peer,
            Duration span) {}

    record Containers(
            List<Happening> happenings,
            Map<Peer, Pair<String, List<Integer>>> scores,
            Optional<Tree> tree,
            Set<? extends Happening> seen,
            List<Silence> silences,
            Map<Colour, Set<String>> nested,
            Loud loud) {}

    record Blocks(
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
            int[][] grid) {}

    record Opaque(ByteBuffer bytes, ByHand hand, Optional<ByHand> other) {}

    record Picky(int even) {
        Picky {
            if (even % 2 != 0) throw new IllegalArgumentException("odd: " + even);
        }
    }

    record ByHand(int x, short y) {}

    private static final Codec<ByHand> BY_HAND = new Codec<>() {
        @Override
        public void encode(ByHand value, ByteBuffer room) {
            room.putInt(value.x()).putShort(value.y());
        }

        @Override
        public ByHand decode(ByteBuffer bytes) {
            return new ByHand(bytes.getInt(), bytes.getShort());
        }
    };

    private static final Records RECORDS = Records.of(
            List.of(
                    Scalars.class,
                    Containers.class,
                    Blocks.class,
                    Opaque.class,
                    Picky.class,
                    Tree.class,
                    Happening.class),
            Map.of(ByHand.class, BY_HAND));
    private static final PeerNames NAMES = id -> Peer.of(id, "peer " + id);

    public static void fuzzerTestOneInput(byte[] input) {
        Record message;
        try {
            message = Memory.bounded(input.length, () -> RECORDS.decode(ByteBuffer.wrap(input), NAMES));
        } catch (MalformedException refused) {
            return;
        }
        byte[] again = RECORDS.encode(message);
        if (!Arrays.equals(input, again))
            throw new AssertionError(message + " came as other bytes than it goes: " + Arrays.toString(again));
    }

    public static List<byte[]> seeds() {
        Tree tree = new Tree(
                "root", List.of(new Tree("left", List.of()), new Tree("right", List.of(new Tree("", List.of())))));
        Map<Peer, Pair<String, List<Integer>>> scores = new LinkedHashMap<>();
        scores.put(Peer.of(9, "z"), new Pair<>("nine", List.of(1, 2, 3)));
        scores.put(Peer.of(2, "a"), new Pair<>("", List.of()));
        List<Record> messages = List.of(
                new Scalars(
                        true,
                        (byte) -1,
                        (short) 2,
                        'x',
                        3,
                        -4L,
                        5f,
                        6d,
                        "h\u00e9 \u6f22 \uD83C\uDF75",
                        Colour.BLUE,
                        Peer.of(7, "ann"),
                        Duration.ofMillis(-1)),
                new Containers(
                        List.of(new Hit(4), new Silence(), new Boom(1)),
                        scores,
                        Optional.of(tree),
                        new LinkedHashSet<>(List.of(new Silence(), new Hit(-1))),
                        List.of(new Silence(), new Silence()),
                        Map.of(Colour.GREEN, Set.of("x")),
                        new Boom(0)),
                new Blocks(
                        new boolean[] {true, false},
                        new byte[] {1},
                        new short[] {2},
                        new char[] {'a'},
                        new int[] {3, -3},
                        new long[] {4},
                        new float[] {5.5f},
                        new double[] {Double.NaN},
                        new String[] {"", "x"},
                        new Happening[] {new Hit(1)},
                        new int[][] {{1, 2}, {}}),
                new Opaque(
                        ByteBuffer.wrap(new byte[] {1, 2, 3}),
                        new ByHand(1, (short) 2),
                        Optional.of(new ByHand(-1, (short) -2))),
                new Picky(2),
                tree,
                new Hit(1),
                new Boom(2),
                new Silence(),
                new ByHand(3, (short) 4));
        List<byte[]> seeds = new ArrayList<>();
        for (Record message : messages) seeds.add(RECORDS.encode(message));
        return seeds;
    }
}
