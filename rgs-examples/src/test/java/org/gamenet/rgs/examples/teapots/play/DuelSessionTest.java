package org.gamenet.rgs.examples.teapots.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.examples.teapots.pilot.Pilot;
import org.gamenet.rgs.examples.teapots.world.Fire;
import org.gamenet.rgs.examples.teapots.world.Steer;
import org.gamenet.rgs.examples.teapots.world.World;
import org.junit.jupiter.api.Test;

class DuelSessionTest {
    private static final Peer ANN = Peer.of(1, "ann");
    private static final Peer BOB = Peer.of(2, "bob");
    private static final Pilot EAGER = (world, me) -> List.of(new Steer(1, 1), new Fire());
    private static final long SECOND = 1_000_000_000;

    private final ScriptedSession session = new ScriptedSession(ANN);
    private final List<String> witnessed = new ArrayList<>();
    private final Witness witness = new Witness() {
        @Override
        public void shown(Snapshot snapshot) {
            witnessed.add("shown " + snapshot.world().tick());
        }

        @Override
        public void pulsed(long number) {
            witnessed.add("pulse " + number);
        }

        @Override
        public void happened(Peer about, SessionEvent event) {
            witnessed.add(event.getClass().getSimpleName());
        }

        @Override
        public void restored(World world, int packages) {
            witnessed.add("restored " + packages);
        }

        @Override
        public void said(Peer who, String text) {
            witnessed.add(who.name() + ": " + text);
        }

        @Override
        public void asked() {
            witnessed.add("asked");
        }
    };
    private final DuelSession duel = new DuelSession(session, Pilot.NOBODY, witness);
    private long now;

    @Test
    void servesThirtyWorldsASecondEachTwoTicksOn() {
        session.role = ServerRole.ACTIVE_ALONE;
        session.arrives(ANN, new SessionEvent.Joined(ANN, false));
        pass(duel, SECOND);
        List<World> worlds = worldsSent();
        assertEquals(30, worlds.size(), 1);
        assertTrue(session.sent.stream()
                .filter(s -> s.message() instanceof Snapshot)
                .allMatch(s -> s.to().equals("all") && s.how() == Delivery.UNRELIABLE_SEQUENCED));
        assertEquals(60, duel.world().tick(), 1);
        assertEquals(Set.of(ANN), duel.world().pots().keySet());
    }

    @Test
    void pulsesTenTimesASecondSoThatALossCanBeCounted() {
        pass(duel, SECOND);
        List<ScriptedSession.Sent> pulses =
                session.sent.stream().filter(s -> s.message() instanceof Pulse).toList();
        assertEquals(10, pulses.size(), 1);
        for (int i = 0; i < pulses.size(); i++)
            assertEquals(new ScriptedSession.Sent("server", new Pulse(i + 1), Delivery.UNRELIABLE), pulses.get(i));
        session.arrives(BOB, new Pulse(7));
        duel.frame(now);
        assertEquals(List.of("pulse 7"), witnessed);
    }

    @Test
    void sendsAPulseBackToWhoSentItIfItServes() {
        session.role = ServerRole.ACTIVE_ALONE;
        session.arrives(BOB, new Pulse(7));
        pass(duel, SECOND / 10);
        assertEquals(
                List.of(new ScriptedSession.Sent("bob", new Pulse(7), Delivery.UNRELIABLE)),
                session.sent.stream().filter(s -> s.message() instanceof Pulse).toList());
        assertEquals(List.of(), witnessed);
    }

    @Test
    void keepsWhatItIsSentAndSimulatesNothingWhileItFollows() {
        World theirs = stepped(World.EMPTY.with(ANN).with(BOB), 7);
        session.arrives(BOB, new Snapshot(4, 2.5, theirs));
        pass(duel, SECOND);
        assertEquals(theirs, duel.world());
        assertEquals(new Snapshot(0, 2.5, theirs), session.asksForPackage());
        assertEquals(List.of(), worldsSent());
        assertEquals(List.of("shown 7"), witnessed);
    }

    @Test
    void keepsItsOwnWorldWhileItServesAndSeesItAllTheSame() {
        session.role = ServerRole.ACTIVE_ALONE;
        session.arrives(ANN, new SessionEvent.Joined(ANN, false));
        session.arrives(ANN, Snapshot.NONE);
        pass(duel, SECOND / 2);
        assertEquals(Set.of(ANN), duel.world().pots().keySet());
        assertEquals("shown 0", witnessed.get(1));
    }

    @Test
    void sendsWhatCountsReliablyAndWhatIsReplacedNot() {
        DuelSession eager = new DuelSession(session, EAGER, witness);
        pass(eager, SECOND / 10);
        assertTrue(session.sent.size() >= 4);
        for (ScriptedSession.Sent sent : session.sent) {
            assertEquals("server", sent.to());
            assertEquals(
                    sent.message() instanceof Fire ? Delivery.RELIABLE_ORDERED : Delivery.UNRELIABLE_SEQUENCED,
                    sent.how());
        }
        assertEquals(session.sent.size() / 2, witnessed.size(), "a witness hears of each request that counts");
    }

    @Test
    void standsStillWhileFrozenAndDoesNotMakeUpForItAfterwards() {
        DuelSession eager = new DuelSession(session, EAGER, witness);
        session.role = ServerRole.ACTIVE_ALONE;
        pass(eager, SECOND);
        session.phase = Phase.FROZEN;
        long tick = eager.world().tick();
        int sent = session.sent.size();
        pass(eager, SECOND);
        assertEquals(tick, eager.world().tick());
        assertEquals(sent, session.sent.size());
        session.phase = Phase.PLAYING;
        eager.frame(now);
        assertEquals(tick, eager.world().tick(), 1);
    }

    @Test
    void goesOnFromTheFreshestPackageAndTakesOutTheLostByItself() {
        World freshest = stepped(World.EMPTY.with(ANN).with(BOB), 90);
        World older = stepped(World.EMPTY.with(ANN).with(BOB), 60);
        session.restores(List.of(
                new StatePackage<>(BOB, false, 2, new Snapshot(45, 1.5, freshest)),
                new StatePackage<>(ANN, false, 1, new Snapshot(30, 1, older))));
        session.arrives(BOB, new SessionEvent.Joined(BOB, false));
        session.arrives(BOB, new SessionEvent.Left(BOB, SessionEvent.Left.Why.CRASHED));
        duel.frame(now);
        assertEquals(freshest.without(BOB), duel.world());
        assertEquals(List.of("restored 2", "Joined", "Left"), witnessed);
    }

    @Test
    void appliesCommandsOfThosePlaying() {
        session.role = ServerRole.ACTIVE_ALONE;
        session.arrives(BOB, new SessionEvent.Joined(BOB, false));
        session.arrives(BOB, new Fire());
        session.arrives(Peer.of(9, "nobody"), new Fire());
        duel.frame(now);
        assertEquals(1, duel.world().flying().size());
    }

    @Test
    void tellsItsWitnessWhateverElseHappens() {
        session.arrives(ANN, new SessionEvent.Frozen("closed"));
        session.arrives(ANN, new SessionEvent.RoleChanged(ServerRole.IDLE, ServerRole.ACTIVE_ALONE));
        session.arrives(ANN, new SessionEvent.Closed(SessionEvent.Closed.Why.ENDED, "over"));
        duel.frame(now);
        assertEquals(List.of("Frozen", "RoleChanged", "Closed"), witnessed);
        session.leave();
        assertFalse(duel.frame(now));
    }

    @Test
    void remembersWronglyIfItIsToldTo() {
        DuelSession forgetful = new DuelSession(session, Pilot.NOBODY, witness, world -> World.EMPTY);
        session.restores(List.of(new StatePackage<>(BOB, false, 2, new Snapshot(1, 1, World.EMPTY.with(BOB)))));
        forgetful.frame(now);
        assertEquals(World.EMPTY, forgetful.world());
    }

    @Test
    void endsTheMatchForWhoeverAsksIfItServesAndOnlyThen() {
        session.arrives(BOB, new Enough());
        duel.frame(now);
        assertEquals("", session.ended);
        session.role = ServerRole.ACTIVE_ALONE;
        session.arrives(BOB, new Enough());
        duel.frame(now);
        assertEquals("bob ended the match", session.ended);
    }

    @Test
    void hearsWhatIsSaidAsOneCleanLine() {
        session.arrives(BOB, new Chat("  hello\n\u0007ann" + "!".repeat(200)));
        duel.frame(now);
        assertEquals(1, witnessed.size());
        assertTrue(witnessed.get(0).startsWith("bob: hello ann!"), witnessed.get(0));
        assertEquals(Chat.LENGTH_MAX, witnessed.get(0).length() - "bob: ".length());
    }

    private void pass(DuelSession through, long nanos) {
        for (long end = now + nanos; now <= end; now += 8_000_000) through.frame(now);
    }

    private List<World> worldsSent() {
        return session.sent.stream()
                .map(ScriptedSession.Sent::message)
                .filter(Snapshot.class::isInstance)
                .map(Snapshot.class::cast)
                .map(Snapshot::world)
                .toList();
    }

    private static World stepped(World world, int ticks) {
        World after = world;
        for (int i = 0; i < ticks; i++) after = after.step();
        return after;
    }
}
