package org.gamenet.rgs.examples.teapots.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.examples.teapots.pilot.Bot;
import org.gamenet.rgs.examples.teapots.pilot.Pilot;
import org.gamenet.rgs.examples.teapots.world.Loaf;
import org.gamenet.rgs.examples.teapots.world.Lob;
import org.gamenet.rgs.examples.teapots.world.Steer;
import org.gamenet.rgs.examples.teapots.world.Teapot;
import org.gamenet.rgs.examples.teapots.world.World;
import org.gamenet.rgs.testkit.Cluster;
import org.gamenet.rgs.testkit.GameContract;
import org.gamenet.rgs.testkit.RgsTest;
import org.gamenet.rgs.testkit.Seeds;
import org.junit.jupiter.api.DisplayName;

/** The duel, with bots, on a network where anything may go wrong. */
class DuelDrillTest {
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
    /** One interval, and a round trip. */
    private static final Duration COPIED = Duration.ofMillis(100);

    private final Map<Rgs, DuelSession> duels = new HashMap<>();

    private static DuelSession duel(Session session) {
        return new DuelSession(session, new Bot(session.self().id()), Witness.NOBODY);
    }

    private void plays(Cluster c, Rgs rgs, Session session) {
        DuelSession duel = duel(session);
        duels.put(rgs, duel);
        c.everyFrame(rgs, duel::frame);
    }

    /** Four bots, the first of them the server, and a spare. */
    private void begin(Cluster c) {
        c.game(DuelGame.setUp("directory:7400"));
        for (String name : List.of("ann", "bob", "eve", "joe")) {
            Rgs rgs = c.player(name);
            plays(c, rgs, rgs.hostOrJoin(DuelGame.spec()));
            c.await(TEN_SECONDS, () -> duels.get(rgs).session().phase() == Phase.PLAYING);
        }
        Rgs spare = c.spare();
        plays(c, spare, spare.standBy());
        c.play(Duration.ofSeconds(3));
    }

    private static int points(World world) {
        return world.pots().values().stream().mapToInt(Teapot::score).sum();
    }

    @RgsTest
    @Seeds(30)
    void goesOnFromTheSameScores(Cluster c) {
        begin(c);
        Rgs old = c.server();
        // A world that was shown after the last copy, a moment before the server's end, is gone with the server.
        List<World> shown = duels.entrySet().stream()
                .filter(e -> e.getKey() != old)
                .map(e -> e.getValue().world())
                .toList();
        c.play(COPIED);
        c.kill(old);
        c.settle();
        World after = duels.get(c.server()).world();
        // The old server's own teapot waits for its player.
        assertEquals(4, after.pots().size());
        for (World before : shown) {
            after.pots()
                    .forEach((player, pot) -> assertTrue(
                            !before.pots().containsKey(player)
                                    || pot.score() >= before.pots().get(player).score(),
                            player + " lost points"));
        }
        c.assertSameOrder();
    }

    private Session returns(Cluster c, String name, String token) {
        Rgs again = c.player(name);
        plays(c, again, again.join(token));
        return duels.get(again).session();
    }

    @RgsTest
    @Seeds(10)
    @DisplayName("P76: who crashed finds its teapot with its score, also when the server died meanwhile")
    void whoCrashedFindsItsTeapot(Cluster c) {
        begin(c);
        Rgs old = c.server();
        Rgs lost = duels.keySet().stream()
                .filter(each -> each != old
                        && duels.get(each)
                                .world()
                                .pots()
                                .containsKey(duels.get(each).session().self()))
                .findFirst()
                .orElseThrow();
        Session before = duels.get(lost).session();
        Peer who = before.self();
        String token = before.rejoinToken();
        Teapot left = duels.get(old).world().pots().get(who);
        c.kill(lost);
        c.await(TEN_SECONDS, () -> duels.get(old).session().view().isAway(who));
        c.play(Duration.ofMillis(200));
        assertEquals(Steer.NONE, duels.get(old).world().pots().get(who).steer());
        c.kill(old);
        Session back = returns(c, who.name(), token);
        c.await(Duration.ofSeconds(20), () -> back.phase() == Phase.PLAYING);
        c.settle();
        assertEquals(who, back.self());
        Teapot found = duels.get(c.server()).world().pots().get(who);
        assertEquals(left.glaze(), found.glaze());
        assertTrue(found.score() >= left.score() && found.asked() >= left.asked(), left + " was, is " + found);
        assertTrue(left.asked() > 0, "it has played");
        c.assertSameOrder();
    }

    @RgsTest
    @Seeds(5)
    void goesOnWithWhatIsInTheAirOfAnyKind(Cluster c) {
        c.game(DuelGame.setUp("directory:7400"));
        List<World> restored = new ArrayList<>();
        List<DuelSession> players = new ArrayList<>();
        for (String name : List.of("ann", "bob", "eve")) {
            Rgs rgs = c.player(name);
            DuelSession duel =
                    new DuelSession(rgs.hostOrJoin(withoutBackup()), (world, me) -> List.of(new Lob()), Witness.NOBODY);
            players.add(duel);
            c.everyFrame(rgs, duel::frame);
            c.await(TEN_SECONDS, () -> duel.session().phase() == Phase.PLAYING);
        }
        Rgs spare = c.spare();
        c.everyFrame(spare, new DuelSession(spare.standBy(), Pilot.NOBODY, new Witness() {
            @Override
            public void restored(World world, int packages) {
                restored.add(world);
            }
        })::frame);
        c.play(Duration.ofSeconds(3));
        c.await(TEN_SECONDS, () -> players.stream().skip(1).allMatch(duel -> hasLoaf(duel.world())));
        c.kill(c.server());
        c.settle();
        assertEquals(1, restored.size());
        assertTrue(
                hasLoaf(restored.get(0)),
                "what is in the air: " + restored.get(0).flying());
    }

    /** A spare takes over, with what the players packed. */
    private static GameSpec withoutBackup() {
        return DuelGame.spec().failover(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER);
    }

    private static boolean hasLoaf(World world) {
        return world.flying().stream().anyMatch(Loaf.class::isInstance);
    }

    @RgsTest
    @Seeds(30)
    void survivesWhateverBefallsIt(Cluster c) {
        begin(c);
        c.network(new Conditions(Duration.ofMillis(30), Duration.ofMillis(10), 0.02, 0, 0));
        for (int i = 0; i < 6; i++) {
            c.mishap();
            c.play(Duration.ofMillis(700));
        }
        c.settle();
        c.assertSameOrder();
        Session server = duels.get(c.server()).session();
        assertEquals(
                new HashSet<>(server.view().players()),
                duels.get(c.server()).world().pots().keySet());
    }

    @RgsTest
    @DisplayName("R5 R6: the duel keeps its promises")
    void keepsItsPromises(Cluster c) {
        c.game(DuelGame.setUp("directory:7400")).assertContract(contract((session, world) -> world));
    }

    private static String rejected(Cluster c, Recall recall) {
        c.game(DuelGame.setUp("directory:7400"));
        return assertThrows(AssertionError.class, () -> c.assertContract(contract(recall)))
                .getMessage();
    }

    /** A new server counts its snapshots from 1 again. */
    private static GameContract contract(Recall recall) {
        return GameContract.of(
                        DuelGame.spec(),
                        session -> new DuelSession(
                                session,
                                new Bot(session.self().id()),
                                Witness.NOBODY,
                                world -> recall.of(session, world))::frame)
                .ignoring("Snapshot.number");
    }

    /** A change to a world on its way back. */
    private interface Recall {
        World of(Session session, World world);
    }

    @RgsTest
    @DisplayName("R6: teapots whose scores begin at nought again on a spare are rejected")
    void rejectsScoresThatReset(Cluster c) {
        String why = rejected(
                c,
                (session, world) ->
                        world.pots().containsKey(session.self()) ? world : world.each(pot -> pot.withScore(0)));
        assertTrue(why.contains("at a spare that takes over: Snapshot.world.pots"), why);
        assertTrue(why.contains(".score is "), why);
    }

    @RgsTest
    @DisplayName("R6: teapots whose living players vanish on a promoted player are rejected")
    void rejectsPlayersThatVanish(Cluster c) {
        String why = rejected(c, (session, world) -> {
            World mine = world;
            for (Peer other : world.pots().keySet())
                if (session.phase() == Phase.FROZEN && !other.equals(session.self())) mine = mine.without(other);
            return mine;
        });
        assertTrue(why.contains("at a player that takes over: Snapshot.world.pots"), why);
        assertTrue(why.contains("missing"), why);
    }
}
