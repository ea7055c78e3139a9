package org.gamenet.rgs.core.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * Whom a JOIN frame has let in and no exit put out, in that order: a place in it is a rank. Part of the log, so it may
 * hold one that still waits for its {@code InitialAck}.
 *
 * @param members by rank
 * @param lapsed who was in the game and is out: may come back as the same peer with its token, unless kicked; the
 *     newest last, at most {@value #LAPSED_MAX}
 */
public record Roster(List<Member> members, List<Member> lapsed) {

    /** Hash of no token: whoever was kicked does not come back as the same peer. */
    public static final long VOID = 0;

    static final int LAPSED_MAX = 1_024;

    /** Nobody. */
    public static final Roster EMPTY = new Roster(List.of(), List.of());

    public Roster {
        members = List.copyOf(members);
        lapsed = List.copyOf(lapsed);
    }

    /** With one more, last in rank, in place of the peer's older incarnation. */
    public Roster with(Member newcomer) {
        List<Member> in = new ArrayList<>(members);
        in.removeIf(m -> m.id().peer() == newcomer.id().peer());
        in.add(newcomer);
        List<Member> out = new ArrayList<>(lapsed);
        out.removeIf(m -> m.id().peer() == newcomer.id().peer());
        return new Roster(in, out);
    }

    /** Without this one, whose seat lapses; {@code returns}: whether it may come back by its token. */
    public Roster without(MemberId gone, boolean returns) {
        Optional<Member> leaver = find(gone);
        if (leaver.isEmpty()) return this;
        List<Member> in = new ArrayList<>(members);
        in.remove(leaver.get());
        List<Member> out = new ArrayList<>(lapsed);
        Member seat = leaver.get();
        out.add(returns ? seat : new Member(seat.id(), seat.name(), seat.kind(), seat.endpoint(), VOID));
        if (out.size() > LAPSED_MAX) out.remove(0);
        return new Roster(in, out);
    }

    /** The member of this id. */
    public Optional<Member> find(MemberId id) {
        // Asked for every message: by place, without an iterator.
        for (int i = 0; i < members.size(); i++) if (members.get(i).id().equals(id)) return Optional.of(members.get(i));
        return Optional.empty();
    }

    /** The member that is this peer, in whatever incarnation. */
    public Optional<Member> findPeer(long peer) {
        for (Member m : members) if (m.id().peer() == peer) return Optional.of(m);
        return Optional.empty();
    }

    /** The member that was this peer before it went. */
    public Optional<Member> findLapsed(long peer) {
        for (Member m : lapsed) if (m.id().peer() == peer) return Optional.of(m);
        return Optional.empty();
    }

    /**
     * Whether this incarnation was in and is out, or a newer one of the same peer has been in since it was drawn (P27).
     */
    public boolean isOut(MemberId id) {
        return findPeer(id.peer()).filter(m -> isOlder(id, m)).isPresent()
                || findLapsed(id.peer())
                        .filter(m -> m.id().equals(id) || isOlder(id, m))
                        .isPresent();
    }

    private static boolean isOlder(MemberId id, Member than) {
        return id.incarnation().compareTo(than.id().incarnation()) < 0;
    }

    /** Whether this very incarnation is in. */
    public boolean has(MemberId id) {
        return find(id).isPresent();
    }

    /** Ids by rank. */
    public List<MemberId> ids() {
        MemberId[] ids = new MemberId[members.size()];
        for (int i = 0; i < ids.length; i++) ids[i] = members.get(i).id();
        return List.of(ids);
    }

    /** The members that have a seat, by rank. */
    public List<Member> players() {
        return members.stream().filter(m -> m.kind() == Kind.PLAYER).toList();
    }
}
