package org.gamenet.rgs.core.transport.links;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.gamenet.rgs.core.machine.Endpoint;
import org.jspecify.annotations.Nullable;

/** The links that are up, by the process to which they lead. Changed on the loop's thread, read by any. */
final class Pairs {
    private final Endpoint self;
    private final Map<Endpoint, PeerLinks> all = new ConcurrentHashMap<>();

    Pairs(Endpoint self) {
        this.self = self;
    }

    Endpoint self() {
        return self;
    }

    @Nullable
    PeerLinks to(Endpoint process) {
        return all.get(process);
    }

    PeerLinks with(Endpoint process) {
        PeerLinks known = all.get(process);
        return known != null
                ? known
                : all.computeIfAbsent(process, each -> new PeerLinks(self, each, System.nanoTime()));
    }

    Collection<PeerLinks> all() {
        return all.values();
    }

    boolean isLinked(Endpoint process, long now) {
        PeerLinks pair = all.get(process);
        return pair != null && pair.sound(now) != null;
    }

    /** Items that wait on links to that process. */
    int waiting(Endpoint process) {
        PeerLinks pair = all.get(process);
        return pair == null
                ? 0
                : pair.up().stream().mapToInt(Link::waitingItems).sum();
    }

    /** Whether a socket of a link to that process is full. */
    boolean isFull(Endpoint process) {
        PeerLinks pair = all.get(process);
        return pair != null && pair.up().stream().anyMatch(Link::isFull);
    }

    /** Frames that fell out because nobody took them. */
    long dropped() {
        return all.values().stream()
                .flatMap(pair -> pair.up().stream())
                .mapToLong(Link::dropped)
                .sum();
    }

    /** The processes that are neither linked nor among these. */
    void forget(Set<Endpoint> butThese, Set<Endpoint> norThese) {
        for (PeerLinks pair : all.values()) {
            if (pair.up().isEmpty() && !butThese.contains(pair.process) && !norThese.contains(pair.process)) {
                all.remove(pair.process);
            }
        }
    }

    void clear() {
        all.clear();
    }
}
