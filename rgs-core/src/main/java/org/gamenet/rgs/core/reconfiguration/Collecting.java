package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Log;

/**
 * Holds a granted epoch that is not on yet: gathers the answers, has the application restore the state, activates
 * (P36-P40). The common part of the three states.
 */
sealed interface Collecting extends MemberState permits Gathering, Restoring, Activating {

    /** The epoch that it holds. */
    PendingEpoch held();

    /** The replies so far. */
    CollectedReplies gathered();

    /** The context that it keeps from one attempt to the next. */
    FreezeContext freezing();

    /** The same state with this pending epoch. */
    Collecting with(PendingEpoch newer);

    /** The same state with this freeze context. */
    Collecting with(FreezeContext newer);

    /** The round of its collect (P37). */
    int round();

    @Override
    default LocalMember self() {
        return held().self();
    }

    @Override
    default Epoch epoch() {
        return held().epoch();
    }

    @Override
    default Epoch failed() {
        return held().failed();
    }

    @Override
    default Epoch promise() {
        return epoch();
    }

    @Override
    default Optional<MemberId> watches() {
        return Optional.empty();
    }

    @Override
    default boolean leads() {
        return true;
    }

    @Override
    default boolean plays() {
        return false;
    }

    @Override
    default Listing listing() {
        return new Listing(List.copyOf(gathered().listed()), 0);
    }

    @Override
    default Log log() {
        return held().membership().map(Membership::log).orElse(Log.EMPTY);
    }

    // ---- what all three do

    default Step askGameStatus() {
        return Step.to(this, new Effect.AskGameStatus());
    }

    default Step tellToWait(MemberId newcomer) {
        return Step.to(this, new Effect.Send(newcomer, new Message.FrozenWait(epoch())));
    }

    default Step giveBack(Event.Granted late) {
        return late.epoch().equals(epoch()) ? Step.to(this) : Step.to(this, new Effect.Release(late.epoch()));
    }

    default Step leave() {
        return Step.to(
                new GameOver(self(), epoch()),
                new Effect.Release(epoch()),
                new Effect.Cast(new Message.Released(epoch())),
                new Effect.Cast(new Message.LeaveRequest()));
    }

    default Step onConnected() {
        if (held().connected()) return Step.to(this);
        return Step.to(
                with(held().isConnected()),
                new Effect.Cast(collect()),
                new Effect.StartTimer(Timer.ADVERTISE, FIRST_REPEAT_MILLIS));
    }

    default Step onGameStatus(Event.GameStatusKnown known) {
        if (known.ended())
            return Step.to(
                    new GameOver(self(), epoch()), new Effect.Close(Reason.ENDED, "the game has ended", Payload.EMPTY));
        return known.current().isAfter(epoch())
                ? giveUp("epoch " + known.current().number() + " was granted meanwhile", false)
                : Step.to(this);
    }

    default Step collectAgain() {
        return Step.to(
                this, new Effect.Cast(collect()), new Effect.StartTimer(Timer.ADVERTISE, FullMember.REPEAT_MILLIS));
    }

    default Step onLate() {
        return Step.to(with(freezing().later()));
    }

    /** A spare is in no game: it stands by for the next one. */
    default Step closeFrozenTooLong() {
        if (held().membership().isEmpty()) return giveUp("the game was frozen for too long", true);
        return Step.to(
                new GameOver(self(), epoch()),
                new Effect.Release(epoch()),
                new Effect.Cast(new Message.Released(epoch())),
                new Effect.Close(Reason.NO_NEW_SERVER, "the game was frozen for too long", Payload.EMPTY));
    }

    // ---- what the rows above are made of

    /** Pause until the holder casts its collect for the second time. */
    long FIRST_REPEAT_MILLIS = 20;

    default Message.Collect collect() {
        return new Message.Collect(
                epoch(), round(), held().basis(), self().me(), gathered().heardInOrder());
    }

    /**
     * Whether it may go on without a witness (P75): the game has stood still for long enough, or nobody listed is left
     * who could be one.
     */
    default boolean mayGoOnWithout() {
        return freezing().late() || gathered().isNobodyListedLeft();
    }

    /** Whether its application was not told that the game stands still: it was handed over (P46). */
    default boolean isUnnoticed() {
        return false;
    }

    /**
     * It goes back to where it came from. A player leaves the next numbers to others; before it plays on its
     * application is given a whole state (Rejoining), and a second failure closes its session (Packages). A spare is
     * put back to where nothing was restored, so that it stands by again instead of closing; and a member that was left
     * behind keeps what it had kept, for what has thrown has left no package (P40).
     */
    default Step notRestored(String why) {
        if (!held().isReturner()) return leavesItToOthers(why, Optional.empty());
        return new Gathering(held(), round(), gathered(), freezing().asUnable()).giveUp(why, true);
    }

    /**
     * {@code restoreState} may yet end, and then the application holds the base, not this member's newer state: it
     * hears what came after the base, as of any number given up.
     */
    default Step restoresTooLong() {
        return leavesItToOthers("restoreState took more than " + Restoring.RESTORE_MILLIS + " ms", catchesUp(log()));
    }

    /** Its application holds a state that nobody listed vouches for, and hears what came after that. */
    default Step notWitnessed() {
        return leavesItToOthers("the packages of those listed cannot be read", catchesUp(log()));
    }

    private Step leavesItToOthers(String why, Optional<Effect.Replay> again) {
        // No longer Restoring: a spare that has restored nothing stands by again.
        Collecting back = held().membership().isPresent()
                ? with(freezing().asUnable())
                : new Gathering(held(), round(), gathered(), freezing());
        return back.giveUp(why, true, again);
    }

    /** Whether its application may have been given a state by this recovery. */
    default boolean hasRestored() {
        return true;
    }

    /**
     * An epoch was on without it: it comes back like whoever lacks that one's ACK, and keeps what it has until it is
     * let in (P39, P42, P75).
     */
    default Step leftBehind(String why) {
        Step back = giveUp(why, true);
        return back.state() instanceof Suspecting out
                ? out.rejoin(why).after(givenUp(why, true).toArray(Effect[]::new))
                : back;
    }

    private List<Effect> givenUp(String why, boolean release) {
        List<Effect> effects =
                new ArrayList<>(List.of(new Effect.Note("gives epoch " + epoch().number() + " up: " + why)));
        held().membership().ifPresent(membership -> effects.addAll(Exits.refusals(membership)));
        if (release) {
            effects.add(new Effect.Release(epoch()));
            effects.add(new Effect.Cast(new Message.Released(epoch())));
        }
        return effects;
    }

    /** What it kept, it keeps: no restoreState that fails, or is late, takes its package away (P40). */
    private Returning returning() {
        Returning back = Returning.with(log(), freezing().late());
        boolean alone = gathered().heardOf().stream().allMatch(self().id()::equals);
        return alone ? back.unanswered() : back;
    }

    /**
     * Whether the state is in its application and nowhere else: it served last, and needed no package for itself. The
     * next holder does (P73).
     */
    private boolean hasItAll() {
        boolean peers = held().rules().peers();
        return held().basis() == Basis.HELD && !peers && freezing().best().isEmpty() && !isRestoring();
    }

    /** The state that its application was given, or is being given. */
    Optional<PackedState> base();

    /**
     * The entries that the application hears again where its state is older than what this member has delivered: this
     * member goes on as a follower, and its application hears the rest as if it had served (P40).
     */
    private Optional<Effect.Replay> catchesUp(Log delivered) {
        return base().flatMap(base -> RestorePlan.since(base, delivered, delivered.kept()));
    }

    /**
     * Gives the epoch up: its number is burnt, and the next claim is for the one after it (P7). {@code release}: the
     * arbiter is told so; not if it has gone beyond this epoch, or its old server may still hold it.
     */
    default Step giveUp(String why, boolean release) {
        return giveUp(why, release, catchesUp(log()));
    }

    private Step giveUp(String why, boolean release, Optional<Effect.Replay> again) {
        List<Effect> effects = givenUp(why, release);
        if (held().isReturner()) {
            long patience = freezing().unable() ? Suspecting.OTHERS_FIRST_MILLIS : 0;
            return Joining.goOn(self(), held().rules(), epoch(), returning(), effects, patience);
        }
        if (held().membership().isPresent()) {
            FreezeContext next = freezing().with(freezing().hints().forgetSuspects());
            if (hasItAll()) {
                next = next.packs();
                effects.add(new Effect.TakePackage());
                effects.add(new Effect.StartTimer(Timer.PACKAGE, FullMember.PACKAGE_MILLIS));
            }
            again.ifPresent(effects::add);
            if (isUnnoticed())
                effects.addAll(
                        HandingOver.Handed.standsStill(held().membership().get()));
            Membership membership = held().membership().get();
            Membership follows = membership.with(membership.accord().following());
            return Suspecting.of(follows, epoch(), self().id(), next, Optional.empty())
                    .begin(effects);
        }
        if (hasRestored()) {
            effects.add(
                    new Effect.Close(Reason.CUT_OFF, why + "; stand by again to serve the next game", Payload.EMPTY));
            return Step.to(new GameOver(self(), epoch()), effects);
        }
        effects.add(new Effect.StandByAgain());
        return Step.to(new StandingBy(self()), effects);
    }
}
