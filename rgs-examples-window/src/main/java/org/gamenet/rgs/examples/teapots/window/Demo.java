package org.gamenet.rgs.examples.teapots.window;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.examples.teapots.pilot.Bot;
import org.gamenet.rgs.examples.teapots.play.Snapshot;
import org.gamenet.rgs.examples.teapots.screen.Scene;
import org.gamenet.rgs.examples.teapots.stage.DuelStage;
import org.gamenet.rgs.examples.teapots.world.Rules;
import org.gamenet.rgs.examples.teapots.world.Steer;
import org.gamenet.rgs.examples.teapots.world.World;

/** A duel without a session, behind the lobby: what there is to look at before anybody has a seat. */
final class Demo {
    private static final int CATCH_UP_TICKS = 10;

    private final DuelStage stage = new DuelStage(Peer.of(0, "nobody"));
    private final List<Peer> players = new ArrayList<>();
    private final List<Bot> bots = new ArrayList<>();
    private World world = World.EMPTY;

    Demo() {
        for (int i = 1; i <= 6; i++) {
            players.add(Peer.of(i, ""));
            bots.add(new Bot(i));
            world = world.with(players.get(i - 1));
        }
    }

    Scene scene(double now) {
        long due = (long) (now * Rules.TICKS_PER_SECOND);
        for (int i = 0; i < CATCH_UP_TICKS && world.tick() < due; i++) tick();
        return stage.scene(Math.max(now, world.tick() * Rules.TICK), Steer.NONE, 0);
    }

    private void tick() {
        if (world.tick() % 2 == 0) {
            stage.shown(new Snapshot(world.tick() / 2, world.tick() * Rules.TICK, world));
            for (int i = 0; i < bots.size(); i++) {
                Peer player = players.get(i);
                for (var command : bots.get(i).decide(world, player)) world = world.after(player, command);
            }
        }
        world = world.step();
    }
}
