package org.gamenet.rgs.core.replication;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Position;

/**
 * A server's copies on their way to one backup: one at a time, a few parts ahead of what has arrived. A copy that is
 * packed meanwhile waits; only the newest does.
 *
 * @param counted whether the first one was packed: from then on nothing is stable that the backup lacks
 * @param confirmed version of the newest that is confirmed; 0 if none is
 * @param underWay the one that is sent
 * @param next the newest that waits
 * @param held the newest that is confirmed
 * @param progressAt when the backup was last heard to have come further, or had nothing to do
 */
record Transfer(
        MemberId to,
        boolean counted,
        long confirmed,
        Optional<Outgoing> underWay,
        Optional<Outgoing> next,
        Optional<Held> held,
        long progressAt) {

    static final int PART_BYTES = 32 << 10;
    private static final int WINDOW_BYTES = 8 * PART_BYTES;
    static final long REPEAT_MILLIS = 100;

    /** The content of a copy of this server's: all that was packed up to that cut, and ordered up to that place. */
    record Held(long cut, Position place) {}

    /**
     * A copy.
     *
     * @param sent bytes that were sent
     * @param taken bytes that have arrived
     * @param sentAt when something was sent last
     */
    record Outgoing(Epoch epoch, long version, CopyEvent.Packed packed, int sent, int taken, long sentAt) {

        static Outgoing of(Epoch epoch, long version, CopyEvent.Packed packed) {
            return new Outgoing(epoch, version, packed, 0, 0, packed.now());
        }

        Held held() {
            return new Held(packed.cut(), packed.place());
        }

        Payload copy() {
            return packed.copy();
        }

        Outgoing at(int nowSent, int nowTaken, long at) {
            return new Outgoing(epoch, version, packed, nowSent, nowTaken, at);
        }

        /** From here on, as far as is known, its receiver goes on from this copy. */
        CopyEffect.Counts counts(MemberId backup, long confirmed) {
            return new CopyEffect.Counts(backup, confirmed, packed.place(), packed.time(), packed.cut());
        }
    }

    static Transfer to(MemberId backup, long now) {
        return new Transfer(backup, false, 0, Optional.empty(), Optional.empty(), Optional.empty(), now);
    }

    /** To one that has handed the game over: until it confirms a copy it would go on from its own last state (P46). */
    static Transfer after(MemberId before, long now) {
        return new Transfer(before, true, 0, Optional.empty(), Optional.empty(), Optional.empty(), now);
    }

    /** A copy was packed: it is sent, or waits in the place of one that waits. */
    Transfer offer(Outgoing copy, List<CopyEffect> effects, long now) {
        if (!counted) effects.add(copy.counts(to, 0));
        if (underWay.isPresent())
            return new Transfer(to, true, confirmed, underWay, Optional.of(copy), held, progressAt);
        return new Transfer(to, true, confirmed, Optional.of(send(copy, effects, now)), Optional.empty(), held, now);
    }

    private Outgoing send(Outgoing copy, List<CopyEffect> effects, long now) {
        int at = copy.sent();
        while (at < copy.copy().size() && at - copy.taken() < WINDOW_BYTES) {
            int end = Math.min(copy.copy().size(), at + PART_BYTES);
            Payload part = new Payload(Arrays.copyOfRange(copy.copy().bytes(), at, end));
            effects.add(new CopyEffect.Say(
                    to,
                    new CopyMessage.CopyPart(
                            copy.epoch(), copy.version(), copy.copy().size(), at, part)));
            at = end;
        }
        return copy.at(at, copy.taken(), now);
    }

    /** So much of it has arrived. */
    Transfer taken(CopyMessage.CopyTaken told, List<CopyEffect> effects, long now) {
        Optional<Outgoing> mine =
                underWay.filter(c -> c.version() == told.version() && c.epoch().equals(told.epoch()));
        if (mine.isEmpty()
                || told.upTo() <= mine.get().taken()
                || told.upTo() > mine.get().sent()) return this;
        Outgoing further = send(mine.get().at(mine.get().sent(), told.upTo(), now), effects, now);
        return new Transfer(to, counted, confirmed, Optional.of(further), next, held, now);
    }

    /** The backup holds the copy under way. The next follows, if one waits. */
    Transfer confirmed(CopyMessage.CopyConfirmed told, List<CopyEffect> effects, long now) {
        Optional<Outgoing> mine =
                underWay.filter(c -> c.version() == told.version() && c.epoch().equals(told.epoch()));
        if (mine.isEmpty()) return this;
        effects.add(mine.get().counts(to, told.version()));
        Optional<Outgoing> following = next.map(copy -> send(copy, effects, now));
        return new Transfer(to, counted, told.version(), following, Optional.empty(), mine.map(Outgoing::held), now);
    }

    /** Another epoch has begun: what was under way is of the one before, and nobody takes it any more. */
    Transfer inEpoch(long now) {
        return new Transfer(to, counted, confirmed, Optional.empty(), Optional.empty(), held, now);
    }

    /** Time passes: what has not arrived is sent again from there on. */
    Transfer tick(List<CopyEffect> effects, long now) {
        if (underWay.isEmpty() || now - underWay.get().sentAt() < REPEAT_MILLIS) return this;
        Outgoing copy = underWay.get();
        int from = copy.taken() < copy.copy().size()
                ? copy.taken()
                : Math.max(0, (copy.taken() - 1) / PART_BYTES * PART_BYTES);
        Outgoing again = send(copy.at(from, from, now), effects, now);
        return new Transfer(
                to, counted, confirmed, Optional.of(again.at(again.sent(), copy.taken(), now)), next, held, progressAt);
    }

    /** Whether the backup holds that cut, and all that was ordered up to that place. */
    boolean holds(CopyEvent.Bound wanted) {
        return held.filter(p -> p.cut() >= wanted.cut() && !p.place().isBefore(wanted.place()))
                .isPresent();
    }

    /** Whether a copy of that cut, or of a later one, is on its way. */
    boolean brings(long cut) {
        return next.or(() -> underWay).filter(c -> c.packed().cut() >= cut).isPresent();
    }

    /** Whether the backup has not come further for so long, though something is under way. */
    boolean isStuck(long patienceMillis, long now) {
        return underWay.isPresent() && now - progressAt >= patienceMillis;
    }

    List<CopyEffect> over() {
        List<CopyEffect> effects = new ArrayList<>();
        if (counted) effects.add(new CopyEffect.CountsNoMore(to));
        return effects;
    }
}
