package org.gamenet.rgs.bench.relay;

/**
 * Players around a server: what a player does goes to the server, whose game sends it to every player. Any library that
 * carries actions can stand behind this. The two ends are opened in a process each.
 */
interface Relay {

    /** Opens the server; returns once players can connect. */
    Server serve(Game game) throws Exception;

    /**
     * Connects the players, each with what it would have in a process of its own; returns once what they do reaches
     * everybody.
     */
    Players join(String address, Screen screen) throws Exception;

    /** The server's end. */
    interface Server extends AutoCloseable {

        /** The address at which players find it. */
        String address();

        /** Sends it to every player, without waiting; false if there is no room for it now. One thread at a time. */
        boolean toAll(byte[] action);

        @Override
        void close();
    }

    /** The players' ends. */
    interface Players extends AutoCloseable {

        /** A player does something. Returns without waiting. Any thread, one at a time for each player. */
        void act(int player, byte[] action);

        @Override
        void close();
    }

    /** Is told the actions that players are shown. */
    interface Screen {

        /** An action, on the thread that this way of relaying hands it out on. */
        void shown(int player, byte[] action);
    }

    /** Is told the actions that the server hears. */
    interface Game {

        /** An action, on the thread that this way of relaying hands it out on. */
        void heard(Server server, byte[] action);
    }
}
