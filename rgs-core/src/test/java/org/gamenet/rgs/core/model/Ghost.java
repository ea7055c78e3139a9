package org.gamenet.rgs.core.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;

/**
 * The history that no process knows: all that any application was ever told, crashed ones included, and the epochs that
 * were ever active.
 *
 * @param told entries by place
 * @param active every epoch that the arbiter has confirmed, and the authority that it granted it to
 * @param stable requests that a server has called stable: their senders have forgotten them
 * @param bases requests in the state with which each epoch began
 */
record Ghost(Map<Position, LogEntry> told, Map<Epoch, List<MemberId>> active, int stable, Map<Epoch, Integer> bases) {

    Ghost {
        told = Map.copyOf(told);
        active = Map.copyOf(active);
        bases = Map.copyOf(bases);
    }

    Ghost activated(Epoch epoch, List<MemberId> authority) {
        if (active.containsKey(epoch)) return this;
        Map<Epoch, List<MemberId>> more = new HashMap<>(active);
        more.put(epoch, authority);
        for (Epoch other : active.keySet())
            if (other.number() == epoch.number())
                throw new Broken("S1 S18 two active epochs of one number: " + other + " and " + epoch);
        return new Ghost(told, more, stable, bases);
    }

    /**
     * S1, S4, S6, S11: one entry a place, one ACK a number, whoever was told it; so the same joins and exits in the
     * same order everywhere.
     */
    Ghost tells(List<LogEntry> entries, Actor teller) {
        Map<Position, LogEntry> more = new HashMap<>(told);
        for (LogEntry entry : entries) {
            LogEntry before = more.put(entry.at(), entry);
            if (before != null && !before.equals(entry))
                throw new Broken("S11 two entries at " + entry.at() + "\n" + before + "\n" + entry);
            if (entry.body() instanceof EntryBody.Ended && teller.state().leads()) judgeEnd(entry, teller.id());
            if (entry.body() instanceof EntryBody.Joined join)
                new Ghost(more, active, stable, bases).judge(entry, join);
            if (!(entry.body() instanceof EntryBody.Ack ack)) continue;
            if (!active.containsKey(entry.epoch()))
                throw new Broken("S1 an ACK of " + entry.epoch() + ", which was never active");
            if (!active.get(entry.epoch()).equals(ack.authority()))
                throw new Broken("S1 granted to " + active.get(entry.epoch()) + ": " + entry);
            for (LogEntry other : more.values())
                if (other.seq() == 0 && other.epoch().number() == entry.epoch().number() && !other.equals(entry))
                    throw new Broken("S1 S4 two ACKs of one number\n" + other + "\n" + entry);
        }
        return more.size() == told.size() ? this : new Ghost(more, active, stable, bases);
    }

    /** S1: whoever ends a game does so in the last epoch that was made active for its own claim. */
    private void judgeEnd(LogEntry end, MemberId by) {
        active.forEach((epoch, authority) -> {
            if (epoch.isAfter(end.epoch()) && authority.contains(by))
                throw new Broken("S1 " + by + " stamps " + end + ", and " + epoch + " is active, as it claimed");
        });
    }

    /** S7: in one history an incarnation comes in once. */
    private void judge(LogEntry entry, EntryBody.Joined join) {
        for (LogEntry other : told.values())
            if (!other.at().equals(entry.at())
                    && other.body() instanceof EntryBody.Joined before
                    && before.member().id().equals(join.member().id())
                    && (isPrefix(other.at(), entry.at()) || isPrefix(entry.at(), other.at())))
                throw new Broken("S7 an incarnation comes in twice\n" + other + "\n" + entry);
    }

    /** Whether this place is in the history that ends there. */
    boolean isPrefix(Position place, Position end) {
        if (place.equals(Position.NONE)) return true;
        Position line = end;
        while (true) {
            if (place.epoch().equals(line.epoch())) return place.seq() <= line.seq();
            if (place.epoch().number() >= line.epoch().number()) return false;
            LogEntry ack = told.get(new Position(line.epoch(), 0));
            if (ack == null) return false;
            line = ((EntryBody.Ack) ack.body()).end();
        }
    }

    /**
     * S9: an epoch begins with this state, made from packages: what was called stable is in it, unless its ACK says
     * that something may be lost (P75).
     */
    Ghost begins(Epoch epoch, int requests, boolean lastResort) {
        if (!lastResort && (stable & ~requests) != 0)
            throw new Broken("S9 epoch " + epoch + " begins with requests " + requests + ", but " + stable
                    + " were called stable");
        if (lastResort || bases.getOrDefault(epoch, -1) == requests)
            return lastResort ? new Ghost(told, active, 0, Map.of()) : this;
        Map<Epoch, Integer> more = new HashMap<>(bases);
        more.put(epoch, requests);
        return new Ghost(told, active, stable, more);
    }

    /** S9: a server of this epoch calls these stable, and may have been replaced long ago. */
    Ghost forgets(Epoch of, int requests) {
        bases.forEach((epoch, base) -> {
            if (epoch.isAfter(of) && (requests & ~base) != 0)
                throw new Broken("S9 " + requests + " are called stable in epoch " + of + ", but epoch " + epoch
                        + " began with " + base);
        });
        return (stable | requests) == stable ? this : new Ghost(told, active, stable | requests, bases);
    }
}
