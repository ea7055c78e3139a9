package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.wire.SizeLimit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Each check is shown a history that it must not let through, and the same without what is wrong. */
class JudgeTest {
    private static final long ME = 7;
    static final MemberId SENDER = new MemberId(3, new Incarnation(1, 1));
    static final Epoch FIRST = new Epoch(1, 11);
    static final Epoch SECOND = new Epoch(2, 22);

    private final List<String> violations = new ArrayList<>();
    private final History history = new History((rule, what) -> violations.add(rule + ": " + what));

    static LogEntry turn(Epoch epoch, long seq, long number) {
        byte[] body = CountingGame.RECORDS.encodeBody(new CountingGame.Turn(number), new SizeLimit("a test", 1_000), 1);
        return new LogEntry(
                new Position(epoch, seq),
                new EntryBody.Ordered(
                        SENDER, number, CountingGame.RECORDS.idOf(CountingGame.Turn.class), 0, new Payload(body)));
    }

    static LogEntry ack(Epoch epoch, Position end) {
        return ack(epoch, end, false);
    }

    private static LogEntry ack(Epoch epoch, Position end, boolean planned) {
        return new LogEntry(
                new Position(epoch, 0),
                EntryBody.Ack.of(
                        end,
                        List.of(SENDER),
                        Optional.empty(),
                        List.of(SENDER),
                        List.of(),
                        List.of(),
                        Map.of(),
                        planned,
                        Double.NaN,
                        Double.NaN,
                        0,
                        false));
    }

    static LogEntry lastResort(Epoch epoch, Position end) {
        return new LogEntry(
                new Position(epoch, 0),
                EntryBody.Ack.of(
                        end,
                        List.of(SENDER),
                        Optional.empty(),
                        List.of(SENDER),
                        List.of(),
                        List.of(),
                        Map.of(),
                        false,
                        Double.NaN,
                        1.5,
                        0,
                        true));
    }

    private static long item(long number) {
        return OrderBook.item('T', SENDER.peer(), number);
    }

    private List<String> told(boolean toItsEnd, long... numbers) {
        Telling telling = new Telling(() -> ME);
        telling.begin(1);
        for (long number : numbers) telling.add(1, item(number));
        return telling.check(history, toItsEnd);
    }

    // ---- order

    @Test
    @DisplayName("S11 two newcomers that were told the same in another order do not agree")
    void newcomersInAnotherOrder() {
        assertEquals(List.of(), newcomers(new long[] {1, 2, 3}, new long[] {1, 2, 3}));
        assertEquals(List.of(), newcomers(new long[] {1, 2, 3}, new long[] {3, 4}));
        assertEquals(List.of(), newcomers(new long[] {1, 2}, new long[] {3, 4}));
        assertFalse(newcomers(new long[] {1, 2, 3}, new long[] {3, 2, 1}).isEmpty());
        assertFalse(newcomers(new long[] {1, 2, 3}, new long[] {1, 3}).isEmpty());
    }

    private static List<String> newcomers(long[] one, long[] two) {
        OrderBook book = new OrderBook();
        for (long[] items : List.of(one, two)) {
            OrderBook.Reader reader = book.reader("r" + items.length, () -> ME);
            reader.begin(1, false);
            for (long each : items) reader.add(1, 5, item(each));
        }
        return book.check();
    }

    @Test
    @DisplayName("S11 what is told is a stretch of the history: nothing swapped, left out, twice, or stamped by nobody")
    void tellsTheHistory() {
        for (int number = 1; number <= 4; number++) history.note(turn(FIRST, number, number));
        assertEquals(List.of(), told(false, 1, 2, 3));
        assertEquals(List.of(), told(true, 2, 3, 4));
        assertFalse(told(false, 1, 3, 2).isEmpty(), "swapped");
        assertFalse(told(false, 1, 2, 4).isEmpty(), "left out");
        assertFalse(told(false, 1, 1, 2).isEmpty(), "twice");
        assertFalse(told(false, 1, 2, 9).isEmpty(), "stamped by nobody");
        assertFalse(told(true, 1, 2, 3).isEmpty(), "not to the end");
    }

    @Test
    @DisplayName("S4 P42 who goes on to an epoch was told what it continues, and no more")
    void goesOnFromTheEnd() {
        for (int number = 1; number <= 3; number++) history.note(turn(FIRST, number, number));
        history.note(ack(SECOND, new Position(FIRST, 2)));
        history.note(turn(SECOND, 1, 3));
        assertEquals(List.of(), goingOn(1, 2, 3));
        assertFalse(goingOn(1, 2, 3, 3).isEmpty(), "also what came to nothing");
        assertFalse(goingOn(1, 3).isEmpty(), "not all of it");
        assertEquals(List.of(), violations);
    }

    @Test
    @DisplayName("P75 an ACK may let in who was left behind: it takes its place, and is told of where that had lapsed")
    void letsInByAnAck() {
        MemberId back = new MemberId(3, new Incarnation(2, 1));
        Epoch third = new Epoch(3, 33);
        history.note(new LogEntry(new Position(FIRST, 1), new EntryBody.Joined(member(SENDER), false)));
        history.note(new LogEntry(new Position(SECOND, 0), ackOf(new Position(FIRST, 1), Optional.of(member(back)))));
        history.note(turn(SECOND, 1, 1));
        history.note(new LogEntry(new Position(SECOND, 2), new EntryBody.Exited(back, Reason.LEFT, "left")));
        history.note(new LogEntry(new Position(third, 0), ackOf(new Position(SECOND, 2), Optional.of(member(back)))));
        long joined = OrderBook.item('J', SENDER.peer(), 0);
        long left = OrderBook.item('L', SENDER.peer(), SessionEvent.Left.Why.LEFT.ordinal());
        assertEquals(
                List.of(joined, item(1), left, joined),
                history.seen(3).stream().map(Seen::item).toList());
    }

    private static Member member(MemberId id) {
        return new Member(id, "m", Kind.PLAYER, new Endpoint("x", 1, 1), 5);
    }

    private static EntryBody.Ack ackOf(Position end, Optional<Member> admitted) {
        return EntryBody.Ack.of(
                end,
                List.of(SENDER),
                admitted,
                List.of(SENDER),
                List.of(),
                List.of(),
                Map.of(),
                false,
                Double.NaN,
                Double.NaN,
                0,
                false);
    }

    private List<String> goingOn(long... numbers) {
        Telling telling = new Telling(() -> ME);
        telling.begin(1);
        for (int i = 0; i < numbers.length - 1; i++) telling.add(1, item(numbers[i]));
        telling.freeze();
        telling.resume(2);
        telling.add(2, item(numbers[numbers.length - 1]));
        return telling.check(history, true);
    }

    @Test
    @DisplayName("S4 S1 one place, one frame; one number, one epoch")
    void onePlace() {
        history.note(turn(FIRST, 1, 1));
        history.note(turn(FIRST, 1, 1));
        assertEquals(List.of(), violations);
        history.note(turn(FIRST, 1, 2));
        history.note(turn(new Epoch(1, 12), 2, 3));
        assertEquals(
                List.of("S4", "S1"),
                violations.stream().map(each -> each.split(":")[0]).toList());
    }

    // ---- how much is gone

    @Test
    @DisplayName("P44 everybody is told how much of what it was shown is gone: neither less nor more")
    void ages() {
        history.note(turn(FIRST, 1, 1));
        history.note(ack(SECOND, new Position(FIRST, 1)));
        Ages ages = new Ages(history);
        CountingGame.World base = new CountingGame.World(1, 10, List.of());
        CountingGame.World last = new CountingGame.World(1, 40, List.of());
        ages.made(base, 1.0);
        ages.made(last, 4.0);
        Ages.Shown shown = ages.shown(last, 1).orElseThrow();
        ages.base(2, base);
        assertEquals(Optional.of(3.0), ages.lost(shown, 2));
        assertEquals(Optional.empty(), ages.judge(shown, 2, Duration.ofMillis(3_000)));
        assertTrue(ages.judge(shown, 2, Duration.ZERO).isPresent(), "nothing told, 3 s gone");
        assertTrue(ages.judge(shown, 2, Duration.ofMillis(2_900)).isPresent(), "too little told");
        assertTrue(ages.judge(shown, 2, Duration.ofMillis(27_000)).isPresent(), "27 s told, 3 s gone");
        assertEquals(Optional.of(0.0), ages.lost(shown, 1), "back in the same epoch");
    }

    @Test
    @DisplayName(
            "P45 a planned change sets nothing back, whatever its server made last: who is told otherwise is misled")
    void agesOfPlannedChange() {
        history.note(turn(FIRST, 1, 1));
        history.note(ack(SECOND, new Position(FIRST, 1), true));
        Ages ages = new Ages(history);
        CountingGame.World early = new CountingGame.World(1, 10, List.of());
        CountingGame.World last = new CountingGame.World(1, 40, List.of());
        ages.made(early, 1.0);
        ages.made(last, 4.0);
        ages.base(2, early);
        Ages.Shown shown = ages.shown(last, 1).orElseThrow();
        assertEquals(Optional.empty(), ages.judge(shown, 2, Duration.ZERO));
        assertTrue(ages.judge(shown, 2, Duration.ofSeconds(3)).isPresent(), "3 s told, nothing is gone");
        assertEquals(new Ages.Shown(2, 4.0), ages.left(shown, 2).orElseThrow());
    }

    @Test
    @DisplayName("P44 an epoch may begin with less than the one before it did: what is gone counts from the earliest")
    void agesOverSeveralEpochs() {
        Epoch third = new Epoch(3, 33);
        history.note(turn(FIRST, 1, 1));
        history.note(ack(SECOND, new Position(FIRST, 1)));
        history.note(ack(third, new Position(SECOND, 0)));
        Ages ages = new Ages(history);
        CountingGame.World early = new CountingGame.World(1, 10, List.of());
        CountingGame.World late = new CountingGame.World(1, 39, List.of());
        CountingGame.World last = new CountingGame.World(1, 40, List.of());
        ages.made(early, 1.0);
        ages.made(late, 3.9);
        ages.made(last, 4.0);
        Ages.Shown shown = ages.shown(last, 1).orElseThrow();
        ages.base(2, late);
        assertEquals(Optional.empty(), ages.lost(shown, 3), "nobody knows what the third began with");
        ages.base(3, early);
        assertEquals(Optional.of(3.0), ages.lost(shown, 3));
        assertTrue(ages.judge(shown, 3, Duration.ofMillis(100)).isPresent(), "what the second lacked, and no more");
        assertEquals(Optional.empty(), ages.judge(shown, 3, Duration.ofMillis(3_064)), "to the nanosecond");
        Ages.Shown left = ages.left(shown, 2).orElseThrow();
        assertEquals(new Ages.Shown(2, 3.9), left);
        assertEquals(Optional.of(2.9), ages.lost(left, 3).map(lost -> Math.round(lost * 10) / 10.0), "told once");
        ages.base(4, last);
        assertEquals(new Ages.Shown(4, 3.9), ages.left(left, 4).orElseThrow(), "what it was not shown it cannot lose");
    }

    // ---- who may be closed

    @Test
    @DisplayName("P40 a player whose own callback threw may be closed at an admission, and the second time in "
            + "a row; not the first time it was to serve")
    void threwItself() {
        Restoring once = new Restoring();
        assertFalse(once.mayClose());
        once.failed(false);
        assertFalse(once.mayClose(), "it gives the number up and comes back");
        once.done();
        once.failed(false);
        assertFalse(once.mayClose());
        once.failed(false);
        assertTrue(once.mayClose());
        Restoring admitted = new Restoring();
        admitted.failed(true);
        assertTrue(admitted.mayClose());
    }

    // ---- who plays

    static SimulatedCluster playing() {
        return playing(12);
    }

    static SimulatedCluster playing(int seats) {
        SimulatedCluster cluster = new SimulatedCluster(1, Mutant.NONE, false);
        cluster.registers(true, SimulatedCluster.rules(List.of(Failover.PROMOTED_PLAYER), 300, 30_000, seats));
        cluster.joins();
        cluster.joins();
        assertTrue(cluster.until(
                () -> cluster.players().stream().allMatch(p -> p.session.phase() == Phase.PLAYING), 2_000));
        cluster.pass(500);
        return cluster;
    }

    @Test
    @DisplayName("L1 whoever reaches more than half and the directory plays again within D + 2.5 s")
    void recovers() {
        SimulatedCluster cluster = playing();
        cluster.pass(4_000);
        assertEquals(List.of(), cluster.judge.violations());
        // Nobody knows that it hears nothing.
        cluster.network.deafen(cluster.players().stream()
                .filter(p -> !p.session.isServer())
                .findFirst()
                .orElseThrow());
        cluster.pass(6_000);
        assertTrue(
                cluster.judge.violations().stream().anyMatch(each -> each.startsWith("recovery")),
                cluster.judge.violations()::toString);
    }

    @Test
    @DisplayName("nobody who lives and was let in is closed while others live")
    void closedAlive() {
        SimulatedCluster cluster = playing();
        CountingProcess player = cluster.players().get(1);
        player.witness.event(
                player.session.self(), new SessionEvent.Closed(SessionEvent.Closed.Why.CUT_OFF, "planted"));
        assertTrue(
                cluster.judge.violations().stream().anyMatch(each -> each.startsWith("closed alive")),
                cluster.judge.violations()::toString);
    }
}
