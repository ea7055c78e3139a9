package org.gamenet.rgs.core.directory.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.DirectoryWire;
import org.gamenet.rgs.core.directory.server.DirectoryOutput;
import org.gamenet.rgs.core.port.Clock;
import org.gamenet.rgs.core.port.DirectoryPort;
import org.jspecify.annotations.Nullable;

/**
 * Lines to a directory in memory: what is said on them travels as bytes, as on real ones, and whoever closes one is
 * gone. For rehearsals. Answers come at once, on the thread that asks. One thread.
 */
public final class LinesInMemory {
    private final Clock clock;
    private final MemoryDirectory directory = new MemoryDirectory(1);
    private final List<Port> ports = new ArrayList<>();

    /** To an empty directory; {@code clock}: for its leases. */
    public LinesInMemory(Clock clock) {
        this.clock = clock;
    }

    /** Another process's line. */
    public DirectoryPort open() {
        Port port = new Port(ports.size() + 1);
        ports.add(port);
        perform(directory.lineOpened(port.number, millis()));
        return port;
    }

    private long millis() {
        return clock.nanoTime() / 1_000_000;
    }

    private void perform(List<DirectoryOutput> outputs) {
        for (DirectoryOutput output : outputs) {
            if (output instanceof DirectoryOutput.Answer answer)
                ports.get((int) answer.line() - 1).answer(answer);
            else if (output instanceof DirectoryOutput.Push push)
                ports.get((int) push.line() - 1).push(push.push());
        }
    }

    private final class Port implements DirectoryPort {
        private final long number;
        private final Map<Long, Consumer<? super DirectoryReply>> asked = new HashMap<>();
        private @Nullable Consumer<? super DirectoryPush> listener;
        private long requests;
        private boolean closed;

        Port(long number) {
            this.number = number;
        }

        @Override
        public void ask(DirectoryRequest request, Consumer<? super DirectoryReply> then) {
            if (closed) return;
            long id = ++requests;
            asked.put(id, then);
            perform(directory.tick(millis()));
            perform(directory.request(
                    number, id, DirectoryWire.decodeRequest(DirectoryWire.encode(request)), millis()));
        }

        private void answer(DirectoryOutput.Answer answer) {
            Consumer<? super DirectoryReply> then = asked.remove(answer.requestId());
            if (then != null) then.accept(DirectoryWire.decodeReply(DirectoryWire.encode(answer.reply())));
        }

        @Override
        public void listen(Consumer<? super DirectoryPush> pushes) {
            listener = pushes;
        }

        private void push(DirectoryPush push) {
            if (listener != null) listener.accept(DirectoryWire.decodePush(DirectoryWire.encode(push)));
        }

        @Override
        public void close() {
            if (closed) return;
            closed = true;
            perform(directory.lineClosed(number, millis()));
        }
    }
}
