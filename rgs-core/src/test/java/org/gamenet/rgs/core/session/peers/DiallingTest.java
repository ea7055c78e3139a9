package org.gamenet.rgs.core.session.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.session.peers.Dialling.Stance;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DiallingTest {
    private static final List<MemberId> ROSTER = members(64);
    private static final List<MemberId> AUTHORITY = List.of(id(0), id(5));

    private static List<MemberId> members(int count) {
        List<MemberId> all = new ArrayList<>();
        for (int i = 0; i < count; i++) all.add(id(i));
        return all;
    }

    private static MemberId id(int i) {
        return new MemberId(i, new Incarnation(1, 7));
    }

    private static Endpoint place(int i) {
        return new Endpoint("10.0.0." + i, 1, 1);
    }

    private static Dialling of(int me, Stance stance) {
        return new Dialling(id(me), ROSTER, AUTHORITY, stance);
    }

    @Test
    @DisplayName("a player keeps links to the server and its backups, whoever leads to all, among 64 as among 8")
    void table() {
        assertEquals(Set.of(id(0), id(5)), of(9, Stance.FOLLOWS).wanted());
        assertEquals(Set.of(id(0)), of(5, Stance.FOLLOWS).wanted());
        Set<MemberId> others = new LinkedHashSet<>(ROSTER);
        others.remove(id(0));
        assertEquals(others, of(0, Stance.LEADS).wanted());
    }

    @Test
    @DisplayName(
            "a frozen player dials the authority and the first two negotiators at once, and all before a third's turn")
    void freeze() {
        assertEquals(
                List.of(id(0), id(5), id(1), id(2)),
                List.copyOf(of(9, Stance.FROZEN).wanted()));
        assertEquals(
                List.of(id(0), id(5), id(2)), List.copyOf(of(1, Stance.FROZEN).wanted()));
        assertEquals(63, of(9, Stance.FROZEN_LONG).wanted().size());
    }

    @Test
    @DisplayName("equals dial all, served or frozen, and so does whoever serves; others once they have lost the server")
    void stance() {
        for (boolean searches : new boolean[] {false, true}) {
            assertEquals(Stance.LEADS, Stance.of(false, true, searches));
            assertEquals(Stance.LEADS, Stance.of(true, false, searches));
        }
        assertEquals(Stance.FROZEN, Stance.of(false, false, true));
        assertEquals(Stance.FOLLOWS, Stance.of(false, false, false));
    }

    @Test
    @DisplayName(
            "eight places where the game may be are dialled until its roster is known, four claimants, and never itself")
    void sought() {
        Neighbours neighbours = new Neighbours();
        for (int i = 0; i < 3; i++) neighbours.listens(id(i), place(i));
        List<Set<Endpoint>> wanted = new ArrayList<>();
        LinkTargets targets = new LinkTargets(neighbours, wanted::add);
        targets.listensAt(place(20));
        List<Endpoint> many = new ArrayList<>();
        for (int i = 20; i < 40; i++) many.add(place(i));
        targets.sought(many);
        assertEquals(Set.copyOf(many.subList(1, 8)), targets.all());
        for (int i = 50; i < 55; i++) targets.claims(place(i));
        assertEquals(11, targets.all().size());
        assertTrue(!targets.all().contains(place(50)) && targets.all().contains(place(54)));
        targets.settle(new Dialling(id(1), ROSTER.subList(0, 3), List.of(id(0)), Stance.LEADS), 0);
        assertEquals(Set.of(place(0), place(2), place(51), place(52), place(53), place(54)), targets.all());
        assertTrue(targets.speaksToAll());
        targets.settle(new Dialling(id(1), List.of(), List.of(), Stance.FOLLOWS), 0);
        assertTrue(targets.all().contains(place(0)), "the way back leads there");
        targets.none();
        assertEquals(Set.of(), targets.all());
        assertEquals(Set.of(), wanted.get(wanted.size() - 1));
    }

    @Test
    @DisplayName("what the rule says becomes places, with time: the freeze grows, and play goes back to few links")
    void places() {
        Neighbours neighbours = new Neighbours();
        for (int i = 0; i < 6; i++) neighbours.listens(id(i), place(i));
        List<Set<Endpoint>> wanted = new ArrayList<>();
        LinkTargets targets = new LinkTargets(neighbours, wanted::add);
        targets.listensAt(place(4));
        List<MemberId> roster = ROSTER.subList(0, 6);
        targets.settle(new Dialling(id(4), roster, List.of(id(0)), Stance.FOLLOWS), 0);
        targets.settle(new Dialling(id(4), roster, List.of(id(0)), Stance.FROZEN), 10);
        assertEquals(10 + Dialling.FROZEN_NANOS, targets.nextAt(10));
        targets.settle(new Dialling(id(4), roster, List.of(id(0)), Stance.FROZEN), 20);
        assertEquals(0, targets.tick(9 + Dialling.FROZEN_NANOS));
        targets.tick(10 + Dialling.FROZEN_NANOS);
        targets.settle(new Dialling(id(4), roster, List.of(id(0)), Stance.FROZEN), 11 + Dialling.FROZEN_NANOS);
        targets.claims(place(9));
        targets.settle(new Dialling(id(4), roster, List.of(id(3)), Stance.FOLLOWS), 12 + Dialling.FROZEN_NANOS);
        assertEquals(
                List.of(
                        Set.of(place(0)),
                        Set.of(place(0), place(1), place(2)),
                        Set.of(place(0), place(1), place(2), place(3), place(5)),
                        Set.of(place(0), place(1), place(2), place(3), place(5), place(9)),
                        Set.of(place(3), place(9))),
                wanted);
        assertEquals(Long.MAX_VALUE, targets.nextAt(13 + Dialling.FROZEN_NANOS));
    }
}
