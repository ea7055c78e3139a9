package org.gamenet.rgs.examples.drills;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.testkit.Cluster;

/** The processes at the box: three players, of whom the first serves, and a spare. */
final class Table {
    private final Cluster cluster;
    private final GameSpec spec;
    private final Map<Rgs, MoneyBox> boxes = new HashMap<>();
    private final Map<String, Rgs> players = new HashMap<>();

    Table(Cluster cluster) {
        this(cluster, MoneyBox.spec());
    }

    Table(Cluster cluster, GameSpec spec) {
        this.cluster = cluster;
        this.spec = spec;
        cluster.game(MoneyBox.setUp());
        for (String name : new String[] {"ann", "bob", "eve"}) sits(name);
        Rgs spare = cluster.spare();
        plays(spare, spare.standBy());
        cluster.play(Duration.ofSeconds(1));
    }

    private void sits(String name) {
        Rgs rgs = cluster.player(name);
        Session session = rgs.hostOrJoin(spec);
        plays(rgs, session);
        cluster.await(Duration.ofSeconds(10), () -> session.phase() == Phase.PLAYING);
        players.put(name, rgs);
    }

    void plays(Rgs rgs, Session session) {
        MoneyBox box = new MoneyBox(session);
        boxes.put(rgs, box);
        cluster.everyFrame(rgs, now -> box.frame());
    }

    /** The process of that player. */
    Rgs player(String name) {
        return players.get(name);
    }

    /** The game of that process. */
    MoneyBox at(Rgs process) {
        return boxes.get(process);
    }

    /** Each player has given exactly as many coins as the server says: no coin is lost, and none counts twice. */
    void assertEveryCoinCounts() {
        boxes.values().forEach(MoneyBox::isSatisfied);
        cluster.play(Duration.ofSeconds(1));
        MoneyBox server = at(cluster.server());
        for (Peer player : server.session().view().players()) {
            if (server.session().view().isAway(player)) continue;
            if (boxes.values().stream().anyMatch(box -> box.wasOut(player))) continue;
            assertEquals(of(player).dropped(), server.givenBy(player), player + " has given");
        }
    }

    private MoneyBox of(Peer player) {
        return boxes.values().stream()
                .filter(box -> box.session().self().equals(player))
                .findFirst()
                .orElseThrow();
    }
}
