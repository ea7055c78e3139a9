package org.gamenet.rgs.core.arbiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.ordering.Position;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * All worlds that a few sides of one game get into: each says where it stands at any time, what was said arrives at any
 * time, again and again or never, members come and go meanwhile, and servers die. Of those that live somebody always
 * serves, and where nothing more happens it is one.
 */
class SidesSearchTest {
    private static final int CHANGES = 2;

    /** A side. {@code epoch}: with the claim of its own. */
    private record Part(Ballot.Side stands, boolean serves, boolean dead) {}

    /** A world, with all that was ever said. */
    private record World(List<Part> parts, Set<Ballot.Side> said, int changes, int deaths) {}

    private final Set<World> seen = new HashSet<>();
    private final Deque<World> open = new ArrayDeque<>();

    private static Ballot.Side side(int who, long number, int size) {
        Member holder = new Member(Electors.id(who), "p" + who, Kind.PLAYER, new Endpoint("10.0.0." + who, 1, 2), 0);
        return new Ballot.Side(new Epoch(number, who), size, new Position(new Epoch(1, 1), who), holder);
    }

    private static World begin(int... sizes) {
        List<Part> parts = new ArrayList<>();
        // Members that came later have the higher numbers, for they had to find a server first.
        for (int i = 0; i < sizes.length; i++) parts.add(new Part(side(i, 2 + i, sizes[i]), true, false));
        return new World(parts, Set.of(), 0, 0);
    }

    private void add(World world) {
        if (seen.add(world)) open.add(world);
    }

    private static World with(World at, int who, Part now) {
        List<Part> parts = new ArrayList<>(at.parts);
        parts.set(who, now);
        return new World(parts, at.said, at.changes, at.deaths);
    }

    private int search(World first, int deaths) {
        add(first);
        while (!open.isEmpty()) {
            World at = open.poll();
            boolean moved = false;
            for (int i = 0; i < at.parts.size(); i++) moved |= next(at, i, deaths);
            judge(at, moved);
        }
        return seen.size();
    }

    /** Whether something happens by itself: not a change from outside, and not what is said once more. */
    private boolean next(World at, int who, int deaths) {
        Part part = at.parts.get(who);
        if (!part.serves || part.dead) return false;
        boolean moved = false;
        if (!at.said.contains(part.stands)) {
            Set<Ballot.Side> more = new HashSet<>(at.said);
            more.add(part.stands);
            add(new World(at.parts, more, at.changes, at.deaths));
            moved = true;
        }
        for (Ballot.Side heard : at.said) {
            if (heard.holder().equals(part.stands.holder())) continue;
            Epoch mine = part.stands.epoch();
            int size = part.stands.electorate();
            switch (Precedence.of(part.stands, heard, mine)) {
                case GOES_ABOVE -> {
                    add(with(at, who, new Part(side(who, heard.epoch().number() + 1, size), true, false)));
                    moved |= stands(at, heard);
                }
                case GIVES_WAY -> {
                    add(with(at, who, new Part(part.stands, false, false)));
                    moved |= stands(at, heard);
                }
                case GOES_ON, WAITS -> {}
            }
        }
        if (at.changes < CHANGES)
            for (int size = Math.max(1, part.stands.electorate() - 1); size <= part.stands.electorate() + 1; size++) {
                Part other = new Part(side(who, part.stands.epoch().number() + 1, size), true, false);
                World changed = with(at, who, other);
                if (size != part.stands.electorate()) add(new World(changed.parts, at.said, at.changes + 1, at.deaths));
            }
        if (at.deaths < deaths) {
            World died = with(at, who, new Part(part.stands, false, true));
            add(new World(died.parts, at.said, at.changes, at.deaths + 1));
        }
        return moved;
    }

    /** Whether that one stands so now, and serves: it says so again and again, and is heard at last. */
    private static boolean stands(World at, Ballot.Side heard) {
        return at.parts.stream().anyMatch(p -> p.serves && !p.dead && p.stands.equals(heard));
    }

    private static void judge(World at, boolean moves) {
        long serving = at.parts.stream().filter(p -> p.serves && !p.dead).count();
        if (at.deaths == 0) assertTrue(serving > 0, () -> "all have given way: " + at);
        if (!moves && serving > 0) assertEquals(1, serving, () -> "it stays like that: " + at);
    }

    @Test
    @DisplayName("HG39 P63 P64 P65 two sides, of any sizes, that change meanwhile: one goes on, the other gives way")
    void twoSides() {
        for (int size = 1; size <= 3; size++) assertTrue(new SidesSearchTest().search(begin(2, size), 1) > 50);
    }

    @Test
    @DisplayName("HG39 P63 P64 P65 three sides at once: never do all give way, and one is left")
    void threeSides() {
        assertTrue(new SidesSearchTest().search(begin(1, 1, 2), 0) > 500);
    }
}
