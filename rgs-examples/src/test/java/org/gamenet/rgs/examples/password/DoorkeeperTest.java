package org.gamenet.rgs.examples.password;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.testkit.Cluster;
import org.gamenet.rgs.testkit.RgsTest;
import org.gamenet.rgs.testkit.Seeds;

/** A player that knows the password plays, whoever serves; a player that does not is put out. */
class DoorkeeperTest {
    private static final GameSpec SPEC = GameSpec.clientServer("tea party", 8).unlisted();
    private final List<String> closed = new ArrayList<>();

    private Session enters(Cluster c, String name, String password) {
        Rgs rgs = c.player(name);
        Session session = rgs.hostOrJoin(SPEC);
        Doorkeeper door = new Doorkeeper(session, password);
        session.on(Closed.class, (me, event) -> closed.add(name + " " + event.why()));
        c.everyFrame(rgs, now -> {
            session.update();
            door.frame();
        });
        c.await(Duration.ofSeconds(5), () -> session.phase() != Phase.WAITING);
        return session;
    }

    private static String names(Session session) {
        return session.view().players().stream().map(Peer::name).sorted().collect(Collectors.joining(" "));
    }

    @RgsTest @Seeds(10)
    void keepsWhoKnowsItAndPutsOutWhoDoesNotUnderEveryServer(Cluster c) {
        c.game(Rgs.game("tea").records(Doorkeeper.Question.class, Doorkeeper.Answer.class));
        enters(c, "ann", "camomile");
        Session bob = enters(c, "bob", "camomile");
        Session cat = enters(c, "cat", "camomile");
        enters(c, "eve", "coffee");
        c.await(Duration.ofSeconds(8), () -> names(bob).equals("ann bob cat"));
        c.kill(c.server());
        c.settle();
        c.play(Duration.ofSeconds(8));
        assertEquals("bob cat", names(bob));
        assertEquals("bob cat", names(cat));
        enters(c, "mallory", "camomil");
        c.await(Duration.ofSeconds(8), () -> closed.size() == 2);
        assertEquals(List.of("eve KICKED", "mallory KICKED"), closed);
    }
}
