package org.gamenet.rgs.core.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The members that a JOIN entry has let in and no exit put out, in that order: a place in it is a rank. Part of the
 * log, so it may hold one that still waits for its {@code InitialAck}.
 *
 * @param members by rank
 * @param lapsed former members: each may come back as the same peer with its token, unless kicked; the newest last, at
 *     most {@value #LAPSED_MAX} besides those who are away
 * @param away peers of those of the lapsed who are players, and kept in the game's view until they are back or their
 *     time is over (P76); the longest away first
 */
public record Roster(List<Member> members, List<Member> lapsed, List<Long> away) {

    /** Hash of no token: whoever was kicked does not come back as the same peer. */
    public static final long VOID = 0;

    static final int LAPSED_MAX = 1_024;

    /** Nobody. */
    public static final Roster EMPTY = new Roster(List.of(), List.of(), List.of());

    public Roster {
        members = List.copyOf(members);
        lapsed = List.copyOf(lapsed);
        away = List.copyOf(away);
    }

    /** With one more, last in rank, in place of the peer's older incarnation. */
    public Roster with(Member newcomer) {
        List<Member> in = new ArrayList<>(members);
        in.removeIf(m -> m.id().peer() == newcomer.id().peer());
        in.add(newcomer);
        List<Member> out = new ArrayList<>(lapsed);
        out.removeIf(m -> m.id().peer() == newcomer.id().peer());
        return new Roster(in, out, present(newcomer.id().peer()));
    }

    /** Without this one, whose seat lapses; {@code returns}: whether it may come back by its token. */
    public Roster without(MemberId gone, boolean returns) {
        Optional<Member> leaver = find(gone).or(() -> findAway(gone.peer()));
        if (leaver.isEmpty()) return this;
        Member seat = leaver.get();
        return out(seat, returns ? seat : new Member(seat.id(), seat.name(), seat.kind(), seat.endpoint(), VOID))
                .trimmed();
    }

    /** Without this player, which is away from now on. */
    public Roster keeping(MemberId lost) {
        Optional<Member> seat = find(lost);
        if (seat.isEmpty()) return this;
        Roster rest = out(seat.get(), seat.get());
        List<Long> more = new ArrayList<>(rest.away);
        more.add(lost.peer());
        return new Roster(rest.members, rest.lapsed, more);
    }

    private Roster out(Member seat, Member lapsing) {
        List<Member> in = new ArrayList<>(members);
        in.remove(seat);
        List<Member> out = new ArrayList<>(lapsed);
        out.remove(seat);
        out.add(lapsing);
        return new Roster(in, out, present(seat.id().peer()));
    }

    private Roster trimmed() {
        if (lapsed.size() - away.size() <= LAPSED_MAX) return this;
        List<Member> rest = new ArrayList<>(lapsed);
        for (Member oldest : lapsed) {
            if (away.contains(oldest.id().peer())) continue;
            rest.remove(oldest);
            break;
        }
        return new Roster(members, rest, away);
    }

    private List<Long> present(long peer) {
        return away.stream().filter(other -> other != peer).toList();
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

    /** The player that is away and is this peer. */
    public Optional<Member> findAway(long peer) {
        return away.contains(peer) ? findLapsed(peer) : Optional.empty();
    }

    /** The away players: out of reach, with a seat that is kept, the longest away first (P76). */
    public List<Member> awayPlayers() {
        return away.stream().flatMap(peer -> findLapsed(peer).stream()).toList();
    }

    /** The players that have a seat: present ones by rank, away ones behind them. */
    public List<Member> seated() {
        return Stream.concat(players().stream(), awayPlayers().stream()).toList();
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

    /** The members that have a seat and are in reach, by rank. */
    public List<Member> players() {
        return members.stream().filter(m -> m.kind() == Kind.PLAYER).toList();
    }
}
