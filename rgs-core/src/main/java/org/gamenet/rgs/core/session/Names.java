package org.gamenet.rgs.core.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.wire.PeerNames;

/** Who is called what, those who have left among them. Any thread. */
final class Names implements PeerNames {
    private static final int MOST = 4_096;

    private final Map<Long, Peer> known = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override protected boolean removeEldestEntry(Map.Entry<Long, Peer> eldest) {
            return size() > MOST;
        }
    };

    @Override public synchronized Peer peer(long id) {
        Peer peer = known.get(id);
        return peer == null ? Peer.of(id, "") : peer;
    }

    synchronized Peer learn(long id, String name) {
        Peer before = known.get(id);
        if (before != null && before.name().equals(name)) return before;
        Peer peer = Peer.of(id, name);
        known.put(id, peer);
        return peer;
    }

    Peer learn(Member member) {
        return learn(member.id().peer(), member.name());
    }

    void learn(Log log) {
        log.roster().members().forEach(this::learn);
    }

    Peer of(Optional<Member> member, Peer otherwise) {
        return member.map(this::learn).orElse(otherwise);
    }
}
