package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Mix;

/**
 * The right of a primary to act, and its end (P18, P21). A primary that hears of a later epoch does nothing until the
 * arbiter has said whose the game is: then it goes on, or claims the number after that one, or is deposed.
 */
final class EpochDispute {

    private EpochDispute() {}

    static Step onMayAct(Serving at, Event.MayAct told) {
        boolean may = told.may();
        if (may == at.mandate().mayAct()) return at.stay();
        Serving now = at.with(at.mandate().acting(may));
        if (at.mandate().disputed()) return Step.to(now);
        return may
                ? thaw(now, List.of(new Effect.Thaw()))
                : Step.to(
                        now,
                        new Effect.Freeze("neither the directory nor more than half of the players hear this server"));
    }

    /** By permission others may have stamped meanwhile: it has kept that until now (P69). */
    private static Step thaw(Serving now, List<Effect> first) {
        Step flushed = Exits.flush(now, first);
        return ((Serving) flushed.state())
                .takeIn(List.of())
                .after(flushed.effects().toArray(Effect[]::new));
    }

    /** Somebody has promised more than this primary holds: it asks the arbiter, and does nothing meanwhile (HG10). */
    static Step doubt(Serving at) {
        if (at.mandate().disputed()) return at.stay();
        Serving now = at.with(at.mandate().disputed(true));
        List<Effect> effects = new ArrayList<>(List.of(
                new Effect.AskGameStatus(), new Effect.StartTimer(Timer.ASK_ARBITER, FullMember.REPEAT_MILLIS)));
        if (at.mandate().mayAct()) effects.add(0, new Effect.Freeze("a later epoch is heard of"));
        return Step.to(now, effects);
    }

    static Step onGameStatus(Serving at, Event.GameStatusKnown known) {
        if (known.ended()) return GameEnding.onOver(at);
        if (at.change().isPresent()) return at.stay();
        if (!known.current().isAfter(at.epoch())
                && known.current().number() == at.epoch().number()) {
            if (!known.current().equals(at.epoch()))
                return deposed(at, "epoch " + at.epoch().number() + " is another's");
            if (!at.mandate().disputed()) return at.stay();
            Serving sure = at.with(at.mandate().disputed(false));
            return at.mandate().mayAct()
                    ? thaw(sure, List.of(sure.stopAsking(), new Effect.Thaw()))
                    : Step.to(sure, sure.stopAsking());
        }
        if (!known.current().isAfter(at.epoch())) return at.stay();
        // A planned change of its own that others finished: nothing was stamped in that epoch, and the next is its own.
        if (known.active().isAfter(at.epoch()) && !known.mine())
            return deposed(at, "epoch " + known.active().number() + " is on");
        return claimNext(at, known);
    }

    /**
     * A later number is granted and not active. Whether its claimant is lost, or the grant was, the arbiter knows: it
     * denies this claim as long as the claimant is there. Where the later number is this primary's already, its grant
     * is under way, or lost: the same claim brings it, and another would outdo it.
     */
    private static Step claimNext(Serving at, Event.GameStatusKnown known) {
        Step doubting = at.mandate().disputed() ? at.stay() : doubt(at);
        LocalMember self = at.self();
        long after = known.current().number() - (isMine(self, known) ? 1 : 0);
        return doubting.and(
                new Effect.Claim(after, List.of(self.id()), Basis.HELD, List.of(self.id()), heldClaim(self, after)));
    }

    private static boolean isMine(LocalMember self, Event.GameStatusKnown known) {
        return !known.released()
                && known.current().claimId() == heldClaim(self, known.current().number() - 1);
    }

    private static long heldClaim(LocalMember self, long expected) {
        return Mix.of(self.chance(), expected);
    }

    /**
     * A grant that belongs to no planned change: of its claim in a dispute it makes use, unless its game is to end.
     * Then the number is given back, for the arbiter ends the active epoch, and where members decide none beside a
     * claim.
     */
    static Step onGranted(Serving at, Event.Granted granted) {
        boolean claimed = at.mandate().disputed()
                && granted.claimId() == heldClaim(at.self(), granted.epoch().number() - 1);
        if (claimed && at.intent().isEnding())
            return at.stay(new Effect.Release(granted.epoch()), new Effect.TellEnd(at.epoch()));
        if (claimed)
            return Gathering.asHeld(at.membership(), granted, FreezeContext.at(Double.NaN, false, SuspicionHints.NONE))
                    .after(Suspecting.frozenTimers(at.membership()).toArray(Effect[]::new));
        return at.stay(new Effect.Release(granted.epoch()));
    }

    private static Step deposed(Serving at, String why) {
        return at.rejoin(why).after(new Effect.Note("deposed: " + why));
    }
}
