package org.gamenet.rgs;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.gamenet.rgs.spi.RgsProvider;

/** This process: who plays here, where the directory is, what the messages are. All methods: any thread. */
public interface Rgs extends AutoCloseable {

    /** Starts the set-up for one kind of game; kinds never meet, so a rule change is a new kind, {@code "teapots/2"}. Any thread. */
    static Builder game(String kind) { return RgsProvider.installed().game(kind); }

    /** Discover: the games that match, nearest first. Completes within 2 s on a thread of the JDK's common pool, never on RGS's. */
    CompletableFuture<List<GameInfo>> discover(Query query);

    /** Register: a new game with this process as its server. Returns at once, {@code WAITING}; then admission or {@code Closed}. */
    Session register(GameSpec spec);

    /** Join: a seat in a running game (a spectator's, if this process has no player: it hears all and may not send). Returns at once, {@code WAITING}. */
    Session join(GameInfo game);

    /** Joins the oldest open game of that name with a free seat, or registers it; two callers at the same moment meet in one game. Returns at once, {@code WAITING}. */
    Session hostOrJoin(GameSpec spec);

    /** Register, as a spare: waits until a game of this kind has lost its server, then serves it. One session, one game; call n times for n games. {@link IllegalStateException} if this process has a player. */
    Session standBy();

    /** Shutdown: leaves every session, hands over what this process serves, frees everything. Blocks for 2 s at most; idempotent. */
    void shutdown();

    /** Same as {@link #shutdown()}. */
    @Override default void close() { shutdown(); }

    /** The set-up of one process. Every method but {@code start} returns this builder; one thread. */
    interface Builder {

        /** Name of the player here: 1 to 64 bytes, printable, need not be unique. Left out, this process serves, stands by or watches, and is called by its address. */
        Builder player(String name);

        /** Addresses of the directory, {@code "host:7400"}, tried in turn. Left out, games are found on the local network. */
        Builder directory(String... hostPorts);

        /** The records that travel, messages and state, in any order; a sealed interface stands for all its records. */
        Builder records(Class<?>... types);

        /** Encodes one of the records by hand, instead of by its components. */
        <T extends Record> Builder codec(Class<T> type, Codec<T> codec);

        /** Address to listen on, {@code "192.168.1.5:0"}; port 0 picks a free one. Left out, RGS chooses, and logs what it chose. */
        Builder bind(String hostPort);

        /** Mutual TLS: only processes whose certificate this context trusts are heard. */
        Builder tls(SSLContext context);

        /** Changes one limit. */
        Builder limit(Limit limit, long value);

        /** Starts RGS's threads (daemons) and returns; touches no network. Throws {@link IllegalArgumentException} naming what is wrong. */
        Rgs start();
    }
}
