package org.gamenet.rgs.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;

class ClusterTest {
    private final List<MoneyBox> boxes = new ArrayList<>();

    private MoneyBox box(Cluster c, Rgs rgs, Session session) {
        MoneyBox box = new MoneyBox(session);
        c.everyFrame(rgs, now -> box.frame());
        boxes.add(box);
        return box;
    }

    private void begin(Cluster c) {
        c.game(MoneyBox.setUp());
        Rgs ann = c.player("ann");
        Session served = ann.register(MoneyBox.SPEC);
        box(c, ann, served);
        c.await(Duration.ofSeconds(5), () -> served.phase() == Phase.PLAYING);
        for (String name : List.of("bob", "eve", "joe")) {
            Rgs rgs = c.player(name);
            box(c, rgs, rgs.join(rgs.discover(Query.any()).join().get(0)));
        }
        Rgs spare = c.spare();
        box(c, spare, spare.standBy());
        c.play(Duration.ofSeconds(1));
    }

    @RgsTest @Seeds(20)
    void survivesAKill(Cluster c) {
        begin(c);
        c.kill(c.server());
        c.play(Duration.ofSeconds(2));
        c.assertOneServer();
        c.assertSameOrder();
        MoneyBox bob = boxes.get(1);
        MoneyBox serves = boxes.get(4);
        assertEquals(3, serves.session.view().players().size());
        assertTrue(bob.cents > 60, "only " + bob.cents);
    }
}
