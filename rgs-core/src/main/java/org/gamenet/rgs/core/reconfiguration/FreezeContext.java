package org.gamenet.rgs.core.reconfiguration;

import java.util.Optional;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * Everything that a frozen member keeps from one attempt at a recovery to the next.
 *
 * @param heardAt when it last heard the old server, seconds of game time; NaN: not known
 * @param serverLeaves whether the old server said goodbye
 * @param packages packages that it has of the game's state
 * @param hints hints that it has noticed
 * @param late whether the game has stood still for so long that fewer than half must do (P74)
 * @param word the arbiter's last word on the game
 * @param tries the numbers that it was granted, and gave up
 */
record FreezeContext(
        double heardAt,
        boolean serverLeaves,
        Packages packages,
        SuspicionHints hints,
        boolean late,
        ArbiterWord word,
        Tries tries) {

    private static final long PAUSE_MILLIS = 500;
    /** From here on the pause does not grow, and nothing is counted any more (P52): it is 4 s. */
    private static final int OUTNUMBERED_MAX = 4;
    /** So many pauses it makes at most without having tried. */
    private static final int UNTRIED_MAX = 2;

    /**
     * The game's state, as far as it is here.
     *
     * @param done whether the one more package was taken, or its time is over
     * @param packed the package; empty if there is none
     * @param copy of the server's state, if this member holds one: what it would serve from
     */
    record Packages(boolean done, Optional<PackedState> packed, Optional<PackedState> copy) {

        /** The copy is a package too, and mostly the freshest. */
        Optional<PackedState> best() {
            if (copy.isEmpty() || packed.isEmpty()) return copy.or(() -> packed);
            return PackedState.freshestFirst(copy.get(), packed.get()) <= 0 ? copy : packed;
        }
    }

    /**
     * The arbiter's answers about the game.
     *
     * @param superseded whether this member does not hold the state of the last active epoch: that is another than its
     *     own, or it is not named (P9)
     * @param goesOn whether the game is served, as it said last (P35)
     */
    record ArbiterWord(boolean superseded, boolean goesOn) {}

    /**
     * The numbers that this member was granted, and gave up.
     *
     * @param outnumbered how often it gave one up because too few of the listed members answered: it waits longer each
     *     time (P74)
     * @param unable whether it gave one up because its application did not restore the state (P40), or the arbiter does
     *     not know it as a member (P33): others go first
     */
    record Tries(int outnumbered, boolean unable) {}

    static FreezeContext at(double heardAt, boolean serverLeaves, SuspicionHints hints) {
        Packages none = new Packages(false, Optional.empty(), Optional.empty());
        ArbiterWord nothing = new ArbiterWord(false, false);
        return new FreezeContext(heardAt, serverLeaves, none, hints, false, nothing, new Tries(0, false));
    }

    /** Once a member is out of reach no longer, nothing is left of why too few had answered (P74). */
    FreezeContext with(SuspicionHints newer) {
        boolean more = !newer.unreachable().containsAll(hints.unreachable());
        Tries now = more ? new Tries(0, tries.unable) : tries;
        return new FreezeContext(heardAt, serverLeaves, packages, newer, late, word, now);
    }

    private FreezeContext with(Packages newer) {
        return new FreezeContext(heardAt, serverLeaves, newer, hints, late, word, tries);
    }

    private FreezeContext with(ArbiterWord newer) {
        return new FreezeContext(heardAt, serverLeaves, packages, hints, late, newer, tries);
    }

    private FreezeContext with(Tries more) {
        return new FreezeContext(heardAt, serverLeaves, packages, hints, late, word, more);
    }

    FreezeContext packed(Optional<PackedState> taken) {
        return with(new Packages(true, taken.isPresent() ? taken : packages.packed, packages.copy));
    }

    /** With the copy of the server's state that it held when it froze; nothing is confirmed from then on (P47). */
    FreezeContext holding(Optional<PackedState> held) {
        return with(new Packages(packages.done, packages.packed, held));
    }

    /** The application had its time: whatever came before counts. */
    FreezeContext withoutPackage() {
        return with(new Packages(true, packages.packed, packages.copy));
    }

    /** The state of its application is to be packed now, for somebody else will hold the next number. */
    FreezeContext packs() {
        return with(new Packages(false, packages.packed, packages.copy));
    }

    boolean packageDone() {
        return packages.done;
    }

    Optional<PackedState> copy() {
        return packages.copy;
    }

    /** The package that it answers a holder with. */
    Optional<PackedState> best() {
        return packages.best();
    }

    /** The old server said goodbye. */
    FreezeContext goodbye() {
        return new FreezeContext(heardAt, true, packages, hints, late, word, tries);
    }

    /** The game has stood still for long enough: fewer will do (P74). */
    FreezeContext later() {
        return new FreezeContext(heardAt, serverLeaves, packages, hints, true, word, tries);
    }

    FreezeContext withTooFew() {
        return with(new Tries(Math.min(tries.outnumbered + 1, OUTNUMBERED_MAX), tries.unable));
    }

    /**
     * Whether it leaves the number to others once more though it was not granted one: twice, for the arbiter's list may
     * be shorter than its own roster.
     */
    boolean mayWaitOn() {
        return tries.outnumbered < UNTRIED_MAX;
    }

    /** How long it leaves a claim to others: longer each time that too few answered, until fewer will do. */
    long pauseMillis() {
        return tries.outnumbered == 0 || late ? 0 : PAUSE_MILLIS << tries.outnumbered - 1;
    }

    boolean unable() {
        return tries.unable;
    }

    /** It tried to serve, and cannot. */
    FreezeContext asUnable() {
        return with(new Tries(tries.outnumbered, true));
    }

    FreezeContext gone(MemberId id) {
        return with(hints.withGone(id));
    }

    FreezeContext unreachable(MemberId id) {
        return with(hints.withUnreachable(id));
    }

    boolean superseded() {
        return word.superseded;
    }

    FreezeContext superseded(boolean known) {
        return !known || word.superseded ? this : with(new ArbiterWord(true, word.goesOn));
    }

    boolean goesOn() {
        return word.goesOn;
    }

    /** The arbiter's word about the game as such. */
    FreezeContext told(Event.GameStatusKnown known) {
        return with(new ArbiterWord(word.superseded, known.served()));
    }
}
