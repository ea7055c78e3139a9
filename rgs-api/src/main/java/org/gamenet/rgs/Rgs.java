package org.gamenet.rgs;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;

/**
 * RGS in this process: it knows the player here, the directory's addresses and the records that travel. Any thread may
 * call any of its methods.
 *
 * <h2>A game from its first line to its last</h2>
 *
 * <pre>{@code
 * record Hello(String text) {}
 *
 * try (Rgs rgs = Rgs.game("chat")                  // the kind of game: all processes of it say the same
 *         .directory("localhost:7400")             // where games are found
 *         .player("ann")
 *         .records(Hello.class)                    // what travels
 *         .start()) {
 *     Session session = rgs.hostOrJoin(GameSpec.clientServer("room", 8));
 *     session.on(Hello.class, (who, hello) -> System.out.println(who.name() + ": " + hello.text()));
 *     session.send(new Hello("here I am"));        // waits until I am in the game
 *     while (session.update()) Thread.sleep(16);   // all handlers run in here
 * }
 * }</pre>
 *
 * <h2>A lobby</h2>
 *
 * <pre>{@code
 * rgs.discover(Query.any(), Duration.ofSeconds(1)).whenComplete((games, problem) -> {
 *     if (problem != null) System.out.println(problem.getMessage());          // says which directory did not answer
 *     else for (GameInfo game : games) System.out.println(game.name() + " " + game.players() + "/" + game.maxPlayers());
 * });
 * }</pre>
 *
 * @since 0.1
 */
public interface Rgs extends AutoCloseable {

    /**
     * Begins a set-up for games of this kind. Games of different kinds never see each other, so a change of the rules
     * is best expressed as a kind of its own: {@code "teapots/2"}.
     */
    @CheckReturnValue
    static Builder game(String kind) {
        return Provider.installed().game(kind);
    }

    /**
     * The verb Discover: lists the games that match, in the query's order. The result is there after 2 s at most; code
     * that hangs on it runs on the JDK's common pool, on no thread of RGS. A directory that does not answer in that
     * time completes it with an {@link RgsException} of NO_DIRECTORY; where no directory is set up, it has what answers
     * on the local network within 300 ms.
     */
    CompletableFuture<List<GameInfo>> discover(Query query);

    /**
     * As {@link #discover(Query)}, with the time of your choice: an answer or NO_DIRECTORY is there after it at the
     * latest, 100 ms to 10 min.
     *
     * @throws IllegalArgumentException if the time is out of range
     */
    CompletableFuture<List<GameInfo>> discover(Query query, Duration within);

    /**
     * The verb Register: opens a game that this process serves. The session is {@code WAITING} when it is returned,
     * which is at once, and becomes admitted or {@code Closed} later. A directory is tried for 10 s, after which it is
     * {@code Closed(NO_DIRECTORY)}; where none is set up, the game begins at once.
     */
    Session register(GameSpec spec);

    /**
     * The verb Join: asks a running game for a seat. A process without a player becomes a spectator, to whom everything
     * is sent and who sends nothing. The session is {@code WAITING} when it is returned, which is at once. A directory
     * is tried for 10 s, after which it is {@code Closed(NO_DIRECTORY)}.
     */
    Session join(GameInfo game);

    /**
     * Discover and Join in one step: a seat in the first game of the query's order that has one to give, such as
     * {@code Query.any().nearest("rating", 1500)}. A game that turns this process away is passed over, up to eight of
     * them. Where no game is left the session is {@code Closed(NO_GAME)}. The session is {@code WAITING} when it is
     * returned, which is at once. A directory is tried for 10 s, after which it is {@code Closed(NO_DIRECTORY)}.
     */
    Session join(Query query);

    /**
     * My own seat again, whoever serves the game now: {@link Session#self()} equals the peer that it was, the others
     * see {@code Joined} with {@code again}. If the former process lives still it is {@code Closed(REPLACED)}; of two
     * that ask, the later one stays. Handlers of the former process may have taken things out of the game when this
     * player had {@code Left}: these stay out. The session is {@code WAITING} when it is returned, which is at once;
     * {@code Closed(NO_GAME)} follows where the game is over, {@code Closed(KICKED)} where this player was put out.
     *
     * @param rejoinToken of {@link Session#rejoinToken()}
     * @throws IllegalArgumentException if it is damaged, or of another kind of game
     */
    Session join(String rejoinToken);

    /**
     * Join or Register in one step: a seat in the open game of that name that has existed longest and has one to give,
     * and a game of my own where there is none. Two processes that ask in the same instant end up in the same game. The
     * session is {@code WAITING} when it is returned, which is at once. A directory is tried for 10 s, after which it
     * is {@code Closed(NO_DIRECTORY)}.
     */
    Session hostOrJoin(GameSpec spec);

    /**
     * As {@link #hostOrJoin(GameSpec)}, but a directory is tried for the time of your choice, 100 ms to 10 min.
     *
     * @throws IllegalArgumentException if the time is out of range
     */
    Session hostOrJoin(GameSpec spec, Duration within);

    /**
     * The verb Register, for a spare: as soon as some game of this kind is without a server, this process becomes it. A
     * session is good for one game; a process that can serve n games calls this n times. A directory that does not
     * answer is tried for ever.
     *
     * <p>A running game of this kind that names {@link Failover#HOT_BACKUP} takes one such process in, to hold the copy
     * of its server's state. Of that nothing is told here: the session stays {@code WAITING}, and what is sent waits,
     * until it serves; it is given the state, {@code Joined} for everybody and {@code Resumed} then, as of any game. If
     * that game ends without it, it stands by for the next one. To the others it is {@link View#backup()}, never a
     * player.
     *
     * <p>Without a directory that is the only way in: a game on the local network that names
     * {@link Failover#SPARE_SERVER} or {@link Failover#HOT_BACKUP} takes one such process in within some seconds, and
     * it serves when the server dies. A game whose server dies earlier is not offered to it.
     *
     * @throws IllegalStateException if the set-up of this process names a player
     */
    Session standBy();

    /**
     * Plays a session log of this kind of game, see {@link Session#record(Path)}. Touches no network and reads the file
     * before it returns, so it takes as long as the disk does. A log that ends in the middle, or is damaged there, is
     * played up to that place.
     *
     * @throws IllegalArgumentException if the file is no session log, or one of another version or kind of game
     * @throws RgsException RECORDS_DIFFER, if the records of its game were others
     */
    Replay replay(Path file);

    /**
     * Makes the network worse from now on, to see during development what players with a bad one will see: everything
     * that the sessions of this process say to other processes waits, gets lost or comes twice as asked.
     * {@link Conditions#NONE} ends it, and what still waits goes out at once. Left alone are what others send, which
     * takes the same call in their processes; the directory; and the group layer's own traffic, closed sockets
     * included. A session holds back 16 384 messages or 32 MiB; the message that is due first leaves early when that is
     * full. Messages held back when the process dies were never sent.
     */
    void conditions(Conditions conditions);

    /**
     * The verb Shutdown: leaves all sessions, passes on the games that are served here, and gives back every thread and
     * socket. It may take up to 2 s, and a second call does nothing.
     */
    void shutdown();

    /** Does what {@link #shutdown()} does. */
    @Override
    default void close() {
        shutdown();
    }

    /**
     * The set-up of RGS in a process, before it starts. All methods except {@code start} give back the builder itself.
     * One thread.
     *
     * @since 0.1
     */
    interface Builder {

        /**
         * Names the player at this process, in 1 to 64 printable bytes that others may have chosen as well. A process
         * without one serves, stands by or watches, and goes by its address.
         */
        Builder player(String name);

        /**
         * Where the directory is, as in {@code "host:7400"}; of several addresses the next is tried when one does not
         * answer. Without it games are found on the local network alone, see {@link #lan}.
         */
        Builder directory(String... hostPorts);

        /**
         * Hosts, by name or address, that are asked for games besides, where no directory is named and the network
         * drops multicast. Without a directory games are found on the local network and on this machine, by UDP port
         * 17474 over IPv4, and their members decide who serves; a process that binds to a loopback address, or is
         * started with {@code -Drgs.lan=lo}, finds those of its own machine alone. For trusted networks.
         *
         * @throws IllegalArgumentException for a blank name
         */
        Builder lan(String... hosts);

        /**
         * Names all the records that are sent or hold state; their order is of no importance, and a sealed interface
         * brings in all the records it permits. All processes of a game name the same; one that does not is
         * {@code Closed(RECORDS_DIFFER)}.
         *
         * <pre>{@code
         * sealed interface Command permits Steer, Fire {}
         * record Steer(float turn) implements Command {}           // 4 bytes, and a header
         * record Fire() implements Command {}
         * record World(List<Pot> pots, Map<Peer, Integer> scores) {}
         * record Pot(Peer owner, float x, float z) {}              // reached from World: need not be named
         *
         * Rgs.Builder setUp = Rgs.game("duel").records(Command.class, World.class);
         * }</pre>
         *
         * <p><b>The type of a component</b>, and how many bytes it takes: boolean and byte 1, short and char 2, int and
         * float 4, long and double 8, and their boxes; an enum 1 up to 128 constants; String 1 and its UTF-8, 2 or more
         * for what is above 127 bytes; Peer 8; Duration 12; Optional 1 and what is inside; List, Set, Map, an array and
         * ByteBuffer 1 to 5 for the count and what is inside; a record what its components take; a sealed interface of
         * records 1 more. Names do not travel. Beside that each message has a header of about 80 bytes, so one message
         * with a list costs less than many. {@code null} is nowhere allowed: take Optional. Anything else that you
         * need, such as a class of another library, goes by a {@link #codec}.
         */
        Builder records(Class<?>... types);

        /** Lets the game itself encode that type of record, whose components RGS would use otherwise. */
        <T extends Record> Builder codec(Class<T> type, Codec<T> codec);

        /**
         * Where to listen, as in {@code "192.168.1.5:0"}, port 0 meaning any that is free. Without it RGS picks an
         * address: the one by which this machine reaches the directory, if that is on another one, else the first
         * private one; the log says which.
         */
        Builder bind(String hostPort);

        /**
         * Turns on TLS with certificates on both sides: who has none that this context trusts is not listened to.
         * Without it everything travels in the clear, the log warns of that, unless {@link #bind} names a loopback
         * address, and RGS listens on loopback or private addresses only.
         */
        Builder tls(SSLContext context);

        /**
         * This process joins games and never serves one, whatever happens to the others: it is no backup, is not
         * promoted, and no copy of a server's whole state is sent to it. For machines that are too weak, on a bad line,
         * or not trusted with the game. {@code register}, {@code hostOrJoin} and {@code standBy} throw
         * {@link IllegalStateException} here. A game whose other processes are gone ends for this one with
         * {@code Closed(NO_NEW_SERVER)}. It binds honest processes: whom a game trusts to serve is for the others to
         * decide, with TLS and {@link #mayServe}.
         *
         * <pre>{@code
         * Rgs rgs = Rgs.game("duel").player("ann").records(Hello.class).directory("localhost:7400").neverServe().start();
         * Session session = rgs.join(Query.any());
         * }</pre>
         */
        Builder neverServe();

        /**
         * With {@link #tls}: which certificates permit serving. A process whose certificate does not is, to each
         * process with this setting, as if it had said {@link #neverServe}, whatever it says itself: it is no backup,
         * no copy of the state is sent to it, it is not promoted, nobody votes for it, and no member follows it. Where
         * this process's own does not, {@code register}, {@code hostOrJoin} and {@code standBy} throw
         * {@link IllegalStateException}. Without it every certificate that the context trusts permits serving. All
         * processes of a game, and the directory ({@code Directory.Builder.mayServe}), say the same. The predicate is
         * called on threads of RGS and should answer at once; one that throws has said no.
         *
         * <pre>{@code
         * Rgs.Builder setUp = Rgs.game("duel").records(Hello.class).tls(context).mayServe(new ServingUnit("game servers"));
         * }</pre>
         *
         * @param permits such as {@link ServingUnit}
         */
        Builder mayServe(Predicate<X509Certificate> permits);

        /** Sets a limit to another value, in bytes or as a number of messages or members, as its name says. */
        Builder limit(Limit limit, long value);

        /**
         * Starts RGS and returns: its daemon threads run, nothing has gone over the network.
         *
         * @throws IllegalArgumentException naming what in the set-up is wrong
         */
        @CheckReturnValue
        Rgs start();
    }

    /**
     * The implementation to which the static methods of the API lead; {@link ServiceLoader} finds it. No game has a
     * reason to call it. Any thread.
     *
     * @since 0.1
     */
    interface Provider {

        /**
         * The implementation on this class path, of which there is one.
         *
         * @throws IllegalStateException if there is none; the message names the dependency to add
         */
        @CheckReturnValue
        static Provider installed() {
            return ServiceLoader.load(Provider.class, Provider.class.getClassLoader())
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(
                            "no implementation of RGS found: add org.gamenet:rgs-core to the class path"));
        }

        /** A set-up to be filled in, for a process that plays this kind of game. */
        Builder game(String kind);
    }
}
