package org.gamenet.rgs.examples.tutorial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.examples.tutorial.Arena.Step;
import org.gamenet.rgs.testkit.Cluster;
import org.gamenet.rgs.testkit.GameContract;
import org.gamenet.rgs.testkit.RgsTest;
import org.gamenet.rgs.testkit.Seeds;

/** Step 5 of docs/TUTORIAL.md: the host dies fifty times. */
class PaintDrillTest {
    private final Map<Rgs, Paint4> games = new LinkedHashMap<>();

    private void three(Cluster c) {
        c.game(Paint4.setUp());
        for (String name : List.of("ann", "bob", "cat")) {
            Rgs rgs = c.player(name);
            Paint4 game = new Paint4(rgs.hostOrJoin(Paint4.spec()));
            games.put(rgs, game);
            c.everyFrame(rgs, now -> game.frame());
            c.await(Duration.ofSeconds(5), () -> games.values().stream().allMatch(g -> g.arena().floor().players().size() == games.size()));
            game.press(new Step(1, 1));                                     // whoever joins next finds paint on the floor
            c.play(Duration.ofMillis(100));
        }
    }

    @RgsTest @Seeds(50)
    void everyTileIsStillPaintedWhenTheHostDies(Cluster c) {
        three(c);
        for (int i = 0; i < 5; i++) {
            games.values().forEach(game -> game.press(new Step(1, 1)));
            c.play(Duration.ofMillis(200));
        }
        Arena before = games.get(c.server()).arena();
        Map<Peer, Long> tiles = new LinkedHashMap<>();
        before.floor().players().keySet().forEach(who -> tiles.put(who, before.tiles(who)));

        games.remove(c.server());
        c.kill(c.server());
        c.settle();

        c.assertSameOrder();
        for (Paint4 game : games.values()) {
            Arena after = game.arena();
            assertEquals(3, after.floor().players().size());            // the host is away, and may come back
            after.floor().players().keySet().forEach(who -> assertEquals(tiles.get(who), after.tiles(who), who.toString()));
        }
    }

    @RgsTest
    void keepsItsPromises(Cluster c) {
        c.game(Paint4.setUp());
        c.assertContract(GameContract.of(Paint4.spec(), session -> {
            Paint4 game = new Paint4(session);
            return now -> {
                if (session.phase() == Phase.PLAYING) game.press(new Step(1, 1));
                game.frame();
            };
        }));
    }
}
