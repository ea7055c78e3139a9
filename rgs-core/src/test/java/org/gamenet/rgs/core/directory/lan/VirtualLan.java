package org.gamenet.rgs.core.directory.lan;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.port.DirectoryPort;

/** The datagrams of a local network in virtual time, for whole sessions without a directory. */
public final class VirtualLan {
    private static final long MILLI = 1_000_000;

    private final LongSupplier nanos;
    private final Later later;
    private final List<Port> ports = new ArrayList<>();
    /** Whether the second port hears the first. */
    public BiPredicate<Port, Port> reaches = (from, to) -> true;

    private long drawn = 41;

    /** Runs something after so many nanoseconds. */
    public interface Later {
        void run(long nanos, Runnable what);
    }

    public VirtualLan(LongSupplier nanos, Later later) {
        this.nanos = nanos;
        this.later = later;
    }

    /** Another process. */
    public Port open(String kind) {
        Port port = new Port(kind);
        ports.add(port);
        return port;
    }

    private long draw() {
        drawn = drawn * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
        return drawn;
    }

    /** A process's way to games. */
    public final class Port implements DirectoryPort {
        private final long kind;
        private final long nonce = draw();
        private final LanGames games;
        private final Map<Long, Consumer<? super DirectoryReply>> asked = new HashMap<>();
        private final List<Consumer<? super DirectoryPush>> listeners = new ArrayList<>();
        private final Set<Long> open = new HashSet<>();
        private long requests;
        private boolean dead;

        private Port(String kind) {
            this.kind = LanWire.kind(kind);
            games = new LanGames(kind, nonce);
            later.run(MILLI, this::tick);
        }

        @Override
        public boolean arbitrates() {
            return false;
        }

        private long millis() {
            return nanos.getAsLong() / MILLI;
        }

        private void tick() {
            if (dead) return;
            if (games.nextAt() <= millis()) perform(games.tick(millis()), null);
            later.run(MILLI, this::tick);
        }

        @Override
        public void ask(DirectoryRequest request, Consumer<? super DirectoryReply> then) {
            long id = ++requests;
            asked.put(id, then);
            open.add(id);
            perform(games.ask(id, request, draw(), millis()), null);
        }

        private void perform(List<LanGames.Out> outs, Port asker) {
            for (LanGames.Out out : outs) {
                if (out instanceof LanGames.Cast cast) for (Port each : ports) post(each, cast.said());
                else if (out instanceof LanGames.Tell tell && asker != null) post(asker, tell.said());
                else if (out instanceof LanGames.Reply reply) {
                    if (!(reply.reply() instanceof DirectoryReply.Registered)) open.remove(reply.request());
                    asked.remove(reply.request()).accept(reply.reply());
                } else if (out instanceof LanGames.Told told)
                    listeners.forEach(each -> each.accept(new DirectoryPush.Elsewhere(told.game())));
            }
        }

        private void post(Port to, Datagram said) {
            byte[] bytes = LanWire.encode(kind, nonce, said);
            later.run(MILLI, () -> {
                LanWire.Heard heard = LanWire.decode(ByteBuffer.wrap(bytes));
                if (!dead && !to.dead && heard.kind() == to.kind && reaches.test(this, to))
                    to.perform(to.games.heard(heard.nonce(), heard.said(), to.millis()), this);
            });
        }

        /** Its process dies. */
        public void die() {
            dead = true;
        }

        @Override
        public void listen(Consumer<? super DirectoryPush> pushes) {
            listeners.add(pushes);
        }

        @Override
        public void close() {
            games.forget(open);
        }
    }
}
