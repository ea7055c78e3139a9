package org.gamenet.rgs.core.directory.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Filter;
import org.gamenet.rgs.core.machine.GameRules;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The games that discover lists, by what they tell of themselves, and their order; and those that it does not list. */
class WantedGamesTest {
    private static final double HIGHEST = Double.POSITIVE_INFINITY;
    private static final double LOWEST = Double.NEGATIVE_INFINITY;

    private final DirectoryHarness harness = new DirectoryHarness();
    private long processes;

    private DirectoryRequest.Registration game(String name, Map<String, String> attributes, boolean listed) {
        long founder = ++processes;
        harness.open(founder);
        DirectoryRequest.Registration plain = DirectoryHarness.game(founder, name, 8);
        GameRules r = plain.rules();
        GameRules rules = new GameRules(
                r.name(),
                r.maxPlayers(),
                r.failover(),
                r.suspectAfterMillis(),
                r.giveUpAfterMillis(),
                r.goOnWithFewerAfterMillis(),
                r.packageEveryMillis(),
                attributes,
                new GameRules.Manner(listed, false, 0, Optional.empty(), false, Order.SEQUENCER));
        return new DirectoryRequest.Registration(
                plain.kind(), plain.group(), rules, plain.schema(), plain.version(), plain.founder(), plain.claimId());
    }

    private String rated(String rating) {
        DirectoryRequest.Registration asked = game("duel", Map.of("rating", rating), true);
        return harness.ask(DirectoryReply.Registered.class, processes, new DirectoryRequest.Register(asked))
                .game()
                .id();
    }

    private List<GameEntry> page(Filter filter, int limit, String after) {
        harness.open(999);
        return harness.ask(
                        DirectoryReply.Games.class,
                        999,
                        new DirectoryRequest.Discover("teapots", "", "", filter, true, limit, after))
                .games();
    }

    private List<String> found(Filter filter) {
        return page(filter, 50, "").stream().map(GameEntry::id).toList();
    }

    private static Filter ranked(double wanted) {
        return new Filter(Map.of(), List.of(), Optional.of(new Filter.Rank("rating", wanted, Double.NaN)));
    }

    private static Filter between(double least, double most) {
        return new Filter(Map.of(), List.of(new Filter.Range("rating", least, most)), Optional.empty());
    }

    @Test
    @DisplayName("between leaves out what is outside the bounds, which are included, and what is no number")
    void ranges() {
        String low = rated("900");
        String middle = rated("1500.5");
        String high = rated("-20");
        rated("NaN");
        rated("1e3");
        assertEquals(List.of(low, middle), found(between(900, 1_500.5)));
        assertEquals(List.of(high), found(between(LOWEST, 0)));
        assertEquals(List.of(), found(between(2_000, HIGHEST)));
    }

    @Test
    @DisplayName("the highest, the lowest or the nearest first; of equals the older one, and last what has no number")
    void orders() {
        String low = rated("900");
        String none = rated("good");
        String high = rated("1900");
        String again = rated("900");
        assertEquals(List.of(high, low, again, none), found(ranked(HIGHEST)));
        assertEquals(List.of(low, again, high, none), found(ranked(LOWEST)));
        assertEquals(List.of(high, low, again, none), found(ranked(1_500)));
        assertEquals(List.of(low, none, high, again), found(Filter.of(Map.of())));
    }

    @Test
    @DisplayName("pages in an order follow one another without gap or repeat, games without a number among them")
    void pages() {
        for (int i = 0; i < 23; i++) rated(i % 5 == 4 ? "unknown" : String.valueOf(1_000 + 100 * (i % 4)));
        List<String> all = found(ranked(1_250));
        List<String> paged = new ArrayList<>();
        Filter.Rank rank = new Filter.Rank("rating", 1_250, Double.NaN);
        String after = "";
        List<GameEntry> page;
        do {
            page = page(new Filter(Map.of(), List.of(), Optional.of(rank)), 4, after);
            page.forEach(game -> paged.add(game.id()));
            if (page.isEmpty()) continue;
            GameEntry last = page.get(page.size() - 1);
            after = last.id();
            rank = rank.behind(last.rules().attributes());
        } while (!page.isEmpty());
        assertEquals(23, all.size());
        assertEquals(all, paged);
    }

    @Test
    @DisplayName("an unlisted game is on no list, for people neither; its id finds it, and its attributes may change")
    void unlisted() {
        DirectoryRequest.Registration asked = game("secret", Map.of("rating", "1"), false);
        GameEntry entry = harness.ask(DirectoryReply.Registered.class, processes, new DirectoryRequest.Register(asked))
                .game();
        assertEquals(List.of(), found(Filter.of(Map.of())));
        assertEquals(List.of(), found(ranked(HIGHEST)));
        assertEquals(List.of(), harness.directory.machine().games(harness.now));
        assertEquals(
                entry.id(),
                harness.ask(DirectoryReply.Found.class, 999, new DirectoryRequest.Lookup(entry.id()))
                        .game()
                        .id());
        assertEquals(
                List.of(entry.id()),
                harness
                        .ask(
                                DirectoryReply.Games.class,
                                999,
                                new DirectoryRequest.Discover("teapots", entry.id(), "", Map.of(), true, 1, ""))
                        .games()
                        .stream()
                        .map(GameEntry::id)
                        .toList());
    }

    @Test
    @DisplayName(
            "hostOrJoin finds an unlisted game for those who ask for an unlisted one of that name, and for nobody else")
    void hostsUnlisted() {
        DirectoryRequest.Registration secret = game("duel", Map.of(), false);
        String id = harness.ask(
                        DirectoryReply.Registered.class, processes, new DirectoryRequest.HostOrJoin(secret, List.of()))
                .game()
                .id();
        DirectoryRequest.Registration friend = game("duel", Map.of(), false);
        assertEquals(
                id,
                harness.ask(DirectoryReply.Found.class, processes, new DirectoryRequest.HostOrJoin(friend, List.of()))
                        .game()
                        .id());
        DirectoryRequest.Registration stranger = game("duel", Map.of(), true);
        assertNotEquals(
                id,
                harness.ask(
                                DirectoryReply.Registered.class,
                                processes,
                                new DirectoryRequest.HostOrJoin(stranger, List.of()))
                        .game()
                        .id());
    }
}
