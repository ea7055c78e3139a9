package org.gamenet.rgs.core.directory.lan;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.port.DirectoryPort;
import org.gamenet.rgs.core.wire.MalformedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process's way to games where no directory is: it asks on the local network, and tells of the games that it serves.
 * Their members decide which of them serves. Begins when it is first asked. Any thread.
 */
public final class LanDirectory implements DirectoryPort {
    private static final Logger LOG = LoggerFactory.getLogger(LanDirectory.class);
    private static final int DATAGRAMS_A_ROUND = 256;
    private static final int ANSWERS_A_SECOND = 20;
    private static final int SOURCES_MOST = 1_024;
    /** Where no question was answered for so long, what multicast does not reach is told as well. */
    private static final long QUIET_MILLIS = 150;
    /** Sessions of one process; of those that have ended nobody is told. */
    private static final int LISTENERS_MOST = 64;

    private final LanSettings settings;
    private final LongSupplier chance;
    private final long kind;
    private final long nonce;
    private final LanGames games;
    private final Map<Long, Consumer<? super DirectoryReply>> waiting = new HashMap<>();
    private final List<Consumer<? super DirectoryPush>> listeners = new CopyOnWriteArrayList<>();
    private final Queue<Runnable> asked = new ArrayDeque<>();
    private final Map<InetAddress, Integer> answered = new HashMap<>();
    private long answeredSince;
    private long requests;
    private long quietSince;
    private @Nullable Thread thread;
    private volatile @Nullable LanSockets sockets;
    private volatile boolean closed;

    /** For games of one kind; {@code chance} draws wishes. */
    public LanDirectory(LanSettings settings, String kind, LongSupplier chance) {
        this.settings = settings;
        this.chance = chance;
        this.kind = LanWire.kind(kind);
        this.nonce = chance.getAsLong();
        this.games = new LanGames(kind, nonce);
    }

    private static long millis() {
        return System.nanoTime() / 1_000_000;
    }

    @Override
    public boolean arbitrates() {
        return false;
    }

    @Override
    public void ask(DirectoryRequest request, Consumer<? super DirectoryReply> then) {
        ask(request, then, new HashSet<>());
    }

    /** @param open the session's requests without an answer, and those that founded a game; for the thread of this */
    private void ask(DirectoryRequest request, Consumer<? super DirectoryReply> then, Set<Long> open) {
        if (request instanceof DirectoryRequest.SeekSpare) {
            then.accept(new DirectoryReply.NoSpare("none is in the game, and no directory knows another"));
            return;
        }
        later(() -> {
            long id = ++requests;
            open.add(id);
            waiting.put(id, reply -> {
                if (!(reply instanceof DirectoryReply.Registered)) open.remove(id);
                then.accept(reply);
            });
            perform(games.ask(id, request, chance.getAsLong(), millis()), null, null);
        });
    }

    private void later(Runnable what) {
        synchronized (this) {
            if (closed) return;
            asked.add(what);
            begin();
        }
        LanSockets open = sockets;
        if (open != null) open.wake();
    }

    private void begin() {
        if (thread != null) return;
        quietSince = millis();
        thread = new Thread(this::run, "rgs-lan");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try (LanSockets open = new LanSockets(settings)) {
            sockets = open;
            while (!closed) {
                for (Runnable next = next(); next != null; next = next()) next.run();
                // Datagrams that came while this thread got no processor are heard before time is judged: nobody was
                // silent.
                open.take(0, DATAGRAMS_A_ROUND, this::heard);
                perform(games.tick(millis()), null, null);
                long due = games.nextAt();
                long rest = due == Long.MAX_VALUE ? 1_000 : Math.min(1_000, Math.max(1, due - millis()));
                open.take(rest, DATAGRAMS_A_ROUND, this::heard);
            }
        } catch (IOException | RuntimeException fault) {
            if (!closed) LOG.warn("games are no longer found on the local network", fault);
        }
    }

    private synchronized @Nullable Runnable next() {
        return asked.poll();
    }

    private void heard(ByteBuffer bytes, InetSocketAddress from, DatagramChannel at) {
        InetAddress source = from.getAddress();
        boolean near = source.isLoopbackAddress() || source.isLinkLocalAddress() || source.isSiteLocalAddress();
        if (!near || settings.loopbackOnly() && !source.isLoopbackAddress()) return;
        try {
            LanWire.Heard heard = LanWire.decode(bytes);
            if (heard.kind() != kind || heard.nonce() == nonce) return;
            // Only an answer says that what is asked arrives: what others say unasked may have come by broadcast.
            if (isAnswer(at)) quietSince = millis();
            perform(games.heard(heard.nonce(), heard.said(), millis()), from, at);
        } catch (MalformedException malformed) {
            LOG.trace("from {}: {}", from, malformed.getMessage());
        }
    }

    private boolean isAnswer(DatagramChannel heardAt) {
        LanSockets open = sockets;
        return open != null && open.isForAnswers(heardAt);
    }

    private void perform(List<LanGames.Out> outs, @Nullable InetSocketAddress asker, @Nullable DatagramChannel at) {
        LanSockets open = sockets;
        if (open == null) return;
        for (LanGames.Out out : outs) {
            if (out instanceof LanGames.Cast cast) {
                open.cast(LanWire.encode(kind, nonce, cast.said()), millis() - quietSince >= QUIET_MILLIS);
            } else if (out instanceof LanGames.Tell tell && asker != null && at != null) {
                if (mayAnswer(asker.getAddress())) open.answer(at, LanWire.encode(kind, nonce, tell.said()), asker);
                else perform(games.tellAll(millis()), null, null);
            } else if (out instanceof LanGames.Reply reply) {
                Consumer<? super DirectoryReply> then = waiting.remove(reply.request());
                if (then != null) then.accept(reply.reply());
            } else if (out instanceof LanGames.Told told) {
                listeners.forEach(each -> each.accept(new DirectoryPush.Elsewhere(told.game())));
            }
        }
    }

    private boolean mayAnswer(InetAddress source) {
        long now = millis();
        if (now - answeredSince > 1_000 || answered.size() > SOURCES_MOST) {
            answered.clear();
            answeredSince = now;
        }
        return answered.merge(source, 1, Integer::sum) <= ANSWERS_A_SECOND;
    }

    /** Only that a game which is served here is told of elsewhere: no frozen game is offered. */
    @Override
    public void listen(Consumer<? super DirectoryPush> pushes) {
        if (listeners.size() >= LISTENERS_MOST) listeners.remove(0);
        listeners.add(pushes);
    }

    /** A session's own way: with the session end its searches, and what it founded. */
    public DirectoryPort ofSession() {
        Set<Long> open = new HashSet<>();
        return new DirectoryPort() {
            @Override
            public boolean arbitrates() {
                return false;
            }

            @Override
            public void ask(DirectoryRequest request, Consumer<? super DirectoryReply> then) {
                LanDirectory.this.ask(request, then, open);
            }

            @Override
            public void listen(Consumer<? super DirectoryPush> pushes) {
                LanDirectory.this.listen(pushes);
            }

            @Override
            public void close() {
                later(() -> {
                    games.forget(open);
                    waiting.keySet().removeAll(open);
                });
            }
        };
    }

    /** Ends it for the whole process. */
    @Override
    public void close() {
        closed = true;
        LanSockets open = sockets;
        if (open != null) open.wake();
    }
}
