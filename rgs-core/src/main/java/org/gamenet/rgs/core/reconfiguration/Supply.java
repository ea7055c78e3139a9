package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;

/**
 * The supply of followers by their primary (P22, P29, P41): each is shown the ACK, the entries or the
 * {@code InitialAck} that it lacks, until it has said that it has them.
 */
final class Supply {

    private Supply() {}

    static Effect showAck(Serving at, MemberId to, Position from) {
        return HandingOver.showing(at.log(), at.ack(), to, from);
    }

    /**
     * The ACK without the entries before it, which a member that lacks some asks for: with them each repeat would be as
     * long as the log, and fill a slow way.
     */
    private static Effect showAckAlone(Serving at, MemberId to) {
        return new Effect.Send(to, new Message.EpochStart(at.ack(), List.of()));
    }

    /** A member that lacks the ACK is shown it; one that has heard of a later epoch makes the primary doubt. */
    static Step onSuspicion(Serving at, MemberId from, Message.Suspicion suspicion) {
        boolean lacksAck = !at.followers().hasAck(from) || at.followers().isNewcomer(from);
        if (!suspicion.revoked() && lacksAck) return at.stay(showAckAlone(at, from));
        return at.isOf(EpochIs.HIGHER, suspicion.epoch()) ? EpochDispute.doubt(at) : at.stay();
    }

    static Step onWanted(Serving at, MemberId from, Message.EntriesWanted wanted) {
        Position after = wanted.after();
        if (!after.epoch().equals(at.epoch()))
            return reaches(at.log(), at.ack(), after)
                    ? at.stay(showAck(at, from, after))
                    : Newcomers.tellEvicted(at, from);
        if (!at.log().roster().has(from)) return Newcomers.tellEvicted(at, from);
        List<Effect> entries = new ArrayList<>();
        for (List<LogEntry> part : Stamping.parts(at.log().after(after, Gap.WINDOW)))
            entries.add(new Effect.Send(from, new Message.EntryNews(part)));
        return Step.to(at, entries);
    }

    /** Whether the entries that are kept lead from there to here: from another history they do not. */
    private static boolean reaches(Log here, LogEntry ack, Position place) {
        Log there = new Log(place, Roster.EMPTY, List.of(), Map.of(), List.of(), false);
        return !(there.catchUp(ack, here.kept()) instanceof Log.Catchup.Incomplete);
    }

    // ---- what followers say that they have

    static Step onEchoSeen(Serving at, Event.EchoSeen echo) {
        return onEcho(Exits.heardAgain(at, echo.from()), echo.from(), echo.delivered());
    }

    static Step onConfirmed(Serving at, MemberId from, Message.Confirmed confirmed) {
        Position place = confirmed.at();
        // Its InitialAck was of the epoch before a planned change.
        boolean lacksAck =
                !place.epoch().equals(at.epoch()) && at.log().roster().has(from) && reaches(at.log(), at.ack(), place);
        return lacksAck ? at.stay(showAck(at, from, place)) : onEcho(at, from, place);
    }

    private static Step onEcho(Serving at, MemberId from, Position place) {
        if (!place.epoch().equals(at.epoch()) || from.equals(at.membership().id())) return at.stay();
        if (!at.log().roster().has(from)) return Newcomers.tellEvicted(at, from);
        Optional<Position> before = at.followers().delivered(from);
        boolean confirms = at.followers().isNewcomer(from);
        boolean further = before.isEmpty() || before.get().isBefore(place);
        Followers now = further ? at.followers().withDelivered(from, place) : at.followers();
        if (at.asksAll() && at.log().end().isBefore(place)) return AskingServer.lags(at.with(now), from);
        if (!confirms && !further) return at.stay();
        if (!confirms) return Step.to(at.with(now).settle());
        // Its InitialAck brought it a state of this epoch, made after its JOIN: from here on it may be listed (P71).
        Serving admitted = at.with(now.admitted(from)).with(at.enlistment().withReport(from));
        return ListUpkeep.enlist(admitted.settle(), List.of());
    }

    static Step resend(Serving at) {
        Followers followers = at.followers();
        List<MemberId> others = at.membership().others();
        List<Effect> effects = new ArrayList<>();
        for (MemberId id : others) {
            Optional<Newcomer> waiting = followers.newcomer(id);
            if (waiting.isPresent() && waiting.get().ready())
                effects.add(Newcomers.initialAck(at.membership(), id, waiting.get()));
            if (waiting.isEmpty() && !at.followers().hasAck(id)) effects.add(showAckAlone(at, id));
        }
        boolean lacking = followers.newcomers() > 0 || others.stream().anyMatch(id -> !followers.hasAck(id));
        if (lacking) effects.add(new Effect.StartTimer(Timer.RESEND, FullMember.REPEAT_MILLIS));
        return Step.to(at, effects);
    }
}
