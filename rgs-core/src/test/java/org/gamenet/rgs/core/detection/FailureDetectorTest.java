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
import org.gamenet.rgs.core.detection.Signal.Alive;
import org.gamenet.rgs.core.detection.Signal.Echo;
import org.gamenet.rgs.core.detection.Signal.Heartbeat;
import org.gamenet.rgs.core.detection.Signal.Ping;
import org.gamenet.rgs.core.detection.Signal.Pong;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.port.GroupListener.Probe;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FailureDetectorTest {
    private static final long MS = 1_000_000;
    private static final MemberId ME = id(1);
    private static final MemberId ANN = id(2);
    private static final MemberId BOB = id(3);
    private static final Epoch FIRST = new Epoch(1, 11);
    private static final Position END = new Position(FIRST, 4);

    private long now;
    private long wallSlip;
    private Application application = Application.IDLE;
    private FailureDetector detector = new FailureDetector(ME, Timing.ofMillis(1_000), false, nanos -> nanos / 1e9);

    private static MemberId id(long peer) {
        return new MemberId(peer, new Incarnation(peer, peer));
    }

    private static Heartbeat beat(long number, MemberId... unheard) {
        return new Heartbeat(number, END, END, List.of(unheard), List.of(), false);
    }

    /** Goes on in steps of 10 ms. Returns the findings on the way. */
    private List<Finding> pass(long millis) {
        List<Finding> found = new ArrayList<>();
        for (long i = 0; i < millis; i += 10) {
            now += 10 * MS;
            found.addAll(tick());
        }
        return found;
    }

    private List<Finding> tick() {
        List<Finding> found = new ArrayList<>(detector.wake(now, now / MS + wallSlip));
        found.addAll(detector.check(now, 0, application));
        return found;
    }

    /** Nothing ran for so long. */
    private List<Finding> pause(long millis) {
        now += millis * MS;
        return tick();
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

    @Nested
    class AsFollower {

        @BeforeEach
        void follow() {
            detector.situation(
                    new Situation(Optional.of(ANN), false, FIRST, false, false, List.of(ANN, BOB), END, END), now);
            tick();
        }

        private void hearsBeats(long millis, MemberId... unheard) {
            for (long i = 0; i < millis; i += 200) {
                detector.hear(ANN, FIRST, beat(i, unheard), now);
                pass(200);
            }
        }

        @Test
        @DisplayName(
                "P30 whose heartbeats do not come is asked; a pong is as good as a heartbeat, any other frame is not (P20)")
        void asksWhomItMisses() {
            detector.hear(ANN, FIRST, beat(1), now);
            assertEquals(List.of(), said(pass(400), Ping.class));
            for (int i = 0; i < 20; i++) {
                List<Ping> asked = said(pass(550), Ping.class);
                assertEquals(false, asked.isEmpty());
                assertEquals(
                        List.of(),
                        detector.hear(
                                ANN,
                                FIRST,
                                new Pong(FIRST, asked.get(asked.size() - 1).number()),
                                now));
            }
            List<Finding> found = new ArrayList<>();
            for (int i = 0; i < 105; i++) {
                detector.sign(ANN, now);
                found.addAll(pass(10));
            }
            assertEquals(1, events(found, Event.HolderSuspected.class).size());
        }

        @Test
        @DisplayName("P30 the holder is suspected after D of silence, with the time it was last heard; not before")
        void suspectsSilence() {
            hearsBeats(1_000);
            assertEquals(List.of(), events(pass(790), Event.HolderSuspected.class));
            List<Event.HolderSuspected> suspected = events(pass(50), Event.HolderSuspected.class);
            assertEquals(1, suspected.size());
            assertEquals(ANN, suspected.get(0).holder());
            assertEquals(0.8, suspected.get(0).heardAt(), 0.001);
            assertEquals(List.of(), events(pass(3_000), Event.HolderSuspected.class), "once is enough");
        }

        @Test
        @DisplayName("P22 P25 every heartbeat is echoed, with what was delivered, and tells the machine what is stable")
        void echoes() {
            List<Finding> found = detector.hear(ANN, FIRST, beat(7), now);
            assertEquals(List.of(new Echo(FIRST, 7, END, false, false)), said(found, Echo.class));
            assertEquals(
                    List.of(new Event.HeartbeatSeen(ANN, FIRST, END, END)), events(found, Event.HeartbeatSeen.class));
            assertEquals(List.of(), detector.hear(BOB, FIRST, beat(8), now), "nobody else's");
            assertEquals(List.of(), detector.hear(ANN, new Epoch(2, 5), beat(8), now), "and not of another epoch");
        }

        private boolean echoesFull() {
            return said(detector.hear(ANN, FIRST, beat(9), now), Echo.class)
                    .get(0)
                    .full();
        }

        @Test
        @DisplayName(
                "P25 a full queue that the application has left for D is said in the echo; not what waited while the process slept")
        void saysThatItDoesNotRead() {
            application = new Application(1_100 * MS, false, false);
            hearsBeats(1_200);
            assertFalse(echoesFull(), "much waits, and there is room for more");
            application = new Application(900 * MS, false, true);
            tick();
            assertFalse(echoesFull(), "whoever reads at all has taken all of it within D");
            application = new Application(1_100 * MS, false, true);
            tick();
            assertTrue(echoesFull());
            application = new Application(61_000 * MS, false, true);
            pause(60_000);
            assertFalse(echoesFull());
            hearsBeats(1_200);
            assertTrue(echoesFull());
        }

        @Test
        @DisplayName("P25 HA22 who is named unheard for 0.5 D suspects the holder although it hears it")
        void suspectsWhoDoesNotHearMe() {
            hearsBeats(400, ME);
            assertEquals(List.of(), events(tick(), Event.HolderSuspected.class));
            List<Finding> found = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                detector.hear(ANN, FIRST, beat(i, ME), now);
                found.addAll(pass(100));
            }
            assertEquals(
                    "it does not hear me",
                    events(found, Event.HolderSuspected.class).get(0).why());
        }

        @Test
        @DisplayName("P25 to be named for a moment is nothing")
        void forgivesAMoment() {
            hearsBeats(400, ME);
            hearsBeats(400);
            hearsBeats(400, ME);
            assertEquals(List.of(), events(tick(), Event.HolderSuspected.class));
        }

        @Test
        @DisplayName(
                "P31 HG5 only a pong to a ping sent after the suspicion takes it back; a heartbeat alone makes me ask")
        void takesItBack() {
            detector.doubted(BOB, FIRST, now);
            List<Finding> found = pass(1_100);
            assertEquals(1, events(found, Event.HolderSuspected.class).size());
            List<Ping> pings = said(found, Ping.class);
            assertEquals(
                    List.of(),
                    events(
                            detector.hear(
                                    ANN, FIRST, new Pong(FIRST, pings.get(0).number()), now),
                            Event.HolderAnswered.class));
            Ping fresh =
                    said(detector.hear(ANN, FIRST, beat(9), now), Ping.class).get(0);
            assertEquals(
                    List.of(new Event.HolderAnswered(ANN)),
                    events(
                            detector.hear(ANN, FIRST, new Pong(FIRST, fresh.number()), now),
                            Event.HolderAnswered.class));
            assertEquals(List.of(), events(pass(900), Event.HolderSuspected.class), "and it has D again");
            assertEquals(1, events(pass(200), Event.HolderSuspected.class).size());
        }

        @Test
        @DisplayName("P31 who hears that another suspects asks the holder, and says Alive only with a fresh answer")
        void saysAliveOnlyWithAFreshAnswer() {
            Ping ping = said(detector.doubted(BOB, FIRST, now), Ping.class).get(0);
            assertEquals(List.of(), detector.hear(ANN, FIRST, new Pong(FIRST, ping.number() - 1), now));
            List<Finding> found = detector.hear(ANN, FIRST, new Pong(FIRST, ping.number()), now);
            assertEquals(List.of(new Finding.Say(BOB, new Alive(FIRST, ANN))), found);
            assertEquals(List.of(), detector.hear(ANN, FIRST, new Pong(FIRST, ping.number()), now), "once");
        }

        @Test
        @DisplayName("P20 a holder that announced a debugger is suspected after ten minutes")
        void waitsForADebugger() {
            detector.hear(ANN, FIRST, new Heartbeat(1, END, END, List.of(), List.of(), true), now);
            assertEquals(List.of(), events(pass(599_000), Event.HolderSuspected.class));
            assertEquals(1, events(pass(1_100), Event.HolderSuspected.class).size());
        }

        @Test
        @DisplayName(
                "P20 a holder that announced a debugger is not out of reach because it answers no dial; refused it is gone all the same")
        void dialsAHaltedProcess() {
            detector.hear(ANN, FIRST, new Heartbeat(1, END, END, List.of(), List.of(), true), now);
            detector.socketClosed(ANN, now);
            assertEquals(List.of(), detector.dialled(ANN, Probe.SILENT, now));
            assertEquals(List.of(), events(pass(5_000), Event.HolderSuspected.class));
            detector.socketClosed(ANN, now);
            assertEquals(
                    1,
                    events(detector.dialled(ANN, Probe.REFUSED, now), Event.HolderSuspected.class)
                            .size());
        }

        @Test
        @DisplayName("gone: a closed socket and a refused dial, at once; out of reach: a dial that nobody answers")
        void concludesGone() {
            for (Probe result : List.of(Probe.REFUSED, Probe.SILENT)) {
                detector = new FailureDetector(ME, Timing.ofMillis(1_000), false, nanos -> nanos / 1e9);
                follow();
                assertEquals(List.of(new Finding.Dial(ANN)), detector.socketClosed(ANN, now));
                List<Finding> found = detector.dialled(ANN, result, now);
                boolean refused = result == Probe.REFUSED;
                assertEquals(
                        refused ? "its process is gone" : "it is out of reach",
                        events(found, Event.HolderSuspected.class).get(0).why());
                assertEquals(
                        refused ? List.of(new Event.MemberGone(ANN)) : List.of(),
                        events(found, Event.MemberGone.class));
                assertEquals(
                        refused ? List.of() : List.of(new Event.MemberUnreachable(ANN)),
                        events(found, Event.MemberUnreachable.class));
            }
        }

        @Test
        @DisplayName(
                "HA6 a holder that was suspected, whose ACK came after all, is suspected again when it falls silent without a pong")
        void suspectsAgainAfterTheAck() {
            assertEquals(1, events(pass(1_100), Event.HolderSuspected.class).size());
            detector.resumed(now);
            assertEquals(List.of(), events(pass(900), Event.HolderSuspected.class));
            assertEquals(1, events(pass(200), Event.HolderSuspected.class).size());
        }

        @Test
        @DisplayName("P31 P36 whom I suspected, and whose advertisement I then obeyed after all, is suspected "
                + "again when it falls silent or dies")
        void suspectsAgainAfterObeying() {
            assertEquals(1, events(pass(1_100), Event.HolderSuspected.class).size());
            detector.situation(
                    new Situation(Optional.of(ANN), true, FIRST, false, false, List.of(ANN, BOB), END, END), now);
            assertEquals(List.of(), events(pass(3_000), Event.HolderSuspected.class), "the machine knows");
            detector.situation(
                    new Situation(Optional.of(ANN), false, FIRST, false, false, List.of(ANN, BOB), END, END), now);
            assertEquals(List.of(), events(pass(900), Event.HolderSuspected.class));
            assertEquals(1, events(pass(200), Event.HolderSuspected.class).size());
        }

        @Test
        @DisplayName("who is out of reach is told once, and found gone when its host refuses at last")
        void findsTheUnreachableGone() {
            detector.socketClosed(ANN, now);
            assertEquals(
                    1,
                    events(detector.dialled(ANN, Probe.SILENT, now), Event.MemberUnreachable.class)
                            .size());
            detector.socketClosed(ANN, now);
            assertEquals(List.of(), detector.dialled(ANN, Probe.SILENT, now));
            detector.socketClosed(ANN, now);
            assertEquals(
                    List.of(new Event.MemberGone(ANN)),
                    events(detector.dialled(ANN, Probe.REFUSED, now), Event.MemberGone.class));
        }

        @Test
        @DisplayName("HG4 P5 a closed socket of a living member is no death: it answers the dial, again and again")
        void aClosedSocketIsAHint() {
            detector.socketClosed(ANN, now);
            int dials = 1;
            assertEquals(List.of(), detector.dialled(ANN, Probe.ANSWERED, now));
            for (int i = 0; i < 80; i++) {
                for (Finding finding : pass(10)) {
                    if (!(finding instanceof Finding.Dial)) continue;
                    dials++;
                    assertEquals(List.of(), detector.dialled(ANN, Probe.ANSWERED, now));
                }
            }
            assertEquals(6, dials);
        }

        @Test
        @DisplayName("a dying process that still listens at the first dial is found dead by a later one")
        void dialsAgain() {
            detector.socketClosed(ANN, now);
            detector.dialled(ANN, Probe.ANSWERED, now);
            assertEquals(List.of(new Finding.Dial(ANN)), pass(10));
            assertEquals(
                    1,
                    events(detector.dialled(ANN, Probe.REFUSED, now), Event.HolderSuspected.class)
                            .size());
        }

        @Test
        @DisplayName("P19 HA24 after a pause of my own everybody's silence begins anew")
        void aPauseIsMine() {
            hearsBeats(200);
            assertEquals(List.of(), events(pause(5_000), Event.HolderSuspected.class));
            assertEquals(List.of(), events(pass(900), Event.HolderSuspected.class));
            assertEquals(1, events(pass(200), Event.HolderSuspected.class).size());
        }

        @Test
        @DisplayName("HA48 the wall clock jumps an hour back and forth: nobody is suspected")
        void theWallClockJumps() {
            hearsBeats(400);
            wallSlip = 3_600_000;
            hearsBeats(400);
            wallSlip = -3_600_000;
            hearsBeats(400);
            assertEquals(List.of(), events(tick(), Event.HolderSuspected.class));
        }

        @Test
        void aNewHolderHasItsOwnTime() {
            pass(900);
            detector.situation(
                    new Situation(Optional.of(BOB), false, new Epoch(2, 5), false, false, List.of(ANN, BOB), END, END),
                    now);
            assertEquals(List.of(), events(pass(900), Event.HolderSuspected.class));
            assertEquals(
                    BOB, events(pass(200), Event.HolderSuspected.class).get(0).holder());
        }
    }

    @Nested
    class AsLeader {

        @BeforeEach
        void leadBoth() {
            lead(ANN, BOB);
        }

        private void lead(MemberId... others) {
            detector.situation(
                    new Situation(Optional.empty(), false, FIRST, true, true, List.of(others), END, END), now);
        }

        /** Everybody who is named echoes every heartbeat at once. */
        private List<Finding> passEchoed(long millis, MemberId... by) {
            List<Finding> all = new ArrayList<>();
            for (long i = 0; i < millis; i += 10) {
                List<Finding> found = pass(10);
                all.addAll(found);
                for (Heartbeat beat : said(found, Heartbeat.class)) {
                    for (MemberId one : by)
                        all.addAll(detector.hear(one, FIRST, new Echo(FIRST, beat.number(), END, false, false), now));
                }
            }
            return all;
        }

        @Test
        @DisplayName("a heartbeat every D/5, numbered, with what was stamped last")
        void beats() {
            List<Heartbeat> beats = said(passEchoed(2_000, ANN, BOB), Heartbeat.class);
            assertEquals(10, beats.size());
            assertEquals(10, beats.get(9).number());
            assertEquals(END, beats.get(9).last());
            assertEquals(List.of(), beats.get(9).unheard());
        }

        @Test
        @DisplayName("P25 who does not echo is named after 0.5 D and told silent after D; who does is neither")
        void tellsTheSilent() {
            List<Finding> found = passEchoed(3_000, ANN);
            assertTrue(
                    said(found, Heartbeat.class).stream()
                            .skip(3)
                            .allMatch(b -> b.unheard().equals(List.of(BOB))),
                    found.toString());
            List<Event.MemberOverdue> silent = events(found, Event.MemberOverdue.class);
            assertFalse(silent.isEmpty());
            assertTrue(silent.stream().allMatch(s -> s.member().equals(BOB)));
            lead(ANN);
            assertEquals(
                    List.of(), events(passEchoed(2_000, ANN), Event.MemberOverdue.class), "who is out is forgotten");
        }

        @Test
        @DisplayName("P25 who asks instead of echoing is heard: it is not named, and told silent all the same after D")
        void hearsQuestions() {
            List<Finding> found = new ArrayList<>();
            for (int i = 0; i < 15; i++) {
                detector.sign(BOB, now);
                found.addAll(detector.hear(BOB, FIRST, new Ping(FIRST, i), now));
                found.addAll(passEchoed(100, ANN));
            }
            assertTrue(
                    said(found, Heartbeat.class).stream()
                            .allMatch(b -> b.unheard().isEmpty()),
                    found.toString());
            assertTrue(events(found, Event.MemberOverdue.class).stream()
                    .anyMatch(s -> s.member().equals(BOB)));
        }

        private List<Event.MemberOverdue> echoFull(MemberId one, boolean full) {
            List<Finding> found = pass(200);
            for (Heartbeat beat : said(found, Heartbeat.class))
                found.addAll(detector.hear(one, FIRST, new Echo(FIRST, beat.number(), END, false, full), now));
            return events(found, Event.MemberOverdue.class).stream()
                    .filter(o -> o.member().equals(one))
                    .toList();
        }

        @Test
        @DisplayName("P25 who says that its queue is full is told at once; who has never been seen to read has "
                + "5 s for what newcomers have to do")
        void tellsWhoDoesNotRead() {
            assertEquals(List.of(), echoFull(ANN, false));
            assertEquals(1, echoFull(ANN, true).size());
            assertEquals(1, echoFull(ANN, true).size(), "again, if its exit could not be stamped");
            assertEquals(List.of(), echoFull(ANN, false));
            assertEquals(List.of(), echoFull(BOB, true));
            for (int i = 0; i < 19; i++) assertEquals(List.of(), echoFull(BOB, true));
            passEchoed(400, ANN);
            assertEquals(1, echoFull(BOB, true).size());
        }

        @Test
        @DisplayName("P26 a newcomer has D from its JOIN on, however long the others have played")
        void aNewcomerHasItsTime() {
            lead(ANN);
            passEchoed(5_000, ANN);
            lead(ANN, BOB);
            assertEquals(List.of(), events(passEchoed(990, ANN), Event.MemberOverdue.class));
        }

        @Test
        @DisplayName(
                "P18 S1t neither renewed nor followed by more than half for 0.8 D: it may not act; one echo more and it may")
        void stopsActing() {
            passEchoed(1_000, ANN, BOB);
            assertTrue(detector.mayAct());
            assertEquals(
                    List.of(),
                    events(passEchoed(790, ANN), Event.MayAct.class).stream()
                            .filter(Event.MayAct::may)
                            .toList());
            List<Finding> later = passEchoed(300, ANN);
            assertFalse(detector.mayAct(), later.toString());
            assertEquals(List.of(new Event.MayAct(true)), events(passEchoed(300, ANN, BOB), Event.MayAct.class));
        }

        @Test
        @DisplayName("P18 the directory's renewal suffices, and counts from when it was asked for")
        void theDirectorySuffices() {
            for (int i = 0; i < 10; i++) {
                long asked = detector.lived(now);
                pass(200);
                detector.renewed(asked);
            }
            assertTrue(detector.mayAct());
            pass(590);
            assertTrue(detector.mayAct());
            pass(30);
            assertFalse(detector.mayAct());
        }

        @Test
        @DisplayName("P18 an echo counts from the sending of the heartbeat that it answers")
        void anOldHeartbeatProvesLittle() {
            List<Heartbeat> beats = said(pass(10), Heartbeat.class);
            pass(900);
            assertFalse(detector.mayAct());
            detector.hear(ANN, FIRST, new Echo(FIRST, beats.get(0).number(), END, false, false), now);
            detector.hear(BOB, FIRST, new Echo(FIRST, beats.get(0).number(), END, false, false), now);
            tick();
            assertFalse(detector.mayAct());
            assertEquals(0, detector.echoed(now));
        }

        @Test
        @DisplayName("P18 a holder that plays counts itself: with two of four followers it is one of three of "
                + "five, and goes on without the directory")
        void threeOfFiveAreTogether() {
            MemberId cid = new MemberId(7, ANN.incarnation());
            MemberId dan = new MemberId(8, ANN.incarnation());
            lead(ANN, BOB, cid, dan);
            assertEquals(
                    List.of(true),
                    events(passEchoed(1_000, ANN, BOB), Event.MayAct.class).stream()
                            .map(each -> !each.may())
                            .toList(),
                    "who does not play serves the others: two of four are not more than half");
            detector = new FailureDetector(ME, Timing.ofMillis(1_000), false, nanos -> nanos / 1e9);
            detector.plays();
            lead(ANN, BOB, cid, dan);
            assertEquals(List.of(), events(passEchoed(2_000, ANN, BOB), Event.MayAct.class));
            assertEquals(1, events(passEchoed(1_000, ANN), Event.MayAct.class).size(), "two of five are fewer");
        }

        @Test
        @DisplayName("P18 T7 who has no followers, or a directory of its own, always acts")
        void aloneItActs() {
            lead();
            assertEquals(List.of(), events(pass(10_000), Event.MayAct.class));
            lead(ANN);
            assertEquals(
                    List.of(),
                    events(passEchoed(2_000, ANN), Event.MayAct.class),
                    "its first follower has time to echo");
            lead(ANN, BOB);
            detector.directoryIsPrivate();
            pass(10_000);
            assertTrue(detector.mayAct());
        }

        @Test
        @DisplayName("P19 HA23 after a pause it may not act before it has proved anew that it may")
        void provesAnewAfterAPause() {
            passEchoed(1_000, ANN, BOB);
            List<Finding> found = detector.wake(now += 5_000 * MS, now / MS);
            assertEquals(List.of(new Event.MayAct(false)), events(found, Event.MayAct.class));
            assertEquals(List.of(), events(tick(), Event.MemberOverdue.class), "the others had no chance to echo");
            assertEquals(List.of(new Event.MayAct(true)), events(passEchoed(300, ANN, BOB), Event.MayAct.class));
        }

        @Test
        @DisplayName(
                "P19 HA24 after a pause of its own whoever leads must be heard again by somebody before it takes anybody for silent, "
                        + "for 5 D at most")
        void hearsAgainBeforeItJudges() {
            List<Heartbeat> before = said(passEchoed(1_000, ANN, BOB), Heartbeat.class);
            pause(3_000);
            // Messages that waited in its sockets were said to the server that it was.
            detector.hear(
                    ANN, FIRST, new Echo(FIRST, before.get(before.size() - 1).number(), END, false, false), now);
            assertEquals(
                    List.of(), events(pass(4_000), Event.MemberOverdue.class), "the group has not found together yet");
            assertEquals(List.of(), events(passEchoed(900, ANN), Event.MemberOverdue.class), "BOB has D from here on");
            List<Event.MemberOverdue> silent = events(passEchoed(400, ANN), Event.MemberOverdue.class);
            assertEquals(
                    Set.of(BOB),
                    silent.stream().map(Event.MemberOverdue::member).collect(Collectors.toSet()));

            pause(3_000);
            pass(4_900);
            silent = events(pass(300), Event.MemberOverdue.class);
            assertEquals(
                    Set.of(ANN, BOB),
                    silent.stream().map(Event.MemberOverdue::member).collect(Collectors.toSet()),
                    "nobody has come back");
        }

        @Test
        @DisplayName("P19 HG6 a sleep that only the wall clock saw counts too: it asks at once, and has as "
                + "long as an unnoticed pause for the answer")
        void noticesASleep() {
            passEchoed(1_000, ANN, BOB);
            wallSlip += 60_000;
            List<Finding> found = pass(10);
            assertEquals(1, said(found, Heartbeat.class).size(), "whoever follows is asked at once");
            assertEquals(List.of(), events(pass(390), Event.MayAct.class));
            assertEquals(List.of(new Event.MayAct(false)), events(pass(30), Event.MayAct.class));
        }

        @Test
        @DisplayName(
                "P19 N11 a wall clock that is set forward by an hour stops nobody who is followed or renewed, however often it is set")
        void playsOnWhenTheClockIsSet() {
            passEchoed(1_000, ANN, BOB);
            for (int i = 0; i < 5; i++) {
                wallSlip += 3_600_000;
                assertEquals(List.of(), events(passEchoed(1_000, ANN, BOB), Event.MayAct.class), "echoed");
            }
            wallSlip += 3_600_000;
            assertEquals(List.of(), events(pass(100), Event.MayAct.class));
            detector.renewed(detector.lived(now));
            assertEquals(List.of(), events(pass(600), Event.MayAct.class), "renewed");
        }

        @Test
        @DisplayName("P19 a clock that is set again and again while nobody answers wins no time")
        void settingTheClockWinsNoTime() {
            passEchoed(1_000, ANN, BOB);
            List<Event.MayAct> told = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                wallSlip += 3_600_000;
                told.addAll(events(pass(100), Event.MayAct.class));
            }
            assertEquals(List.of(new Event.MayAct(false)), told);
        }

        @Test
        @DisplayName(
                "P20 HG5 an application that lets something wait for D stops the heartbeats and the pongs; not before")
        void stallsWithItsApplication() {
            application = new Application(990 * MS, false, false);
            assertFalse(said(pass(400), Heartbeat.class).isEmpty());
            assertEquals(
                    1,
                    said(detector.hear(ANN, FIRST, new Ping(FIRST, 1), now), Pong.class)
                            .size());
            application = new Application(1_010 * MS, false, false);
            assertEquals(List.of(), said(pass(1_000), Heartbeat.class));
            assertTrue(detector.stalled());
            assertEquals(List.of(), said(detector.hear(ANN, FIRST, new Ping(FIRST, 2), now), Pong.class));
            application = Application.IDLE;
            assertFalse(said(pass(400), Heartbeat.class).isEmpty());
        }

        @Test
        @DisplayName("P20 restoreState may take 2 s")
        void letsItRestore() {
            application = new Application(1_990 * MS, true, false);
            assertFalse(said(pass(400), Heartbeat.class).isEmpty());
            application = new Application(2_010 * MS, true, false);
            assertEquals(List.of(), said(pass(400), Heartbeat.class));
        }

        @Test
        @DisplayName("P31 it answers pings of its own epoch only")
        void pongsForItsEpoch() {
            assertEquals(List.of(), detector.hear(ANN, FIRST, new Ping(new Epoch(1, 99), 1), now));
            assertEquals(
                    List.of(new Pong(FIRST, 3)), said(detector.hear(ANN, FIRST, new Ping(FIRST, 3), now), Pong.class));
        }

        @Test
        @DisplayName("P12 it reports how many echoed lately, and the round trips")
        void reportsEchoes() {
            passEchoed(1_000, ANN);
            assertEquals(1, detector.echoed(now));
            assertTrue(detector.rttNanos(ANN).isPresent());
            assertTrue(detector.rttNanos(BOB).isEmpty());
        }

        @Test
        @DisplayName("P37 while it only collects it tells nobody silent and always acts")
        void collects() {
            detector.situation(
                    new Situation(Optional.empty(), false, new Epoch(2, 5), true, false, List.of(ANN, BOB), END, END),
                    now);
            List<Finding> found = pass(5_000);
            assertEquals(List.of(), events(found, Event.class));
            assertFalse(said(found, Heartbeat.class).isEmpty());
        }
    }
}
