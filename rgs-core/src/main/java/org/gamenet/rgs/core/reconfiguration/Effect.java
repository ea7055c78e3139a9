package org.gamenet.rgs.core.reconfiguration;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Frame;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Position;

/** What a step wants done. Effects never answer: what comes back is a new event. */
public sealed interface Effect {

    /** Send to one. */
    record Send(MemberId to, Message message) implements Effect {}

    /** Send to everybody else in the group. */
    record Cast(Message message) implements Effect {}

    /** Start a timer, in place of one of its kind that runs. */
    record StartTimer(Timer timer, long millis) implements Effect {}

    /** Stop a timer. */
    record StopTimer(Timer timer) implements Effect {}

    // ---- to the arbiter and the directory

    /** Claim {@code expected + 1}. */
    record Claim(long expected, List<MemberId> authority, Basis basis, List<MemberId> supporters, long claimId) implements Effect {}

    /** Make it active, with these members (P71). */
    record Activate(Epoch epoch, List<MemberId> members) implements Effect {}

    /** Change who is listed: an entry after {@code count} (P71). */
    record Enlist(Epoch epoch, long count, List<MemberId> members) implements Effect {}

    /** Give it up. */
    record Release(Epoch epoch) implements Effect {}

    /** Mark the game ended. */
    record TellEnd(Epoch epoch) implements Effect {}

    /** Ask how the game stands. */
    record AskStanding() implements Effect {}

    /** Ask the directory for a spare (P33). */
    record SeekSpare(Epoch failed, List<Member> roster, List<MemberId> supporters) implements Effect {}

    /** Answer an offer. */
    record AnswerOffer(long offer, boolean agrees, String why) implements Effect {}

    // ---- to the group transport

    /** Connect to the group of the game that was offered. */
    record JoinGroup() implements Effect {}

    /** Leave the group; stand by again. */
    record StandByAgain() implements Effect {}

    // ---- to the application, through the inbox, in this order

    /** Founded the game: this is its first frame. */
    record Founded(Frame first, Log log) implements Effect {}

    /** Let in: restore this state, then tell of everybody in the log. */
    record Admitted(Log log, GameRules rules, Optional<PackedState> state) implements Effect {}

    /** A frame was delivered; {@code log} is what holds after it. */
    record Delivered(Frame frame, Log log) implements Effect {}

    /** Show Frozen. */
    record Freeze(String why) implements Effect {}

    /** Show Resumed, in the same epoch. */
    record Thaw() implements Effect {}

    /**
     * The new epoch is on: deliver the path, whose last frame is its ACK, then Left for its exits, then Resumed.
     *
     * @param path frames that were missing here, the ACK last
     * @param log after them
     */
    record Resume(List<Frame> path, Log log) implements Effect {}

    /**
     * A spare is handed a game: tell of everybody in it before {@link Resume}, whose path is the ACK alone. Who was left behind, and goes on with what
     * it has kept, was told before.
     */
    record TakeOver(Log before, GameRules rules) implements Effect {}

    /** Take one more package, in the next update. */
    record TakePackage() implements Effect {}

    /** Give the last package that was made before this member was left behind: what its application holds since may be less than it was handed. */
    record TakeKept() implements Effect {}

    /** Take the state for a newcomer when the application has been told of its JOIN. */
    record TakeInitialState(MemberId newcomer, Position at) implements Effect {}

    /** Call restoreState with these, the freshest first. */
    record Restore(List<Contribution> packages) implements Effect {}

    /** A package and whose it is. */
    record Contribution(Member from, PackedState packed) {}

    /** The session is over. {@code shapes}: the records of the game, where ours differ. */
    record Close(Reason reason, String detail, Payload shapes) implements Effect {}

    /** Ask for a seat again, as the same peer in a new incarnation. {@code log}: what is kept until it is let in. */
    record Rejoin(Epoch promise, String why, Log log) implements Effect {}

    // ---- to whoever watches

    /** A step of a recovery, for the log. */
    record Note(String text) implements Effect {}

    /** Something was turned away because its epoch is below the promise. */
    record CountStale() implements Effect {}
}
