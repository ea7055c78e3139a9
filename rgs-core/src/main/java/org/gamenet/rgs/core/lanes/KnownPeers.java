package org.gamenet.rgs.core.lanes;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.wire.PeerNames;
import org.jspecify.annotations.Nullable;

/**
 * The peers of whom this session has ever heard, as the game knows them. Worker's thread, but for {@link #peer}: any
 * thread.
 */
public final class KnownPeers implements PeerNames {
    /** Four times the largest roster: those who have left are still named in messages. */
    private static final int MAX = 4_096;

    private final ConcurrentHashMap<Long, Peer> byId = new ConcurrentHashMap<>();
    /** Their ids, the peer that was named longest ago first. */
    private final Set<Long> byAge = new LinkedHashSet<>();

    private final Map<Long, MemberId> sessions = new LinkedHashMap<>();

    /** This member is or was in the game. */
    public Peer learn(Member member) {
        Peer known = byId.get(member.id().peer());
        if (known == null || !known.name().equals(member.name())) {
            known = Peer.of(member.id().peer(), member.name());
            byId.put(known.id(), known);
        }
        byAge.remove(known.id());
        byAge.add(known.id());
        if (byAge.size() > MAX) byId.remove(eldest(byAge));
        learn(member.id());
        return known;
    }

    private static long eldest(Collection<Long> of) {
        Iterator<Long> all = of.iterator();
        long eldest = all.next();
        all.remove();
        return eldest;
    }

    /** These members are or were in the game. */
    public void learn(Roster roster) {
        for (Member member : roster.lapsed()) learn(member);
        for (Member member : roster.members()) learn(member);
    }

    void learn(MemberId id) {
        long nonce = id.incarnation().nonce();
        sessions.remove(nonce);
        sessions.put(nonce, id.origin());
        if (sessions.size() > MAX) eldest(sessions.keySet());
    }

    /** The session that drew this: {@link MemberId#origin}; null if nobody has been heard of who did. */
    @Nullable
    MemberId session(long nonce) {
        return sessions.get(nonce);
    }

    /** The peer of this id; nameless if nobody is known under it. */
    @Override
    public Peer peer(long id) {
        Peer known = byId.get(id);
        return known != null ? known : Peer.of(id, "");
    }
}
