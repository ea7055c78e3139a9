package org.gamenet.rgs.core.directory.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A spare that stands by is told of a game that wants it for a backup (P49). Process 1 serves, 8 and 9 stand by. */
class BackupsWantedTest {

    private final DirectoryHarness harness = new DirectoryHarness();
    private final GameEntry game = begins(Failover.HOT_BACKUP, Failover.SPARE_SERVER);

    private GameEntry begins(Failover... ways) {
        return begins(
                new GameRules("duel", 8, List.of(ways), DirectoryHarness.D, DirectoryHarness.GIVE_UP, 50, Map.of()), 1);
    }

    private GameEntry begins(GameRules rules, long founder) {
        harness.open(founder, 8, 9);
        DirectoryRequest.Registration made = new DirectoryRequest.Registration(
                "teapots", "group-" + founder, rules, 77, 1, DirectoryHarness.member(founder), 1_000 + founder);
        GameEntry entry = harness.ask(DirectoryReply.Registered.class, founder, new DirectoryRequest.Register(made))
                .game();
        serves(entry, founder, List.of(DirectoryHarness.member(founder)));
        return entry;
    }

    private void serves(GameEntry entry, long holder, List<Member> roster) {
        harness.ask(
                holder,
                new DirectoryRequest.Renew(
                        entry.id(),
                        entry.epoch(),
                        DirectoryHarness.id(holder),
                        roster,
                        Listing.of(DirectoryHarness.id(holder)),
                        0,
                        1,
                        true,
                        false,
                        Map.of(),
                        new DirectoryRequest.Revival("teapots", entry.group(), entry.rules(), 77, 1)));
    }

    private static Member unseated(long process) {
        Member one = DirectoryHarness.member(process);
        return new Member(one.id(), one.name(), Kind.SERVER, one.endpoint(), one.tokenHash());
    }

    private void assertTold(long spare, GameEntry of) {
        assertEquals(
                of.id(),
                assertInstanceOf(DirectoryReply.Found.class, harness.standBy(spare))
                        .game()
                        .id());
    }

    private void assertNotTold(long spare) {
        assertInstanceOf(DirectoryReply.Done.class, harness.standBy(spare));
    }

    @Test
    @DisplayName("P49 it is told where the game is, and for 3 s nobody else is")
    void tellsOne() {
        DirectoryReply.Found found = assertInstanceOf(DirectoryReply.Found.class, harness.standBy(8));
        assertEquals(
                List.of(DirectoryHarness.member(1).endpoint()), found.game().endpoints());
        assertNotTold(9);
        harness.pass(2_900, () -> serves(game, 1, DirectoryHarness.members(1)));
        assertNotTold(9);
        harness.pass(200, () -> serves(game, 1, DirectoryHarness.members(1)));
        assertTold(9, game);
    }

    @Test
    @DisplayName("P49 the directory's own pause leaves the one that it told as much time to come")
    void waitsThroughItsPause() {
        assertTold(8, game);
        harness.now += 10_000;
        assertNotTold(9);
        harness.pass(3_000, () -> serves(game, 1, DirectoryHarness.members(1)));
        assertTold(9, game);
    }

    @Test
    @DisplayName("P49 not if the game has one that plays nothing beside its server, and again when that is gone")
    void onlyOneAGame() {
        serves(game, 1, List.of(DirectoryHarness.member(1), unseated(9)));
        assertNotTold(8);
        serves(game, 1, List.of(unseated(1), DirectoryHarness.member(2)));
        assertTold(8, game);
    }

    @Test
    @DisplayName("P49 not if nobody serves the game, or it is over, or it does not name that way, or is one of equals")
    void onlyWhereItIsWanted() {
        harness.pass(2_000);
        assertNotTold(8);
        serves(game, 1, DirectoryHarness.members(1));
        harness.ask(1, new DirectoryRequest.End(game.id(), game.epoch()));
        assertNotTold(8);
        begins(
                new GameRules(
                        "plain",
                        8,
                        List.of(Failover.SPARE_SERVER),
                        DirectoryHarness.D,
                        DirectoryHarness.GIVE_UP,
                        50,
                        Map.of()),
                2);
        begins(
                new GameRules(
                                "peers",
                                8,
                                List.of(Failover.HOT_BACKUP),
                                DirectoryHarness.D,
                                DirectoryHarness.GIVE_UP,
                                50,
                                Map.of())
                        .amongPeers(),
                3);
        assertNotTold(8);
    }

    @Test
    @DisplayName(
            "P49 not while it rehearses, nor one of other records, version or kind, nor one that is offered a game")
    void onlyWhoIsFit() {
        DirectoryRequest.StandBy fit = DirectoryHarness.standingBy(8, "teapots", 77, 1);
        assertInstanceOf(
                DirectoryReply.Done.class,
                harness.ask(
                        8,
                        new DirectoryRequest.StandBy(
                                fit.kind(), fit.schema(), 1, fit.spare(), fit.name(), fit.endpoint(), true)));
        assertInstanceOf(DirectoryReply.Done.class, harness.ask(9, DirectoryHarness.standingBy(9, "teapots", 78, 1)));
        assertTold(8, game);
        GameEntry lost = begins(
                new GameRules("lost", 8, List.of(Failover.SPARE_SERVER), DirectoryHarness.D, 5_000, 50, Map.of()), 2);
        harness.close(2);
        harness.open(5);
        harness.pass(3_000, () -> {
            serves(game, 1, DirectoryHarness.members(1));
            harness.standBy(8);
        });
        harness.send(5, DirectoryHarness.seek(lost, lost.epoch(), 5, 5));
        assertEquals(1, harness.offers(8).size());
        assertNotTold(8);
    }

    @Test
    @DisplayName("P49 P52 of many games that want one each is told in turn, and 64 are looked at for one spare")
    void looksAtSome() {
        List<GameEntry> more = new ArrayList<>();
        GameRules plain = new GameRules(
                "plain", 8, List.of(Failover.SPARE_SERVER), DirectoryHarness.D, DirectoryHarness.GIVE_UP, 50, Map.of());
        GameRules wants = new GameRules(
                "wants", 8, List.of(Failover.HOT_BACKUP), DirectoryHarness.D, DirectoryHarness.GIVE_UP, 50, Map.of());
        for (int i = 0; i < 70; i++) begins(plain, 100 + i);
        more.add(begins(wants, 200));
        more.add(begins(wants, 201));
        assertTold(8, game);
        assertNotTold(9);
        assertTold(9, more.get(0));
        assertTold(8, more.get(1));
        assertNotTold(8);
        assertNotTold(8);
    }
}
