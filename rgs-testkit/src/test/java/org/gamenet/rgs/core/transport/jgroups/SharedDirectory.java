package org.gamenet.rgs.core.transport.jgroups;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.gamenet.rgs.core.directory.memory.MemoryDirectory;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.server.DirectoryOutput;
import org.gamenet.rgs.core.port.DirectoryPort;

/** A directory in this JVM for sessions on threads of their own: the machine under a lock, and its ticks. */
final class SharedDirectory {
    private static final long TICK_MILLIS = 20;

    private final MemoryDirectory directory = new MemoryDirectory(1);
    private final Map<Long, Line> lines = new HashMap<>();
    private long opened;

    SharedDirectory(ScheduledExecutorService ticks) {
        ticks.scheduleAtFixedRate(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static long now() {
        return System.nanoTime() / 1_000_000;
    }

    private synchronized void tick() {
        perform(directory.tick(now()));
    }

    synchronized Line open() {
        Line line = new Line(++opened);
        lines.put(line.number, line);
        perform(directory.lineOpened(line.number, now()));
        return line;
    }

    private void perform(List<DirectoryOutput> outputs) {
        for (DirectoryOutput output : outputs) {
            if (output instanceof DirectoryOutput.Answer answer && lines.containsKey(answer.line()))
                lines.get(answer.line()).answer(answer);
            else if (output instanceof DirectoryOutput.Push push && lines.containsKey(push.line()))
                lines.get(push.line()).push(push.push());
        }
    }

    /** One process's line; what is told only enqueues, so it is told under the lock. */
    final class Line implements DirectoryPort {
        private final long number;
        private final Map<Long, Consumer<? super DirectoryReply>> asked = new HashMap<>();
        private Consumer<? super DirectoryPush> listener = push -> {};
        private long requests;

        Line(long number) {
            this.number = number;
        }

        @Override
        public void ask(DirectoryRequest request, Consumer<? super DirectoryReply> then) {
            synchronized (SharedDirectory.this) {
                if (!lines.containsKey(number)) return;
                asked.put(++requests, then);
                perform(directory.request(number, requests, request, now()));
            }
        }

        private void answer(DirectoryOutput.Answer answer) {
            Consumer<? super DirectoryReply> then = asked.remove(answer.requestId());
            if (then != null) then.accept(answer.reply());
        }

        private void push(DirectoryPush push) {
            listener.accept(push);
        }

        @Override
        public void listen(Consumer<? super DirectoryPush> pushes) {
            synchronized (SharedDirectory.this) {
                listener = pushes;
            }
        }

        /** Also as if the process were killed. */
        @Override
        public void close() {
            synchronized (SharedDirectory.this) {
                if (lines.remove(number) != null) perform(directory.lineClosed(number, now()));
            }
        }
    }
}
