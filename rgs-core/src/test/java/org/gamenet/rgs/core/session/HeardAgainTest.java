package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Incoming;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The news in its order for a game at a new server: a test for each sentence of StateHandler's Javadoc (P40). */
class HeardAgainTest {
    private final Party party = new Party(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER);
    private final Town town = party.town;
    private final Citizen ann = party.ann;
    private final Citizen bob = party.joined("bob");
    private final Citizen cat = party.joined("cat");
    private final List<String> phases = new ArrayList<>();
    private final List<List<String>> views = new ArrayList<>();

    /** Bob's copy is as it was; then cat says something, dan comes, cat says more, eve goes; then the server dies. */
    private void diesBehindItsCopy() {
        Citizen eve = party.joined("eve");
        town.until(() -> bob.session.role() == ServerRole.BACKUP, 5_000);
        town.pass(200);
        boolean[] stale = {true};
        party.loses(s -> stale[0] && s.is(CopyMessage.CopyPart.class));
        cat.session.send(new Town.Hit(1), Delivery.TOTAL_ORDER);
        town.pass(30);
        party.joined("dan");
        cat.session.send(new Town.Hit(2), Delivery.TOTAL_ORDER);
        town.pass(30);
        eve.session.leave();
        town.until(() -> Party.left(bob).contains("eve LEFT"), 500);
        assertEquals(3, party.game(bob).sum, "it has heard all of it once");
        party.game(bob).onRestore = () -> {
            views.clear();
            views.add(Party.names(bob));
            phases.add("restoreState " + bob.session.phase());
        };
        bob.session.on(Joined.class, this::note);
        bob.session.on(Left.class, this::note);
        party.game(bob).onHit = () -> phases.add("Hit " + bob.session.phase());
        phases.clear();
        ann.kill();
        town.until(() -> bob.session.isServer() && bob.all(Resumed.class).size() == 1, 5_000);
        town.pass(300);
    }

    private void note(Peer who, SessionEvent event) {
        bob.got.add(new Incoming(who, (Record) event, 0));
        phases.add("Event " + bob.session.phase());
        if (event instanceof Left) views.add(Party.names(bob));
    }

    /** From the first Frozen on, messages too. */
    private static List<String> story(Citizen at) {
        int from = IntStream.range(0, at.got.size())
                .filter(i -> at.got.get(i).body() instanceof Frozen)
                .findFirst()
                .orElseThrow();
        return at.got.subList(from, at.got.size()).stream()
                .map(HeardAgainTest::word)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static String word(Incoming item) {
        if (item.body() instanceof Town.Hit hit) return item.from().name() + hit.points();
        String kind = item.body().getClass().getSimpleName();
        if (item.body() instanceof Joined || item.body() instanceof Left)
            return kind + " " + item.from().name();
        return item.body() instanceof SessionEvent || item.body() instanceof GameOfCounts.Restored ? kind : "";
    }

    @Test
    @DisplayName(
            "P40 Frozen, restoreState, what was ordered after the state was made in its order, Left of the lost, RoleChanged, Resumed")
    void inThisOrder() {
        diesBehindItsCopy();
        assertEquals(
                List.of(
                        "Frozen",
                        "Restored",
                        "cat1",
                        "Joined dan",
                        "cat2",
                        "Left eve",
                        "Left ann",
                        "RoleChanged",
                        "Resumed"),
                story(bob));
    }

    @Test
    @DisplayName(
            "P40 what it had heard before it hears again, for the state that it has restored lacks it: in it all counts once")
    void heardTwiceCountsOnce() {
        diesBehindItsCopy();
        assertEquals(
                2,
                Collections.frequency(bob.got.stream().map(HeardAgainTest::word).toList(), "cat1"));
        assertEquals(2, Collections.frequency(bob.events(), "Joined dan"));
        assertEquals(2, Collections.frequency(bob.events(), "Left eve"));
        assertEquals(3, party.game(bob).sum);
    }

    @Test
    @DisplayName("P40 from restoreState to Resumed the phase is FROZEN")
    void phaseIsFrozen() {
        diesBehindItsCopy();
        assertFalse(phases.isEmpty());
        assertTrue(phases.stream().allMatch(phase -> phase.endsWith("FROZEN")), phases.toString());
        cat.session.sendToServer(new Town.Hit(4), Delivery.RELIABLE_ORDERED);
        town.pass(100);
        assertEquals("Hit PLAYING", phases.get(phases.size() - 1));
    }

    @Test
    @DisplayName("P40 nobody else hears anything again")
    void othersHearNothingAgain() {
        diesBehindItsCopy();
        assertEquals(List.of("Frozen", "Left ann", "Resumed"), story(cat));
        assertEquals(3, party.game(cat).sum);
    }

    @Test
    @DisplayName("P40 P23 requests that the state lacks come after Resumed, each once")
    void requestsComeAfterResumed() {
        town.until(() -> bob.session.role() == ServerRole.BACKUP, 5_000);
        town.pass(200);
        party.loses(s -> s.is(CopyMessage.CopyPart.class));
        party.hits(cat, 2);
        ann.kill();
        town.until(() -> bob.session.isServer() && bob.all(Resumed.class).size() == 1, 5_000);
        town.pass(300);
        assertEquals(List.of("Frozen", "Restored", "Left ann", "RoleChanged", "Resumed", "cat1", "cat1"), story(bob));
        assertEquals(2, party.game(bob).sum);
    }

    @Test
    @DisplayName("P40 the view moves only with what is new: heard again, a player that has left is in no view")
    void viewStays() {
        diesBehindItsCopy();
        assertEquals(
                List.of(
                        List.of("ann", "bob", "cat", "dan"),
                        List.of("ann", "bob", "cat", "dan"),
                        List.of("bob", "cat", "dan")),
                views,
                "at restoreState, at the second Left of eve, at that of ann");
    }
}
