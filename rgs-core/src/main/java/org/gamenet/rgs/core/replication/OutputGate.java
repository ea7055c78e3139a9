package org.gamenet.rgs.core.replication;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * How much of what a synchronous game's server has made may leave it (P48). Its output is of a cut: the number of the
 * next state that its application packs, which contains all that it came from. It may leave once every member that may
 * go on from a copy holds that cut, or a later one; while there is no such member it leaves at once.
 *
 * <p>Its rule: nothing leaves that a member lacks which is waited for; a member is waited for from before a planned
 * change may name it until it is certain that none does; output once allowed to leave stays allowed as long as the same
 * members are waited for.
 *
 * @param holds the members that are waited for, and the last cut that each has confirmed; 0 before the first
 */
public record OutputGate(Map<MemberId, Long> holds) {

    /** Nobody backs the server up. */
    public static final OutputGate OPEN = new OutputGate(Map.of());

    /** Everything may leave. */
    public static final long ALL = Long.MAX_VALUE;

    public OutputGate {
        holds = Map.copyOf(holds);
    }

    /** This backup is waited for from now on. */
    public OutputGate waitingFor(MemberId backup) {
        return holds.containsKey(backup) ? this : with(backup, 0);
    }

    /** It has confirmed that cut. */
    public OutputGate held(MemberId backup, long cut) {
        Long before = holds.get(backup);
        return before == null || before >= cut ? this : with(backup, cut);
    }

    private OutputGate with(MemberId backup, long cut) {
        Map<MemberId, Long> more = new TreeMap<>(holds);
        more.put(backup, cut);
        return new OutputGate(more);
    }

    /** No planned change names this one any more. */
    public OutputGate without(MemberId backup) {
        Map<MemberId, Long> rest = new TreeMap<>(holds);
        rest.remove(backup);
        return new OutputGate(rest);
    }

    public boolean isOpen() {
        return holds.isEmpty();
    }

    /** Output of this cut, or of an earlier one, may leave; these back the server up, whether it was told so or not. */
    public long upTo(Collection<MemberId> backups) {
        long least = holds.keySet().containsAll(backups) ? ALL : 0;
        for (long cut : holds.values()) least = Math.min(least, cut);
        return least;
    }
}
