package org.gamenet.rgs.core.reconfiguration;

import java.util.TreeSet;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Mix;

/** A spare: waits until a frozen game is offered. */
public record StandingBy(LocalMember self) implements Outsider {

    /** How long an agreement holds a spare for one game (P34). */
    static final long RESERVATION_MILLIS = 3_000;

    static final StateTable<StandingBy> TABLE = StateTable.of(StandingBy.class)
            .on(Event.Offered.class, "P34", StandingBy::agree)
            .on(Event.Granted.class, "P7", StandingBy::giveBack)
            .on(Event.LeaveAsked.class, "P28", StandingBy::leave)
            .ignoresTheRest("it is in no game")
            .build();

    @Override
    public StateTable<StandingBy> table() {
        return TABLE;
    }

    @Override
    public Step on(Event event) {
        return TABLE.on(this, event);
    }

    private Step leave() {
        return Step.to(new GameOver(self, Epoch.NONE));
    }

    private Step agree(Event.Offered offer) {
        long claimId = Mix.of(self.chance(), Mix.of(offer.failed().number(), offer.offer()));
        SpareClaiming.SpareClaim claim = new SpareClaiming.SpareClaim(claimId, new TreeSet<>(offer.supporters()));
        SpareClaiming next = new SpareClaiming(
                self,
                offer.rules(),
                offer.failed(),
                offer.roster(),
                claim,
                false,
                offer.frozenMillis() >= offer.rules().goOnWithFewerAfterMillis());
        return Step.to(
                next,
                new Effect.AnswerOffer(offer.offer(), true, ""),
                new Effect.Note("offer of epoch " + offer.failed().number() + " agreed"),
                new Effect.JoinGroup(),
                claim.claim(self.id(), offer.failed()),
                new Effect.StartTimer(Timer.CLAIM, FullMember.REPEAT_MILLIS),
                new Effect.StartTimer(Timer.RESERVATION, RESERVATION_MILLIS),
                new Effect.StartTimer(
                        Timer.LAST_RESORT,
                        Math.max(0, offer.rules().goOnWithFewerAfterMillis() - offer.frozenMillis())));
    }

    @Override
    public Epoch promise() {
        return Epoch.NONE;
    }
}
