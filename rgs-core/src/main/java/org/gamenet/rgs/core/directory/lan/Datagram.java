package org.gamenet.rgs.core.directory.lan;

import java.util.List;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Text;

/**
 * The datagrams on the local network. Nothing in one is believed beyond where to connect, and the epoch below which a
 * newcomer accepts nothing. Admission is settled over that connection.
 */
sealed interface Datagram {

    /**
     * The question which games there are.
     *
     * @param name of the game; empty: any
     * @param game its id; empty: any
     * @param wish to found one of that name, if nobody answers: the smallest founds. 0: none
     */
    record Ask(
            @Text.Within(Text.NAME_BYTES) String name,
            @Text.Within(Text.NAME_BYTES) String game,
            long wish) implements Datagram {}

    /**
     * A game.
     *
     * @param rules its attributes cut to what fits
     * @param open whether newcomers are let in; false also for one that may be dissolved yet, whose founder listens for
     *     a smaller wish
     * @param endpoints of its members, those first that serve
     */
    record Game(
            Name name, GameRules rules, Shape shape, Crowd crowd, boolean open, Epoch epoch, List<Endpoint> endpoints)
            implements Datagram {

        public Game {
            endpoints = List.copyOf(endpoints);
        }

        /** Of the process that founds it; {@code wish} as long as it may be dissolved yet, and is not open. */
        static Game founded(DirectoryRequest.Registration game, String id, long wish, boolean open) {
            int players = game.founder().kind() == Kind.PLAYER ? 1 : 0;
            return new Game(
                    new Name(id, game.group(), wish, 0),
                    game.rules(),
                    new Shape(game.schema(), game.version()),
                    new Crowd(game.founder().name(), players, false, false, 1),
                    open,
                    new Epoch(1, game.claimId()),
                    List.of(game.founder().endpoint()));
        }
    }

    /**
     * The names of a game.
     *
     * @param group of the transport
     * @param wish of its founder, while it may be dissolved yet; otherwise 0
     * @param ageMillis since when whoever tells of it has served it
     */
    record Name(
            @Text.Within(Text.NAME_BYTES) String id,
            @Text.Within(Text.GROUP_BYTES) String group,
            long wish,
            long ageMillis) {}

    /** The terms on which a newcomer fits the game. */
    record Shape(long schema, int version) {}

    /**
     * The members in it.
     *
     * @param wantsSpare whether a process that stands by may come in
     */
    record Crowd(
            @Text.Within(Text.NAME_BYTES) String server,
            int players,
            boolean backedUp,
            boolean wantsSpare,
            int electorate) {}
}
