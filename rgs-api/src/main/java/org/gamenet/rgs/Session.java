package org.gamenet.rgs;

import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;

/** This process's part in one game, from the call that made it until {@code CLOSED}. */
public interface Session extends AutoCloseable {

    /** Where a session stands. */
    enum Phase {
        /** Not in the game yet: asking for a seat, or standing by. */
        WAITING,
        /** In the game. */
        PLAYING,
        /** The game has lost its server, or I have lost the game: no game message arrives until {@code Resumed}. */
        FROZEN,
        /** Over; the last event said why. */
        CLOSED
    }

    // ---- where am I: any thread, as of the last item that update or recv handed out

    /** Where this session stands. Any thread. */
    Phase phase();

    /** Me; the same for the session's whole life and after a rejoin. Any thread. */
    Peer self();

    /** Who is in the game and who serves it; empty lists while {@code WAITING}. Any thread. */
    View view();

    /** The game as last advertised. Any thread; {@link IllegalStateException} while {@code WAITING}. */
    GameInfo game();

    /** My part in serving. Any thread. */
    ServerRole role();

    /** Whether I am the server (peer to peer: the one who orders). Any thread. */
    default boolean isServer() { return role().isActive(); }

    /** The game's clock in seconds: the same everywhere within the error in {@link Stats}, never jumps back, runs on while FROZEN, outlives the server. Any thread. */
    double gameTime();

    /** A reading of this moment. Any thread. */
    Stats stats();

    // ---- send: any thread, never blocks

    /** Send to everyone, me included, {@code RELIABLE_ORDERED}. Any thread. */
    default void send(Record message) { send(message, Delivery.RELIABLE_ORDERED); }

    /**
     * Send to everyone, me included. While WAITING or FROZEN reliable messages wait, then go out once; unreliable ones are
     * dropped. Any thread. {@link RgsException} QUEUE_FULL if too many reliable ones wait; {@link IllegalStateException} for a spectator and once CLOSED.
     */
    void send(Record message, Delivery how);

    /** Send to one; nothing happens if it has left. Otherwise as {@link #send(Record, Delivery)}. Any thread. */
    void send(Peer to, Record message, Delivery how);

    /**
     * Send to whoever serves, once, also across a failover; only the server of that moment is handed it. Otherwise as
     * {@link #send(Record, Delivery)}. Any thread.
     */
    void sendToServer(Record message, Delivery how);

    // ---- receive: game thread

    /** Recv: the next message or event, or null when nothing waits. Handlers do not run for it; state callbacks do. Game thread. */
    /*@Nullable*/ Incoming recv();

    /**
     * Who is called for a type: a record, or an interface that messages or events share ({@code SessionEvent.class}), or
     * {@code Record.class} for all the rest. One handler per item, the nearest type's; a later one for the same type takes
     * its place. The peer is the sender, or whom the event is about. Messages without handler are counted. Game thread.
     */
    <T> Session on(Class<T> type, BiConsumer<? super Peer, ? super T> handler);

    /**
     * The package-state callback; the type must be among {@link Rgs.Builder#records}. Let the server send its world as this very type: which
     * requests a package contains is judged by the last one of it that was handed out. Game thread, before the first update.
     */
    <S extends Record> Session state(Class<S> type, StateHandler<S> handler);

    /**
     * Calls the handlers for what is queued now (not for what they cause); false once CLOSED and empty. Once per frame. Game thread,
     * not from a handler.
     */
    boolean update();

    /** From now on RGS posts {@code update} here when something waits, never twice at once: for Swing, JavaFX, servers without a loop. Game thread, once. */
    Session updateOn(Executor executor);

    // ---- the server's own: any thread, IllegalStateException on anybody else

    /** Puts a player out: {@code Left(KICKED)} for all, {@code Closed(KICKED)} there; its token is void. Any thread. */
    void kick(Peer player, String why);

    /** What the directory shows from now on: whether newcomers are let in, and the game's attributes. Any thread. */
    void advertise(boolean open, Map<String, String> attributes);

    /** Ends the game for all: {@code Closed(ENDED)} everywhere, and no failover. Any thread. */
    void end(String why);

    // ---- the end

    /** Leave: returns at once and nothing is delivered after it; a server hands over first, in the background. Any thread; idempotent. */
    void leave();

    /** Same as {@link #leave()}. */
    @Override default void close() { leave(); }
}
