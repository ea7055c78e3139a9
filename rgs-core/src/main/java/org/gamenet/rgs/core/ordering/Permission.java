package org.gamenet.rgs.core.ordering;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The right to stamp the next places of the one log, among equals that ask each other for it (P68, P69; Ricart and
 * Agrawala). Of one epoch: the next begins without wishes, and nobody believes anybody gone here (P70). A value.
 *
 * @param clock the greatest stamp that was heard or used
 * @param wish the open one of this member
 * @param holds whether it has the permission
 * @param waiting the members that are answered when this one is done, with the stamps of their wishes
 */
public record Permission(
        MemberId me, Epoch epoch, long clock, Optional<Wish> wish, boolean holds, Map<MemberId, Long> waiting) {

    /** A turn ends after so many entries, so that nobody waits long (P69). */
    public static final int TURN = 64;

    /** A stamp from further ahead of the clock than this is no member's: nobody asks that often. */
    private static final long AHEAD_MAX = 1L << 40;

    /**
     * A wish to stamp.
     *
     * @param stamp never used twice by this member
     * @param permits members that have answered, with the last entry that each had delivered or stamped
     */
    public record Wish(long stamp, Map<MemberId, Long> permits) {
        public Wish {
            permits = Collections.unmodifiableMap(new TreeMap<>(permits));
        }

        /** How far a log must have come: to the greatest place among the permits. */
        public long place() {
            return permits.values().stream().mapToLong(Long::longValue).max().orElse(-1);
        }

        private Wish with(MemberId from, long place) {
            Map<MemberId, Long> more = new TreeMap<>(permits);
            more.merge(from, place, Math::max);
            return new Wish(stamp, more);
        }
    }

    public Permission {
        waiting = Collections.unmodifiableMap(new TreeMap<>(waiting));
        if (holds && wish.isEmpty()) throw new AssertionError(me + " holds what it has not asked for");
    }

    /** Nothing heard, nothing asked. */
    public static Permission of(MemberId me, Epoch epoch) {
        return new Permission(me, epoch, 0, Optional.empty(), false, Map.of());
    }

    /** In another epoch: permits and wishes of the one before are void, and no stamp is used again. */
    public Permission in(Epoch next) {
        return next.equals(epoch) ? this : new Permission(me, next, clock, Optional.empty(), false, Map.of());
    }

    /**
     * The holder of an epoch has the permission of its first turn, from the ACK on: nobody else stamps before it has
     * answered.
     */
    public Permission first() {
        return ask().hold();
    }

    /** A wish of this member, of a stamp above all that it has heard. */
    public Permission ask() {
        if (wish.isPresent()) throw new AssertionError(me + " asks twice");
        long stamp = clock + 1;
        return new Permission(me, epoch, stamp, Optional.of(new Wish(stamp, Map.of())), false, waiting);
    }

    /** Whether that wish waits until this member is done: it holds the permission, or has asked earlier. */
    public boolean defers(MemberId from, long stamp) {
        if (wish.isEmpty()) return false;
        return holds || wish.get().stamp < stamp || wish.get().stamp == stamp && me.compareTo(from) < 0;
    }

    /** Somebody's wish: it is answered at once unless it {@link #defers waits}. */
    public Permission hear(MemberId from, long stamp) {
        if (!isPlausible(stamp)) return this;
        Map<MemberId, Long> later = waiting;
        if (defers(from, stamp)) {
            later = new TreeMap<>(waiting);
            later.merge(from, stamp, Math::max);
        }
        return new Permission(me, epoch, Math.max(clock, stamp), wish, holds, later);
    }

    /** Whether a stamp can be a member's. */
    public boolean isPlausible(long stamp) {
        return stamp > 0 && stamp - clock <= AHEAD_MAX;
    }

    /** Somebody's answer. */
    public Permission permitted(MemberId from, long stamp, long place) {
        if (holds || wish.filter(w -> w.stamp == stamp).isEmpty()) return this;
        return new Permission(me, epoch, clock, Optional.of(wish.get().with(from, place)), false, waiting);
    }

    /** Whether this one has answered the open wish. */
    public boolean hasFrom(MemberId from) {
        return wish.filter(w -> w.permits.containsKey(from)).isPresent();
    }

    /**
     * Whether it may stamp: everybody on the roster has answered its wish, and its log, which ends here, has all that
     * they have.
     */
    public boolean mayHold(Collection<MemberId> roster, long end) {
        if (wish.isEmpty() || holds) return false;
        for (MemberId id : roster) if (!id.equals(me) && !hasFrom(id)) return false;
        return end >= wish.get().place();
    }

    /** It stamps now. */
    public Permission hold() {
        return new Permission(me, epoch, clock, wish, true, waiting);
    }

    /** Its turn is over, or it wishes no more: those that {@link #waiting wait} are answered. */
    public Permission done() {
        return new Permission(me, epoch, clock, Optional.empty(), false, Map.of());
    }
}
