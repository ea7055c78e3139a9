package org.gamenet.rgs.examples.seat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.testkit.Cluster;
import org.gamenet.rgs.testkit.RgsTest;
import org.junit.jupiter.api.io.TempDir;

/** A player keeps its seat from one process to the next, through one file. */
class SeatFileTest {
    private static final GameSpec SPEC = GameSpec.clientServer("table", 4);
    private static final Duration SOON = Duration.ofSeconds(10);

    record Word(String text) {}

    @TempDir
    Path folder;

    private Rgs last;

    private Session plays(Cluster c, String name) {
        Rgs rgs = c.player(name);
        Session session = new SeatFile(folder.resolve(name + ".seat")).play(rgs, SPEC);
        c.everyFrame(rgs, now -> session.update());
        c.await(SOON, () -> session.phase() != Phase.WAITING);
        c.play(Duration.ofMillis(500));
        last = rgs;
        return session;
    }

    @RgsTest
    void comesBackAsItself(Cluster c) {
        c.game(Rgs.game("seats").records(Word.class));
        plays(c, "bob");
        Peer ann = plays(c, "ann").self();
        c.kill(last);
        c.settle();
        assertEquals(ann, plays(c, "ann").self());
    }

    /**
     * The process that hung and was given up wakes, is told REPLACED, and leaves the file to the one that came back.
     */
    @RgsTest
    void leavesTheFileToWhoeverCameBack(Cluster c) {
        c.game(Rgs.game("seats").records(Word.class));
        plays(c, "bob");
        Session first = plays(c, "ann");
        Peer ann = first.self();
        Rgs hung = last;
        c.pause(hung);
        c.play(Duration.ofSeconds(3));
        assertEquals(ann, plays(c, "ann").self());
        c.resume(hung);
        c.await(SOON, () -> first.phase() == Phase.CLOSED);
        c.play(Duration.ofSeconds(1));
        c.kill(last);
        c.settle();
        assertEquals(ann, plays(c, "ann").self());
    }

    @RgsTest
    void forgetsASeatOfAnotherKindOfGame(Cluster c) throws IOException {
        c.game(Rgs.game("seats").records(Word.class));
        Path file = Files.writeString(folder.resolve("ann.seat"), "rgs1.AAAA");
        Session session = plays(c, "ann");
        assertEquals(Phase.PLAYING, session.phase());
        assertNotEquals("rgs1.AAAA", Files.readString(file));
    }

    @RgsTest
    void forgetsASeatInAGameThatIsOver(Cluster c) {
        c.game(Rgs.game("seats").records(Word.class));
        Session ann = plays(c, "ann");
        assertTrue(Files.exists(folder.resolve("ann.seat")));
        ann.end("enough");
        c.await(SOON, () -> ann.phase() == Phase.CLOSED);
        c.play(Duration.ofSeconds(1));
        assertFalse(Files.exists(folder.resolve("ann.seat")));
    }
}
