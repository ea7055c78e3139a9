package org.gamenet.rgs.core.reconfiguration;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;

/**
 * The end of a game, and the departure of its primary (P28). The arbiter is told first; once it knows, or after a
 * while, the last entry is stamped, and the process goes when its members had time to hear it.
 */
final class GameEnding {

    private static final long LAST_WORDS_MILLIS = 2_000;

    private GameEnding() {}

    static Step onEndAsked(Serving at, Event.EndAsked asked) {
        return onEnd(at, asked.why());
    }

    static Step onEnd(Serving at, String why) {
        if (at.intent().isEnding()) return at.stay();
        Serving ends = at.with(at.intent().end(why));
        // Nobody else can have been named yet. Later the arbiter's word decides: the end, or the next server (P46).
        Step step = at.change().filter(Change::isForCopy).isPresent()
                ? HandingOver.serveOn(ends, "the game ends")
                : Step.to(ends);
        return step.and(
                new Effect.TellEnd(at.epoch()),
                new Effect.StartTimer(Timer.END, FullMember.PACKAGE_MILLIS),
                new Effect.StartTimer(Timer.ASK_ARBITER, FullMember.REPEAT_MILLIS));
    }

    /** The arbiter says that the game is over: this server has ended it, or another. */
    static Step onOver(Serving at) {
        return at.intent().isEnding() ? onEndKnown(at) : at.close(Reason.ENDED, "the game has ended");
    }

    static Step onEndKnown(Serving at) {
        if (!at.intent().isEnding()) return at.stay();
        if (!at.mandate().holds())
            return at.close(Reason.ENDED, at.intent().ending().get());
        Step stamped = stampEnd(at);
        return at.membership().others().isEmpty()
                ? stamped.and(new Effect.StartTimer(Timer.GO, 0))
                : stamped.and(new Effect.StopTimer(Timer.ASK_ARBITER));
    }

    /**
     * The arbiter is silent. As long as it has not answered for a planned change, nobody knows which epoch the end is
     * the last entry of: it is stamped once that is known (P46.3). A server that may not act stamps no end, and waits
     * for nothing: it gives the change up.
     */
    static Step onLate(Serving at) {
        if (!at.intent().isEnding() || at.change().isEmpty()) return stampEnd(at);
        return at.mandate().mayAct()
                ? at.stay(new Effect.StartTimer(Timer.END, FullMember.PACKAGE_MILLIS))
                : stampEnd(at.with(Optional.empty()));
    }

    /** Whether the arbiter knows already or not: it is told again until it answers or this process goes. */
    static Step stampEnd(Serving at) {
        Optional<String> ending = at.intent().ending();
        if (!at.intent().isEnding() || at.log().ended()) return at.stay();
        Effect go = new Effect.StartTimer(Timer.GO, LAST_WORDS_MILLIS);
        Effect told = new Effect.Close(Reason.ENDED, ending.get(), Payload.EMPTY);
        // A server that may not act stamps nothing (P18): the others learn the end from the arbiter.
        if (!at.mandate().holds() || at.asksAll() && !at.isInTurn()) return at.stay(go, told);
        LogEntry entry = new LogEntry(at.log().end().next(), new EntryBody.Ended(ending.get()));
        Log log = at.log().with(entry);
        Serving now = at.with(at.membership().with(log)).with(Optional.empty());
        Effect shown = at.asksAll()
                ? new Effect.Cast(new Message.Shown(at.epoch(), List.of(entry)))
                : new Effect.Cast(new Message.EntryNews(entry));
        return Step.to(now, new Effect.StopTimer(Timer.END), shown, new Effect.Delivered(entry, log), go, told);
    }

    static Step onLeave(Serving at) {
        if (at.intent().isEnding()) return at.stay();
        boolean alone = at.log().roster().players().stream()
                .allMatch(m -> m.id().equals(at.membership().id()));
        if (alone) return onEnd(at, "the last player left");
        if (at.change().isEmpty() && !AskingServer.hasToSay(at))
            return Departing.start(at.membership(), Optional.empty());
        // The arbiter may have decided meanwhile: that would be another epoch than the one that it releases.
        return Step.to(at.with(at.intent().leave()), new Effect.StartTimer(Timer.DEPART, HandedOver.GOES_AFTER_MILLIS));
    }

    static Step depart(Serving at) {
        return at.intent().leaving()
                ? Departing.start(at.membership(), at.change().flatMap(Change::granted))
                : at.stay();
    }

    static Step lapse(Serving at) {
        return at.log().roster().seated().isEmpty() ? onEnd(at, "the last player's seat has lapsed") : at.stay();
    }

    static Step go(Serving at) {
        return Step.to(new GameOver(at.self(), at.promise()));
    }
}
