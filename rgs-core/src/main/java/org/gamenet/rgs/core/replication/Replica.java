package org.gamenet.rgs.core.replication;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.core.machine.MemberId;

/** The role of a process for a game, as far as copies of the state go: a record a role. */
public sealed interface Replica permits Idle, Backup, ActiveAlone, ActiveBackedUp {

    /** A process that backs nothing up, and serves nothing. */
    static Replica of(Traits traits) {
        return new Idle(traits);
    }

    /**
     * The result of a step.
     *
     * @param effects in order
     */
    record Step(Replica state, List<CopyEffect> effects) {

        public Step {
            effects = List.copyOf(effects);
        }

        static Step to(Replica state, CopyEffect... effects) {
            return new Step(state, List.of(effects));
        }

        /** With these before its own. */
        Step after(List<CopyEffect> first) {
            List<CopyEffect> all = new ArrayList<>(first);
            all.addAll(effects);
            return new Step(state, all);
        }
    }

    /** The step to which this event leads here. Never throws for what others sent. */
    Step on(CopyEvent event);

    /** The part that is the same in all roles. */
    Traits traits();

    /** The same role of a process that is like this now. */
    Replica with(Traits now);

    /**
     * The member that was asked last to be a backup, by whoever serves or by the one before: part of every copy (P49).
     */
    MemberId cursor();

    /** The former server had asked this one last, as a copy that is held says. */
    default Replica seekingFrom(MemberId asked) {
        return this;
    }

    /** Whether copies are wanted of what the application packs. */
    default boolean wantsCopies() {
        return false;
    }

    /** Whether it serves, and another is its backup. */
    default boolean hasBackup() {
        return false;
    }

    /** Whether it takes copies. */
    default boolean backsUp() {
        return false;
    }

    /** Whether a copy is on its way that has that cut in it. */
    default boolean brings(long cut) {
        return false;
    }

    /** The role, as the API calls it. */
    default String name() {
        return getClass().getSimpleName();
    }
}
