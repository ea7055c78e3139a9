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
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Mix;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;

/**
 * The primary of an active epoch: lets in, puts out, stamps (P22, P25-P28), and looks after those that lack the ACK.
 *
 * @param ack frame 0 of the epoch
 * @param enlistment the arbiter's list, and members that are lost and still on it (P71)
 * @param change a planned change under way
 * @param intent how the game is to go on
 */
record Serving(
        Membership part,
        LogEntry ack,
        Followers followers,
        Mandate mandate,
        Enlistment enlistment,
        Optional<Change> change,
        GameIntent intent)
        implements Stamping {

    Serving {
        if (!ack.epoch().equals(part.log().end().epoch()))
            throw new AssertionError("log at " + part.log().end() + " with the ACK of " + ack.epoch());
    }

    /** How long the seat of a lost player is kept (P28). */
    static final long LAPSE_MILLIS = 60_000;

    private static final long LAST_WORDS_MILLIS = 2_000;

    /** Founds a game: frame 0 of its first epoch admits the founder. */
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
                new Membership(self, rules, first, log),
                ack,
                Followers.NONE,
                Mandate.FULL,
                Enlistment.of(Listing.of(me)),
                Optional.empty(),
                GameIntent.FOUNDED);
        return Step.to(serving, new Effect.Founded(ack, log));
    }

    /** Has stamped the ACK: shows it to everybody, with what each one lacks, until each one has it (P41). */
    static Step afterAck(
            Membership part,
            LogEntry ack,
            Map<MemberId, Position> answered,
            Set<MemberId> unadmitted,
            Absent lost,
            Listing listing,
            List<Effect> first) {
        Enlistment enlistment = Enlistment.of(listing);
        Followers followers = HandingOver.backedUp(part, ack);
        for (MemberId id : lost.lost())
            if (part.log().roster().has(id)) enlistment = enlistment.owing(id, "lost in the recovery", lost.isDead(id));
        List<Effect> effects = new ArrayList<>(first);
        for (MemberId id : unadmitted) {
            if (!part.log().roster().has(id)) continue;
            followers = followers.withNewcomer(id, Newcomer.waiting(part.log()));
            effects.add(new Effect.TakeInitialState(id, part.log().end()));
        }
        Serving serving =
                new Serving(part, ack, followers, Mandate.FULL, enlistment, Optional.empty(), GameIntent.TAKEN_OVER);
        for (MemberId id : part.others())
            if (!followers.isNewcomer(id)) effects.add(serving.showAck(id, answered.getOrDefault(id, Position.NONE)));
        // A member that answered and is out, a server that said goodbye, need not wait any longer.
        for (MemberId id : answered.keySet())
            if (!part.log().roster().has(id))
                effects.add(serving.showAck(id, part.log().end()));
        effects.add(new Effect.StartTimer(Timer.RESEND, HandingOver.FIRST_RESEND_MILLIS));
        return serving.goOn(AwaySeats.watched(
                serving.watchSeats(serving.with(serving.firstTurn(part)).flush(effects))));
    }

    /** Whoever begins an epoch has the permission from its ACK on, for the exits that are due (P70). */
    private Membership firstTurn(Membership begun) {
        return asksAll() ? begun.with(begun.accord().firstTurn()) : begun;
    }

    private Effect showAck(MemberId to, Position from) {
        return HandingOver.showing(part.log(), ack, to, from);
    }

    static final StateTable<Serving> TABLE = StateTable.of(Serving.class)
            .heard(Message.JoinRequest.class, NAMED, ANY, "P26", Serving::onJoin)
            .heard(Message.Confirmed.class, ANYBODY, ANY, "P26", Serving::onConfirmed)
            .heardFrom(Message.LeaveRequest.class, MEMBER, ANY, "P28", Serving::letGo)
            .heard(Message.OrderRequest.class, MEMBER, ANY, "P22", Serving::onOrder)
            .heard(Message.EntriesWanted.class, ANYBODY, ANY, "P29", Serving::onWanted)
            .heard(Message.Suspicion.class, ANYBODY, ANY, "P29", Serving::onSuspicion)
            .heard(Message.Wish.class, MEMBER, PLAYED, "P68", Serving::onWish)
            .heard(Message.Permit.class, MEMBER, PLAYED, "P69", Serving::onPermit)
            .heard(Message.Shown.class, MEMBER, PLAYED, "P69", Serving::onShown)
            .heard(Message.ShownWanted.class, MEMBER, PLAYED, "P69", Serving::onShownWanted)
            .heard(Message.Unanswered.class, MEMBER, PLAYED, "P25", AskingServer::onUnanswered)
            .ignores("it lets others ask it", Message.Sought.class)
            .heard(Message.Stale.class, ANYBODY, HIGHER, "P21", Serving::doubt)
            .heard(Message.Collect.class, NAMED, HIGHER, "P21", Serving::doubt)
            .heardFrom(Message.Collect.class, ANYBODY, LOWER, "P2", Serving::turnAway)
            .heard(Message.EpochStart.class, NAMED, HIGHER, "P21", Serving::doubt)
            .heardFrom(Message.EpochStart.class, ANYBODY, STALE, "P2", Serving::turnAway)
            .heardFrom(Message.EntryNews.class, ANYBODY, STALE, "P2", Serving::turnAway)
            .ignores("it lets others in", Message.InitialAck.class, Message.FrozenWait.class, Message.JoinDenied.class)
            .ignores(
                    "it asks the arbiter who serves, and no member",
                    Message.Released.class,
                    Message.Promote.class,
                    Message.PromoteAnswer.class)
            .ignores("its collect is over", Message.Nack.class, Message.CollectReply.class)
            .on(Event.EchoSeen.class, "P22", Serving::onEchoSeen)
            .on(Event.MemberGone.class, "P25", Serving::onGone)
            .on(Event.MemberUnreachable.class, "P25", Serving::onUnreachable)
            .on(Event.MemberOverdue.class, "P25", Serving::onOverdue)
            .on(Event.PackageReported.class, "P71", Serving::onReport)
            .on(Event.Listed.class, "P71", Serving::onListed)
            .on(Event.MayAct.class, "P18", Serving::onMayAct)
            .on(Event.InitialStateTaken.class, "P26", Serving::onInitialState)
            .on(Event.GameStatusKnown.class, "P21", Serving::onStanding)
            .on(Event.Granted.class, "P45", Serving::onGranted)
            .on(Event.Denied.class, "P45", Serving::onDenied)
            .on(Event.Activated.class, "P45", Serving::onActivated)
            .on(Event.ChangeAsked.class, "P45", Serving::onChange)
            .on(Event.HandoverAsked.class, "P46", Serving::handOver)
            .on(Event.HandoverReady.class, "P46", Serving::onReady)
            .on(Event.KickAsked.class, "P28", Serving::onKick)
            .on(Event.OpenAsked.class, "P26", Serving::onOpen)
            .on(Event.EndAsked.class, "P28", Serving::onEndAsked)
            .on(Event.EndConfirmed.class, "P28", Serving::onEndKnown)
            .on(Event.LeaveAsked.class, "P28", Serving::onLeave)
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
            .on(Timer.RESEND, "P29", Serving::resend)
            .on(Timer.ASK_ARBITER, "P29", Serving::repeat)
            .on(Timer.END, "P28", Serving::stampEnd)
            .on(Timer.PERMIT, "P68", Serving::askAgain)
            .on(Timer.ENLIST, "P71", Serving::enlistAgain)
            .on(Timer.LAPSE, "P28", Serving::lapse)
            .on(Timer.AWAY, "P76", AwaySeats::turn)
            .on(Timer.GO, "P28", Serving::go)
            .on(Timer.GOODBYE, "P28", Serving::depart)
            .on(Timer.HANDOVER, "P46", Serving::onLate)
            .build();

    @Override
    public StateTable<Serving> table() {
        return TABLE;
    }

    @Override
    public Step on(Event event) {
        if (AskingServer.needsTurn(this, event)) return AskingServer.await(this, event);
        return AskingServer.after(goOn(AwaySeats.watched(TABLE.on(this, event))));
    }

    @Override
    public Step inTurn(Event event) {
        if (event instanceof Event.OrderAsked order) return AskingServer.settled(stampOwn(order.what()));
        return AwaySeats.watched(TABLE.on(this, event));
    }

    @Override
    public boolean mayTakeTurn() {
        return mandate.holds() && change.isEmpty() && !part.log().ended();
    }

    @Override
    public boolean keepsTurn() {
        return change.isPresent();
    }

    private Step letGo(MemberId from) {
        return exit(from, Reason.LEFT, "left");
    }

    /** A member that lacks the ACK is shown it; one that has heard of a later epoch makes it doubt. */
    private Step onSuspicion(MemberId from, Message.Suspicion suspicion) {
        boolean lacksAck = !followers.hasAck(from) || followers.isNewcomer(from);
        if (!suspicion.revoked() && lacksAck) return stay(showAck(from, Position.NONE));
        return isOf(HIGHER, suspicion.epoch()) ? doubt() : stay();
    }

    boolean mayStamp() {
        return mayTakeTurn() && (!asksAll() || isInTurn());
    }

    // ---- stamping

    /** The next frame: delivered here, shown to all. */
    Step stamp(EntryBody body, List<Effect> first) {
        LogEntry frame = new LogEntry(part.log().end().next(), body);
        Log log = part.log().with(frame);
        List<Effect> effects = new ArrayList<>(first);
        // By permission all of a turn is shown at its end.
        if (!asksAll()) effects.add(new Effect.Cast(new Message.EntryNews(frame)));
        effects.add(new Effect.Delivered(frame, log));
        return Step.to(with(part.with(log)).settle(), effects);
    }

    /** Forgets what every member has delivered. */
    Serving settle() {
        Position stable = stable();
        return with(part.with(part.log().stableUpTo(stable)));
    }

    /**
     * Up to where every other member has delivered (P22), of those listed too: who is out of the game and listed still
     * may not know it, win the next number, and go on from a log that ends before its exit (P72); and up to where every
     * copy goes.
     */
    Position stable() {
        Position least = part.log().end();
        Set<MemberId> everybody = new HashSet<>(part.others());
        everybody.addAll(enlistment.counted());
        everybody.remove(part.id());
        for (MemberId id : everybody) {
            Optional<Position> at = followers.delivered(id);
            if (at.isEmpty()) return Position.NONE;
            if (at.get().isBefore(least)) least = at.get();
        }
        // What was ordered after a copy was made goes to the handlers of whoever goes on from it.
        Optional<Position> copied = followers.copied();
        return copied.isPresent() && copied.get().isBefore(least) ? copied.get() : least;
    }

    private Step onCopied(Event.Copied copied) {
        return Step.to(with(followers.withCopy(copied.backup(), copied.place())).settle());
    }

    private Step onOrder(MemberId from, Message.OrderRequest order) {
        if (!mayStamp()) return stay();
        boolean next = order.number() == part.log().orderedOf(from) + 1;
        if (!next) return stay();
        return stamp(
                new EntryBody.Ordered(from, order.number(), order.type(), order.sentAt(), order.message()), List.of());
    }

    private Step onWanted(MemberId from, Message.EntriesWanted wanted) {
        Position after = wanted.after();
        if (!after.epoch().equals(epoch())) return reaches(after) ? stay(showAck(from, after)) : tellEvicted(from);
        if (!part.log().roster().has(from)) return tellEvicted(from);
        List<Effect> frames = new ArrayList<>();
        for (LogEntry frame : part.log().after(after))
            if (frames.size() < Gap.WINDOW) frames.add(new Effect.Send(from, new Message.EntryNews(frame)));
        return Step.to(this, frames);
    }

    /** Whether the frames that are kept lead from there to here: from another history they do not. */
    private boolean reaches(Position place) {
        Log there = new Log(place, Roster.EMPTY, List.of(), Map.of(), List.of(), false);
        return !(there.catchUp(ack, part.log().kept()) instanceof Log.Catchup.Incomplete);
    }

    private Step onEchoSeen(Event.EchoSeen echo) {
        return heardAgain(echo.from()).onEcho(echo.from(), echo.delivered());
    }

    private Step onConfirmed(MemberId from, Message.Confirmed confirmed) {
        Position at = confirmed.at();
        // Its InitialAck was of the epoch before a planned change.
        boolean lacksAck = !at.epoch().equals(epoch()) && part.log().roster().has(from) && reaches(at);
        return lacksAck ? stay(showAck(from, at)) : onEcho(from, at);
    }

    private Step onEcho(MemberId from, Position at) {
        if (!at.epoch().equals(epoch()) || from.equals(part.id())) return stay();
        if (!part.log().roster().has(from)) return tellEvicted(from);
        Optional<Position> before = followers.delivered(from);
        boolean confirms = followers.isNewcomer(from);
        boolean further = before.isEmpty() || before.get().isBefore(at);
        if (!confirms && !further) return stay();
        if (asksAll() && part.log().end().isBefore(at)) return AskingServer.lags(this, from, at);
        Followers now = further ? followers.withDelivered(from, at) : followers;
        if (!confirms) return Step.to(with(now).settle());
        // Its InitialAck brought it a state of this epoch, made after its JOIN: from here on it may be listed (P71).
        return with(now.admitted(from))
                .with(enlistment.withReport(from))
                .settle()
                .enlist(List.of());
    }

    // ---- admission

    private Step onJoin(Message.JoinRequest join) {
        Member who = join.me();
        MemberId id = who.id();
        if (part.log().roster().has(id)) return again(id);
        if (part.log().roster().isOut(id)) return tellEvicted(id);
        if (!mayTakeTurn() || intent.isEnding()) return stay(new Effect.Send(id, new Message.FrozenWait(epoch())));
        Optional<Message.JoinDenied> no = Unseated.refusal(part, who).or(() -> Refusal.of(this, join));
        if (no.isPresent()) return stay(new Effect.Send(id, no.get()));
        boolean known = part.log().roster().findPeer(id.peer()).isPresent()
                || part.log().roster().findLapsed(id.peer()).isPresent();
        Optional<Member> older = part.log().roster().findPeer(id.peer());
        if (asksAll() && older.isPresent() && !isInTurn()) return AskingServer.replaces(this, join);
        if (!mayStamp()) return stay();
        Step clean = older.map(m -> AwaySeats.replaced(forget(m.id()), m)).orElse(stay());
        Step stamped = ((Serving) clean.state())
                .stamp(
                        new EntryBody.Joined(who, known),
                        clean.and(new Effect.StopTimer(Timer.LAPSE)).effects());
        Serving next = (Serving) stamped.state();
        Serving expecting = next.with(next.followers
                .withNewcomer(id, Newcomer.waiting(next.part.log()))
                .withDelivered(id, next.part.log().end()));
        return expecting
                .enlist(stamped.effects())
                .and(new Effect.TakeInitialState(id, next.part.log().end()));
    }

    /** A repeated request: its InitialAck again, if ready; the state again, if it was never taken here (HA30). */
    private Step again(MemberId id) {
        Optional<Newcomer> waiting = followers.newcomer(id);
        // The game's code has not packed the state yet, as one that still loads: whoever asks shall not take that for
        // an empty group.
        if (waiting.isPresent())
            return stay(
                    waiting.get().ready()
                            ? initialAck(id, waiting.get())
                            : new Effect.Send(id, new Message.FrozenWait(epoch())));
        if (followers.hasAck(id)) return stay();
        return Step.to(
                with(followers.withNewcomer(id, Newcomer.waiting(part.log()))),
                new Effect.TakeInitialState(id, part.log().end()));
    }

    /** Its exit is stable by now and not kept: it is told what that said, and comes again as another (P25, S7). */
    private Step tellEvicted(MemberId id) {
        Roster roster = part.log().roster();
        Reason why = roster.findPeer(id.peer()).filter(m -> !m.id().equals(id)).isPresent()
                ? Reason.REPLACED
                : roster.findLapsed(id.peer())
                                .filter(m -> m.tokenHash() == Roster.VOID)
                                .isPresent()
                        ? Reason.KICKED
                        : Reason.CRASHED;
        return stay(new Effect.Send(id, new Message.JoinDenied(why, "this member is out of the game", Payload.EMPTY)));
    }

    private Step onInitialState(Event.InitialStateTaken taken) {
        Optional<Newcomer> waiting = followers.newcomer(taken.newcomer());
        if (waiting.isEmpty() || waiting.get().ready()) return stay();
        Newcomer ready = new Newcomer(waiting.get().at(), true, taken.packed());
        Serving next = with(followers.withNewcomer(taken.newcomer(), ready));
        return Step.to(
                next, next.initialAck(taken.newcomer(), ready), new Effect.StartTimer(Timer.RESEND, REPEAT_MILLIS));
    }

    private Effect initialAck(MemberId to, Newcomer ready) {
        return new Effect.Send(to, new Message.InitialAck(promise(), ready.at(), part.rules(), ready.state()));
    }

    // ---- exits

    private Step onGone(Event.MemberGone gone) {
        return lose(gone.member(), "its process is gone", true);
    }

    private Step onUnreachable(Event.MemberUnreachable away) {
        return lose(away.member(), "it is out of reach", false);
    }

    private Step onOverdue(Event.MemberOverdue overdue) {
        return lose(overdue.member(), overdue.why(), false);
    }

    /** It stays in the game until the arbiter has taken it off the list. */
    Step lose(MemberId id, String why, boolean dead) {
        if (!part.log().roster().has(id) || id.equals(part.id())) return stay();
        Serving less = with(enlistment.owing(id, why, dead));
        return change.filter(c -> c.isForCopy(id)).isPresent() ? HandingOver.serveOn(less, why) : less.flush(List.of());
    }

    private Serving heardAgain(MemberId heard) {
        Enlistment rest = enlistment.forgiving(heard);
        return rest == enlistment ? this : with(rest);
    }

    Step exit(MemberId id, Reason why, String detail) {
        if (!mayStamp()) return stay();
        EntryBody.Exited exit = AwaySeats.keeping(
                new EntryBody.Exited(id, why, detail), part.rules(), part.log().roster());
        Step out = forget(id).stamp(exit, List.of());
        Step watched = ((Serving) out.state()).watchSeats(out);
        return ((Serving) watched.state()).enlist(watched.effects());
    }

    // ---- the arbiter's list (P71)

    private Step onReport(Event.PackageReported reported) {
        if (!part.log().roster().has(reported.member())) return stay();
        return with(enlistment.withReport(reported.member())).enlist(List.of());
    }

    private Step onListed(Event.Listed listed) {
        if (!listed.epoch().equals(epoch())) return stay();
        Enlistment told = enlistment.told(listed.listing());
        return told == enlistment ? stay() : with(told).settle().flush(List.of());
    }

    /** Has the list changed, if it is not as it is to be: entry after entry, each repeated until it is answered. */
    private Step enlist(List<Effect> first) {
        if (change.isPresent() || !enlistment.asked().isEmpty() || enlistment.isSettled(part))
            return Step.to(this, first);
        boolean unsure = enlistment.missesMost(part);
        if (unsure && enlistment.doubt() == Enlistment.Doubt.WAITS) return Step.to(this, first);
        List<Effect> effects = new ArrayList<>(first);
        if (unsure && enlistment.doubt() == Enlistment.Doubt.NONE) {
            effects.add(new Effect.StartTimer(Timer.ENLIST, part.suspectMillis()));
            return Step.to(with(enlistment.doubting(Enlistment.Doubt.WAITS)), effects);
        }
        return sendEntry(effects);
    }

    private Step sendEntry(List<Effect> first) {
        List<MemberId> wanted = enlistment.wanted(part);
        List<Effect> effects = new ArrayList<>(first);
        effects.add(new Effect.Enlist(epoch(), enlistment.confirmed().count(), wanted));
        effects.add(new Effect.StartTimer(Timer.ENLIST, REPEAT_MILLIS));
        return Step.to(with(enlistment.asking(wanted)), effects);
    }

    private Step enlistAgain() {
        if (change.isPresent()) return stay(new Effect.StartTimer(Timer.ENLIST, REPEAT_MILLIS));
        if (!enlistment.asked().isEmpty()) return sendEntry(List.of());
        return enlistment.doubt() == Enlistment.Doubt.WAITS
                ? with(enlistment.doubting(Enlistment.Doubt.OVER)).enlist(List.of())
                : stay();
    }

    @Override
    public Listing listing() {
        return enlistment.confirmed();
    }

    @Override
    public Collection<MemberId> listed() {
        return enlistment.counted();
    }

    /** A spare that took over ends the game when the last seat has lapsed; who registered it keeps it open (P28). */
    private Step watchSeats(Step step) {
        boolean empty = part.log().roster().seated().isEmpty();
        return empty && !intent.kept() && self().me().kind() == Kind.SERVER
                ? step.and(new Effect.StartTimer(Timer.LAPSE, LAPSE_MILLIS))
                : step;
    }

    private Serving forget(MemberId id) {
        return with(followers.without(id)).with(enlistment.forgetting(id));
    }

    private Step onKick(Event.KickAsked kick) {
        Roster roster = part.log().roster();
        Optional<Member> who = roster.findPeer(kick.peer()).or(() -> roster.findAway(kick.peer()));
        if (who.isEmpty() || who.get().id().equals(part.id())) return stay();
        return exit(who.get().id(), Reason.KICKED, kick.why());
    }

    /** Stamps the exits that are due, if it may, and has the list changed. */
    Step flush(List<Effect> first) {
        Step step = Step.to(this, first);
        for (Map.Entry<MemberId, Enlistment.Lost> debt : enlistment.due().entrySet()) {
            Serving now = (Serving) step.state();
            if (!now.mayStamp() || !now.part.log().roster().has(debt.getKey())) continue;
            step = now.exit(debt.getKey(), Reason.CRASHED, debt.getValue().why())
                    .after(step.effects().toArray(Effect[]::new));
        }
        return ((Serving) step.state()).enlist(step.effects());
    }

    // ---- acting, and being deposed

    private Step onMayAct(Event.MayAct told) {
        boolean may = told.may();
        if (may == mandate.mayAct()) return stay();
        Serving now = with(mandate.acting(may));
        if (mandate.disputed()) return Step.to(now);
        return may
                ? now.flush(List.of(new Effect.Thaw()))
                : Step.to(
                        now,
                        new Effect.Freeze("neither the directory nor more than half of the players hear this server"));
    }

    /** Somebody has promised more than I hold: ask the arbiter, and do nothing meanwhile (P21, HG10). */
    private Step doubt() {
        if (mandate.disputed()) return stay();
        Serving now = with(mandate.disputed(true));
        List<Effect> effects = new ArrayList<>(
                List.of(new Effect.AskGameStatus(), new Effect.StartTimer(Timer.ASK_ARBITER, REPEAT_MILLIS)));
        if (mandate.mayAct()) effects.add(0, new Effect.Freeze("a later epoch is heard of"));
        return Step.to(now, effects);
    }

    /** Its change came too late. A server that wanted to go does not take the game up again: it answers the others. */
    private Step overtaken() {
        return intent.leaving() ? Departing.start(part, Optional.empty()) : doubt();
    }

    private Step onStanding(Event.GameStatusKnown known) {
        if (known.ended()) return intent.isEnding() ? onEndKnown() : close(Reason.ENDED, "the game has ended");
        if (change.isPresent()) return stay();
        if (!known.current().isAfter(epoch()) && known.current().number() == epoch().number()) {
            if (!known.current().equals(epoch())) return deposed("epoch " + epoch().number() + " is another's");
            if (!mandate.disputed()) return stay();
            Serving sure = with(mandate.disputed(false));
            return mandate.mayAct()
                    ? sure.flush(List.of(stopAsking(), new Effect.Thaw()))
                    : Step.to(sure, stopAsking());
        }
        if (!known.current().isAfter(epoch())) return stay();
        if (known.active().isAfter(epoch()))
            return deposed("epoch " + known.active().number() + " is on");
        Step doubting = mandate.disputed() ? stay() : doubt();
        // Whether the claimant of the later number is lost, or its grant was, the arbiter knows: it denies this as long
        // as that one is there.
        // Where the later number is mine already, its grant is under way, or lost: the same claim brings it, and
        // another would outdo it.
        long after = known.current().number() - (isMine(known) ? 1 : 0);
        return doubting.and(
                new Effect.Claim(after, List.of(part.id()), Basis.HELD, List.of(part.id()), heldClaim(after)));
    }

    private boolean isMine(Event.GameStatusKnown known) {
        return !known.released()
                && known.current().claimId() == heldClaim(known.current().number() - 1);
    }

    private long heldClaim(long expected) {
        return Mix.of(self().chance(), expected);
    }

    private Step deposed(String why) {
        return rejoin(why).after(new Effect.Note("deposed: " + why));
    }

    // ---- planned change

    private Step onChange(Event.ChangeAsked asked) {
        List<MemberId> authority = asked.authority();
        if (!mayStamp() || authority.isEmpty() || !authority.get(0).equals(part.id())) return stay();
        long claimId = Mix.of(
                self().chance(), Mix.of(epoch().number(), part.log().end().seq()));
        Serving stopped = with(Optional.of(Change.to(authority, claimId, asked.above())));
        return Step.to(stopped, stopped.changeClaim(), new Effect.StartTimer(Timer.ASK_ARBITER, REPEAT_MILLIS));
    }

    private Step handOver(Event.HandoverAsked asked) {
        return HandingOver.begin(this, asked);
    }

    private Step onReady(Event.HandoverReady ready) {
        return HandingOver.ready(this, ready);
    }

    private Step onLate() {
        return HandingOver.late(this);
    }

    Effect changeClaim() {
        Change wanted = change.orElseThrow();
        return new Effect.Claim(
                wanted.expected(epoch()), wanted.authority(), Basis.HELD, List.of(part.id()), wanted.claimId());
    }

    private Step onGranted(Event.Granted granted) {
        if (change.isPresent() && granted.claimId() == change.get().claimId()) {
            if (asksAll() && !isInTurn()) return AskingServer.gather(this, granted);
            return Step.to(
                    with(Optional.of(change.get().granted(granted.epoch()))),
                    new Effect.Activate(granted.epoch(), part.log().roster().ids()),
                    new Effect.StartTimer(Timer.ASK_ARBITER, REPEAT_MILLIS));
        }
        if (mandate.disputed() && granted.claimId() == heldClaim(granted.epoch().number() - 1))
            return Gathering.asHeld(part, granted, FreezeContext.at(Double.NaN, false, SuspicionHints.NONE))
                    .after(Suspecting.frozenTimers(part).toArray(Effect[]::new));
        return stay(new Effect.Release(granted.epoch()));
    }

    private Step onDenied(Event.Denied denied) {
        if (change.isEmpty() || denied.claimId() != change.get().claimId()) return stay();
        if (denied.why() == Event.DenialReason.NOT_NOW) return stay();
        // It asks again until it is told that it was overtaken.
        if (asksAll() && !isInTurn() && !denied.current().isAfter(epoch())) return stay();
        Serving back = with(Optional.empty());
        Step over = denied.current().isAfter(epoch()) ? back.overtaken() : changed(back.flush(List.of(stopAsking())));
        return over.after(HandingOver.refused(change.get()));
    }

    private Step onActivated(Event.Activated activated) {
        if (change.isEmpty()
                || change.get().granted().filter(activated.epoch()::equals).isEmpty()) return stay();
        if (!activated.active()) return with(Optional.empty()).overtaken().after(HandingOver.refused(change.get()));
        if (!mandate.mayAct()) return stay();
        if (change.get().handover().isPresent()) return HandingOver.over(this, change.get(), activated);
        EntryBody.Ack body = EntryBody.Ack.of(
                part.log().end(),
                change.get().authority(),
                Optional.empty(),
                part.log().roster().ids(),
                List.of(),
                List.of(),
                Map.of(),
                true,
                Double.NaN,
                Double.NaN,
                0,
                false);
        LogEntry next = new LogEntry(
                new Position(activated.epoch(), 0),
                body.listing(activated.listing().members()));
        Log log = part.log().with(next);
        Serving now = new Serving(
                firstTurn(part.with(log)),
                next,
                followers.beforeAck(),
                Mandate.FULL,
                enlistment.inEpoch(activated.listing()),
                Optional.empty(),
                intent);
        List<Effect> effects = new ArrayList<>(List.of(stopAsking()));
        // Whatever later epoch it had heard of, the arbiter has just confirmed this one.
        if (mandate.disputed()) effects.add(new Effect.Thaw());
        effects.add(new Effect.Delivered(next, log));
        for (MemberId id : part.others())
            effects.add(now.showAck(id, followers.delivered(id).orElse(Position.NONE)));
        effects.add(new Effect.StartTimer(Timer.RESEND, HandingOver.FIRST_RESEND_MILLIS));
        return changed(now.flush(effects));
    }

    // ---- the end

    private Step onEndAsked(Event.EndAsked asked) {
        return onEnd(asked.why());
    }

    private Step onOpen(Event.OpenAsked asked) {
        return Step.to(with(intent.open(asked.open())));
    }

    private Step onEnd(String why) {
        if (intent.isEnding()) return stay();
        Serving now = with(intent.end(why));
        return Step.to(
                now,
                new Effect.TellEnd(epoch()),
                new Effect.StartTimer(Timer.END, PACKAGE_MILLIS),
                new Effect.StartTimer(Timer.ASK_ARBITER, REPEAT_MILLIS));
    }

    private Step onEndKnown() {
        if (!intent.isEnding()) return stay();
        if (!mandate.holds()) return close(Reason.ENDED, intent.ending().get());
        Step stamped = stampEnd();
        return part.others().isEmpty()
                ? stamped.and(new Effect.StartTimer(Timer.GO, 0))
                : stamped.and(new Effect.StopTimer(Timer.ASK_ARBITER));
    }

    /** Whether the arbiter knows already or not: it is told again until it answers or this process goes (P28). */
    private Step stampEnd() {
        if (!intent.isEnding() || part.log().ended()) return stay();
        Effect go = new Effect.StartTimer(Timer.GO, LAST_WORDS_MILLIS);
        Effect told = new Effect.Close(Reason.ENDED, intent.ending().get(), Payload.EMPTY);
        // A server that may not act stamps nothing (P18): the others learn the end from the arbiter.
        if (!mandate.holds() || asksAll() && !isInTurn()) return stay(go, told);
        LogEntry frame = new LogEntry(
                part.log().end().next(), new EntryBody.Ended(intent.ending().get()));
        Log log = part.log().with(frame);
        Serving now = with(part.with(log)).with(Optional.empty());
        Effect shown = asksAll()
                ? new Effect.Cast(new Message.Shown(epoch(), List.of(frame)))
                : new Effect.Cast(new Message.EntryNews(frame));
        return Step.to(now, new Effect.StopTimer(Timer.END), shown, new Effect.Delivered(frame, log), go, told);
    }

    private Step onLeave() {
        if (intent.isEnding()) return stay();
        boolean alone = part.log().roster().players().stream().allMatch(m -> m.id().equals(part.id()));
        if (alone) return onEnd("the last player left");
        if (change.isEmpty()) return Departing.start(part, Optional.empty());
        // What the arbiter has decided meanwhile would be another epoch than the one that it releases.
        return Step.to(with(intent.leave()), new Effect.StartTimer(Timer.GOODBYE, HandedOver.GOES_AFTER_MILLIS));
    }

    private Step depart() {
        return intent.leaving() ? Departing.start(part, change.flatMap(Change::granted)) : stay();
    }

    /** The change is over, and its server wanted to go. */
    static Step changed(Step done) {
        return done.state() instanceof Serving now && now.intent.leaving()
                ? Departing.start(now.part, Optional.empty())
                        .after(done.effects().toArray(Effect[]::new))
                : done;
    }

    private Step lapse() {
        return part.log().roster().seated().isEmpty() ? onEnd("the last player's seat has lapsed") : stay();
    }

    private Step go() {
        return Step.to(new GameOver(self(), promise()));
    }

    private Step resend() {
        List<Effect> effects = new ArrayList<>();
        for (MemberId id : part.others()) {
            Optional<Newcomer> waiting = followers.newcomer(id);
            if (waiting.isPresent() && waiting.get().ready()) effects.add(initialAck(id, waiting.get()));
            if (waiting.isEmpty() && !followers.hasAck(id)) effects.add(showAck(id, Position.NONE));
        }
        boolean lacking = followers.newcomers() > 0 || part.others().stream().anyMatch(id -> !followers.hasAck(id));
        if (lacking) effects.add(new Effect.StartTimer(Timer.RESEND, REPEAT_MILLIS));
        return Step.to(this, effects);
    }

    /** Nothing is left to ask the arbiter, unless the end is not known there yet. */
    private Effect stopAsking() {
        return intent.isEnding()
                ? new Effect.StartTimer(Timer.ASK_ARBITER, REPEAT_MILLIS)
                : new Effect.StopTimer(Timer.ASK_ARBITER);
    }

    private Step repeat() {
        if (change.isPresent() && !change.get().isForCopy()) {
            Effect ask = change.get()
                    .granted()
                    .<Effect>map(e -> new Effect.Activate(e, part.log().roster().ids()))
                    .orElseGet(this::changeClaim);
            return stay(ask, new Effect.StartTimer(Timer.ASK_ARBITER, REPEAT_MILLIS));
        }
        if (!mandate.disputed() && !intent.isEnding()) return stay();
        return stay(
                intent.isEnding() ? new Effect.TellEnd(epoch()) : new Effect.AskGameStatus(),
                new Effect.StartTimer(Timer.ASK_ARBITER, REPEAT_MILLIS));
    }

    @Override
    public Serving with(Membership newer) {
        return new Serving(newer, ack, followers, mandate, enlistment, change, intent);
    }

    Serving with(Followers newer) {
        return new Serving(part, ack, newer, mandate, enlistment, change, intent);
    }

    private Serving with(Mandate newer) {
        return new Serving(part, ack, followers, newer, enlistment, change, intent);
    }

    private Serving with(Enlistment newer) {
        return new Serving(part, ack, followers, mandate, newer, change, intent);
    }

    Serving with(Optional<Change> newer) {
        return new Serving(part, ack, followers, mandate, enlistment, newer, intent);
    }

    private Serving with(GameIntent newer) {
        return new Serving(part, ack, followers, mandate, enlistment, change, newer);
    }

    @Override
    public boolean changes() {
        return change.isPresent();
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
    public boolean plays() {
        return mandate.holds();
    }
}
