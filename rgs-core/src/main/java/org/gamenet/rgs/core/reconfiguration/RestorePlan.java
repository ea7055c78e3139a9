package org.gamenet.rgs.core.reconfiguration;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;

/**
 * The plan that is settled when the gathering ends: who is in the new epoch, M of its ACK, is fixed from here on (P40).
 *
 * @param end where the old epoch ended
 * @param packages those that are restored, the freshest first
 * @param lastResort whether it goes on without a witness, or with too few (P75)
 * @param rebuildMillis how long the application took to restore them
 * @param lost the members that are gone or out of reach since then: an ordinary exit after the ACK
 * @param handed the ACK of whoever has handed the epoch over, if it was handed over (P46)
 */
record RestorePlan(
        Log end,
        List<Effect.Contribution> packages,
        boolean lastResort,
        long rebuildMillis,
        Absent lost,
        Optional<HandingOver.Handed> handed) {

    static RestorePlan of(Log end, List<Effect.Contribution> packages, boolean lastResort) {
        return new RestorePlan(end, packages, lastResort, 0, Absent.NOBODY, Optional.empty());
    }

    RestorePlan handed(HandingOver.Handed over) {
        return new RestorePlan(end, packages, lastResort, rebuildMillis, lost, Optional.of(over));
    }

    /** Whether nobody's game stands still for it, not even here. */
    boolean isUnnoticed() {
        return handed.filter(h -> !h.frozen()).isPresent();
    }

    /** The packages but those that could not be read. */
    List<Effect.Contribution> readable(Collection<MemberId> unreadable) {
        return packages.stream()
                .filter(c -> !unreadable.contains(c.from().id()))
                .toList();
    }

    /** The application has restored these; a witness may be missing now. */
    RestorePlan restored(List<Effect.Contribution> read, boolean witnessed, long millis) {
        return new RestorePlan(end, read, lastResort || !witnessed, millis, lost, handed);
    }

    /**
     * Entries that this log has delivered and the restored state lacks: all that was ordered after it was made, who
     * came and went among it. Where the entries that are kept do not reach from its place to the end of this log,
     * nothing: who made it says from where on, and some would come out of their order, or the last ones never. (Others
     * may keep older entries, for members that were put out since, than those that everybody has.)
     */
    Optional<Effect.Replay> again(Log delivered, List<LogEntry> entries) {
        return base().flatMap(base -> since(base, delivered, entries));
    }

    static Optional<Effect.Replay> since(PackedState base, Log delivered, List<LogEntry> entries) {
        List<LogEntry> after = entries.stream()
                .filter(entry ->
                        base.place().isBefore(entry.at()) && !delivered.end().isBefore(entry.at()))
                .toList();
        boolean whole = !after.isEmpty()
                && Log.follow(base.place(), after)
                && after.get(after.size() - 1).at().equals(delivered.end());
        return whole ? Optional.of(new Effect.Replay(base.players(), after)) : Optional.empty();
    }

    /**
     * A package goes first after whose place every entry up to the end is kept, if one of them may be the base. An
     * entry missing after another one's place would be in the history, and in nobody's state.
     *
     * @param packages the freshest first
     * @param mayBeBase whether a package has a witness (P73)
     */
    static void prefersWhole(
            List<Effect.Contribution> packages,
            Predicate<Effect.Contribution> mayBeBase,
            Log end,
            List<LogEntry> entries) {
        packages.stream()
                .filter(c -> isWhole(c.packed(), end, entries) && mayBeBase.test(c))
                .findFirst()
                .ifPresent(whole -> {
                    packages.remove(whole);
                    packages.add(0, whole);
                });
    }

    private static boolean isWhole(PackedState base, Log end, List<LogEntry> entries) {
        boolean hasAll = base.place().equals(Position.NONE) || !base.place().isBefore(end.end());
        return hasAll || since(base, end, entries).isPresent();
    }

    /** The state that its application is given. */
    Optional<PackedState> base() {
        return packages.stream().findFirst().map(Effect.Contribution::packed);
    }

    RestorePlan losing(MemberId dead) {
        return new RestorePlan(end, packages, lastResort, rebuildMillis, lost.withDead(dead), handed);
    }

    RestorePlan missing(MemberId away) {
        return new RestorePlan(end, packages, lastResort, rebuildMillis, lost.withUnreachable(away), handed);
    }
}
