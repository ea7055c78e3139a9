package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.session.TestNetwork.Fate;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** P44: each player is told how much of what it was shown is gone. */
class StateAgeTest {
    private final Party party = new Party(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER);
    private final Town town = party.town;
    private final Citizen ann = party.ann;
    private Citizen bob;
    private Citizen cat;
    private Citizen dan;

    private void four() {
        bob = party.joined("bob");
        cat = party.joined("cat");
        dan = party.joined("dan");
        town.pass(200);
        party.hits(cat, 1);
    }

    private static long age(Citizen one) {
        return one.all(Resumed.class)
                .get(one.all(Resumed.class).size() - 1)
                .stateAge()
                .toMillis();
    }

    private long epoch(Citizen one) {
        return one.session.view().epoch();
    }

    /**
     * Ann and those with her are cut from the others, and she from the directory; bob plays on with her for so long.
     */
    private boolean[] apart(Set<Citizen> kept, int millis) {
        boolean[] apart = {true};
        party.loses(s -> apart[0] && kept.contains(s.from()) != kept.contains(s.to()));
        ann.line.cut = true;
        for (int passed = 0; passed < millis; passed += 50) {
            bob.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
            town.pass(50);
        }
        return apart;
    }

    private void untilAllPlay(long epochAtLeast, Citizen... all) {
        town.until(
                () -> List.of(all).stream()
                        .allMatch(c -> c.session.phase() == Phase.PLAYING && epoch(c) >= epochAtLeast),
                20_000);
    }

    @Test
    @DisplayName(
            "P44 N9 who was ahead and has to reload is told what of it is gone, and so is the server that was replaced")
    void whoReloads() {
        four();
        boolean[] apart = apart(Set.of(ann, bob), 400);
        // Ordered messages that the others lack: neither log is a prefix of the history that goes on (P42).
        bob.session.send(new Town.Hit(1), Delivery.TOTAL_ORDER);
        town.pass(100);
        party.untilResumed(1, 4_000, cat, dan);
        apart[0] = false;
        ann.line.cut = false;
        untilAllPlay(2, ann, bob);
        assertEquals(2, party.game(bob).restored, "it reloaded");
        assertTrue(age(cat) < 300, age(cat) + " ms");
        for (Citizen one : List.of(ann, bob))
            assertTrue(age(one) >= 400 && age(one) < 1_500, one.name + " " + age(one) + " ms");
    }

    @Test
    @DisplayName(
            "P44 N9 who comes back when two more have served is told it all the same: how far the game was set back travels with its state")
    void whoReloadsLater() {
        four();
        Citizen first = party.spare("first");
        Citizen second = party.spare("second");
        boolean[] apart = apart(Set.of(ann, bob), 400);
        bob.session.send(new Town.Hit(1), Delivery.TOTAL_ORDER);
        town.pass(100);
        party.untilResumed(1, 4_000, cat, dan);
        party.hits(cat, 1);
        party.server().kill();
        party.untilResumed(2, 4_000, cat, dan);
        party.hits(cat, 1);
        assertTrue(party.server() == first || party.server() == second);
        apart[0] = false;
        ann.line.cut = false;
        untilAllPlay(3, ann, bob);
        for (Citizen one : List.of(ann, bob))
            assertTrue(age(one) >= 400 && age(one) < 1_500, one.name + " " + age(one) + " ms");
    }

    @Test
    @DisplayName("P44 N9 what was told is not told again: after it only what was shown since counts")
    void whatWasTold() {
        four();
        party.spare("first");
        boolean[] apart = apart(Set.of(ann, bob), 400);
        bob.session.send(new Town.Hit(1), Delivery.TOTAL_ORDER);
        town.pass(100);
        party.untilResumed(1, 4_000, cat, dan);
        apart[0] = false;
        ann.line.cut = false;
        untilAllPlay(2, ann, bob);
        party.hits(cat, 1);
        long before = epoch(bob);
        party.server().kill();
        untilAllPlay(before + 1, bob, cat);
        assertTrue(age(bob) < 300, age(bob) + " ms");
    }

    @Test
    @DisplayName(
            "P28 P44 N9 after a goodbye with everything handed over nothing is gone, though nothing had been shown for half a minute")
    void afterAGoodbye() {
        four();
        town.pass(27_000);
        ann.session.leave();
        party.untilResumed(1, 3_000, bob, cat, dan);
        for (Citizen one : List.of(bob, cat, dan)) assertEquals(0, age(one), one.name);
    }

    @Test
    @DisplayName(
            "P28 P44 N9 nor is it after a goodbye whose package was lost on the way, if what everybody was shown last is what goes on")
    void afterAGoodbyeWithoutAPackage() {
        four();
        town.pass(27_000);
        party.rule(s -> s.from() == ann
                        && s.what() instanceof Message.CollectReply a
                        && a.packed().isPresent()
                ? Fate.arrives(s.with(damaged(a)))
                : null);
        ann.session.leave();
        party.untilResumed(1, 5_000, bob, cat, dan);
        for (Citizen one : List.of(bob, cat, dan)) assertEquals(0, age(one), one.name);
    }

    @Test
    @DisplayName(
            "P44 N9 a server that is heard and shows nothing, and then dies, takes nothing with it that anybody was shown")
    void heardAndShowsNothing() {
        four();
        Citizen spare = party.spare("spare");
        town.pass(3_000);
        ann.kill();
        party.untilResumed(1, 6_000, bob, cat, dan, spare);
        for (Citizen one : List.of(bob, cat, dan, spare)) assertEquals(0, age(one), one.name);
    }

    @Test
    @DisplayName("P44 N9 a server that stood still before it was replaced is told what it had made until then, "
            + "however long it stood and whatever it packs")
    void serverThatStoodStill() {
        four();
        boolean[] apart = apart(Set.of(ann), 300);
        town.until(() -> ann.session.phase() == Phase.FROZEN, 5_000);
        double stood = ann.session.gameTime();
        party.untilResumed(1, 6_000, bob, cat, dan);
        town.pass(4_000);
        apart[0] = false;
        ann.line.cut = false;
        untilAllPlay(2, ann);
        assertTrue(age(ann) <= stood * 1_000 && age(ann) < 1_500, age(ann) + " ms of " + stood + " s");
    }

    @Test
    @DisplayName("P44 N9 a game that begins anew with nothing: all that was played is gone, and each is told so")
    void anewWithNothing() {
        four();
        Citizen spare = party.spare("spare");
        town.pass(3_000);
        party.hits(cat, 1);
        party.rule(s -> s.what() instanceof Message.CollectReply a && a.packed().isPresent()
                ? Fate.arrives(s.with(damaged(a)))
                : null);
        double played = cat.session.gameTime();
        ann.kill();
        party.untilResumed(1, 6_000, bob, cat, dan);
        assertEquals(0, party.game(spare).restored);
        assertEquals(0, age(spare), "it was shown nothing");
        for (Citizen one : List.of(bob, cat, dan)) {
            assertTrue(
                    Math.abs(age(one) - played * 1_000) < 300, one.name + " " + age(one) + " ms of " + played + " s");
        }
    }

    @Test
    @DisplayName("P43 P44 a game that goes on from a state is no earlier than that, though whoever answered "
            + "lags behind: nobody is told of a loss that was none")
    void noEarlierThanItsState() {
        four();
        Citizen spare = party.spare("spare");
        town.pass(3_000);
        party.rule(s -> s.what() instanceof Message.CollectReply a && a.packed().isPresent()
                ? Fate.arrives(s.with(later(a, 5)))
                : null);
        double played = cat.session.gameTime();
        ann.kill();
        party.untilResumed(1, 6_000, bob, cat, dan);
        assertTrue(played < 4, played + " s");
        assertTrue(spare.session.gameTime() >= 5, spare.session.gameTime() + " s, and its state was made after 5 s");
    }

    private static Message.CollectReply later(Message.CollectReply a, double seconds) {
        PackedState p = a.packed().orElseThrow();
        PackedState late = new PackedState(
                p.state(),
                p.fromServer(),
                p.takenAt(),
                p.stateEpoch(),
                p.stateTime() + seconds,
                p.marks(),
                p.players(),
                p.digest());
        return new Message.CollectReply(
                a.epoch(), a.round(), a.full(), a.log(), a.rules(), a.heardAt(), a.serverLeaves(), Optional.of(late));
    }

    private static Message.CollectReply damaged(Message.CollectReply a) {
        PackedState p = a.packed().orElseThrow();
        byte[] bytes = p.state().bytes().clone();
        bytes[bytes.length - 1] ^= 1;
        PackedState bad = new PackedState(
                new Payload(bytes),
                p.fromServer(),
                p.takenAt(),
                p.stateEpoch(),
                p.stateTime(),
                p.marks(),
                p.players(),
                p.digest());
        return new Message.CollectReply(
                a.epoch(), a.round(), a.full(), a.log(), a.rules(), a.heardAt(), a.serverLeaves(), Optional.of(bad));
    }

    @Test
    @DisplayName("rule Frozen, N9: put out and back in the same epoch is no false alarm: restoreState came in "
            + "between; and nothing that was shown is gone")
    void putOutAndBack() {
        four();
        bob.got.clear();
        boolean[] away = {true};
        party.loses(s -> away[0] && (s.from() == bob || s.to() == bob));
        town.until(() -> Party.left(cat).contains("bob CRASHED"), 5_000);
        party.hits(cat, 2);
        away[0] = false;
        town.until(() -> bob.events().contains("Restored") && bob.session.phase() == Phase.PLAYING, 10_000);
        assertEquals(1, epoch(bob));
        assertEquals(0, age(bob));
        List<String> events = bob.events();
        assertEquals(
                List.of("Frozen", "Restored", "Resumed"), events.subList(events.lastIndexOf("Frozen"), events.size()));
    }
}
