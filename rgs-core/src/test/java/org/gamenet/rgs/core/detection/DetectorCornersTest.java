package org.gamenet.rgs.core.detection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.gamenet.rgs.core.detection.FailureDetector.Application;
import org.gamenet.rgs.core.detection.Signal.Echo;
import org.gamenet.rgs.core.detection.Signal.Heartbeat;
import org.gamenet.rgs.core.detection.Signal.Out;
import org.gamenet.rgs.core.detection.Signal.Ping;
import org.gamenet.rgs.core.detection.Signal.Pong;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.port.GroupListener.Probe;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Events that reach a detector late, from strangers, twice, or just when it begins to lead. */
class DetectorCornersTest {
    private static final long MS = 1_000_000;
    private static final MemberId ME = id(1);
    private static final MemberId ANN = id(2);
    private static final MemberId BOB = id(3);
    private static final MemberId EVE = id(4);
    private static final Epoch FIRST = new Epoch(1, 11);
    private static final Epoch SECOND = new Epoch(2, 22);
    private static final Position END = new Position(FIRST, 4);

    private long now;
    private long unread;
    private final FailureDetector detector =
            new FailureDetector(ME, Timing.ofMillis(1_000), false, nanos -> nanos / 1e9);

    private static MemberId id(long peer) {
        return new MemberId(peer, new Incarnation(peer, peer));
    }

    private void follows() {
        detector.situation(
                new Situation(Optional.of(ANN), false, FIRST, false, false, List.of(ANN, BOB), END, END), now);
        tick();
    }

    private void leads(Epoch epoch, boolean weighs) {
        detector.situation(
                new Situation(Optional.empty(), false, epoch, true, weighs, List.of(ANN, BOB), END, END), now);
    }

    private List<Finding> tick() {
        List<Finding> found = new ArrayList<>(detector.wake(now, now / MS));
        found.addAll(detector.check(now, unread, Application.IDLE));
        return found;
    }

    /** In steps of 10 ms; these echo every heartbeat at once. */
    private List<Finding> pass(long millis, MemberId... echoing) {
        List<Finding> all = new ArrayList<>();
        for (long i = 0; i < millis; i += 10) {
            now += 10 * MS;
            List<Finding> found = tick();
            all.addAll(found);
            for (Heartbeat beat : said(found, Heartbeat.class))
                for (MemberId one : echoing)
                    all.addAll(detector.hear(one, FIRST, new Echo(FIRST, beat.number(), END, false, false), now));
        }
        return all;
    }

    private void pause(long millis) {
        now += millis * MS;
        tick();
    }

    private static <E extends Event> List<E> events(List<Finding> found, Class<E> type) {
        return found.stream()
                .filter(Finding.Concluded.class::isInstance)
                .map(f -> ((Finding.Concluded) f).event())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static <S extends Signal> List<S> said(List<Finding> found, Class<S> type) {
        return found.stream()
                .map(f -> f instanceof Finding.Say say
                        ? say.signal()
                        : f instanceof Finding.SayToAll all ? all.signal() : null)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    @Test
    @DisplayName(
            "P30 what this process has not read is nobody's silence: neither the server's nor a player's, and a server that "
                    + "reads nothing says its heartbeats all the same; once it reads, silence counts again")
    void doesNotRead() {
        follows();
        for (int i = 0; i < 300; i++) {
            unread += 10 * MS;
            assertEquals(List.of(), events(pass(10), Event.HolderSuspected.class));
            assertTrue(detector.nextAt(now) > now, "awake for nothing");
        }
        unread = 0;
        assertEquals(1, events(pass(10), Event.HolderSuspected.class).size());
        leads(FIRST, true);
        pass(500, ANN, BOB);
        int beats = 0;
        for (int i = 0; i < 300; i++) {
            unread += 10 * MS;
            List<Finding> found = pass(10);
            beats += said(found, Heartbeat.class).size();
            assertEquals(List.of(), events(found, Event.MemberOverdue.class));
        }
        assertTrue(beats >= 14, beats + " heartbeats in 3 s");
        unread = 0;
        assertEquals(
                2,
                events(pass(1_200), Event.MemberOverdue.class).stream()
                        .map(Event.MemberOverdue::member)
                        .distinct()
                        .count());
    }

    @Test
    @DisplayName(
            "P71 N2 members that a cut takes away within a beat are missed together, one after the other only if the last is late")
    void missesThemTogether() {
        leads(FIRST, true);
        pass(2_000, ANN, BOB);
        List<Finding> found = new ArrayList<>();
        found.addAll(pass(40, BOB));
        for (int i = 0; i < 300 && overdue(found).isEmpty(); i++) found.addAll(pass(10));
        assertEquals(Set.of(ANN, BOB), overdue(found));
    }

    private static Set<MemberId> overdue(List<Finding> found) {
        return events(found, Event.MemberOverdue.class).stream()
                .map(Event.MemberOverdue::member)
                .collect(Collectors.toSet());
    }

    // ---- who begins to lead

    @Test
    @DisplayName("P18 whoever begins to lead has as long to be followed as anybody, however long it only followed")
    void hasItsTimeToBeFollowed() {
        follows();
        pass(5_000);
        leads(FIRST, true);
        assertEquals(List.of(), events(pass(500), Event.MayAct.class));
    }

    @Test
    @DisplayName("P37 P41 however long the ACK took, its members have D from there on to be heard")
    void givesItsMembersTime() {
        leads(FIRST, false);
        pass(5_000);
        leads(FIRST, true);
        assertEquals(Set.of(), overdue(pass(900, ANN)));
        assertEquals(Set.of(BOB), overdue(pass(300, ANN)));
    }

    @Test
    @DisplayName("P18 what followed an epoch does not follow the next one, whose heartbeats begin at 1")
    void beginsAnew() {
        leads(FIRST, true);
        pass(1_000, ANN, BOB);
        assertEquals(2, detector.echoed(now));
        leads(SECOND, true);
        assertEquals(0, detector.echoed(now));
        assertEquals(
                List.of(1L),
                said(tick(), Heartbeat.class).stream().map(Heartbeat::number).toList());
    }

    @Test
    @DisplayName("P25 who is about to lead, to whom nobody could echo before, names nobody unheard for its first 0.5 D")
    void namesNobodyUnheardBeforeAnybodyCouldEcho() {
        follows();
        pass(3_000);
        leads(FIRST, false);
        List<List<MemberId>> named = said(pass(1_000), Heartbeat.class).stream()
                .map(Heartbeat::unheard)
                .toList();
        assertEquals(List.of(List.of(), List.of(), List.of(), List.of(ANN, BOB), List.of(ANN, BOB)), named);
    }

    @Test
    @DisplayName("HA24 who paused while it collected takes nobody for unheard any longer once it serves")
    void isNotDeafForWhatItCollected() {
        leads(FIRST, false);
        pass(1_000);
        pause(3_000);
        leads(FIRST, true);
        assertEquals(Set.of(ANN, BOB), overdue(pass(1_200)));
    }

    @Test
    @DisplayName(
            "P19 HA24 who is heard again after a pause is followed again: the others have D from there on, not 5 D")
    void hearsOneAndWaitsForTheOthers() {
        leads(FIRST, true);
        pass(1_000, ANN, BOB);
        pause(3_000);
        assertEquals(Set.of(BOB), overdue(pass(1_500, ANN)));
    }

    @Test
    @DisplayName("P19 a server that pauses again and again, and that nobody echoes, is deaf for 5 D, and not for ever")
    void isNotDeafForEver() {
        leads(FIRST, true);
        pass(1_000, ANN, BOB);
        List<Finding> found = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            pause(500);
            found.addAll(pass(1_500));
        }
        assertEquals(Set.of(ANN, BOB), overdue(found));
    }

    // ---- strangers, and what is late

    @Test
    @DisplayName("an echo of another epoch, of a stranger, or of a heartbeat that never was, proves nothing; a "
            + "stranger that played in this epoch is told that it is out")
    void takesNoEchoOfStrangers() {
        leads(FIRST, true);
        pass(1_000, ANN, BOB);
        assertEquals(List.of(), detector.hear(ANN, SECOND, new Echo(SECOND, 1, END, false, false), now));
        assertEquals(List.of(), detector.hear(ANN, FIRST, new Echo(FIRST, 999, END, false, false), now));
        assertEquals(
                List.of(new Finding.Say(EVE, new Out(FIRST))),
                detector.hear(EVE, FIRST, new Echo(FIRST, 1, END, false, false), now));
        detector.sign(EVE, now);
        assertEquals(List.of(), detector.socketClosed(EVE, now));
        assertEquals(List.of(), detector.dialled(EVE, Probe.REFUSED, now));
    }

    @Test
    @DisplayName("P31 neither a pong of somebody else nor one of another epoch takes a suspicion back")
    void takesNoPongOfOthers() {
        follows();
        List<Ping> pings = said(pass(1_100), Ping.class);
        long ping = pings.get(pings.size() - 1).number();
        assertEquals(List.of(), detector.hear(BOB, FIRST, new Pong(FIRST, ping), now));
        assertEquals(List.of(), detector.hear(ANN, SECOND, new Pong(SECOND, ping), now));
        assertEquals(
                1,
                events(detector.hear(ANN, FIRST, new Pong(FIRST, ping), now), Event.HolderAnswered.class)
                        .size());
    }

    @Test
    @DisplayName(
            "P31 nobody is asked because of my own doubt, one of another epoch, or where I suspect or watch nobody")
    void asksForDoubtsOfOthersOnly() {
        follows();
        assertEquals(List.of(), detector.doubted(ME, FIRST, now));
        assertEquals(List.of(), detector.doubted(BOB, SECOND, now));
        pass(1_100);
        assertEquals(List.of(), detector.doubted(BOB, FIRST, now), "asks already");
        leads(SECOND, true);
        assertEquals(List.of(), detector.doubted(BOB, SECOND, now));
    }

    @Test
    @DisplayName("P30 one dial at a time, an answer to none is none, and who is suspected is suspected once")
    void dialsOnce() {
        follows();
        assertEquals(List.of(), detector.dialled(BOB, Probe.REFUSED, now), "nobody dialled");
        assertEquals(List.of(new Finding.Dial(ANN)), detector.socketClosed(ANN, now));
        assertEquals(List.of(), detector.socketClosed(ANN, now));
        assertEquals(1, events(pass(1_100), Event.HolderSuspected.class).size());
        List<Finding> found = detector.dialled(ANN, Probe.REFUSED, now);
        assertEquals(List.of(new Event.MemberGone(ANN)), events(found, Event.class));
        assertEquals(List.of(), detector.socketClosed(ANN, now), "it is known to be gone");
    }

    // ---- when to look again

    private void assertWoken(long atMillis) {
        long next = detector.nextAt(now) / MS;
        assertTrue(next <= atMillis, "wakes at " + next + ", too late for " + atMillis);
    }

    @Test
    @DisplayName("it asks to be woken for the next heartbeat, the end of a silence, a ping and a dial")
    void asksToBeWokenInTime() {
        leads(FIRST, true);
        tick();
        now += 150 * MS;
        assertWoken(200);
        now = 0;
        follows();
        pass(990);
        assertWoken(1_001);
        pass(20);
        assertFalse(said(pass(10), Ping.class).size() > 1);
        now += 150 * MS;
        assertWoken(now / MS + 50);
        detector.socketClosed(BOB, now);
        detector.dialled(BOB, Probe.ANSWERED, now);
        assertWoken(now / MS + 10);
    }

    @Test
    @DisplayName(
            "P74 who is out of reach is dialled on while the game stands still: it may have died, or left, meanwhile")
    void dialsTheUnreachableOn() {
        follows();
        detector.socketClosed(BOB, now);
        assertEquals(
                1,
                events(detector.dialled(BOB, Probe.SILENT, now), Event.MemberUnreachable.class)
                        .size());
        assertFalse(pass(800).contains(new Finding.Dial(BOB)), "in play nobody waits for it");
        detector.situation(
                new Situation(Optional.of(ANN), true, FIRST, false, false, List.of(ANN, BOB), END, END), now);
        for (int i = 0; i < 3; i++) {
            assertEquals(
                    1,
                    pass(500).stream().filter(new Finding.Dial(BOB)::equals).count(),
                    "not again while it is being dialled");
            assertEquals(List.of(), detector.dialled(BOB, Probe.SILENT, now), "once is enough");
            assertFalse(pass(400).contains(new Finding.Dial(BOB)), "nor at once");
        }
        assertTrue(pass(500).contains(new Finding.Dial(BOB)));
        assertEquals(
                List.of(new Event.MemberGone(BOB)),
                events(detector.dialled(BOB, Probe.REFUSED, now), Event.MemberGone.class));
        assertFalse(pass(1_000).contains(new Finding.Dial(BOB)));
    }

    @Test
    @DisplayName("P30 P59 a frame of a dead process that was still under way does not bring it back for long")
    void deadAfterItsLastFrame() {
        follows();
        detector.socketClosed(BOB, now);
        detector.dialled(BOB, Probe.REFUSED, now);
        assertTrue(detector.isGone(BOB));
        detector.sign(BOB, now);
        assertFalse(detector.isGone(BOB), "it may live");
        assertTrue(pass(510).contains(new Finding.Dial(BOB)));
        detector.dialled(BOB, Probe.REFUSED, now);
        assertTrue(detector.isGone(BOB));
    }

    @Test
    @DisplayName("P37 whoever begins to collect is told again who is gone, and who is out of reach: once")
    void tellsAgainWhoIsLost() {
        follows();
        detector.socketClosed(BOB, now);
        detector.dialled(BOB, Probe.REFUSED, now);
        detector.socketClosed(ANN, now);
        detector.dialled(ANN, Probe.SILENT, now);
        Epoch next = new Epoch(2, 22);
        detector.situation(new Situation(Optional.empty(), false, next, true, false, List.of(ANN, BOB), END, END), now);
        List<Finding> found = pass(100);
        assertEquals(List.of(new Event.MemberGone(BOB)), events(found, Event.MemberGone.class));
        assertEquals(List.of(new Event.MemberUnreachable(ANN)), events(found, Event.MemberUnreachable.class));
        assertEquals(List.of(), events(pass(200), Event.MemberGone.class));
    }

    @Test
    @DisplayName("P74 who answers a dial is out of reach no more, and is not dialled on")
    void reachesItAgain() {
        follows();
        detector.socketClosed(BOB, now);
        detector.dialled(BOB, Probe.SILENT, now);
        detector.situation(
                new Situation(Optional.of(ANN), true, FIRST, false, false, List.of(ANN, BOB), END, END), now);
        assertTrue(pass(500).contains(new Finding.Dial(BOB)));
        assertEquals(List.of(), detector.dialled(BOB, Probe.ANSWERED, now));
        assertFalse(pass(250).contains(new Finding.Dial(BOB)));
    }

    @Test
    @DisplayName("P74 while the game stands still a member dials whoever gives no sign for 0.3 D, and nobody who does")
    void dialsTheSilentOfAFrozenGame() {
        follows();
        assertFalse(pass(500).contains(new Finding.Dial(BOB)), "the game is on");
        detector.situation(
                new Situation(Optional.of(ANN), true, FIRST, false, false, List.of(ANN, BOB), END, END), now);
        assertFalse(pass(290).contains(new Finding.Dial(BOB)));
        detector.sign(BOB, now);
        assertFalse(pass(290).contains(new Finding.Dial(BOB)));
        assertTrue(pass(100).contains(new Finding.Dial(BOB)));
    }
}
