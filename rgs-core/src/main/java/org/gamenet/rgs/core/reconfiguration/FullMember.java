package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;

/** Somebody who is in the game: what all its states have in common. */
sealed interface FullMember extends MemberState permits Stamping, Suspecting, Promised, Departing, HandedOver {

    /**
     * After so long the holder's word counts where the arbiter cannot be reached (P36). The session keeps the end of
     * this time to itself as long as a directory can be reached, however slow.
     */
    long CHECK_MILLIS = 50;

    /** How long a recovery waits for the application to package (HA34). */
    long PACKAGE_MILLIS = 500;

    /** Pause between two askings of the same thing (P29). */
    long REPEAT_MILLIS = 100;

    Membership membership();

    @Override
    default LocalMember self() {
        return membership().self();
    }

    @Override
    default Epoch promise() {
        return membership().promise();
    }

    @Override
    default Log log() {
        return membership().log();
    }

    @Override
    default Epoch epoch() {
        return membership().log().end().epoch();
    }

    @Override
    default Optional<MemberId> watches() {
        return Optional.empty();
    }

    @Override
    default boolean leads() {
        return false;
    }

    @Override
    default boolean plays() {
        return false;
    }

    default Step stay(Effect... effects) {
        return Step.to(this, effects);
    }

    /** P2: below the promise, or of its number with another claim. */
    default boolean isStale(Epoch epoch) {
        return isOf(EpochIs.STALE, epoch);
    }

    /** Dropped, counted, and answered with the promise. */
    default Step turnAway(MemberId from) {
        return stay(new Effect.CountStale(), new Effect.Send(from, new Message.Stale(promise())));
    }

    // ---- resuming

    /** The prefix test (P42), for whoever hears an ACK: resume, ask for more, or reload. */
    default Step hearAck(MemberId from, Message.EpochStart news, FreezeContext freezing, boolean frozen) {
        LogEntry ack = news.ack();
        if (!(ack.body() instanceof EntryBody.Ack body) || ack.seq() != 0) return stay();
        if (ack.epoch().number() <= epoch().number()) return stay();
        if (!body.members().contains(membership().id()))
            return leftBehind(
                    body, "the game went on without me in epoch " + ack.epoch().number());
        Log.Catchup found = membership().log().catchUp(ack, news.missing());
        if (found instanceof Log.Catchup.Reached reached) {
            Membership resumed = membership().with(reached.log());
            if (resumed.primary().equals(membership().id())) return HandingOver.take(this, ack, freezing, frozen);
            List<Effect> effects = new ArrayList<>();
            if (!frozen && !body.planned()) effects.add(new Effect.Freeze("the server changed"));
            effects.add(new Effect.Resume(reached.path(), reached.log()));
            effects.add(new Effect.StopTimer(Timer.CHECK));
            effects.add(new Effect.StopTimer(Timer.FETCH));
            Optional<PackedState> copy =
                    body.planned() && resumed.isInAuthority(membership().id()) ? freezing.copy() : Optional.empty();
            return afterDelivery(
                    new Following(
                            resumed, List.of(), freezing.hints().forgetSuspects(), Optional.empty(), Gap.NONE, copy),
                    reached.path(),
                    effects);
        }
        if (found instanceof Log.Catchup.Incomplete)
            return stay(new Effect.Send(
                    from, new Message.EntriesWanted(membership().log().end())));
        return leftBehind(
                body, "what I have seen is not part of epoch " + ack.epoch().number());
    }

    private Step leftBehind(EntryBody.Ack ack, String why) {
        for (EntryBody.Exited exit : ack.exits())
            if (exit.who().equals(membership().id()) && isFinal(exit.why())) return close(exit.why(), exit.detail());
        return rejoin(why);
    }

    /** Whether a member with this reason in its own exit has no way back by itself. */
    static boolean isFinal(Reason why) {
        return why == Reason.KICKED || why == Reason.REPLACED || why == Reason.LEFT;
    }

    /** The words of an exit that was not heard. */
    default Step onEvicted(Message.JoinDenied out) {
        if (isFinal(out.reason())) return close(out.reason(), out.detail());
        return out.reason() == Reason.CRASHED ? rejoin(out.detail()) : stay();
    }

    /**
     * Comes back as the same peer in a new incarnation (P21, P25). A member that does not play has no seat to come back
     * to: it goes, and says so, for its voice may be waited for.
     */
    default Step rejoin(String why) {
        if (self().me().kind() == Kind.SERVER)
            return close(
                            Reason.CUT_OFF,
                            "another server has the game: " + why + "; stand by again to serve the next one")
                    .after(new Effect.Cast(new Message.LeaveRequest()));
        return Step.to(new GameOver(self(), promise()), new Effect.Rejoin(promise(), why, log()));
    }

    default Step close(Reason reason, String detail) {
        return Step.to(new GameOver(self(), promise()), new Effect.Close(reason, detail, Payload.EMPTY));
    }

    /** The game is served, but nobody let me go on in it (P35). */
    default Step cutOff() {
        return close(
                Reason.CUT_OFF, "the directory says that the game goes on, but its server was not heard here in time");
    }

    /** Entries about this member itself: its own exit, its replacement, the end of the game. */
    default Step afterDelivery(FullMember next, List<LogEntry> delivered, List<Effect> effects) {
        MemberId me = membership().id();
        for (LogEntry entry : delivered) {
            EntryBody body = entry.body();
            if (body instanceof EntryBody.Exited exit && exit.who().equals(me)) {
                Step out = isFinal(exit.why())
                        ? next.close(exit.why(), exit.detail())
                        : next.rejoin("the server put me out: " + exit.detail());
                return out.after(effects.toArray(Effect[]::new));
            }
            if (body instanceof EntryBody.Joined join
                    && join.member().id().peer() == me.peer()
                    && !join.member().id().equals(me))
                return next.close(Reason.REPLACED, "another process came back as this player")
                        .after(effects.toArray(Effect[]::new));
            if (body instanceof EntryBody.Ended end)
                return next.close(Reason.ENDED, end.why()).after(effects.toArray(Effect[]::new));
        }
        return Step.to(next, effects);
    }

    // ---- small reactions that several states have

    /** A claim of mine, granted when I do not need it any more (P7). */
    default Step giveBack(Event.Granted late) {
        return stay(new Effect.Release(late.epoch()));
    }

    default Step askGameStatus() {
        return stay(new Effect.AskGameStatus());
    }

    default Step tellToWait(MemberId newcomer) {
        return stay(new Effect.Send(newcomer, new Message.FrozenWait(promise())));
    }

    /** Frozen, and has no seat to keep: goes without waiting for an exit. */
    default Step goAtOnce() {
        return Step.to(new GameOver(self(), promise()), new Effect.Cast(new Message.LeaveRequest()));
    }

    // ---- answering a holder

    /** The arbiter is asked whether an advertisement is real, before it is answered. */
    static Effect[] check() {
        return new Effect[] {new Effect.AskGameStatus(), new Effect.StartTimer(Timer.CHECK, CHECK_MILLIS)};
    }

    /** Point of no return: promises the epoch, and answers as soon as the package is there (P36). */
    default Step answer(PendingCollect call, FreezeContext freezing, List<Effect> first) {
        Membership bound = membership().promising(call.epoch());
        List<Effect> effects = new ArrayList<>(first);
        effects.add(new Effect.StopTimer(Timer.CHECK));
        return new Promised(bound, call.holder(), call.round(), call.basis(), freezing, Optional.empty())
                .reply(effects);
    }
}
