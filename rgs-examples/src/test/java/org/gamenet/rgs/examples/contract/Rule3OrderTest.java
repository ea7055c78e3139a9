package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rule 3: one queue; joins, exits, resumes and totally ordered messages at the same places everywhere. */
@ExtendWith(InTavern.class)
class Rule3OrderTest {
    private static final int EACH = 40;

    /** The things that have one order: blobs by number, members by name. */
    private static List<String> ordered(Guest guest) {
        return guest.notes.stream()
                .filter(n -> n.body() instanceof Blob
                        || n.body() instanceof Left
                        || n.body() instanceof Resumed
                        || n.body() instanceof Joined && !n.from().equals(guest.session.self()))
                .map(n -> n.body() instanceof Blob blob
                        ? n.from().name() + blob.number()
                        : n.body().getClass().getSimpleName() + n.from().name())
                .toList();
    }

    @Test
    @DisplayName(
            "R2 R10 R15 Rule 3: Joined, Left, Resumed and TOTAL_ORDER have one order at every member, through joins, exits and a "
                    + "failover")
    void rule3Order(Tavern tavern) {
        // Without a backup: a server that has one hands over as it leaves, and there is no Resumed.
        Guest ann = tavern.host("ann", Tavern.game().failover(Failover.PROMOTED_PLAYER));
        Guest bob = tavern.join("bob", ann);
        Guest cat = tavern.join("cat", ann);
        tavern.until("bob knows cat", () -> bob.peers(Joined.class).contains(cat.session.self()));
        int before = ordered(cat).size();
        int beforeBob = ordered(bob).size();
        for (int i = 0; i < EACH; i++)
            for (Guest guest : List.of(ann, bob, cat))
                guest.session.send(new Blob(i, new byte[3]), Delivery.TOTAL_ORDER);
        Guest dan = tavern.join("dan", ann);
        for (int i = EACH; i < 2 * EACH; i++)
            for (Guest guest : List.of(bob, cat)) guest.session.send(new Blob(i, new byte[3]), Delivery.TOTAL_ORDER);
        tavern.until(
                "five times as many",
                () -> List.of(bob, cat).stream().allMatch(g -> g.all(Blob.class).size() == 5 * EACH));
        dan.session.leave();
        tavern.until(
                "dan is out",
                () -> bob.peers(Left.class).contains(dan.session.self())
                        && cat.peers(Left.class).contains(dan.session.self()));
        for (int i = 2 * EACH; i < 3 * EACH; i++)
            for (Guest guest : List.of(bob, cat)) guest.session.send(new Blob(i, new byte[3]), Delivery.TOTAL_ORDER);
        ann.session.leave();
        tavern.until(
                "all of them",
                () -> List.of(bob, cat).stream()
                        .allMatch(g -> blobs(g) == 7 * EACH && g.story().contains("Resumed")));
        List<String> ofBob = ordered(bob).subList(beforeBob, ordered(bob).size());
        List<String> ofCat = ordered(cat).subList(before, ordered(cat).size());
        assertEquals(once(ofBob), once(ofCat));
        assertTrue(ofBob.containsAll(List.of("Joineddan", "Leftdan", "Leftann")), ofBob.toString());
    }

    /** The new server is handed again what the state that it restored lacks (rule 5). */
    private static long blobs(Guest guest) {
        return once(ordered(guest)).stream()
                .filter(item -> Character.isDigit(item.charAt(item.length() - 1)))
                .count();
    }

    /**
     * The new server may be told once more of somebody who had left before, where the package it was given was older
     * (rule 5).
     */
    private static List<String> once(List<String> order) {
        return order.stream().distinct().toList();
    }

    @Test
    @DisplayName(
            "Rule 3: phase, role and view are in the handler what the event has just told, and move at no other moment")
    void theViewMovesWithTheQueue(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Guest bob = tavern.guest(tavern.player("bob").join(ann.session.game()));
        tavern.until("bob plays", () -> !bob.story().isEmpty() && bob.session.phase() == Phase.PLAYING);
        tavern.until("bob knows itself", () -> bob.peers(Joined.class).contains(bob.session.self()));
        tavern.until("ann knows bob", () -> ann.peers(Joined.class).contains(bob.session.self()));
        for (Guest guest : List.of(ann, bob)) {
            for (Guest.Note note : guest.notes) assertEquals(Phase.PLAYING, note.phase(), note.toString());
            Guest.Note last = guest.notes.stream()
                    .filter(n -> n.body() instanceof Joined)
                    .reduce((a, b) -> b)
                    .orElseThrow();
            assertEquals(2, last.players());
        }
        assertTrue(ann.notes.get(0).serves(), "RoleChanged is handed out in the new role");
        tavern.forget(bob);
        bob.session.leave();
        tavern.until("bob is out", () -> ann.peers(Left.class).contains(bob.session.self()));
        Guest.Note left = ann.notes.stream()
                .filter(n -> n.body() instanceof Left)
                .findFirst()
                .orElseThrow();
        assertEquals(1, left.players(), "the player that left is out of the view in the handler of Left");
    }

    @Test
    @DisplayName("HA47 Rule 3: while nobody calls update the view stands still, whatever happens outside")
    void theViewWaitsForTheGame(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Guest bob = tavern.join("bob", ann);
        tavern.forget(ann);
        int players = ann.session.view().players().size();
        bob.session.leave();
        Guest cat = tavern.guest(tavern.player("cat").join(bob.session.game()));
        tavern.until("something waits for ann", () -> ann.session.stats().queued() > 0);
        assertEquals(players, ann.session.view().players().size());
        assertFalse(ann.peers(Left.class).contains(bob.session.self()));
        tavern.attend(ann);
        tavern.until("ann sees it", () -> ann.peers(Left.class).contains(bob.session.self()));
        tavern.playing(cat);
    }
}
