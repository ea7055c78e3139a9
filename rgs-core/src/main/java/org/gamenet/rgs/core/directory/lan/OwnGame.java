package org.gamenet.rgs.core.directory.lan;

/** A game that a session of this process serves. Changed by {@link LanGames} alone. */
final class OwnGame {
    Datagram.Game game;
    final long since;
    long renewedAt;
    long toldAt = Long.MIN_VALUE / 2;
    /** The request that founded it, until another epoch is on: that may be another session's. 0 if there is none. */
    long founding;

    OwnGame(Datagram.Game game, long now) {
        this.game = game;
        since = now;
        renewedAt = now;
    }

    void renewed(Datagram.Game now, long at) {
        if (!now.epoch().equals(game.epoch())) founding = 0;
        game = now;
        renewedAt = at;
    }

    /** The game as others are told of it. */
    Datagram.Game told(long now) {
        Datagram.Name name = new Datagram.Name(
                game.name().id(), game.name().group(), game.name().wish(), now - since);
        return new Datagram.Game(
                name, game.rules(), game.shape(), game.crowd(), game.open(), game.epoch(), game.endpoints());
    }
}
