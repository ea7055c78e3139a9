import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.testkit.Cluster;
import org.gamenet.rgs.testkit.RgsTest;
import org.gamenet.rgs.testkit.Seeds;

/** The death of the server, as a game elsewhere tries it. */
class CoinsTest {

    @RgsTest @Seeds(20)
    void everyCoinOfWhoStaysCounts(Cluster c) {
        loseTheServer(c, three(c, false));
    }

    static Map<Rgs, Coins> three(Cluster c, boolean forgetful) {
        c.game(Coins.setUp());
        Map<Rgs, Coins> all = new HashMap<>();
        for (String name : List.of("ann", "bob", "cy")) {
            Rgs rgs = c.player(name);
            Coins coins = new Coins(rgs.hostOrJoin(Coins.SPEC), forgetful);
            all.put(rgs, coins);
            c.everyFrame(rgs, now -> coins.frame());
        }
        c.await(Duration.ofSeconds(5), () -> all.values().stream().allMatch(each -> each.session.phase() == Phase.PLAYING));
        c.play(Duration.ofSeconds(1));
        return all;
    }

    static void loseTheServer(Cluster c, Map<Rgs, Coins> all) {
        c.kill(c.server());
        c.settle();
        c.assertOneServer();
        c.assertSameOrder();
        all.values().forEach(each -> each.stops = true);
        c.play(Duration.ofSeconds(1));
        Coins server = all.get(c.server());
        for (Peer player : server.session.view().players()) {
            if (server.session.view().isAway(player)) continue;
            Coins own = all.values().stream().filter(each -> each.session.self().equals(player)).findFirst().orElseThrow();
            assertEquals(own.dropped, server.count(player), player + "'s coins");
        }
    }
}
