package org.gamenet.rgs.examples.teapots.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.examples.teapots.pilot.Pilot;
import org.gamenet.rgs.examples.teapots.play.DuelGame;
import org.gamenet.rgs.examples.teapots.play.DuelSession;
import org.gamenet.rgs.examples.teapots.play.Witness;
import org.gamenet.rgs.testkit.Cluster;
import org.gamenet.rgs.testkit.RgsTest;
import org.junit.jupiter.api.DisplayName;

/** Whether the loss that the window shows is the one that there is. */
class LossDrillTest {
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    @RgsTest
    @DisplayName("who loses 5 % of what it sends sees 5 %, who loses nothing sees nothing")
    void showsTheLossThatThereIs(Cluster c) {
        c.game(DuelGame.setUp("directory:7400"));
        plays(c, c.player("ann"), new Loss());
        Loss good = new Loss();
        plays(c, c.player("bob"), good);
        Rgs eve = c.player("eve");
        Loss bad = new Loss();
        plays(c, eve, bad);
        eve.conditions(new Conditions(Duration.ofMillis(100), Duration.ofMillis(20), 0.05, 0.01, 0.02));
        double sum = 0;
        for (int i = 0; i < 12; i++) {
            c.play(TEN_SECONDS);
            assertEquals(0, good.percent());
            sum += bad.percent();
        }
        assertEquals(5, sum / 12, 2);
    }

    private static void plays(Cluster c, Rgs rgs, Witness witness) {
        DuelSession duel = new DuelSession(rgs.hostOrJoin(DuelGame.spec()), Pilot.NOBODY, witness);
        c.everyFrame(rgs, duel::frame);
        c.await(TEN_SECONDS, () -> duel.session().phase() == Phase.PLAYING);
    }
}
