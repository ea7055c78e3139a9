package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Mix;

/**
 * The claim of a frozen member for the next number (P6): begun when a negotiator asks it to serve, or it negotiates and
 * nobody else is to be asked; repeated until the arbiter has answered it.
 */
final class Claiming {

    private Claiming() {}

    // ---- asked to serve

    static Step onPromote(Suspecting at, MemberId from, Message.Promote promote) {
        if (!at.self().mayServe()) return at.stay(refuse(at, from, "I never serve"));
        if (at.freezing().unable()) return at.stay(refuse(at, from, "I tried, and could not"));
        if (Negotiation.isInVain(at)) return at.stay(refuse(at, from, "I reach too few"));
        SuspicionHints known =
                at.freezing().hints().suspectedBy(promote.supporters(), at.log().roster(), at.failed());
        List<Effect> effects =
                new ArrayList<>(List.of(new Effect.Send(from, new Message.PromoteAnswer(at.failed(), true, ""))));
        return at.next().isClaimed()
                ? Step.to(at.with(at.freezing().with(known)), effects)
                : startClaim(at, effects, known);
    }

    private static Effect refuse(Suspecting at, MemberId from, String why) {
        return new Effect.Send(from, new Message.PromoteAnswer(at.failed(), false, why));
    }

    static Step decline(Suspecting at, MemberId from, Message.Promote promote) {
        String why = "I wait for epoch " + at.failed().number();
        return at.stay(new Effect.Send(from, new Message.PromoteAnswer(promote.failed(), false, why)));
    }

    // ---- the claim

    static Step startClaim(Suspecting at, List<Effect> effects, SuspicionHints known) {
        if (Negotiation.isInVain(at)) return Negotiation.waitForMore(at, effects);
        long drawn =
                Mix.of(at.self().chance(), Double.doubleToLongBits(at.freezing().heardAt()));
        Suspecting now = at.with(at.freezing().with(known)).with(at.next().claimed(drawn, at.failed()));
        effects.add(claim(now));
        effects.add(new Effect.StartTimer(Timer.CLAIM, FullMember.REPEAT_MILLIS));
        return Step.to(now, effects);
    }

    private static Effect claim(Suspecting at) {
        Succession succession = at.succession();
        return new Effect.Claim(
                at.failed().number(),
                List.of(at.membership().id()),
                succession.basis(),
                succession.supporters(),
                at.next().claimId());
    }

    /**
     * Its claim, until it is answered; where another was granted the number, or has agreed to claim it, whether that
     * one has given it up: one that does not reach anybody here does not say so itself.
     */
    static Step repeat(Suspecting at) {
        boolean overtaken = at.next().overtaken().isPresent();
        if (!overtaken && !at.next().isClaimed() && !at.search().begun()) return at.stay();
        boolean others = overtaken || !at.next().isClaimed();
        Effect ask = others ? new Effect.AskGameStatus() : claim(at);
        return at.stay(ask, new Effect.StartTimer(Timer.CLAIM, FullMember.REPEAT_MILLIS));
    }

    // ---- the arbiter's answer to it

    static Step onGranted(Suspecting at, Event.Granted granted) {
        if (granted.claimId() != at.next().claimId() || !granted.epoch().isAfter(at.promise()))
            return at.stay(new Effect.Release(granted.epoch()));
        Step collecting = at.succession().basis() == Basis.HELD
                ? Gathering.asHeld(at.membership(), granted, at.freezing())
                : Gathering.asPlayer(at.membership(), granted, at.freezing());
        return Suspecting.TABLE.backFrom(Gathering.TABLE, collecting);
    }

    static Step onDenied(Suspecting at, Event.Denied denied) {
        if (denied.claimId() != at.next().claimId() || !at.next().isClaimed()) return at.stay();
        Suspecting withdrawn = at.with(at.next().withdrawn());
        FreezeContext freezing = at.freezing();
        return switch (denied.why()) {
            case NOT_NOW -> at.stay();
            case ENDED -> at.close(Reason.ENDED, "the game has ended");
            case OVERTAKEN -> LaterHolder.overtakenBy(withdrawn, denied.current());
            case NEVER ->
                negotiateLater(
                        withdrawn.with(freezing.superseded(at.succession().basis() == Basis.HELD)));
            case NO_GAME -> negotiateLater(withdrawn);
            case NOT_ADMITTED -> negotiateLater(withdrawn.with(freezing.asUnable()));
        };
    }

    private static Step negotiateLater(Suspecting at) {
        long pause = at.search().again().pauseMillis();
        return at.stay(new Effect.StopTimer(Timer.CLAIM), new Effect.StartTimer(Timer.NEGOTIATE, pause));
    }
}
