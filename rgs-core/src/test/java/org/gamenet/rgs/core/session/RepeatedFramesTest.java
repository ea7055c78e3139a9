package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.core.keys.Ed25519;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.SeatChallenge;
import org.gamenet.rgs.core.session.base.SeatProof;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Somebody has recorded all that was said in a game, and says it again; and somebody who was kicked goes on talking.
 */
class RepeatedFramesTest {
    private static final Node STRANGER = new Node(99, 99);
    private static final Endpoint ELSEWHERE = new Endpoint("10.0.0.1", 9, 9);

    private final Party party = new Party();
    private final Town town = party.town;
    private Citizen ann;
    private Citizen bob;
    private Citizen cat;
    private int repeated;

    @BeforeEach
    void three() {
        town.keys = new Ed25519();
        ann = party.counts(town.registers("ann", Failover.PROMOTED_PLAYER));
        party.ann = ann;
        party.plays(ann);
        bob = party.joined("bob");
        cat = party.joined("cat");
        town.pass(300);
    }

    /** Each hits a different number of points, so that one hit too many tells whose it was. */
    private void play() {
        int points = 1;
        for (Citizen each : List.of(bob, cat)) {
            each.session.sendToServer(new Town.Hit(points), Delivery.RELIABLE_ORDERED);
            points *= 100;
        }
        town.pass(300);
    }

    /** All that was said until now, at once, to whom it was said. */
    private void sayAllAgain(boolean byItsSender) {
        long before = refused();
        int said = 0;
        for (Party.Said each : new ArrayList<>(party.said)) {
            if (byItsSender) each.from().end.repeats(each.to().end, each.frame());
            else each.to().end.hears(STRANGER, each.frame());
            repeated++;
            said += each.to().alive ? 1 : 0;
        }
        town.pass(2_000);
        long refused = refused() - before;
        if (byItsSender) assertEquals(0, refused);
        else assertTrue(refused > said / 2, refused + " of " + said + " frames were refused");
    }

    /** Frames that came from another place than their sender's. */
    private long refused() {
        return town.citizens.stream()
                .mapToLong(c -> c.session.stats().malformed())
                .sum();
    }

    private static List<String> told(Citizen one) {
        return one.events();
    }

    private void assertNothingHappens(Runnable attack, long sum, Citizen... living) {
        List<List<String>> before = new ArrayList<>();
        for (Citizen each : living) before.add(told(each));
        attack.run();
        for (int i = 0; i < living.length; i++) {
            assertEquals(before.get(i), told(living[i]), living[i].name);
            assertEquals(Phase.PLAYING, living[i].session.phase(), living[i].name);
            assertEquals(sum, party.games.get(living[i]).sum, living[i].name);
        }
        assertTrue(repeated > 50, repeated + " frames were repeated");
    }

    @Test
    @DisplayName(
            "HF6 S10 all that was said, said again in the same epoch by a stranger: it is refused, nobody is told anything")
    void inTheSameEpoch() {
        play();
        assertNothingHappens(() -> sayAllAgain(false), 101, ann, bob, cat);
    }

    @Test
    @DisplayName("HF6 S10 all that was said, said again by whoever said it: as a network repeats it")
    void byItsSender() {
        play();
        assertNothingHappens(() -> sayAllAgain(true), 101, ann, bob, cat);
    }

    @Test
    @DisplayName(
            "HF6 S10 all that was said, said again after a takeover and a return, the dead server's words among it: nobody goes back")
    void inALaterEpoch() {
        play();
        ann.kill();
        town.until(
                () -> List.of(bob, cat).stream()
                        .allMatch(c -> c.all(Resumed.class).size() == 1),
                5_000);
        Citizen serves = bob.session.isServer() ? bob : cat;
        Citizen other = serves == bob ? cat : bob;
        other.hangs = true;
        town.until(() -> serves.all(Left.class).size() == 2, 5_000);
        other.hangs = false;
        town.until(() -> other.all(Resumed.class).size() == 2 && other.session.phase() == Phase.PLAYING, 8_000);
        town.pass(500);
        long sum = party.games.get(serves).sum;
        assertNothingHappens(() -> sayAllAgain(false), sum, bob, cat);
        assertNothingHappens(() -> sayAllAgain(true), sum, bob, cat);
        play();
        assertEquals(sum + 101, party.games.get(serves).sum);
    }

    @Test
    @DisplayName("HF7 S16 who asks for a seat and proves nothing is told a question that is shorter, and no more")
    void provesNothing() {
        bob.hangs = true;
        town.until(() -> cat.all(Left.class).size() == 1, 5_000);
        party.loses(said -> said.what() instanceof SeatProof);
        int from = party.said.size();
        bob.hangs = false;
        town.until(() -> !party.said(bob, SeatProof.class).isEmpty(), 5_000);
        town.pass(3_000);
        int asked = 0;
        int answered = 0;
        for (Party.Said each : party.said.subList(from, party.said.size())) {
            if (each.from() == bob && each.is(Message.JoinRequest.class)) asked += each.frame().length;
            if (each.to() != bob || each.from() != ann) continue;
            assertFalse(each.is(Message.InitialAck.class), "it is in");
            if (each.is(SeatChallenge.class)) answered += each.frame().length;
        }
        assertTrue(answered > 0 && answered <= asked, answered + " bytes for " + asked);
        assertEquals(List.of("ann", "cat"), Party.names(ann));
    }

    @Test
    @DisplayName(
            "HF15 S3 who was kicked and plays on as if it had not been told: nothing of it counts, and its seat stays lost")
    void kickedAndDeaf() {
        play();
        Peer out = bob.session.self();
        party.loses(said -> said.to() == bob);
        ann.session.kick(out, "cheats");
        town.until(() -> cat.all(Left.class).size() == 1, 2_000);
        int heardByCat = from(out, cat);
        int heardByAnn = from(out, ann);
        for (int i = 0; i < 10; i++) {
            bob.session.sendToServer(new Town.Hit(7), Delivery.RELIABLE_ORDERED);
            bob.session.send(new Town.Hit(7), Delivery.UNRELIABLE);
            bob.session.send(cat.session.self(), new Town.Hit(7), Delivery.RELIABLE_ORDERED);
            bob.session.send(new Town.Hit(7), Delivery.TOTAL_ORDER);
            town.pass(50);
        }
        town.pass(2_000);
        assertEquals(101, party.games.get(ann).sum);
        assertEquals(heardByAnn, from(out, ann));
        assertEquals(heardByCat, from(out, cat));
        party.calm();
        town.until(() -> bob.session.phase() == Phase.CLOSED, 60_000);
        assertEquals(Closed.Why.KICKED, bob.all(Closed.class).get(0).why());
        assertEquals(101, party.games.get(ann).sum);
        assertEquals(List.of(), ann.all(Frozen.class));
        assertEquals(List.of(), cat.all(Frozen.class));
    }

    @Test
    @DisplayName("HF10 K6 a leave in another player's name is refused and counted; in its own name it counts")
    void inAnothersName() {
        Party.Said heard = party.said.stream()
                .filter(said -> said.from() == cat && said.to() == ann)
                .findFirst()
                .orElseThrow();
        byte[] leave = heard.with(new Message.LeaveRequest());
        long before = refused();
        bob.end.repeats(ann.end, leave);
        town.pass(1_000);
        assertEquals(1, refused() - before);
        assertEquals(List.of("ann", "bob", "cat"), Party.names(ann));
        cat.end.repeats(ann.end, leave);
        town.until(() -> Party.names(ann).equals(List.of("ann", "bob")), 1_000);
    }

    @Test
    @DisplayName("K6 a request for a seat that names another place than it comes from is not heard")
    void namesAnotherPlace() {
        Citizen dan = town.joins("dan", ann);
        party.rule(said -> said.from() == dan && said.what() instanceof Message.JoinRequest join
                ? TestNetwork.Fate.arrives(said.with(new Message.JoinRequest(
                        new Member(
                                join.me().id(),
                                join.me().name(),
                                join.me().kind(),
                                ELSEWHERE,
                                join.me().tokenHash()),
                        join.schema(),
                        join.version(),
                        join.token())))
                : null);
        dan.begins();
        town.pass(2_000);
        assertEquals(List.of("ann", "bob", "cat"), Party.names(ann));
        party.calm();
        town.until(() -> Party.names(ann).contains("dan"), 5_000);
    }

    private static int from(Peer sender, Citizen at) {
        return (int) at.got.stream()
                .filter(i -> i.from().equals(sender) && !(i.body() instanceof SessionEvent))
                .count();
    }
}
