package org.gamenet.rgs.core.reconfiguration;

import static org.gamenet.rgs.core.reconfiguration.EpochIs.ABOVE_PROMISE;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.ANY;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.PLAYED;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.STALE;
import static org.gamenet.rgs.core.reconfiguration.Sender.ANYBODY;
import static org.gamenet.rgs.core.reconfiguration.Sender.ARBITER;
import static org.gamenet.rgs.core.reconfiguration.Sender.MEMBER;
import static org.gamenet.rgs.core.reconfiguration.Sender.NAMED;
import static org.gamenet.rgs.core.reconfiguration.Sender.PRIMARY;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;

/**
 * In the game, and hears its server: delivers entries as they come, without gaps (P22).
 *
 * @param ahead entries beyond a gap, ascending
 * @param hints of the others
 * @param call an advertisement that waits for the arbiter's word
 * @param gap entries that it lacks and has asked for
 * @param copy of the server's state, the newest that is whole, if it backs the server up or is about to
 */
record Following(
        Membership membership,
        List<LogEntry> ahead,
        SuspicionHints hints,
        Optional<PendingCollect> call,
        Gap gap,
        Optional<PackedState> copy)
        implements Stamping {

    Following(Membership membership, List<LogEntry> ahead, SuspicionHints hints, Optional<PendingCollect> call) {
        this(membership, ahead, hints, call, Gap.NONE, Optional.empty());
    }

    /** Entries kept beyond a gap. Later ones are asked for again (P52). */
    private static final int AHEAD_MAX = 1_024;

    /** In a flood a server hears from time to time, and not only with the next echo, how far its followers are. */
    private static final int CONFIRMED_AT_ONCE = 512;

    static final StateTable<Following> TABLE = StateTable.of(Following.class)
            .heardFrom(Message.EntryNews.class, ANYBODY, STALE, "P2", Following::turnAway)
            .heard(Message.EntryNews.class, PRIMARY, PLAYED, "P22", Following::onEntry)
            .heardFrom(Message.EpochStart.class, ANYBODY, STALE, "P2", Following::turnAway)
            .heard(Message.EpochStart.class, PRIMARY, ANY, "P42", Following::resume)
            .heard(Message.EpochStart.class, ARBITER, ABOVE_PROMISE, "P42", Following::resume)
            .heardFrom(Message.Collect.class, ANYBODY, STALE, "P2", Following::turnAway)
            .ignores(Message.Collect.class, PLAYED, "it has resumed in that epoch")
            .heard(Message.Collect.class, NAMED, ANY, "P36", Following::askWhetherReal)
            .heard(Message.Suspicion.class, ANYBODY, PLAYED, "P33", Following::noteSuspicion)
            .heard(Message.Released.class, PRIMARY, PLAYED, "P28", Following::freezeAtGoodbye)
            .heard(Message.Promote.class, ANYBODY, ANY, "P33", Following::decline)
            .heardFrom(Message.InitialAck.class, PRIMARY, PLAYED, "P26", Following::confirmAgain)
            .heard(Message.JoinDenied.class, PRIMARY, ANY, "P25", Following::onEvicted)
            .heard(Message.Stale.class, ANYBODY, ABOVE_PROMISE, "P21", Following::askGameStatus)
            .heard(Message.Wish.class, MEMBER, PLAYED, "P68", Following::onWish)
            .heard(Message.Permit.class, MEMBER, PLAYED, "P69", Following::onPermit)
            .heard(Message.Shown.class, MEMBER, PLAYED, "P69", Following::onShown)
            .heard(Message.ShownWanted.class, MEMBER, PLAYED, "P69", Following::onShownWanted)
            .heard(Message.Sought.class, PRIMARY, PLAYED, "P25", Following::onSought)
            .ignores("it does not serve", Asked.OF_SERVERS)
            .ignores("it does not serve", Message.Unanswered.class)
            .ignores("it lets nobody in", Message.JoinRequest.class)
            .ignores("it is in the game", Message.FrozenWait.class)
            .ignores(
                    "it looks for no server",
                    Message.PromoteAnswer.class,
                    Message.Nack.class,
                    Message.CollectReply.class)
            .on(Event.CopyHeld.class, "P47", Following::holdCopy)
            .on(Event.HeartbeatSeen.class, "P22", Following::onHeartbeat)
            .on(Event.PlacesTold.class, "P33", Following::notePlaces)
            .on(Event.HolderSuspected.class, "P30", Following::onSuspected)
            .on(Event.MemberGone.class, "P33", Following::noteGone)
            .on(Event.MemberUnreachable.class, "P33", Following::noteUnreachable)
            .on(Event.GameStatusKnown.class, "P36", Following::onGameStatus)
            .on(Event.Granted.class, "P7", Following::giveBack)
            .on(Event.Coordinates.class, "P33", Following::noteCoordinating)
            .on(Event.LeaveAsked.class, "P28", Following::leave)
            .on(Event.OrderAsked.class, "P68", Following::onOrder)
            .ignores("it suspects nobody", Event.HolderAnswered.class)
            .ignores("it does not serve", Asked.IN_SERVERS)
            .ignores("it claims nothing", Event.Denied.class, Event.Activated.class)
            .ignores("it looks for no server", Event.SpareSought.class, Event.RestoreDone.class)
            .ignores("it is no spare", Event.Offered.class)
            .ignores("it is connected", Event.GroupJoined.class, Event.GroupFailed.class)
            .ignores("it was asked for before the game went on", Event.PackageTaken.class)
            .on(Timer.CHECK, "P36", Following::obeyUnchecked)
            .on(Timer.FETCH, "P22", Following::askForEntries)
            .on(Timer.PERMIT, "P68", Following::askAgain)
            .build();

    @Override
    public StateTable<Following> table() {
        return TABLE;
    }

    @Override
    public Step on(Event event) {
        return goOn(TABLE.on(this, event));
    }

    @Override
    public Following with(Membership newer) {
        return new Following(newer, ahead, hints, call, gap, copy);
    }

    @Override
    public Step inTurn(Event event) {
        return event instanceof Event.OrderAsked order ? stampOwn(order.what()) : stay();
    }

    private Step onOrder(Event.OrderAsked order) {
        return asksAll() ? await(order) : stay();
    }

    private Step resume(MemberId from, Message.EpochStart news) {
        return hearAck(from, news, FreezeContext.at(0, false, hints).holding(copy), false);
    }

    private Step askWhetherReal(Message.Collect ad) {
        return Step.to(with(Optional.of(PendingCollect.of(ad))), FullMember.check());
    }

    /**
     * While it hears its server, and only then, it confirms: what it has confirmed is in what it would go on from
     * (P47).
     */
    private Step holdCopy(Event.CopyHeld held) {
        // The content of a copy must be in the log that it would go on with: else a message would be ordered that it
        // contains
        // already. It comes again.
        boolean tooNew = membership.log().end().isBefore(held.copy().place());
        if (!held.from().equals(membership.primary()) || !held.epoch().equals(epoch()) || tooNew) return stay();
        return Step.to(
                new Following(membership, ahead, hints, call, gap, Optional.of(held.copy())),
                new Effect.ConfirmCopy(held.from(), held.epoch(), held.version(), held.copy()));
    }

    private Step noteSuspicion(MemberId from, Message.Suspicion suspicion) {
        return Step.to(with(hints.heard(from, suspicion)));
    }

    private Step noteGone(Event.MemberGone gone) {
        return gone.member().equals(membership.primary()) ? stay() : Step.to(with(hints.withGone(gone.member())));
    }

    private Step noteUnreachable(Event.MemberUnreachable away) {
        return away.member().equals(membership.primary())
                ? stay()
                : Step.to(with(hints.withUnreachable(away.member())));
    }

    private Step noteCoordinating(Event.Coordinates told) {
        return Step.to(with(hints.withCoordinating(membership.id(), told.does())));
    }

    private Step decline(MemberId from, Message.Promote promote) {
        return stay(new Effect.Send(from, new Message.PromoteAnswer(promote.failed(), false, "I hear the server")));
    }

    /** Its first confirmation was lost. */
    private Step confirmAgain(MemberId from) {
        return stay(new Effect.Send(from, new Message.Confirmed(membership.log().end())));
    }

    private Step leave() {
        return Leaving.start(membership);
    }

    private Step onEntry(Message.EntryNews news) {
        if (asksAll()) return onShown(new Message.Shown(news.about(), news.entries()));
        List<LogEntry> fresh = new ArrayList<>();
        for (LogEntry entry : news.entries())
            if (entry.seq() > membership.log().end().seq() && !(entry.body() instanceof EntryBody.Ack))
                fresh.add(entry);
        return fresh.isEmpty() ? stay() : deliver(fresh);
    }

    /** All that is now without a gap. */
    private Step deliver(List<LogEntry> newest) {
        List<LogEntry> waiting = new ArrayList<>(ahead);
        for (LogEntry entry : newest) {
            int place = placeOf(entry.seq(), waiting);
            if (place >= 0) waiting.add(place, entry);
        }
        List<Effect> effects = new ArrayList<>();
        List<LogEntry> delivered = new ArrayList<>();
        Log log = membership.log();
        while (!waiting.isEmpty() && log.takes(waiting.get(0))) {
            LogEntry next = waiting.remove(0);
            log = log.with(next);
            delivered.add(next);
            effects.add(new Effect.Delivered(next, log));
        }
        Gap known = waiting.isEmpty()
                ? gap
                : gap.knows(waiting.get(waiting.size() - 1).seq());
        keepNearest(waiting);
        boolean many =
                log.end().seq() / CONFIRMED_AT_ONCE > membership.log().end().seq() / CONFIRMED_AT_ONCE;
        if (many) effects.add(new Effect.Send(membership.primary(), new Message.Confirmed(log.end())));
        Following now = new Following(membership.with(log), waiting, hints, call, known, copy).settle();
        return afterDelivery(now.fetch(!delivered.isEmpty(), effects), delivered, effects);
    }

    /** Not those that came first: what was asked for closes the gap, all of it. */
    static void keepNearest(List<LogEntry> ahead) {
        if (ahead.size() > AHEAD_MAX) ahead.subList(AHEAD_MAX, ahead.size()).clear();
    }

    /** Where an entry of that number belongs among these, ascending; -1 if there is one. */
    private static int placeOf(long number, List<LogEntry> ascending) {
        int place = ascending.size();
        while (place > 0 && ascending.get(place - 1).seq() > number) place--;
        return place > 0 && ascending.get(place - 1).seq() == number ? -1 : place;
    }

    /**
     * Asks for what it lacks as a later entry opens the gap, and for more once it has all that it asked for; waits for
     * entries that only a heartbeat announced. Entries asked for come one by one, and may be long under way: as long as
     * some of them come, nothing is asked for again.
     */
    private Following fetch(boolean some, List<Effect> effects) {
        long end = membership.log().end().seq();
        if (ahead.isEmpty() && end >= gap.upTo()) {
            if (gap.until() >= 0) effects.add(new Effect.StopTimer(Timer.FETCH));
            return with(Gap.NONE);
        }
        if (ahead.isEmpty() && gap.asked() == 0) return gap.isWaitedFor() ? this : await(effects);
        if (gap.asked() == 0 || end >= gap.until()) return ask(gap.anew(), effects);
        if (!some) return this;
        effects.add(new Effect.StartTimer(Timer.FETCH, REPEAT_MILLIS));
        return with(gap.answered());
    }

    private Following ask(Gap wanted, List<Effect> effects) {
        Position end = membership.log().end();
        effects.add(new Effect.Send(membership.primary(), new Message.EntriesWanted(end)));
        effects.add(new Effect.StartTimer(Timer.FETCH, wanted.pauseMillis()));
        return with(wanted.asks(end.seq()));
    }

    private Step onHeartbeat(Event.HeartbeatSeen beat) {
        // While the successor restores the state, its heartbeats name the epoch before (P46).
        boolean serves = beat.last().epoch().equals(epoch());
        if (!serves || !beat.epoch().equals(epoch()) || !beat.from().equals(membership.primary())) return stay();
        Gap.Announced announced = new Gap.Announced(beat.stable(), beat.last());
        Following next = announced.countsIn(membership.log())
                ? with(membership.with(membership.log().stableUpTo(beat.stable())))
                : with(gap.knows(announced));
        List<Effect> effects = new ArrayList<>();
        return Step.to(next.with(next.gap.knows(beat.last().seq())).fetch(false, effects), effects);
    }

    private Following settle() {
        return gap.stable()
                .filter(announced -> announced.countsIn(membership.log()))
                .map(announced -> with(membership.with(membership.log().stableUpTo(announced.stable())))
                        .with(gap.settled()))
                .orElse(this);
    }

    private Step notePlaces(Event.PlacesTold told) {
        if (!told.from().equals(membership.primary())) return stay();
        return Step.to(new Following(membership, ahead, hints.placing(told.poor()), call, gap, copy));
    }

    /** The arbiter cannot be reached: the holder's word counts (P36). */
    private Step obeyUnchecked() {
        return call.map(this::obey).orElse(stay());
    }

    private Following await(List<Effect> effects) {
        effects.add(new Effect.StartTimer(Timer.FETCH, gap.pauseMillis()));
        return with(gap.waits(membership.log().end().seq()));
    }

    private Step askForEntries() {
        if (gap.until() < 0) return stay();
        List<Effect> effects = new ArrayList<>();
        boolean comes = gap.isWaitedFor() && membership.log().end().seq() > gap.until();
        return Step.to(comes ? await(effects) : ask(gap, effects), effects);
    }

    private Step onGameStatus(Event.GameStatusKnown known) {
        boolean real = call.isPresent() && call.get().isGranted(known);
        // I hear who serves, and so does the arbiter: whoever was granted the next number did not, and needs others
        // than me (P74).
        boolean needless = known.served() && real && !call.get().holder().id().equals(membership.primary());
        if (real && !needless) return obey(call.get());
        Following calmer = with(Optional.<PendingCollect>empty());
        boolean movedOn = known.active().isAfter(epoch());
        return movedOn
                ? calmer.freeze(
                        "the game goes on elsewhere, in epoch " + known.active().number(), Double.NaN, false)
                : Step.to(calmer);
    }

    /** Answers a later holder although it may still hear the old one (P36). */
    private Step obey(PendingCollect wanted) {
        if (!wanted.epoch().allowedBy(promise()) || wanted.epoch().equals(epoch()))
            return Step.to(with(Optional.<PendingCollect>empty()));
        List<Effect> effects = new ArrayList<>(List.of(new Effect.Freeze(
                "another server was granted epoch " + wanted.epoch().number())));
        effects.addAll(Suspecting.frozenTimers(membership));
        effects.add(new Effect.TakePackage());
        return answer(wanted, FreezeContext.at(Double.NaN, false, hints).holding(copy), effects);
    }

    private Step onSuspected(Event.HolderSuspected suspected) {
        return suspected.holder().equals(membership.primary())
                ? freeze(suspected.why(), suspected.heardAt(), false)
                : stay();
    }

    private Step freezeAtGoodbye() {
        return freeze("the server leaves", Double.NaN, true);
    }

    private Step freeze(String why, double heardAt, boolean serverLeaves) {
        List<Effect> effects = new ArrayList<>(List.of(new Effect.Note("server lost: " + why), new Effect.Freeze(why)));
        effects.addAll(Suspecting.frozenTimers(membership));
        effects.add(new Effect.TakePackage());
        FreezeContext freezing = FreezeContext.at(heardAt, serverLeaves, hints).holding(copy);
        Suspecting next = Suspecting.of(membership, epoch(), membership.primary(), freezing, call);
        return next.begin(effects);
    }

    private Following with(Gap newer) {
        return newer.equals(gap) ? this : new Following(membership, ahead, hints, call, newer, copy);
    }

    private Following with(SuspicionHints newer) {
        return new Following(membership, ahead, newer, call, gap, copy);
    }

    private Following with(Optional<PendingCollect> newer) {
        return new Following(membership, ahead, hints, newer, gap, copy);
    }

    @Override
    public Optional<MemberId> watches() {
        return Optional.of(membership.primary());
    }

    @Override
    public Optional<MemberId> obeys() {
        return watches();
    }

    @Override
    public boolean plays() {
        return true;
    }
}
