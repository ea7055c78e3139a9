package org.gamenet.rgs.examples.teapots.play;

import java.time.Duration;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.examples.teapots.world.Command;

/** The settings of RGS for the duel. */
public final class DuelGame {
    private static final int PLAYERS_MAX = 8;
    private static final Duration KEPT = Duration.ofSeconds(10);

    private DuelGame() {}

    /** The set-up of a process; give it a player's name, or none for a process that serves or stands by. */
    public static Rgs.Builder setUp(String directory) {
        return setUp().directory(directory);
    }

    /** The set-up of a process that meets nobody: it plays a log. */
    public static Rgs.Builder setUp() {
        return Rgs.game("teapots").records(Command.class, Snapshot.class, Pulse.class, Chat.class, Enough.class);
    }

    /** The drill's table. */
    public static GameSpec spec() {
        return backedUp("duel");
    }

    /**
     * A table for eight, of that name. Any spare server is better than making a player's machine serve; and whoever
     * stutters, or comes back in another process, finds its teapot where it was.
     */
    public static GameSpec spec(String name) {
        return GameSpec.clientServer(name, PLAYERS_MAX)
                .failover(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER)
                .rejoinWithin(KEPT);
    }

    /**
     * The same, and one of the players holds a copy of the world: it goes on with that when the server dies, ahead of
     * any spare, and the server can hand over to it.
     */
    public static GameSpec backedUp(String name) {
        return spec(name).failover(Failover.HOT_BACKUP, Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER);
    }
}
