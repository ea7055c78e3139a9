package org.gamenet.rgs.bench.relay;

/**
 * Players around a server, connected: what a player does goes to the server, whose handler sends it to every player. Whatever carries that can
 * stand behind this, if it hands over to an application thread that waits for work.
 */
interface Relay extends AutoCloseable {

    /** A player does something. Returns without waiting. Any thread. */
    void act(int player, byte[] action);

    /** Disconnects everybody. */
    @Override void close();

    /** What the players are shown. */
    interface Screen {
        /** An action, on the application thread of that player. */
        void shown(int player, byte[] action);
    }

    /** Makes one; returns once every player is connected. */
    interface Maker {
        Relay open(int players, Screen screen) throws Exception;
    }
}
