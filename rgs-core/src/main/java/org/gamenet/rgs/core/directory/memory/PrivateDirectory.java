package org.gamenet.rgs.core.directory.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.server.DirectoryOutput;
import org.gamenet.rgs.core.port.Clock;
import org.gamenet.rgs.core.port.DirectoryPort;

/**
 * A directory that nobody but this process knows: what a game without a configured directory plays on, alone (T7).
 * Answers at once, on the thread that asks. Any thread.
 */
public final class PrivateDirectory implements DirectoryPort {
    private static final long LINE = 1;

    private final Clock clock;
    private final MemoryDirectory memory = new MemoryDirectory(1);
    private final List<Consumer<? super DirectoryPush>> listeners = new ArrayList<>();
    private final Map<Long, Consumer<? super DirectoryReply>> asked = new HashMap<>();
    private long requests;

    /** Empty; {@code clock}: for its leases. */
    public PrivateDirectory(Clock clock) {
        this.clock = clock;
        perform(memory.lineOpened(LINE, millis()));
    }

    private long millis() {
        return clock.nanoTime() / 1_000_000;
    }

    @Override
    public synchronized void ask(DirectoryRequest request, Consumer<? super DirectoryReply> then) {
        long id = ++requests;
        asked.put(id, then);
        perform(memory.tick(millis()));
        perform(memory.request(LINE, id, request, millis()));
    }

    @Override
    public synchronized void listen(Consumer<? super DirectoryPush> pushes) {
        listeners.add(pushes);
    }

    private void perform(List<DirectoryOutput> outputs) {
        for (DirectoryOutput output : outputs) {
            if (output instanceof DirectoryOutput.Answer answer) {
                Consumer<? super DirectoryReply> then = asked.remove(answer.requestId());
                if (then != null) then.accept(answer.reply());
            } else if (output instanceof DirectoryOutput.Push push) {
                listeners.forEach(listener -> listener.accept(push.push()));
            }
        }
    }

    /** Nothing is to be freed. */
    @Override
    public void close() {}
}
