package org.gamenet.rgs.testkit.calibration;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Mix;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * Four members that cast numbers all the time, and something that goes wrong; then which anomalies there were. The same
 * for every {@link World}.
 */
public final class Story {
    public static final int MEMBERS = 4;
    public static final int KINDS = 8;
    private static final long EVERY_MILLIS = 10;
    private static final long LONG_MILLIS = 5_000;
    private static final long SHORT_MILLIS = 400;
    private static final long AFTERWARDS_MILLIS = 4_000;
    private static final long PATIENCE_MILLIS = 60_000;

    private final World world;
    private final Random random;
    private final int kind;
    private final List<Witness> witnesses = new ArrayList<>();
    private final Set<Integer> dead = new HashSet<>();
    private final Set<Anomaly> found = EnumSet.noneOf(Anomaly.class);
    private final Set<Node> putOut = new HashSet<>();
    private final long[] numbers = new long[MEMBERS];

    public Story(World world, long seed) {
        this.world = world;
        this.random = new Random(Mix.of(seed, 4));
        this.kind = Math.floorMod(seed, KINDS);
    }

    Set<Anomaly> play() {
        try {
            for (int i = 0; i < MEMBERS; i++) witnesses.add(new Witness());
            assemble();
            speak(200);
            goWrong();
            speak(300);
            look();
            world.heal();
            speak(AFTERWARDS_MILLIS);
            look();
            world.pass(500);
            judge();
            return found;
        } finally {
            world.close();
        }
    }

    private void assemble() {
        for (int i = 0; i < MEMBERS; i++) {
            Witness witness = witnesses.get(i);
            world.transport(i).listen(witness);
            await(() -> witness.place() != null);
            if (i == 0) world.transport(i).found("calibration");
            else world.transport(i).join("calibration", places(i), PATIENCE_MILLIS);
            await(() -> witness.self() != null);
        }
        await(() -> witnesses.stream().allMatch(each -> each.view().size() == MEMBERS));
    }

    private List<Endpoint> places(int before) {
        return witnesses.subList(0, before).stream().map(Witness::place).toList();
    }

    private void await(BooleanSupplier condition) {
        if (!world.until(condition, PATIENCE_MILLIS)) {
            throw new IllegalStateException("no group of " + MEMBERS + ": "
                    + witnesses.stream()
                            .map(each -> each.view() + each.failure())
                            .toList());
        }
    }

    /** Time passes in which everybody who lives casts. */
    private void speak(long millis) {
        for (long passed = 0; passed < millis; passed += EVERY_MILLIS) {
            for (int i = 0; i < MEMBERS; i++) if (!dead.contains(i)) cast(i);
            world.pass(EVERY_MILLIS);
            if (passed % 100 == 0) look();
        }
    }

    private void cast(int member) {
        byte[] frame = new byte[FrameHeader.BYTES + Long.BYTES];
        ByteBuffer.wrap(frame).putLong(FrameHeader.BYTES, ++numbers[member]);
        world.transport(member).cast(frame, Lane.RELIABLE);
    }

    // ---- what goes wrong

    private void goWrong() {
        int one = kind == 0 ? coordinator() : random.nextInt(MEMBERS);
        int other = (one + 1 + random.nextInt(MEMBERS - 1)) % MEMBERS;
        switch (kind) {
            case 0, 1 -> kill(one);
            case 2 -> world.reset(one);
            case 3 -> silence(one, LONG_MILLIS, true, false);
            case 4 -> silence(one, LONG_MILLIS, true, true);
            case 5 -> world.transport(one).suspect(self(other));
            case 6 -> {
                world.cut(one, other);
                speak(SHORT_MILLIS);
                if (random.nextBoolean()) kill(one);
            }
            default -> {
                silence(one, SHORT_MILLIS, random.nextBoolean(), true);
                kill(other);
            }
        }
    }

    private void silence(int member, long millis, boolean out, boolean in) {
        for (int i = 0; i < MEMBERS; i++) {
            if (i == member) continue;
            if (out) world.cut(member, i);
            if (in) world.cut(i, member);
        }
        speak(millis);
    }

    private void kill(int member) {
        for (int burst = 0; burst < 5; burst++) cast(member);
        world.kill(member);
        dead.add(member);
        speak(1_000);
    }

    private int coordinator() {
        Node first = witnesses.get(0).view().get(0);
        for (int i = 0; i < MEMBERS; i++) if (first.equals(self(i))) return i;
        throw new IllegalStateException("nobody coordinates");
    }

    private Node self(int member) {
        Node self = witnesses.get(member).self();
        if (self == null) throw new IllegalStateException(member + " is not in");
        return self;
    }

    // ---- while it happens

    private void look() {
        for (int a = 0; a < MEMBERS; a++) {
            for (int b = 0; b < MEMBERS; b++) {
                if (a == b || dead.contains(a) || dead.contains(b)) continue;
                boolean aHasB = witnesses.get(a).view().contains(self(b));
                boolean bHasA = witnesses.get(b).view().contains(self(a));
                if (!aHasB && bHasA) found.add(Anomaly.NOT_TOLD);
                if (!aHasB && !bHasA) found.add(Anomaly.SPLIT);
                if (!aHasB && witnesses.get(a).view().size() > 1) putOut.add(self(b));
            }
            List<Node> view = witnesses.get(a).view();
            if (!dead.contains(a) && view.size() > 2 && putOut.contains(view.get(0))) found.add(Anomaly.RETURNED_FIRST);
        }
    }

    // ---- afterwards

    private void judge() {
        Map<Integer, Map<Node, Long>> last = new HashMap<>();
        Map<List<Node>, List<Map<Node, Long>>> before = new HashMap<>();
        for (int i = 0; i < MEMBERS; i++) if (!dead.contains(i)) last.put(i, retell(witnesses.get(i), before));
        for (int member : dead) {
            if (last.values().stream()
                            .map(heard -> heard.getOrDefault(self(member), 0L))
                            .distinct()
                            .count()
                    > 1) found.add(Anomaly.LAST_MESSAGES_DIFFER);
        }
        before.values().forEach(this::compare);
    }

    private void compare(List<Map<Node, Long>> ofOneView) {
        for (int i = 0; i < MEMBERS; i++) {
            Node node = self(i);
            if (dead.contains(i)) continue;
            if (ofOneView.stream()
                            .map(heard -> heard.getOrDefault(node, 0L))
                            .filter(number -> number > 0)
                            .distinct()
                            .count()
                    > 1) {
                found.add(Anomaly.MESSAGES_DIFFER_BEFORE_A_VIEW);
            }
        }
    }

    /** The messages of each that it had heard in the end; and before each view, for a comparison. */
    private Map<Node, Long> retell(Witness witness, Map<List<Node>, List<Map<Node, Long>>> before) {
        Map<Node, Long> heard = new HashMap<>();
        Set<Witness.Cast> seen = new HashSet<>();
        List<Node> view = List.of();
        for (Witness.Told told : witness.log()) {
            if (told instanceof Witness.Views next) {
                before.computeIfAbsent(next.members(), members -> new ArrayList<>())
                        .add(Map.copyOf(heard));
                view = next.members();
            } else if (told instanceof Witness.Closed closed) {
                boolean isDead = dead.stream().anyMatch(member -> self(member).equals(closed.peer()));
                if (!isDead) found.add(Anomaly.CLOSED_WITHOUT_A_DEATH);
                else if (view.contains(closed.peer())) found.add(Anomaly.CLOSED_AHEAD_OF_THE_VIEW);
            } else if (told instanceof Witness.Cast cast) {
                cast(cast, view, heard, seen);
            }
        }
        return heard;
    }

    private void cast(Witness.Cast cast, List<Node> view, Map<Node, Long> heard, Set<Witness.Cast> seen) {
        if (!view.contains(cast.from())) found.add(Anomaly.FROM_OUTSIDE_THE_VIEW);
        long before = heard.getOrDefault(cast.from(), 0L);
        boolean isDead = dead.stream().anyMatch(member -> self(member).equals(cast.from()));
        if (!seen.add(cast)) found.add(Anomaly.TWICE);
        else if (cast.number() < before) found.add(Anomaly.OUT_OF_ORDER);
        else if (before > 0 && cast.number() > before + 1 && !isDead) found.add(Anomaly.MESSAGES_SKIPPED);
        heard.put(cast.from(), Math.max(before, cast.number()));
    }
}
