package org.gamenet.rgs.core.replication;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;

/**
 * The entries of a synchronous game that others may be shown: every member that may go on after this server has them in
 * its log (P4). Such a member itself is shown each entry at once: it is the one that the others wait for.
 *
 * @param delivered how far each has come
 */
public record EntryGate(Map<MemberId, Position> delivered) {

    /** Nobody has said anything. */
    public static final EntryGate NEW = new EntryGate(Map.of());

    public EntryGate {
        delivered = Map.copyOf(delivered);
    }

    /** This member has said that it has the log up to there. */
    public EntryGate has(MemberId who, Position upTo) {
        if (!delivered.getOrDefault(who, Position.NONE).isBefore(upTo)) return this;
        Map<MemberId, Position> more = new TreeMap<>(delivered);
        more.put(who, upTo);
        return new EntryGate(more);
    }

    /** It backs this server up no more. */
    public EntryGate without(MemberId who) {
        Map<MemberId, Position> rest = new TreeMap<>(delivered);
        rest.remove(who);
        return new EntryGate(rest);
    }

    /** Up to here all of these have the log; {@code end} if there are none. */
    public Position safe(Collection<MemberId> backups, Position end) {
        Position least = end;
        for (MemberId id : backups) {
            Position at = delivered.getOrDefault(id, Position.NONE);
            if (at.isBefore(least)) least = at;
        }
        return least;
    }

    /** Whether this member may be shown what stands there while these back the server up. */
    public boolean mayShow(MemberId to, Position place, Collection<MemberId> backups) {
        return backups.contains(to) || safe(backups, place).equals(place);
    }
}
