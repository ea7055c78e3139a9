package org.gamenet.rgs.core.reconfiguration;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;

/**
 * A primary's knowledge of each of its followers.
 *
 * @param known by member; nobody of whom nothing is known
 * @param away the players that are kept although they are lost, by peer (P76)
 */
record Followers(Map<MemberId, Follower> known, Map<Long, Integer> away) {

    private static final Follower UNKNOWN = new Follower(Optional.empty(), Optional.empty(), Optional.empty());

    static final Followers NONE = new Followers(Map.of(), Map.of());

    /**
     * A follower.
     *
     * @param delivered how far it has come; empty: not known to have accepted the ACK
     * @param newcomer the state of its admission, until it has confirmed its {@code InitialAck}
     * @param copy the place of the copy that it would go on from, if it backs up or is about to
     */
    record Follower(Optional<Position> delivered, Optional<Newcomer> newcomer, Optional<Position> copy) {}

    Followers {
        known = Collections.unmodifiableMap(known);
        away = Map.copyOf(away);
        assert !known.containsValue(UNKNOWN) : "nothing is known of somebody in " + known;
    }

    private Follower of(MemberId id) {
        return known.getOrDefault(id, UNKNOWN);
    }

    Optional<Position> delivered(MemberId id) {
        return of(id).delivered;
    }

    /** Whether it is known to have accepted the ACK. */
    boolean hasAck(MemberId id) {
        return delivered(id).isPresent();
    }

    Optional<Newcomer> newcomer(MemberId id) {
        return of(id).newcomer;
    }

    boolean isNewcomer(MemberId id) {
        return newcomer(id).isPresent();
    }

    int newcomers() {
        int some = 0;
        for (Follower each : known.values()) if (each.newcomer.isPresent()) some++;
        return some;
    }

    Followers withDelivered(MemberId id, Position at) {
        return with(id, new Follower(Optional.of(at), newcomer(id), of(id).copy));
    }

    Followers withNewcomer(MemberId id, Newcomer newer) {
        return with(id, new Follower(delivered(id), Optional.of(newer), of(id).copy));
    }

    /** It has its {@code InitialAck}. */
    Followers admitted(MemberId id) {
        return with(id, new Follower(delivered(id), Optional.empty(), of(id).copy));
    }

    /** Of the copies that count, the one that was made first. */
    Optional<Position> copied() {
        Optional<Position> least = Optional.empty();
        for (Follower each : known.values())
            if (each.copy.isPresent() && (least.isEmpty() || each.copy.get().isBefore(least.get()))) least = each.copy;
        return least;
    }

    Followers withCopy(MemberId id, Optional<Position> place) {
        return with(id, new Follower(delivered(id), newcomer(id), place));
    }

    Followers without(MemberId id) {
        return known.containsKey(id) ? with(id, UNKNOWN) : this;
    }

    /** {@code turns}: how many turns of {@link Timer#AWAY} each of these players has left. */
    Followers waitingFor(Map<Long, Integer> turns) {
        return new Followers(known, turns);
    }

    /** A new epoch: nobody is known to have accepted its ACK. */
    Followers beforeAck() {
        Followers rest = NONE.waitingFor(away);
        for (Map.Entry<MemberId, Follower> each : known.entrySet())
            rest = rest.with(
                    each.getKey(), new Follower(Optional.empty(), each.getValue().newcomer, each.getValue().copy));
        return rest;
    }

    private Followers with(MemberId id, Follower now) {
        Map<MemberId, Follower> more = new TreeMap<>(known);
        if (now.equals(UNKNOWN)) more.remove(id);
        else more.put(id, now);
        return new Followers(more, away);
    }
}
