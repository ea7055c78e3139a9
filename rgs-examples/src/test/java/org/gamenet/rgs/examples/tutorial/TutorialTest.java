package org.gamenet.rgs.examples.tutorial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.event.KeyEvent;
import java.awt.image.BufferedImage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.examples.tutorial.Arena.Step;
import org.gamenet.rgs.testkit.Cluster;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Steps 1 to 4 of docs/TUTORIAL.md do what the page says of them; PaintDrillTest is step 5. */
class TutorialTest {

    @BeforeAll
    static void needsNoDisplay() { System.setProperty("java.awt.headless", "true"); }

    private static int[] picture(Window window) {
        window.setSize(640, 480);
        BufferedImage image = new BufferedImage(640, 480, BufferedImage.TYPE_INT_RGB);
        window.paint(image.getGraphics());
        return image.getRGB(0, 0, 640, 480, null, 0, 640);
    }

    @Test
    void step1ShowsWhatAKeyDoes() {
        Arena arena = new Arena();
        Peer me = Peer.of(1, "me");
        arena.enter(me);
        Window window = new Window(arena, step -> arena.step(me, step));
        int[] before = picture(window);
        window.pressed(KeyEvent.VK_RIGHT);
        window.pressed(KeyEvent.VK_DOWN);
        assertEquals(2, arena.tiles(me));
        assertNotEquals(java.util.Arrays.hashCode(before), java.util.Arrays.hashCode(picture(window)));
    }

    @Test
    void step2IsPlayedByWayOfTheServer() {
        Cluster c = Cluster.of(1).game(Paint2.setUp());
        Rgs rgs = c.player("me");
        Session session = rgs.register(Paint2.spec());
        Paint2 game = new Paint2(session);
        c.everyFrame(rgs, now -> game.frame());
        c.await(Duration.ofSeconds(5), () -> game.arena().floor().players().size() == 1);
        game.press(new Step(1, 0));
        c.await(Duration.ofSeconds(1), () -> game.arena().tiles(session.self()) == 1);
    }

    @Test
    void step3ShowsTheOtherAndEndsWithItsHost() {
        Cluster c = Cluster.of(1).game(Paint3.setUp());
        Rgs ann = c.player("ann");
        Paint3 annsGame = new Paint3(ann.hostOrJoin(Paint3.spec()));
        c.everyFrame(ann, now -> annsGame.frame());
        c.play(Duration.ofMillis(500));
        Rgs bob = c.player("bob");
        Paint3 bobsGame = new Paint3(bob.hostOrJoin(Paint3.spec()));
        c.everyFrame(bob, now -> bobsGame.frame());
        c.await(Duration.ofSeconds(5), () -> bobsGame.arena().floor().players().size() == 2);
        annsGame.press(new Step(1, 0));
        c.await(Duration.ofSeconds(1), () -> bobsGame.arena().floor().paint().size() == 1);
        c.kill(ann);
        c.await(Duration.ofSeconds(10), () -> !bobsGame.caption().isEmpty());
        assertTrue(bobsGame.caption().contains("server"), bobsGame.caption());
    }

    @Test
    void step4GoesOnWithoutItsHost() {
        Cluster c = Cluster.of(1).game(Paint4.setUp());
        AtomicReference<Paint4> last = new AtomicReference<>();
        Rgs host = null;
        for (String name : List.of("ann", "bob", "cat")) {
            Rgs rgs = c.player(name);
            Paint4 game = new Paint4(rgs.hostOrJoin(Paint4.spec()));
            c.everyFrame(rgs, now -> game.frame());
            c.play(Duration.ofMillis(500));
            if (host == null) host = rgs;
            last.set(game);
        }
        Paint4 cat = last.get();
        cat.press(new Step(-1, 0));
        c.await(Duration.ofSeconds(1), () -> cat.arena().floor().paint().size() == 1);
        c.kill(host);
        c.play(Duration.ofSeconds(2));
        c.settle();
        c.await(Duration.ofSeconds(2), () -> cat.caption().isEmpty());
        assertEquals(1, cat.arena().floor().paint().size());
        assertEquals(3, cat.arena().floor().players().size());
        c.play(Duration.ofSeconds(12));
        assertEquals(2, cat.arena().floor().players().size(), "the host did not come back");
    }
}
