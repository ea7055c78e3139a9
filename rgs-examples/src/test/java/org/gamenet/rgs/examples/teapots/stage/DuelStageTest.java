package org.gamenet.rgs.examples.teapots.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.examples.teapots.play.Snapshot;
import org.gamenet.rgs.examples.teapots.screen.Palette;
import org.gamenet.rgs.examples.teapots.screen.Scene;
import org.gamenet.rgs.examples.teapots.world.Fire;
import org.gamenet.rgs.examples.teapots.world.Rules;
import org.gamenet.rgs.examples.teapots.world.Steer;
import org.gamenet.rgs.examples.teapots.world.World;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DuelStageTest {
    private static final Peer ANN = Peer.of(1, "ann");
    private static final Peer BOB = Peer.of(2, "bob");
    private static final double FRAME = 1.0 / 60;
    private static final Steer AHEAD = new Steer(0.4, 1);

    private final DuelStage stage = new DuelStage(ANN);
    private World world = World.EMPTY.with(ANN).with(BOB);
    private double now;
    private double heardAfter;
    private double wayMillis;

    @Test
    void glidesWithoutJumpsAlthoughHalfOfTheWorldsAreLost() {
        world = world.after(BOB, AHEAD);
        ToDoubleFunction<Scene> place =
                scene -> Math.hypot(pot(scene, "bob").x(), pot(scene, "bob").z());
        double last = place.applyAsDouble(frame(true, Steer.NONE));
        for (int i = 1; i < 240; i++) {
            double next = place.applyAsDouble(frame(i % 4 == 0, Steer.NONE));
            assertTrue(
                    Math.abs(next - last) < 2 * Rules.SPEED_MAX * FRAME,
                    "a jump by " + (next - last) + " in frame " + i);
            last = next;
        }
        Scene.Pot drawn = pot(frame(true, Steer.NONE), "bob");
        assertEquals(world.pots().get(BOB).x(), drawn.x(), 0.5);
        assertEquals(world.pots().get(BOB).z(), drawn.z(), 0.5);
    }

    @Test
    void movesMyOwnTeapotBeforeTheServerHasHeardOfIt() {
        heardAfter = 0.2;
        wayMillis = 200;
        frame(true, Steer.NONE);
        Scene.Pot before = pot(frame(true, Steer.NONE), "ann");
        Scene after = Scene.EMPTY;
        for (int i = 0; i < 9; i++) after = frame(true, AHEAD);
        assertTrue(
                Math.hypot(pot(after, "ann").x() - before.x(), pot(after, "ann").z() - before.z()) > 0.02);
        assertEquals(0, world.pots().get(ANN).body().speed(), "the server has not heard of it");
    }

    @Test
    void agreesWithTheServerAboutMyOwnTeapotInTheEnd() {
        heardAfter = 0.05;
        for (int i = 0; i < 60; i++) frame(i % 2 == 0, AHEAD);
        for (int i = 0; i < 180; i++) frame(i % 2 == 0, Steer.NONE);
        Scene.Pot drawn = pot(frame(true, Steer.NONE), "ann");
        assertEquals(world.pots().get(ANN).x(), drawn.x(), 0.4);
        assertEquals(world.pots().get(ANN).z(), drawn.z(), 0.4);
    }

    @Test
    void standsStillWhileTheDuelDoes() {
        world = world.after(BOB, AHEAD);
        for (int i = 0; i < 60; i++) frame(true, Steer.NONE);
        Scene before = stage.still(now += FRAME);
        Scene after = before;
        for (int i = 0; i < 120; i++) after = stage.still(now += FRAME);
        assertEquals(pot(before, "bob").x(), pot(after, "bob").x(), 1e-9);
        assertEquals(pot(before, "ann").z(), pot(after, "ann").z(), 1e-9);
    }

    @Test
    void showsWhatFliesAndCrumblesItWhereItFalls() {
        world = world.after(ANN, new Fire());
        assertEquals(
                1,
                frame(true, Steer.NONE).lumps().stream()
                        .filter(l -> l.form() != Scene.Form.CRUMB)
                        .count());
        int crumbs = 0;
        for (int i = 0; i < 300; i++) {
            crumbs = Math.max(crumbs, (int) frame(true, Steer.NONE).lumps().stream()
                    .filter(l -> l.form() == Scene.Form.CRUMB)
                    .count());
        }
        assertTrue(crumbs > 0);
        List<Scene.Lump> left = frame(true, Steer.NONE).lumps();
        assertTrue(left.stream().noneMatch(l -> l.form() == Scene.Form.CRUMB), "crumbs do not lie there for ever");
        assertEquals(1, left.size(), "the lump lies where it fell");
    }

    @Test
    void flashesAndTremblesWhenIAmStruck() {
        Scene calm = frame(true, Steer.NONE);
        assertEquals(0, pot(calm, "ann").flash());
        world = facing();
        boolean struck = false;
        for (int i = 0; i < 240 && !struck; i++) {
            if (i % 30 == 0) world = world.after(BOB, new Fire());
            struck = pot(frame(true, Steer.NONE), "ann").flash() > 0.5;
        }
        assertTrue(struck, "bob hits what is in front of his spout");
        assertEquals(1, stage.hitsSeen());
        Scene.Eye eye = stage.scene(now += FRAME, Steer.NONE, 0).eye();
        assertNotEquals(eye, stage.scene(now += FRAME, Steer.NONE, 0).eye());
    }

    @Test
    void forgetsWhoIsGoneAndGivesNobodyTwoGlazes() {
        frame(true, Steer.NONE);
        assertNotEquals(stage.colour(ANN), stage.colour(BOB));
        world = world.without(BOB);
        assertEquals(
                List.of("ann"),
                frame(true, Steer.NONE).pots().stream().map(Scene.Pot::name).toList());
        assertEquals(-1, stage.colour(BOB));
    }

    @Test
    @DisplayName("P76: a teapot whose player is away is grey, and has its glaze again when the player is back")
    void whoIsAwayIsGrey() {
        int glaze = pot(frame(true, Steer.NONE), "bob").colour();
        stage.happened(BOB, new SessionEvent.Away(BOB));
        assertEquals(Palette.AWAY, pot(frame(true, Steer.NONE), "bob").colour());
        float[] grey = Palette.glaze(Palette.AWAY);
        assertTrue(Math.abs(grey[0] - grey[1]) < 0.05 && Math.abs(grey[1] - grey[2]) < 0.05);
        assertEquals(glaze, stage.colour(BOB));
        stage.happened(BOB, new SessionEvent.Back(BOB));
        assertEquals(glaze, pot(frame(true, Steer.NONE), "bob").colour());
        stage.happened(BOB, new SessionEvent.Away(BOB));
        stage.happened(BOB, new SessionEvent.Left(BOB, SessionEvent.Left.Why.CRASHED));
        assertEquals(glaze, pot(frame(true, Steer.NONE), "bob").colour());
    }

    /** Bob turns until his spout points at Ann. */
    private World facing() {
        World turning = world;
        for (int i = 0; i < 600; i++) {
            var bob = turning.pots().get(BOB).body();
            var ann = turning.pots().get(ANN).body();
            double off =
                    Math.IEEEremainder(Math.atan2(ann.z() - bob.z(), ann.x() - bob.x()) - bob.heading(), 2 * Math.PI);
            // Close enough that a lump does not fall short.
            double far = Math.hypot(ann.x() - bob.x(), ann.z() - bob.z());
            if (Math.abs(off) < 0.03 && Math.abs(bob.spin()) < 0.05 && far < 9) return turning.after(BOB, Steer.NONE);
            turning = turning.after(BOB, new Steer(3 * off - bob.spin(), Math.abs(off) < 0.3 && far > 8 ? 0.7 : 0))
                    .step();
        }
        return turning;
    }

    /** One frame: the world steps, the server's word of it arrives or not, and it is drawn. */
    private Scene frame(boolean arrives, Steer held) {
        now += FRAME;
        if (now > heardAfter) world = world.after(ANN, held);
        world = world.step();
        if (arrives) stage.shown(new Snapshot(world.tick(), now, world));
        return stage.scene(now, held, wayMillis);
    }

    private static Scene.Pot pot(Scene scene, String name) {
        return scene.pots().stream()
                .filter(pot -> pot.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
