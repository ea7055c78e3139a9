package org.gamenet.rgs.core.transport.links;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.transport.links.WriteQueue.Care;
import org.jspecify.annotations.Nullable;

/**
 * Words for processes to which no link stands: for a while they wait, and the process is dialled. Where the host
 * refuses, the words are dropped, and so are the next ones to that process: one dial of many is enough. Any thread.
 */
final class Calls {
    private static final int WORDS_MAX = 128;
    private static final int PROCESSES_MAX = 256;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long REFUSED_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final long bytesMax;
    private final Map<Endpoint, Call> open = new HashMap<>();
    private final Map<Endpoint, Refusal> refusals = new LinkedHashMap<>();

    /** One item of a link, before there is one. */
    record Word(byte kind, byte[] body, Care care) {}

    private static final class Call {
        final Deque<Waiting> words = new ArrayDeque<>();
        long bytes;
        long lastAt;

        /** Words that are repeated would else come all at once, when a link stands at last. */
        void forgetUntil(long now) {
            while (!words.isEmpty() && now - words.peek().at > PATIENCE_NANOS) {
                bytes -= words.remove().word.body.length;
            }
        }
    }

    private record Waiting(Word word, long at) {}

    /** At most so many bytes wait for one process, or one word. */
    Calls(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    private record Refusal(String why, boolean byHost, long at) {}

    /** Whether somebody is to dial now: the first that waits there. */
    synchronized boolean add(Endpoint to, Word word, long now) {
        Refusal refusal = refusals.get(to);
        if (refusal != null && refusal.byHost && now - refusal.at < REFUSED_NANOS) {
            return false;
        }
        Call call = open.get(to);
        boolean first = call == null;
        if (call == null) {
            if (open.size() >= PROCESSES_MAX) {
                return false;
            }
            call = new Call();
            open.put(to, call);
        }
        call.lastAt = now;
        call.forgetUntil(now);
        boolean hasRoom = call.words.isEmpty() || call.bytes + word.body.length <= bytesMax;
        if (call.words.size() < WORDS_MAX && hasRoom) {
            call.words.add(new Waiting(word, now));
            call.bytes += word.body.length;
        }
        return first;
    }

    /** Takes the words that wait for that process, which is called no more. */
    synchronized List<Word> take(Endpoint to, long now) {
        refusals.remove(to);
        Call call = open.remove(to);
        if (call == null) {
            return List.of();
        }
        call.forgetUntil(now);
        return call.words.stream().map(Waiting::word).toList();
    }

    /** The processes that are called. Words that have waited too long are forgotten. */
    synchronized Set<Endpoint> open(long now) {
        if (open.isEmpty()) {
            return Set.of();
        }
        open.values().removeIf(call -> now - call.lastAt > PATIENCE_NANOS);
        return new HashSet<>(open.keySet());
    }

    /** A dial was in vain; {@code byHost}: the host itself said that nobody listens there. */
    synchronized void refused(Endpoint process, String why, boolean byHost, long now) {
        if (byHost) {
            open.remove(process);
        }
        if (refusals.size() >= PROCESSES_MAX && !refusals.containsKey(process)) {
            refusals.remove(refusals.keySet().iterator().next());
        }
        refusals.put(process, new Refusal(why, byHost, now));
    }

    synchronized @Nullable String refusal(Endpoint process) {
        Refusal last = refusals.get(process);
        return last == null ? null : last.why;
    }

    synchronized boolean isRefused(Endpoint process) {
        Refusal last = refusals.get(process);
        return last != null && last.byHost;
    }

    synchronized int waiting(Endpoint process) {
        Call call = open.get(process);
        return call == null ? 0 : call.words.size();
    }
}
