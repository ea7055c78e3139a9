package org.gamenet.rgs.core.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The entries that leave the server of a synchronous game, by what its backups hold. */
class OutputGateTest {
    private static final MemberId ANN = new MemberId(2, new Incarnation(1, 2));
    private static final MemberId BOB = new MemberId(3, new Incarnation(1, 3));
    private static final Epoch ONE = new Epoch(1, 11);

    private static Position at(long seq) {
        return new Position(ONE, seq);
    }

    @Test
    @DisplayName("P48 HG8 what is of a cut leaves when every backup holds that cut, and no earlier")
    void waitsForAll() {
        OutputGate gate = OutputGate.OPEN.waitingFor(ANN).waitingFor(BOB);
        assertEquals(0, gate.upTo(List.of()));
        gate = gate.held(ANN, 7);
        assertEquals(0, gate.upTo(List.of()), "bob holds nothing");
        gate = gate.held(BOB, 5);
        assertEquals(5, gate.upTo(List.of()));
        assertEquals(5, gate.held(BOB, 4).upTo(List.of()), "what it has once confirmed it holds");
        assertEquals(7, gate.without(BOB).upTo(List.of()));
    }

    @Test
    @DisplayName(
            "P48 without a backup all leaves at once; one that the authority names holds everything up until it has a copy")
    void isOpenAlone() {
        assertTrue(OutputGate.OPEN.isOpen());
        assertEquals(OutputGate.ALL, OutputGate.OPEN.upTo(List.of()));
        assertEquals(0, OutputGate.OPEN.upTo(List.of(ANN)));
        assertEquals(
                OutputGate.ALL, OutputGate.OPEN.waitingFor(ANN).without(ANN).upTo(List.of()));
        assertEquals(OutputGate.OPEN, OutputGate.OPEN.held(BOB, 9), "who is not waited for counts for nothing");
    }

    @Test
    @DisplayName("P48 who is waited for again has what it has confirmed")
    void isBoundOnce() {
        OutputGate gate = OutputGate.OPEN.waitingFor(ANN).held(ANN, 3);
        assertEquals(3, gate.waitingFor(ANN).upTo(List.of(ANN)));
    }

    @Test
    @DisplayName("P4 HG22 others are shown an entry, and the ACK behind it, once every backup has it in its log")
    void showsSafeEntries() {
        EntryGate gate = EntryGate.NEW.has(ANN, at(4));
        List<MemberId> backups = List.of(ANN, BOB);
        assertFalse(gate.mayShow(new MemberId(9, new Incarnation(1, 9)), at(1), backups), "bob has said nothing");
        gate = gate.has(BOB, at(2)).has(BOB, at(1));
        assertEquals(at(2), gate.safe(backups, at(5)));
        MemberId cat = new MemberId(4, new Incarnation(1, 4));
        assertTrue(gate.mayShow(cat, at(2), backups));
        assertFalse(gate.mayShow(cat, at(3), backups));
        assertTrue(gate.mayShow(BOB, at(5), backups), "a backup is shown what it is to confirm");
        assertTrue(gate.mayShow(cat, at(4), List.of(ANN)));
        assertEquals(at(5), gate.safe(List.of(), at(5)));
        assertEquals(Position.NONE, gate.without(ANN).safe(backups, at(5)));
    }

    @Test
    @DisplayName("P4 who has the log of a later epoch has all that was before it")
    void laterEpochs() {
        Position later = new Position(new Epoch(2, 22), 0);
        assertTrue(EntryGate.NEW.has(ANN, later).mayShow(BOB, at(9), List.of(ANN)));
        assertFalse(EntryGate.NEW.has(ANN, at(9)).mayShow(BOB, later, List.of(ANN)));
    }
}
