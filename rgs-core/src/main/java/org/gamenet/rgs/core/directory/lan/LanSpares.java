package org.gamenet.rgs.core.directory.lan;

import java.util.List;
import java.util.stream.IntStream;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;

/**
 * Spares without a directory (P49): a game says that it wants one, and whoever stands by comes in, ahead of the death
 * of its server. Afterwards nobody could tell a stranger how the game stands.
 */
final class LanSpares {
    private LanSpares() {}

    /**
     * Whether the game may go on at a process that plays nothing, and has none beside its server. A synchronous one has
     * no backup without a directory.
     */
    static boolean isWanted(DirectoryRequest.Renew renew) {
        GameRules rules = renew.revival().rules();
        boolean takes =
                rules.takesSpare() && (!rules.synchronous() || rules.failover().contains(Failover.SPARE_SERVER));
        return takes
                && renew.roster().stream().noneMatch(m -> m.kind() == Kind.SERVER && !m.id().equals(renew.holder()));
    }

    /**
     * The game that this spare goes to, negative if none wants it: any, so that each of several games is likely to have
     * one of several spares.
     */
    static int choose(DirectoryRequest.StandBy spare, List<Datagram.Game> games, long chance) {
        Datagram.Shape shape = new Datagram.Shape(spare.schema(), spare.version());
        int[] fitting = IntStream.range(0, games.size())
                .filter(i -> games.get(i).crowd().wantsSpare()
                        && games.get(i).shape().equals(shape))
                .toArray();
        return fitting.length == 0 ? -1 : fitting[(int) Long.remainderUnsigned(chance, fitting.length)];
    }
}
