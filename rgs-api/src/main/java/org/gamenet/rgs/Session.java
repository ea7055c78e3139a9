package org.gamenet.rgs;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The part of this process in one game. It begins with the call that returned it and ends when it is {@code CLOSED}.
 * Any thread, except where a method says "game thread".
 *
 * <h2>One frame of a game</h2>
 *
 * Players tell the server what they want, the server tells everybody what is. The process that serves may be another
 * one after any frame.
 *
 * <pre>{@code
 * session.on(Move.class, (who, move) -> world.apply(who, move))         // at the server: only it is sent a Move
 *        .on(World.class, (server, seen) -> world = seen)               // at everybody
 *        .on(Left.class, (who, left) -> world.remove(who))              // everybody does that for itself
 *        .state(World.class, handler);                                  // how a new server gets the world
 *
 * while (session.update()) {                                            // messages and events, in their order
 *     session.sendToServer(new Move(1, 0));
 *     if (session.isServer() && session.phase() == Session.Phase.PLAYING) session.send(world, Delivery.UNRELIABLE_SEQUENCED);
 *     draw(world);                                                      // also while FROZEN: the picture stands still
 * }
 * }</pre>
 *
 * A server is a player too, and is sent what it sends: the second handler replaces its world by an equal one. Before
 * the first {@code update} nothing is handed out, so handlers named right after {@code join} miss nothing.
 *
 * @since 0.1
 */
public interface Session extends AutoCloseable {

    /**
     * The stages of a session. Any thread.
     *
     * @since 0.1
     */
    enum Phase {
        /** Outside the game: it asks for a seat, or it stands by. */
        WAITING,
        /** Inside the game. */
        PLAYING,
        /** Inside a game without server, or separated from it: messages of the game stay out until {@code Resumed}. */
        FROZEN,
        /** At its end, for the reason that the last event gave. */
        CLOSED
    }

    // ---- how things stand: any thread; changes when update or recv hands an item out

    /** The stage at which this session is. */
    Phase phase();

    /** This process in the game. It stays the same while the session lives, through a rejoin too. */
    Peer self();

    /**
     * The token that brings this player back as itself, from another process or address too: for
     * {@link Rgs#join(String)}. Write it down when the game begins; it stays good while the game lives, whoever serves
     * it. It is a secret: whoever has it is this player.
     *
     * <pre>{@code
     * Path seat = Path.of("seat.txt");
     * Files.writeString(seat, session.rejoinToken());                  // while it goes well
     * Session again = rgs.join(Files.readString(seat));                // after a crash of this process
     * }</pre>
     *
     * @return up to 4 096 letters, digits, dots, dashes and underscores
     * @throws IllegalStateException while {@code WAITING}
     */
    String rejoinToken();

    /** The members that play and the one that serves; empty while {@code WAITING}. */
    View view();

    /**
     * The game as the directory was told of it last.
     *
     * @throws IllegalStateException while {@code WAITING}
     */
    GameInfo game();

    /** The part of this process in serving the game. */
    ServerRole role();

    /** Whether this process serves. */
    default boolean isServer() {
        return role().isActive();
    }

    /**
     * Seconds since the game began, on the clock that all its processes share. Any two of them differ by no more than
     * the error that {@link Stats} tells. It never steps backwards, continues while FROZEN, and does not end with the
     * server.
     */
    double gameTime();

    /** Measures, here and now. */
    Stats stats();

    // ---- send: any thread; returns without waiting

    /** As {@link #send(Record, Delivery)}, with {@code RELIABLE_ORDERED}. */
    default void send(Record message) {
        send(message, Delivery.RELIABLE_ORDERED);
    }

    /**
     * The verb Send, to all including myself. A reliable message that is sent while WAITING or FROZEN is kept and goes
     * out once when that is over; an unreliable one is dropped.
     *
     * @throws RgsException QUEUE_FULL when the reliable messages that are kept have reached their limit
     * @throws IllegalStateException for a spectator, and once CLOSED
     */
    void send(Record message, Delivery how);

    /**
     * As {@link #send(Record, Delivery)}, of one thing among several of the same type: with
     * {@code UNRELIABLE_SEQUENCED} a newer message replaces an older one of the same sender, receivers, type <em>and
     * key</em>. A server that passes on the actions of several players, or the places of several things, gives each its
     * own key: any number, such as {@link Peer#id}; 0 is the key of a message without one.
     *
     * <pre>{@code
     * session.on(Move.class, (who, move) -> session.send(new Moved(who, move), Delivery.UNRELIABLE_SEQUENCED, who.id()));
     * }</pre>
     *
     * @throws IllegalArgumentException for any other delivery
     */
    void send(Record message, Delivery how, long key);

    /** As {@link #send(Peer, Record, Delivery)}, with {@code RELIABLE_ORDERED}. */
    default void send(Peer to, Record message) {
        send(to, message, Delivery.RELIABLE_ORDERED);
    }

    /**
     * The verb Send, to a single peer; one that is out gets nothing, and for one that is {@link SessionEvent.Away} a
     * reliable message waits. In all else like {@link #send(Record, Delivery)}.
     *
     * @throws IllegalArgumentException for {@code TOTAL_ORDER}, which is for all
     */
    void send(Peer to, Record message, Delivery how);

    /** As {@link #sendToServer(Record, Delivery)}, with {@code RELIABLE_ORDERED}. */
    default void sendToServer(Record message) {
        sendToServer(message, Delivery.RELIABLE_ORDERED);
    }

    /**
     * The verb Send, to the server, whoever that may be: across a failover too the message takes effect once, and no
     * process but the one that serves at that moment is given it. In all else like {@link #send(Record, Delivery)}.
     *
     * @throws IllegalArgumentException for {@code TOTAL_ORDER}, which is for all
     * @throws IllegalStateException in a game of peers
     */
    void sendToServer(Record message, Delivery how);

    // ---- receive: game thread

    /**
     * The verb Recv: takes the next message or event from the queue; null says that there is none. It calls no handler,
     * though it may call the state callbacks. Game thread.
     */
    // JSpecify is for compilers and editors: a game need not have it, so its module is not passed on.
    @SuppressWarnings("exports")
    @Nullable
    Incoming recv();

    /**
     * Names the handler of a type. The type is a record; or an interface that several messages or events implement,
     * such as {@code SessionEvent.class}; or {@code Record.class} for what has no other. An item goes to one handler,
     * that of the closest type. To name another for the same type replaces it. The handler is given the sender of a
     * message, or the peer that an event concerns; {@link #recv} also tells when a message was sent. An item without a
     * handler is counted. Game thread.
     */
    <T> Session on(Class<T> type, BiConsumer<? super Peer, ? super T> handler);

    /**
     * Names the package-state callback. Its type has to be among {@link Rgs.Builder#records}. A server should send its
     * world as a record of exactly this type, because a package counts as containing those requests that the last such
     * record handed out here contained. Game thread, ahead of the first update.
     */
    <S extends Record> Session state(Class<S> type, StateHandler<S> handler);

    /**
     * Hands all items that are queued at the time of the call to their handlers; items that the handlers bring about
     * are left for the next. Call it once in every frame. It returns false when the session is CLOSED and the queue is
     * empty. Game thread, and never inside a handler.
     */
    boolean update();

    /**
     * The player has just done something that the next message to the server will tell: from now on its age counts, see
     * {@link Stats#dataAges()}. Without this it counts from the message. Costs next to nothing.
     */
    void acted();

    /**
     * Says that the items handed out so far are on the screen. A game that wants to know how old its picture is calls
     * this once in every frame, after drawing. It costs next to nothing.
     */
    void drawn();

    /**
     * Makes RGS call {@code update} by way of this executor whenever there is something to hand out, with one such call
     * at a time. Made for Swing, for JavaFX and for servers that have no loop. Game thread, one time.
     *
     * <p>An executor that throws instead of taking a call, because its queue is full or it has yet to begin, is asked
     * again some 20 ms later, for as long as the session lives and for ten seconds after it; one that drops a call
     * without a word gets no other. One that runs a call at once where it is posted on its own thread, as those of
     * Android and of many toolkits do, is never made to within a handler or a {@code send}: that call is posted by the
     * session's own thread.
     *
     * <p>{@code updateOn(Runnable::run)} saves the change of thread: handlers and callbacks run in place, on the thread
     * that brought the message from the network if this {@link Rgs} has no other session, else on the session's own;
     * one at a time, each seeing what those before it did, and never on a thread that sends. For a server without a
     * loop whose handlers are short: while one runs, this session says no sign of life, and one that blocks for longer
     * than {@link GameSpec#suspectAfter} counts as a server that hangs. Messages that a handler sends leave once it has
     * returned, and no call of it runs another handler. An exception of a handler goes to the thread's uncaught
     * exception handler, and play goes on with the next item.
     */
    Session updateOn(Executor executor);

    /**
     * Takes down what this session is handed and what it sends, its views and epochs and the takeovers, into a new
     * file, to be played by {@link Rgs#replay(Path)} or sent along with a bug report. A log that begins in the middle
     * of a game begins with a state package and a {@code Joined} for every player. The game thread copies, a thread of
     * RGS writes; the file grows by appends alone, so that after a crash all but the last moment of it can be played.
     * It holds everything that was said in the game. Any thread.
     *
     * @throws IllegalArgumentException if the file exists or cannot be made
     * @throws IllegalStateException if the session is over, or is being recorded
     */
    Recording record(Path file);

    // ---- for whoever serves: any thread; IllegalStateException elsewhere

    /**
     * Removes a player. Everybody sees {@code Left(KICKED)}, the player itself {@code Closed(KICKED)}, and it cannot
     * come back as the same peer. While the server cannot act, as for a moment in which its backup is being named, this
     * waits; {@code Refused} comes if the player is not in the game, the game is being handed over, or this process
     * serves no longer by then.
     *
     * @throws IllegalStateException if this process does not serve
     */
    void kick(Peer player, String why);

    /**
     * Hands the game over, to the process that backs this one up, the second of {@link View#servers()}, or to a player,
     * who takes the backup's place first: from then on that one serves, and nobody's game stands still, nothing is lost
     * and nothing comes twice. Here the state is packed once more, and with that, in the same update, comes
     * {@code RoleChanged}: this process computes nothing any more, it follows, and backs the other one up. There
     * {@code restoreState} comes with that very state, then {@code RoleChanged}, all of it while PLAYING. To the others
     * the view tells.
     *
     * <p>If nobody backs this one up yet, if the other one refuses, does not answer for 2 s, or dies, if another
     * handover is under way or the directory is out of reach, this process gets {@code Refused} and serves on; where it
     * had stopped already, after {@code RoleChanged} back.
     *
     * @throws IllegalArgumentException if that is this process itself, or neither plays nor backs up in this game
     * @throws IllegalStateException if this process does not serve
     */
    void handover(Peer to);

    /**
     * Tells the directory what to show from here on: if newcomers may come in, and the attributes of the game.
     *
     * @throws IllegalStateException if this process does not serve
     */
    void advertise(boolean open, Map<String, String> attributes);

    /**
     * Finishes the game for everybody. All see {@code Closed(ENDED)}, and nobody takes over. A handover that has only
     * begun is given up for it. {@code Refused} comes if this process serves no longer by then.
     *
     * @throws IllegalStateException if this process does not serve
     */
    void end(String why);

    // ---- the end

    /**
     * The verb Leave: returns immediately, and from then on nothing is delivered here. If this process serves, it
     * passes the game on first, which happens in the background: called on the game thread it hands out what waits for
     * an update, and has the state packed for the next server, before it returns; within a handler the state is packed
     * as soon as update ends, and nothing more is handed out; called on another thread the next update does both, and
     * if that is late the last package is passed on. Where a process backs this one up that is a {@link #handover
     * handover}: nobody's game stands still, unless more was ordered than this application was told. A second call does
     * nothing.
     */
    void leave();

    /** Does what {@link #leave()} does. */
    @Override
    default void close() {
        leave();
    }
}
