package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.wire.Records;
import org.gamenet.rgs.motion.Motion2;
import org.gamenet.rgs.motion.Smoothing;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The picture that a player of the duel sees on a bad network: a teapot that is driven by the duel's rules (push 14,
 * drag 1.2, turning up to 3 a second) at the server, sent thirty times a second, drawn sixty times a second by a
 * viewer; by whole sessions in virtual time.
 */
@DisplayName("T54 T55 with 100 ms latency, 20 ms jitter and 5 % loss")
class DuelMotionTest {
    private static final Conditions BAD = new Conditions(Duration.ofMillis(100), Duration.ofMillis(20), 0.05, 0, 0);
    private static final double FRAME = 1.0 / 60;
    /**
     * The rules allow 14 from the push, 10 from the drag and 24 from turning at full speed. A jump by one unit would be
     * 3600.
     */
    private static final double MOST = 300;

    record Teapot(double takenAt, double x, double z, double vx, double vz, double heading) {

        Teapot moved(double turn, double now) {
            double dt = now - takenAt;
            double turned = heading + turn * dt;
            double nvx = vx + (14 * Math.cos(turned) - 1.2 * vx) * dt;
            double nvz = vz + (14 * Math.sin(turned) - 1.2 * vz) * dt;
            return new Teapot(now, x + nvx * dt, z + nvz * dt, nvx, nvz, turned);
        }
    }

    private static final Records RECORDS = Records.of(Teapot.class, Town.Hit.class);

    private final Town town = new Town();

    /** Moves the teapot while it serves, and draws it while it does not. */
    private final class Player implements StateHandler<Teapot> {
        final Citizen who;
        final Motion2 motion;
        final List<double[]> drawn = new ArrayList<>();
        private Teapot teapot = new Teapot(0, 0, 0, 8, 0, 0);
        private long frames;
        private double nextFrameAt;

        Player(Citizen who, Smoothing smoothing) {
            this.who = who;
            motion = new Motion2(smoothing);
            who.session.on(Teapot.class, (server, sent) -> show(sent)).state(Teapot.class, this);
            who.updates = false;
            who.begins();
        }

        @Override
        public Teapot packageState() {
            return teapot;
        }

        @Override
        public void restoreState(List<StatePackage<Teapot>> packages) {
            teapot = packages.get(0).state();
        }

        private void show(Teapot sent) {
            if (who.session.isServer()) return;
            teapot = sent;
            motion.received(sent.takenAt(), sent.x(), sent.z(), sent.vx(), sent.vz());
        }

        void frame(double now) {
            if (!who.alive || now < nextFrameAt) return;
            nextFrameAt = now + FRAME;
            who.session.update();
            double time = who.session.gameTime();
            if (who.session.phase() == Phase.PLAYING && who.session.isServer()) {
                if (time > teapot.takenAt())
                    teapot = teapot.moved(2.5 * Math.sin(1.7 * time), Math.min(time, teapot.takenAt() + 0.05));
                // The motion stood still while nobody served, and goes on from now.
                if (time - teapot.takenAt() > 0.1)
                    teapot = new Teapot(time, teapot.x(), teapot.z(), teapot.vx(), teapot.vz(), teapot.heading());
                if (++frames % 2 == 0) who.session.send(teapot, Delivery.UNRELIABLE_SEQUENCED);
            } else if (who.session.phase() == Phase.PLAYING && motion.advance(time)) {
                drawn.add(new double[] {now, motion.x(), motion.y()});
            } else if (who.session.phase() == Phase.FROZEN && motion.hold(time)) {
                drawn.add(new double[] {now, motion.x(), motion.y()});
            }
        }

        /**
         * The greatest acceleration on the screen, units per second squared; while the duel is frozen it stands, which
         * counts for nothing.
         */
        double sharpest() {
            double most = 0;
            for (int i = 2; i < drawn.size(); i++) {
                double[] a = drawn.get(i - 2);
                double[] b = drawn.get(i - 1);
                double[] c = drawn.get(i);
                boolean stands = c[1] == b[1] && c[2] == b[2] || b[1] == a[1] && b[2] == a[2];
                if (stands || c[0] - a[0] > 3 * FRAME) continue;
                double ax = (c[1] - b[1]) / (c[0] - b[0]) - (b[1] - a[1]) / (b[0] - a[0]);
                double az = (c[2] - b[2]) / (c[0] - b[0]) - (b[2] - a[2]) / (b[0] - a[0]);
                most = Math.max(most, Math.hypot(ax, az) / (c[0] - b[0]));
            }
            return most;
        }

        /** The longest way in one frame. */
        double longestStep() {
            double most = 0;
            for (int i = 1; i < drawn.size(); i++) {
                most = Math.max(
                        most, Math.hypot(drawn.get(i)[1] - drawn.get(i - 1)[1], drawn.get(i)[2] - drawn.get(i - 1)[2]));
            }
            return most;
        }
    }

    private Player player(String name, SearchGoal goal, Smoothing smoothing) {
        return new Player(town.new Citizen(name, true, goal, null, Map.of(), RECORDS), smoothing);
    }

    private void until(List<Player> players, java.util.function.BooleanSupplier condition, long mostMillis) {
        town.until(
                () -> {
                    players.forEach(one -> one.frame(town.clock.nanoTime() / 1e9));
                    return condition.getAsBoolean();
                },
                mostMillis);
    }

    private List<Player> play(Smoothing smoothing) {
        List<Player> players = new ArrayList<>();
        players.add(player("ann", new SearchGoal.Register(Town.rules(Failover.PROMOTED_PLAYER)), smoothing));
        until(players, () -> players.get(0).who.session.phase() == Phase.PLAYING, 2_000);
        for (String name : List.of("bob", "cat")) {
            players.add(player(
                    name, new SearchGoal.Join(players.get(0).who.session.game().id(), "kitchen"), smoothing));
            Player one = players.get(players.size() - 1);
            until(players, () -> one.who.session.phase() == Phase.PLAYING, 2_000);
        }
        players.forEach(one -> one.who.session.conditions(BAD));
        double[] end = {now() + 6};
        until(players, () -> now() >= end[0], 7_000);
        players.get(0).who.kill();
        until(players, () -> players.get(1).who.session.phase() == Phase.FROZEN, 3_000);
        until(
                players,
                () -> players.subList(1, 3).stream().allMatch(one -> one.who.session.phase() == Phase.PLAYING),
                6_000);
        end[0] = now() + 6;
        until(players, () -> now() >= end[0], 7_000);
        return players;
    }

    private double now() {
        return town.clock.nanoTime() / 1e9;
    }

    @Test
    @DisplayName("the acceleration on the screen stays bounded, and play goes on through the kill of the server")
    void noVisibleJump() {
        List<Player> players = play(Smoothing.extrapolating().maxAge(0.5).snapDistance(6));
        Player viewer = players.subList(1, 3).stream()
                .filter(one -> !one.who.session.isServer())
                .findFirst()
                .orElseThrow();
        assertTrue(viewer.drawn.size() > 600, viewer.drawn.size() + " frames");
        assertTrue(viewer.sharpest() < MOST, viewer.sharpest() + " units per second squared");
        assertTrue(viewer.longestStep() < 2 * 12 * FRAME, viewer.longestStep() + " units in one frame");
        for (Player one : players.subList(1, 3)) assertEquals(List.of(), one.who.all(Closed.class));
    }

    @Test
    @DisplayName("without smoothing the same duel does jump: the bound is one that can be broken")
    void jumpsWithoutSmoothing() {
        List<Player> players = play(Smoothing.extrapolating().maxAge(0.5).halfLife(0));
        Player viewer = players.subList(1, 3).stream()
                .filter(one -> !one.who.session.isServer())
                .findFirst()
                .orElseThrow();
        assertTrue(viewer.sharpest() > 1.5 * MOST, viewer.sharpest() + " units per second squared");
    }
}
