package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Permission;
import org.gamenet.rgs.core.ordering.Position;

/**
 * A full member that stamps where equals order by permission (P68 to P70): it asks, answers, takes its turn, and shows
 * what it stamped. A member that has answered a holder is none (P36).
 */
sealed interface Stamping extends FullMember permits Following, Leaving, Serving {

    /** First pause before it asks again; the others are {@link #REPEAT_MILLIS}. */
    long FIRST_PAUSE_MILLIS = 20;

    /** Of one message with entries; an entry may be larger alone. */
    int SHOWN_BYTES_MAX = 16_384;

    Stamping with(Membership newer);

    /** Does in its turn what waited for it. */
    Step inTurn(Event event);

    /** Whether it may take a turn, and answers others, now. */
    default boolean mayTakeTurn() {
        return true;
    }

    /** Whether its application is frozen: it is told nothing then (S8). */
    private boolean isFrozen() {
        return leads() && !plays();
    }

    /** Whether it keeps the permission for what it is about to do. */
    default boolean keepsTurn() {
        return false;
    }

    private Stamping with(Accord accord) {
        return with(membership().with(accord));
    }

    default boolean asksAll() {
        return membership().rules().byPermission();
    }

    @Override
    default Optional<Permission> permission() {
        return asksAll() ? Optional.of(membership().accord().right()) : Optional.empty();
    }

    default boolean isInTurn() {
        return membership().accord().right().holds();
    }

    // ---- asking

    /** This needs the permission: it waits for it. */
    default Step await(Event event) {
        Accord accord = membership().accord();
        Stamping now = accord.queue().contains(event) ? this : with(accord.waitingFor(event));
        return now.ask(new ArrayList<>());
    }

    private Step ask(List<Effect> effects) {
        Accord accord = membership().accord();
        if (accord.right().wish().isPresent() || accord.queue().isEmpty()) return Step.to(this, effects);
        Permission asks = accord.right().ask();
        if (!membership().others().isEmpty()) {
            effects.add(new Effect.Cast(
                    new Message.Wish(epoch(), asks.wish().orElseThrow().stamp())));
            effects.add(new Effect.StartTimer(Timer.PERMIT, FIRST_PAUSE_MILLIS));
        }
        return Step.to(with(accord.with(asks)), effects);
    }

    /** Goes on in the same epoch, and with the wish that it had. */
    default Step wakes(List<Effect> first) {
        List<Effect> effects = new ArrayList<>(first);
        if (asksAll()) effects.add(new Effect.StartTimer(Timer.PERMIT, FIRST_PAUSE_MILLIS));
        return goOn(Step.to(this, effects));
    }

    /** Asks those again that have not answered, and for entries that are missing. */
    default Step askAgain() {
        Accord accord = membership().accord().askingAgain();
        Permission right = accord.right();
        boolean asks = right.wish().isPresent() && !right.holds();
        Position end = membership().log().end();
        boolean lacks =
                accord.lacks(end) || asks && !isFrozen() && right.wish().get().place() > end.seq();
        if (!asks && !lacks) return Step.to(this);
        List<Effect> effects = new ArrayList<>();
        if (lacks) effects.add(new Effect.Cast(new Message.ShownWanted(end)));
        if (asks) {
            long stamp = right.wish().get().stamp();
            List<MemberId> silent = membership().others().stream()
                    .filter(id -> !right.hasFrom(id))
                    .toList();
            for (MemberId id : silent) effects.add(new Effect.Send(id, new Message.Wish(epoch(), stamp)));
            boolean late = accord.asked() * REPEAT_MILLIS >= membership().suspectMillis() / 2;
            if (late && !silent.isEmpty() && !leads())
                effects.add(new Effect.Send(membership().primary(), new Message.Unanswered(epoch(), stamp, silent)));
        }
        effects.add(new Effect.StartTimer(Timer.PERMIT, REPEAT_MILLIS));
        return Step.to(with(accord), effects);
    }

    // ---- hearing

    default Step onWish(MemberId from, Message.Wish wish) {
        if (!asksAll() || !mayTakeTurn() && !isInTurn()) return Step.to(this);
        Permission right = membership().accord().right();
        if (!right.isPlausible(wish.stamp())) return Step.to(this);
        Stamping now = with(membership().accord().with(right.hear(from, wish.stamp())));
        return right.defers(from, wish.stamp()) ? Step.to(now) : Step.to(now, now.permit(from, wish.stamp()));
    }

    private Effect permit(MemberId to, long stamp) {
        Position end = membership().log().end();
        return new Effect.Send(to, new Message.Permit(end.epoch(), stamp, end.seq()));
    }

    default Step onPermit(MemberId from, Message.Permit permit) {
        Accord accord = membership().accord();
        Stamping now = with(accord.with(accord.right().permitted(from, permit.stamp(), permit.place())));
        return now.goOn(Step.to(now));
    }

    /** Entries of whoever had its turn: delivered without gaps, whoever stamped them. */
    default Step onShown(Message.Shown shown) {
        return asksAll() ? takeIn(shown.entries()) : Step.to(this);
    }

    /**
     * These entries and earlier ones, as far as there is no gap. Entries beyond a gap wait, and all while it is frozen.
     */
    default Step takeIn(List<LogEntry> more) {
        Accord accord = membership().accord();
        List<LogEntry> waiting = new ArrayList<>(accord.ahead());
        Position end = membership().log().end();
        for (LogEntry entry : more) {
            boolean fits = entry.epoch().equals(end.epoch()) && entry.seq() > end.seq();
            if (fits && !waiting.contains(entry)) waiting.add(entry);
        }
        waiting.sort(Comparator.comparingLong(LogEntry::seq));
        boolean lacked = accord.lacks(end);
        List<Effect> effects = new ArrayList<>();
        List<LogEntry> delivered = new ArrayList<>();
        Log log = membership().log();
        while (!isFrozen()
                && !waiting.isEmpty()
                && waiting.get(0).seq() <= log.end().next().seq()) {
            LogEntry next = waiting.remove(0);
            if (!log.takes(next)) continue;
            log = log.with(next);
            accord = accord.stamped(next);
            delivered.add(next);
            effects.add(new Effect.Delivered(next, log));
        }
        Following.keepNearest(waiting);
        accord = accord.beyond(waiting);
        boolean opens = accord.lacks(log.end()) && !lacked;
        if (opens && accord.right().wish().isEmpty())
            effects.add(new Effect.StartTimer(Timer.PERMIT, FIRST_PAUSE_MILLIS));
        Stamping now = with(membership().with(log).with(accord));
        return now.goOn(now.afterDelivery(now, delivered, effects));
    }

    default Step onShownWanted(MemberId from, Message.ShownWanted wanted) {
        if (!asksAll()) return Step.to(this);
        List<LogEntry> some = membership().log().after(wanted.after(), Gap.WINDOW);
        List<Effect> effects = new ArrayList<>();
        for (List<LogEntry> part : parts(some)) effects.add(new Effect.Send(from, new Message.Shown(epoch(), part)));
        return Step.to(this, effects);
    }

    /**
     * Whether this member and the sought one hear each other: if I do not owe that member an answer, I have heard
     * nothing of its wish, or it nothing of mine.
     */
    default Step onSought(Message.Sought sought) {
        boolean waits = membership().accord().right().waiting().containsKey(sought.by());
        boolean self = sought.by().equals(membership().id());
        if (!asksAll() || waits || self) return Step.to(this);
        return Step.to(
                this,
                new Effect.Send(membership().primary(), new Message.Unanswered(epoch(), 0, List.of(sought.by()))));
    }

    // ---- taking turns

    /** After whatever happened: takes its turn if it may, and ends one that is over. */
    default Step goOn(Step step) {
        if (!(step.state() instanceof Stamping now) || !now.asksAll()) return step;
        Step next = step;
        if (now.isInTurn()) return now.restsInTurn() ? step : now.take(step);
        Accord accord = now.membership().accord();
        long end = now.membership().log().end().seq();
        if (!now.mayTakeTurn()
                || !accord.right().mayHold(now.membership().log().roster().ids(), end)) return next;
        Stamping holding = now.with(accord.turn(end));
        next = new Step(holding, step.effects());
        return holding.take(next);
    }

    /** A turn that it has already stands still while it may not take one; the end is shown all the same. */
    private boolean restsInTurn() {
        return keepsTurn() || !mayTakeTurn() && !membership().log().ended();
    }

    private Step take(Step begun) {
        Step step = begun;
        int most = Math.min(Permission.TURN, membership().accord().queue().size());
        for (int done = 0; done < most; done++) {
            // Behind the end nothing fits.
            if (!(step.state() instanceof Stamping now) || now.keepsTurn() || !now.mayTakeTurn()) break;
            Event next = now.membership().accord().queue().get(0);
            Stamping less = now.with(now.membership().accord().without(1));
            step = less.inTurn(next).after(step.effects().toArray(Effect[]::new));
        }
        if (!(step.state() instanceof Stamping after))
            return step.and(shown(step.state().log(), epoch(), end()));
        return after.keepsTurn() ? after.showTurn(step) : after.endTurn(step);
    }

    private long end() {
        return membership().accord().turnFrom();
    }

    /** Shows what it has stamped. */
    private Step showTurn(Step step) {
        return step.and(shown(membership().log(), epoch(), end()));
    }

    /** Shows what it has stamped, answers whoever waits, and asks for another turn if it has more to say. */
    private Step endTurn(Step step) {
        List<Effect> effects = new ArrayList<>(step.effects());
        effects.addAll(List.of(shown(membership().log(), epoch(), end())));
        for (Map.Entry<MemberId, Long> each :
                membership().accord().right().waiting().entrySet()) effects.add(permit(each.getKey(), each.getValue()));
        return with(membership().accord().done()).ask(effects);
    }

    private static Effect[] shown(Log log, Epoch epoch, long from) {
        List<LogEntry> entries = log.after(new Position(epoch, from)).stream()
                .filter(entry -> entry.epoch().equals(epoch) && !(entry.body() instanceof EntryBody.Ack))
                .toList();
        return parts(entries).stream()
                .map(part -> new Effect.Cast(new Message.Shown(epoch, part)))
                .toArray(Effect[]::new);
    }

    static List<List<LogEntry>> parts(List<LogEntry> entries) {
        List<List<LogEntry>> parts = new ArrayList<>();
        List<LogEntry> part = new ArrayList<>();
        int bytes = 0;
        for (LogEntry entry : entries) {
            int size = entry.body() instanceof EntryBody.Ordered message
                    ? message.message().size()
                    : 0;
            if (!part.isEmpty() && bytes + size > SHOWN_BYTES_MAX) {
                parts.add(part);
                part = new ArrayList<>();
                bytes = 0;
            }
            part.add(entry);
            bytes += size;
        }
        if (!part.isEmpty()) parts.add(part);
        return parts;
    }

    /** In its turn: the next of what this member has to say. */
    default Step stampOwn(Message.OrderRequest order) {
        Stamped stamped = Stamped.on(
                membership().log(),
                Stamped.next(membership().log(), membership().id(), order));
        return Step.to(with(membership().with(stamped.log())), stamped.delivered());
    }
}
