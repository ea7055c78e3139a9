package org.gamenet.rgs.core.reconfiguration;

import static org.gamenet.rgs.core.reconfiguration.EpochIs.ANY;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.HIGHER;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.LOWER;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.PLAYED;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.STALE;
import static org.gamenet.rgs.core.reconfiguration.Sender.ANYBODY;
import static org.gamenet.rgs.core.reconfiguration.Sender.MEMBER;
import static org.gamenet.rgs.core.reconfiguration.Sender.NAMED;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;

/**
 * The primary of an active epoch: lets in, puts out, stamps (P22, P25-P28), and looks after those that lack the ACK.
 * Its table names the room of each reaction: {@link Newcomers}, {@link Exits}, {@link ListUpkeep}, {@link Supply},
 * {@link EpochDispute}, {@link Change} and {@link HandingOver}, {@link GameEnding}; by permission {@link AskingServer}.
 *
 * @param ack entry 0 of the epoch
 * @param enlistment the arbiter's list, and members that are lost and still on it (P71)
 * @param change a planned change under way
 * @param intent how the game is to go on
 */
record Serving(
        Membership membership,
        LogEntry ack,
        Followers followers,
        Mandate mandate,
        Enlistment enlistment,
        Optional<Change> change,
        GameIntent intent)
        implements Stamping {

    Serving {
        if (!ack.epoch().equals(membership.log().end().epoch()))
            throw new AssertionError("log at " + membership.log().end() + " with the ACK of " + ack.epoch());
    }

    /** Founds a game: entry 0 of its first epoch admits the founder. */
    public static Step found(LocalMember self, GameRules rules, Epoch first) {
        MemberId me = self.id();
        EntryBody.Ack body = EntryBody.Ack.of(
                Position.NONE,
                List.of(me),
                Optional.of(self.me()),
                List.of(me),
                List.of(),
                List.of(),
                Map.of(),
                false,
                Double.NaN,
                Double.NaN,
                0,
                false);
        LogEntry ack = new LogEntry(new Position(first, 0), body.listing(List.of(me)));
        Log log = Log.EMPTY.with(ack).stableUpTo(ack.at());
        Serving serving = new Serving(
                Membership.ofFounder(self, rules, first, log),
                ack,
                Followers.NONE,
                Mandate.FULL,
                Enlistment.of(Listing.of(me)),
                Optional.empty(),
                GameIntent.GOES_ON);
        return Step.to(serving, new Effect.Founded(ack, log));
    }

    /** Has stamped the ACK: shows it to everybody, with what each one lacks, until each one has it (P41). */
    static Step afterAck(
            Membership membership,
            LogEntry ack,
            Map<MemberId, Position> answered,
            Set<MemberId> unadmitted,
            Absent lost,
            Listing listing,
            List<Effect> first) {
        Enlistment enlistment = Enlistment.of(listing);
        Followers followers = HandingOver.backedUp(membership, ack);
        for (MemberId id : lost.lost())
            if (membership.log().roster().has(id))
                enlistment = enlistment.owing(id, "lost in the recovery", lost.isDead(id));
        List<Effect> effects = new ArrayList<>(first);
        for (MemberId id : unadmitted) {
            if (!membership.log().roster().has(id)) continue;
            followers = followers.withNewcomer(id, Newcomer.waiting(membership.log()));
            effects.add(new Effect.TakeInitialState(id, membership.log().end()));
        }
        Serving serving =
                new Serving(membership, ack, followers, Mandate.FULL, enlistment, Optional.empty(), GameIntent.GOES_ON);
        for (MemberId id : membership.others())
            if (!followers.isNewcomer(id))
                effects.add(Supply.showAck(serving, id, answered.getOrDefault(id, Position.NONE)));
        // A member that answered and is out, a server that said goodbye, need not wait any longer.
        for (MemberId id : answered.keySet())
            if (!membership.log().roster().has(id))
                effects.add(Supply.showAck(serving, id, membership.log().end()));
        effects.add(new Effect.StartTimer(Timer.RESEND, HandingOver.FIRST_RESEND_MILLIS));
        Step flushed = Exits.flush(serving.with(serving.firstTurn(membership)), effects);
        return serving.goOn(AwaySeats.watched(Exits.watchSeats(serving, flushed)));
    }

    /** The primary that begins an epoch has the permission from its ACK on, for the exits that are due (P70). */
    private Membership firstTurn(Membership begun) {
        return asksAll() ? begun.with(begun.accord().firstTurn()) : begun;
    }

    static final StateTable<Serving> TABLE = StateTable.of(Serving.class)
            .heard(Message.JoinRequest.class, NAMED, ANY, "P26", Newcomers::onJoin)
            .heard(Message.Confirmed.class, ANYBODY, ANY, "P26", Supply::onConfirmed)
            .heardFrom(Message.LeaveRequest.class, MEMBER, ANY, "P28", Exits::letGo)
            .heardFrom(Message.LeaveRequest.class, ANYBODY, ANY, "P26", Newcomers::letGo)
            .heard(Message.OrderRequest.class, MEMBER, ANY, "P22", Serving::onOrder)
            .heard(Message.EntriesWanted.class, ANYBODY, ANY, "P29", Supply::onWanted)
            .heard(Message.Suspicion.class, ANYBODY, ANY, "P29", Supply::onSuspicion)
            .heard(Message.Wish.class, MEMBER, PLAYED, "P68", Serving::onWish)
            .heard(Message.Permit.class, MEMBER, PLAYED, "P69", Serving::onPermit)
            .heard(Message.Shown.class, MEMBER, PLAYED, "P69", Serving::onShown)
            .heard(Message.ShownWanted.class, MEMBER, PLAYED, "P69", Serving::onShownWanted)
            .heard(Message.Unanswered.class, MEMBER, PLAYED, "P25", AskingServer::onUnanswered)
            .ignores("it lets others ask it", Message.Sought.class)
            .heard(Message.Stale.class, ANYBODY, HIGHER, "P21", EpochDispute::doubt)
            .heard(Message.Stale.class, MEMBER, LOWER, "P65", Newcomers::onBound)
            .heard(Message.Collect.class, NAMED, HIGHER, "P21", EpochDispute::doubt)
            .heardFrom(Message.Collect.class, ANYBODY, LOWER, "P2", Serving::turnAway)
            .heard(Message.EpochStart.class, NAMED, HIGHER, "P21", EpochDispute::doubt)
            .heardFrom(Message.EpochStart.class, ANYBODY, STALE, "P2", Serving::turnAway)
            .heardFrom(Message.EntryNews.class, ANYBODY, STALE, "P2", Serving::turnAway)
            .ignores("it lets others in", Message.InitialAck.class, Message.FrozenWait.class, Message.JoinDenied.class)
            .ignores(
                    "it asks the arbiter who serves, and no member",
                    Message.Released.class,
                    Message.Promote.class,
                    Message.PromoteAnswer.class)
            .ignores("its collect is over", Message.Nack.class, Message.CollectReply.class)
            .on(Event.EchoSeen.class, "P22", Supply::onEchoSeen)
            .on(Event.MemberGone.class, "P25", Exits::onGone)
            .on(Event.MemberUnreachable.class, "P25", Exits::onUnreachable)
            .on(Event.MemberOverdue.class, "P25", Exits::onOverdue)
            .on(Event.PackageReported.class, "P71", ListUpkeep::onReport)
            .on(Event.Listed.class, "P71", ListUpkeep::onListed)
            .on(Event.MayAct.class, "P18", EpochDispute::onMayAct)
            .on(Event.InitialStateTaken.class, "P26", Newcomers::onInitialState)
            .on(Event.GameStatusKnown.class, "P21", EpochDispute::onGameStatus)
            .on(Event.Granted.class, "P45", Change::onGranted)
            .on(Event.Denied.class, "P45", Change::onDenied)
            .on(Event.Activated.class, "P45", Change::onActivated)
            .on(Event.ChangeAsked.class, "P45", Change::onChange)
            .on(Event.HandoverAsked.class, "P46", HandingOver::begin)
            .on(Event.HandoverReady.class, "P46", HandingOver::ready)
            .on(Event.KickAsked.class, "P28", Exits::onKick)
            .on(Event.OpenAsked.class, "P26", Newcomers::onOpen)
            .on(Event.EndAsked.class, "P28", GameEnding::onEndAsked)
            .on(Event.EndConfirmed.class, "P28", GameEnding::onEndKnown)
            .on(Event.LeaveAsked.class, "P28", GameEnding::onLeave)
            .ignores("it asks first, and this is done in its turn", Event.OrderAsked.class)
            .on(Event.Copied.class, "P22", Serving::onCopied)
            .ignores("it makes the copies", Event.CopyHeld.class)
            .ignores(
                    "it serves: there is nobody to suspect",
                    Event.HolderSuspected.class,
                    Event.HolderAnswered.class,
                    Event.HeartbeatSeen.class,
                    Event.PlacesTold.class)
            .ignores("it looks for no server", Event.SpareSought.class, Event.RestoreDone.class)
            .ignores("it is no spare", Event.Offered.class)
            .ignores("it serves already", Event.Coordinates.class)
            .ignores("its members hear it, whatever the group says", Event.GroupJoined.class, Event.GroupFailed.class)
            .ignores("it was asked for before the game went on", Event.PackageTaken.class)
            .on(Timer.RESEND, "P29", Supply::resend)
            .on(Timer.ASK_ARBITER, "P29", Serving::repeat)
            .on(Timer.END, "P28", GameEnding::onLate)
            .on(Timer.PERMIT, "P68", Serving::askAgain)
            .on(Timer.ENLIST, "P71", ListUpkeep::enlistAgain)
            .on(Timer.LAPSE, "P28", GameEnding::lapse)
            .on(Timer.AWAY, "P76", AwaySeats::turn)
            .on(Timer.GO, "P28", GameEnding::go)
            .on(Timer.DEPART, "P28", GameEnding::depart)
            .on(Timer.HANDOVER, "P46", HandingOver::late)
            .build();

    @Override
    public StateTable<Serving> table() {
        return TABLE;
    }

    @Override
    public Step on(Event event) {
        if (AskingServer.needsTurn(this, event)) return AskingServer.await(this, event);
        Step step = AskingServer.after(goOn(AwaySeats.watched(TABLE.on(this, event))));
        return Newcomers.afterChange(this, Exits.kickLate(this, step));
    }

    @Override
    public Step inTurn(Event event) {
        if (event instanceof Event.OrderAsked order) return AskingServer.settled(stampOwn(order.what()));
        return AwaySeats.watched(TABLE.on(this, event));
    }

    @Override
    public boolean mayTakeTurn() {
        return mandate.holds() && change.isEmpty() && !membership.log().ended();
    }

    @Override
    public boolean keepsTurn() {
        return change.isPresent();
    }

    boolean mayStamp() {
        return mayTakeTurn() && (!asksAll() || isInTurn());
    }

    // ---- stamping

    /** The next entry: delivered here, shown to all. */
    Step stamp(EntryBody body, List<Effect> first) {
        return show(Stamped.on(membership.log(), List.of(body)), first, true);
    }

    /** {@code settles}: whether any may be stable now that was not before. */
    private Step show(Stamped stamped, List<Effect> first, boolean settles) {
        List<Effect> effects = new ArrayList<>(first);
        // By permission all of a turn is shown at its end.
        if (!asksAll()) effects.add(new Effect.Cast(new Message.EntryNews(stamped.entries())));
        effects.addAll(stamped.delivered());
        Serving next = with(membership.with(stamped.log()));
        return Step.to(settles ? next.settle() : next, effects);
    }

    /** Forgets what every member has delivered. */
    Serving settle() {
        Position stable = stable();
        return with(membership.with(membership.log().stableUpTo(stable)));
    }

    /**
     * Up to where every other member has delivered (P22), each listed one included: a member that is out of the game
     * and listed still may not know it, win the next number, and go on from a log that ends before its exit (P72); and
     * up to where every copy of the state goes.
     */
    Position stable() {
        Position least = membership.log().end();
        Set<MemberId> everybody = new HashSet<>(membership.others());
        everybody.addAll(enlistment.counted());
        everybody.remove(membership.id());
        for (MemberId id : everybody) {
            Optional<Position> at = followers.delivered(id);
            if (at.isEmpty()) return Position.NONE;
            if (at.get().isBefore(least)) least = at.get();
        }
        // Entries after a copy go to the handlers of the member that goes on from it.
        Optional<Position> copied = followers.copied();
        return copied.isPresent() && copied.get().isBefore(least) ? copied.get() : least;
    }

    private Step onCopied(Event.Copied copied) {
        return Step.to(with(followers.withCopy(copied.backup(), copied.place())).settle());
    }

    private Step onOrder(MemberId from, Message.OrderRequest order) {
        List<EntryBody> next = mayStamp() && !isAhead() ? Stamped.next(membership.log(), from, order) : List.of();
        if (next.isEmpty()) return stay();
        boolean alone = membership.others().isEmpty();
        return show(Stamped.on(membership.log(), next), List.of(), alone);
    }

    /** Whether a follower lags so far behind that more would fill its link, and all logs, without end (P22.6). */
    private boolean isAhead() {
        for (MemberId id : membership.others()) {
            Optional<Position> has = followers.delivered(id);
            if (has.isPresent() && !followers.isNewcomer(id) && membership.log().isFarFrom(has.get())) return true;
        }
        return false;
    }

    /** A member that is out: nothing is known of it any more, and nothing is owed to it. */
    Serving forget(MemberId id) {
        return with(followers.without(id)).with(enlistment.forgetting(id));
    }

    /** The same primary in its next epoch, which nobody is known to have accepted yet. */
    Serving inEpoch(LogEntry next, Listing listing) {
        Membership begun = membership.with(membership.log().with(next));
        return new Serving(
                firstTurn(intent.leaving() ? begun.with(begun.accord().saying(membership.accord())) : begun),
                next,
                followers.beforeAck(),
                Mandate.FULL,
                enlistment.inEpoch(listing),
                Optional.empty(),
                intent);
    }

    // ---- asking the arbiter

    /** Nothing is left to ask the arbiter, unless the end is not known there yet, or whose the game is not here. */
    Effect stopAsking() {
        return intent.isEnding() || mandate.disputed()
                ? new Effect.StartTimer(Timer.ASK_ARBITER, REPEAT_MILLIS)
                : new Effect.StopTimer(Timer.ASK_ARBITER);
    }

    /** A change keeps no dispute from being settled (P21): it may wait for members bound to the disputed number. */
    private Step repeat() {
        List<Effect> asked = new ArrayList<>();
        if (change.isPresent() && !change.get().isForCopy())
            asked.add(change.get().repeated(membership));
        else if (intent.isEnding()) asked.add(new Effect.TellEnd(epoch()));
        if (mandate.disputed() && (change.isPresent() || !intent.isEnding())) asked.add(new Effect.AskGameStatus());
        if (asked.isEmpty()) return stay();
        asked.add(new Effect.StartTimer(Timer.ASK_ARBITER, REPEAT_MILLIS));
        return Step.to(with(change.map(c -> c.withWaiting(List.of()))), asked);
    }

    // ---- the parts of the state

    @Override
    public Listing listing() {
        return enlistment.confirmed();
    }

    @Override
    public Collection<MemberId> listed() {
        return enlistment.counted();
    }

    @Override
    public Serving with(Membership newer) {
        return new Serving(newer, ack, followers, mandate, enlistment, change, intent);
    }

    Serving with(Followers newer) {
        return new Serving(membership, ack, newer, mandate, enlistment, change, intent);
    }

    Serving with(Mandate newer) {
        return new Serving(membership, ack, followers, newer, enlistment, change, intent);
    }

    Serving with(Enlistment newer) {
        return new Serving(membership, ack, followers, mandate, newer, change, intent);
    }

    Serving with(Optional<Change> newer) {
        return new Serving(membership, ack, followers, mandate, enlistment, newer, intent);
    }

    Serving with(GameIntent newer) {
        return new Serving(membership, ack, followers, mandate, enlistment, change, newer);
    }

    @Override
    public boolean changes() {
        return change.isPresent();
    }

    @Override
    public boolean isUnsure() {
        return enlistment.isUnsure(membership);
    }

    @Override
    public boolean handsOver() {
        return change.flatMap(Change::handover).isPresent();
    }

    @Override
    public Collection<MemberId> missed() {
        return enlistment.pendingExits().keySet();
    }

    @Override
    public boolean leads() {
        return true;
    }

    @Override
    public boolean serves() {
        return true;
    }

    @Override
    public boolean plays() {
        return mandate.holds();
    }
}
