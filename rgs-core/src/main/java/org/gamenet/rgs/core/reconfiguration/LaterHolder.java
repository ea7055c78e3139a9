package org.gamenet.rgs.core.reconfiguration;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Epoch;

/**
 * A later number that somebody else was granted, as a frozen member sees it (P6, P36): an advertisement is answered
 * once the arbiter has said that it is real; a holder that does not advertise itself in time is suspected in its turn.
 */
final class LaterHolder {

    private LaterHolder() {}

    // ---- its advertisement

    static Step askWhetherReal(Suspecting at, Message.Collect ad) {
        return Step.to(at.with(Optional.of(PendingCollect.of(ad))), FullMember.check());
    }

    static Step obeyUnchecked(Suspecting at) {
        return at.call().map(wanted -> obey(at, wanted)).orElse(at.stay());
    }

    private static Step obey(Suspecting at, PendingCollect wanted) {
        if (at.isStale(wanted.epoch()) || wanted.epoch().equals(at.epoch())) return Step.to(at.with(Optional.empty()));
        return at.answer(wanted, at.freezing(), List.of());
    }

    // ---- the arbiter's word

    static Step onGameStatus(Suspecting at, Event.GameStatusKnown known) {
        if (known.ended()) return at.close(Reason.ENDED, "the game has ended");
        if (at.call().isPresent()) {
            if (at.call().get().isGranted(known)) return obey(at, at.call().get());
            return learn(at.with(Optional.empty()), known);
        }
        return learn(at, known);
    }

    private static Step learn(Suspecting at, Event.GameStatusKnown known) {
        // Of a synchronous game that epoch may name this member, which has not heard so (P48.7).
        boolean superseded =
                known.active().isAfter(at.epoch()) && !at.membership().rules().synchronous();
        return follow(at.with(at.freezing().superseded(superseded).told(known)), known);
    }

    private static Step follow(Suspecting at, Event.GameStatusKnown known) {
        if (!known.current().isAfter(at.failed())) return Step.to(at);
        boolean dead =
                known.holder().filter(at.freezing().hints()::isProcessGone).isPresent();
        if (!known.released() && !dead) return overtakenBy(at, known.current());
        // It led somewhere, and its server takes leave, or has died.
        boolean served = known.active().equals(known.current());
        return suspectOvertaker(
                at.with(at.next().overtaken(known.current())), served ? Search.NOT_BEGUN : burns(at, known.current()));
    }

    /** All numbers since the one that failed, though this member may have heard of none of them but the last. */
    private static Search burns(Suspecting at, Epoch last) {
        return at.search()
                .burns(
                        at.membership().rules().failover(),
                        last.number() - at.failed().number());
    }

    // ---- a holder that is waited for

    /**
     * Another holds the next epoch: it has D to advertise itself, then it is suspected in its turn (P6). Of members
     * that voted for two claims of one number (P57) each names its own: whoever has that number, D has begun.
     */
    static Step overtakenBy(Suspecting at, Epoch current) {
        if (!current.isAfter(at.failed())) return at.stay();
        if (at.next().overtaken().filter(known -> !current.isAfter(known)).isPresent()) return at.stay();
        return Step.to(
                at.with(at.next().overtaken(current)),
                new Effect.StartTimer(Timer.CLAIM, FullMember.REPEAT_MILLIS),
                new Effect.StartTimer(Timer.AWAIT_HOLDER, at.membership().suspectMillis()));
    }

    static Step onHolderSilent(Suspecting at) {
        return at.next()
                .overtaken()
                .map(last -> suspectOvertaker(at, burns(at, last)))
                .orElse(at.stay());
    }

    private static Step suspectOvertaker(Suspecting at, Search again) {
        Epoch failed = at.next().overtaken().orElseThrow();
        Suspecting next = new Suspecting(
                at.membership(),
                failed,
                at.suspected(),
                at.freezing().with(at.freezing().hints().forgetSuspects()),
                again,
                at.next().afterThat(),
                at.call());
        return next.begin(List.of(new Effect.Note(
                "epoch " + failed.number() + " leads nowhere: it was given up, or nobody advertises it")));
    }
}
