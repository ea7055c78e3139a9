package org.gamenet.rgs.core.reconfiguration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StateTableTest {
    private static final MemberId ME = new MemberId(1, new Incarnation(1, 1));
    private static final MemberId OTHER = new MemberId(2, new Incarnation(1, 1));
    private static final Epoch TWO = new Epoch(2, 7);
    private static final GameOver OVER = new GameOver(
            new LocalMember(new Member(ME, "me", Kind.PLAYER, new Endpoint("x", 1, 1), 5), 1, Payload.EMPTY, 1, 0),
            TWO);
    private static final String REST = "the rest";

    /** Hands on to another state, so that a test sees which row it was. */
    private static Step first(GameOver over) {
        return Step.to(over, new Effect.Note("first"));
    }

    private static Step second(GameOver over) {
        return Step.to(over, new Effect.Note("second"));
    }

    private static String did(StateTable<GameOver> table, Event event) {
        return table.on(OVER, event).effects().stream()
                .filter(Effect.Note.class::isInstance)
                .map(e -> ((Effect.Note) e).text())
                .findFirst()
                .orElse("nothing");
    }

    @Test
    @DisplayName(
            "a table that says nothing of an event or a message does not come into being, and names what was forgotten")
    void namesWhatWasForgotten() {
        AssertionError error = assertThrows(
                AssertionError.class,
                () -> StateTable.of(GameOver.class)
                        .ignores(REST, Event.MayAct.class)
                        .on(Event.Granted.class, "P7", StateTableTest::first)
                        .build());
        for (String forgotten : List.of("Over", "Event$LeaveAsked", "Message$Suspicion"))
            assertTrue(error.getMessage().contains(forgotten), error.getMessage());
        assertTrue(
                !error.getMessage().contains("MayAct") && !error.getMessage().contains("Granted"), error.getMessage());
    }

    @Test
    @DisplayName("a row behind one that takes all is a mistake, and so is a row for what never happens")
    void hasNoRowInVain() {
        assertThrows(
                AssertionError.class,
                () -> StateTable.of(GameOver.class)
                        .on(Event.Granted.class, "P7", StateTableTest::first)
                        .on(Event.Granted.class, "P6", StateTableTest::second)
                        .ignoresTheRest(REST)
                        .build());
        assertThrows(
                AssertionError.class,
                () -> StateTable.of(GameOver.class)
                        .ignores(REST, String.class)
                        .ignoresTheRest(REST)
                        .build());
    }

    @Test
    @DisplayName(
            "rows are tried from the top: the first whose sender and epoch fit counts, and where none fits nothing happens")
    void takesTheFirstThatFits() {
        StateTable<GameOver> table = StateTable.of(GameOver.class)
                .heard(Message.Suspicion.class, Sender.ANYBODY, EpochIs.PROMISED, "P1", StateTableTest::first)
                .heard(Message.Suspicion.class, Sender.ANYBODY, EpochIs.ABOVE_PROMISE, "P1", StateTableTest::second)
                .heard(Message.Released.class, Sender.PRIMARY, EpochIs.ANY, "P1", StateTableTest::first)
                .on(Timer.GO, "P1", StateTableTest::second)
                .ignoresTheRest(REST)
                .build();
        assertEquals("first", did(table, new Event.Heard(OTHER, new Message.Suspicion(TWO, false, false))));
        assertEquals(
                "second", did(table, new Event.Heard(OTHER, new Message.Suspicion(new Epoch(3, 7), false, false))));
        assertEquals(
                "nothing", did(table, new Event.Heard(OTHER, new Message.Suspicion(new Epoch(2, 8), false, false))));
        assertEquals("nothing", did(table, new Event.Heard(OTHER, new Message.Released(TWO))), "it has no primary");
        assertEquals("second", did(table, new Event.TimerFired(Timer.GO)));
        assertEquals("nothing", did(table, new Event.TimerFired(Timer.ASK)));
        assertSame(OVER, table.on(OVER, new Event.LeaveAsked()).state());
    }

    @Test
    @DisplayName("a state that is left stops its timers; one that a step only passes through starts none")
    void stopsTheTimersOfAStateThatIsLeft() {
        StateTable<GameOver> left = StateTable.of(GameOver.class)
                .on(Timer.GO, "P1", over -> Step.to(over, new Effect.StartTimer(Timer.ASK, 1), new Effect.Note("on")))
                .on(Timer.LAPSE, "P1", StateTableTest::first)
                .ignoresTheRest(REST)
                .build();
        assertEquals(
                List.of(new Effect.StopTimer(Timer.GO), new Effect.StopTimer(Timer.LAPSE), new Effect.Note("on")),
                left.on(OVER, new Event.TimerFired(Timer.GO)).effects());
    }

    @Test
    @DisplayName("every state of a member has a table of its own, which is total")
    void leavesNoStateOut() {
        List<String> names = Tables.all().stream().map(StateTable::name).toList();
        assertTrue(names.containsAll(List.of("Following", "Serving", "GameOver")), names.toString());
        assertEquals(names.size(), Set.copyOf(names).size());
    }
}
