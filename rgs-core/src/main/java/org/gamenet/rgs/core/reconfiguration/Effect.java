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
import org.gamenet.rgs.core.machine.PeerRequest;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;

/**
 * The demands of a step. Effects never answer: what comes back is a new event. They come in families, each with one
 * door that performs it: an effect without a method in its family's door does not compile.
 */
public sealed interface Effect {

    /** Has it done, by the door of its family. */
    void by(EffectPerformer performer);

    /** To other members: messages. */
    sealed interface ToMembers extends Effect {

        void by(EffectPerformer.Members door);

        @Override
        default void by(EffectPerformer performer) {
            by(performer.members());
        }
    }

    /** Send to one. */
    record Send(MemberId to, Message message) implements ToMembers {
        @Override
        public void by(EffectPerformer.Members door) {
            door.send(this);
        }
    }

    /** Tell the server that this copy is held (P47). */
    record ConfirmCopy(MemberId to, Epoch epoch, long version, PackedState copy) implements ToMembers {
        @Override
        public void by(EffectPerformer.Members door) {
            door.confirmCopy(this);
        }
    }

    /** Send to everybody else in the group. */
    record Cast(Message message) implements ToMembers {
        @Override
        public void by(EffectPerformer.Members door) {
            door.cast(this);
        }
    }

    /** To the arbiter and the directory. */
    sealed interface ToArbiter extends Effect {

        void by(EffectPerformer.Arbiter door);

        @Override
        default void by(EffectPerformer performer) {
            by(performer.arbiter());
        }
    }

    /** Claim {@code expected + 1}. */
    record Claim(long expected, List<MemberId> authority, Basis basis, List<MemberId> supporters, long claimId)
            implements ToArbiter {
        @Override
        public void by(EffectPerformer.Arbiter door) {
            door.claim(this);
        }
    }

    /** Make the epoch active, with these members listed (P71). */
    record Activate(Epoch epoch, List<MemberId> members) implements ToArbiter {
        @Override
        public void by(EffectPerformer.Arbiter door) {
            door.activate(this);
        }
    }

    /** This epoch is on: another member has shown its ACK, which comes after its activation (P8). */
    record KnowActive(LogEntry ack) implements ToArbiter {
        @Override
        public void by(EffectPerformer.Arbiter door) {
            door.knowActive(this);
        }
    }

    /** Change who is listed: an entry after {@code count} (P71). */
    record Enlist(Epoch epoch, long count, List<MemberId> members) implements ToArbiter {
        @Override
        public void by(EffectPerformer.Arbiter door) {
            door.enlist(this);
        }
    }

    /** Give it up. */
    record Release(Epoch epoch) implements ToArbiter {
        @Override
        public void by(EffectPerformer.Arbiter door) {
            door.release(this);
        }
    }

    /** Mark the game ended. */
    record TellEnd(Epoch epoch) implements ToArbiter {
        @Override
        public void by(EffectPerformer.Arbiter door) {
            door.tellEnd(this);
        }
    }

    /** Ask how the game stands. */
    record AskGameStatus() implements ToArbiter {
        @Override
        public void by(EffectPerformer.Arbiter door) {
            door.askGameStatus(this);
        }
    }

    /** Ask the directory for a spare (P33). */
    record SeekSpare(Epoch failed, List<Member> roster, List<MemberId> supporters) implements ToArbiter {
        @Override
        public void by(EffectPerformer.Arbiter door) {
            door.seekSpare(this);
        }
    }

    /** Answer an offer. */
    record AnswerOffer(long offer, boolean agrees, String why) implements ToArbiter {
        @Override
        public void by(EffectPerformer.Arbiter door) {
            door.answerOffer(this);
        }
    }

    /** To the group transport. */
    sealed interface ToTransport extends Effect {

        void by(EffectPerformer.Transport door);

        @Override
        default void by(EffectPerformer performer) {
            by(performer.transport());
        }
    }

    /** Connect to the group of the game that was offered. */
    record JoinGroup() implements ToTransport {
        @Override
        public void by(EffectPerformer.Transport door) {
            door.joinGroup(this);
        }
    }

    /** Leave the group; stand by again. */
    record StandByAgain() implements ToTransport {
        @Override
        public void by(EffectPerformer.Transport door) {
            door.standByAgain(this);
        }
    }

    /** Ask for a seat again, as the same peer in a new incarnation. {@code log}: what is kept until it is let in. */
    record Rejoin(Epoch promise, String why, Log log) implements ToTransport {
        @Override
        public void by(EffectPerformer.Transport door) {
            door.rejoin(this);
        }
    }

    /** To the application, through its inbox, in this order. */
    sealed interface ToGame extends Effect {

        void by(EffectPerformer.Game door);

        @Override
        default void by(EffectPerformer performer) {
            by(performer.game());
        }
    }

    /** Founded the game: this is its first entry. */
    record Founded(LogEntry first, Log log) implements ToGame {
        @Override
        public void by(EffectPerformer.Game door) {
            door.founded(this);
        }
    }

    /** Let in: restore this state, then tell of everybody in the log. */
    record Admitted(Log log, GameRules rules, Optional<PackedState> state) implements ToGame {
        @Override
        public void by(EffectPerformer.Game door) {
            door.admitted(this);
        }

        /** The state, as the server's; nothing where there is none, or nobody serves. */
        public Optional<Contribution> given() {
            return log.primary().flatMap(server -> state.map(packed -> new Contribution(server, packed)));
        }
    }

    /** An entry was delivered; {@code log} is what holds after it. */
    record Delivered(LogEntry entry, Log log) implements ToGame {
        @Override
        public void by(EffectPerformer.Game door) {
            door.delivered(this);
        }
    }

    /** Show Frozen. */
    record Freeze(String why) implements ToGame {
        @Override
        public void by(EffectPerformer.Game door) {
            door.freeze(this);
        }
    }

    /** Show Resumed, in the same epoch. */
    record Thaw() implements ToGame {
        @Override
        public void by(EffectPerformer.Game door) {
            door.thaw(this);
        }
    }

    /**
     * The new epoch is on: deliver the path, whose last entry is its ACK, then Left for its exits, then Resumed.
     *
     * @param path entries that were missing here, the ACK last
     * @param log after them
     */
    record Resume(List<LogEntry> path, Log log) implements ToGame {
        @Override
        public void by(EffectPerformer.Game door) {
            door.resume(this);
        }
    }

    /**
     * Told again: all entries after the restored state was made, with these players, to the last that was told (P40).
     */
    record Replay(List<Long> players, List<LogEntry> entries) implements ToGame {
        @Override
        public void by(EffectPerformer.Game door) {
            door.replay(this);
        }
    }

    /**
     * A spare is handed a game: tell of everybody in it before {@link Resume}, whose path is the ACK alone. A member
     * that was left behind, and goes on with what it has kept, was told before.
     */
    record TakeOver(Log before, GameRules rules) implements ToGame {
        @Override
        public void by(EffectPerformer.Game door) {
            door.takeOver(this);
        }
    }

    /**
     * Take the last copy of the state, and show that this process serves no more: from the one to the other the
     * application is told nothing, and afterwards it is handed no request (P46).
     */
    record StopServing(MemberId successor) implements ToGame {
        @Override
        public void by(EffectPerformer.Game door) {
            door.stopServing(this);
        }
    }

    /** A request of the application is not done, for this reason; nothing had begun. */
    record Refuse(PeerRequest request, long peer, String why) implements ToGame {
        @Override
        public void by(EffectPerformer.Game door) {
            door.refuse(this);
        }
    }

    /** The game is not handed over to this member, for this reason: show that this process serves again. */
    record ServeOn(MemberId to, String why) implements ToGame {
        @Override
        public void by(EffectPerformer.Game door) {
            door.serveOn(this);
        }
    }

    /** Take one more package, in the next update. */
    record TakePackage() implements ToGame {
        @Override
        public void by(EffectPerformer.Game door) {
            door.takePackage(this);
        }
    }

    /**
     * Give the last package that was made before this member was left behind: what its application holds since may be
     * less than it was handed.
     */
    record TakeKept() implements ToGame {
        @Override
        public void by(EffectPerformer.Game door) {
            door.takeKept(this);
        }
    }

    /** Take the state for a newcomer when the application has been told of its JOIN. */
    record TakeInitialState(MemberId newcomer, Position at) implements ToGame {
        @Override
        public void by(EffectPerformer.Game door) {
            door.takeInitialState(this);
        }
    }

    /** Call restoreState with these packages, the freshest first. */
    record Restore(List<Contribution> packages) implements ToGame {
        @Override
        public void by(EffectPerformer.Game door) {
            door.restore(this);
        }
    }

    /** A package and whose it is. */
    record Contribution(Member from, PackedState packed) {}

    /** The session is over. {@code shapes}: the records of the game, where ours differ. */
    record Close(Reason reason, String detail, Payload shapes) implements ToGame {
        @Override
        public void by(EffectPerformer.Game door) {
            door.close(this);
        }
    }

    /** To the timers of this process. */
    sealed interface ToTimers extends Effect {

        void by(EffectPerformer.Timers door);

        @Override
        default void by(EffectPerformer performer) {
            by(performer.timers());
        }
    }

    /** Start a timer, in place of one of its kind that runs. */
    record StartTimer(Timer timer, long millis) implements ToTimers {
        @Override
        public void by(EffectPerformer.Timers door) {
            door.startTimer(this);
        }
    }

    /** Stop a timer. */
    record StopTimer(Timer timer) implements ToTimers {
        @Override
        public void by(EffectPerformer.Timers door) {
            door.stopTimer(this);
        }
    }

    /** To whoever watches. */
    sealed interface ToObservers extends Effect {

        void by(EffectPerformer.Observers door);

        @Override
        default void by(EffectPerformer performer) {
            by(performer.observers());
        }
    }

    /** A step of a recovery, for the log. */
    record Note(String text) implements ToObservers {
        @Override
        public void by(EffectPerformer.Observers door) {
            door.note(this);
        }
    }

    /** Something was turned away because its epoch is below the promise. */
    record CountStale() implements ToObservers {
        @Override
        public void by(EffectPerformer.Observers door) {
            door.countStale(this);
        }
    }
}
