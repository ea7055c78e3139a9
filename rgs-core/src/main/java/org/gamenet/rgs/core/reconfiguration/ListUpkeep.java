package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The primary's upkeep of the arbiter's list (P71): who is to be on it and is not, and the other way round, is told to
 * the arbiter, entry after entry, each repeated until it is answered.
 */
final class ListUpkeep {

    private ListUpkeep() {}

    static Step onReport(Serving at, Event.PackageReported reported) {
        if (!at.log().roster().has(reported.member())) return at.stay();
        return enlist(at.with(at.enlistment().withReport(reported.member())), List.of());
    }

    static Step onListed(Serving at, Event.Listed listed) {
        if (!listed.epoch().equals(at.epoch())) return at.stay();
        Enlistment told = at.enlistment().told(listed.listing());
        return told == at.enlistment() ? at.stay() : Exits.flush(at.with(told).settle(), List.of());
    }

    /** Has the list changed, if it is not as it is to be. */
    static Step enlist(Serving at, List<Effect> first) {
        Enlistment list = at.enlistment();
        if (at.changes() || !list.asked().isEmpty() || list.isSettled(at.membership())) return Step.to(at, first);
        boolean unsure = list.missesMost(at.membership());
        if (unsure && list.doubt() == Enlistment.Doubt.WAITS) return Step.to(at, first);
        List<Effect> effects = new ArrayList<>(first);
        if (unsure && list.doubt() == Enlistment.Doubt.NONE) {
            effects.add(new Effect.StartTimer(Timer.ENLIST, at.membership().suspectMillis()));
            return Step.to(at.with(list.doubting(Enlistment.Doubt.WAITS)), effects);
        }
        return sendEntry(at, effects);
    }

    private static Step sendEntry(Serving at, List<Effect> first) {
        Enlistment list = at.enlistment();
        List<MemberId> wanted = list.wanted(at.membership());
        List<Effect> effects = new ArrayList<>(first);
        effects.add(new Effect.Enlist(at.epoch(), list.confirmed().count(), wanted));
        effects.add(new Effect.StartTimer(Timer.ENLIST, FullMember.REPEAT_MILLIS));
        return Step.to(at.with(list.asking(wanted)), effects);
    }

    static Step enlistAgain(Serving at) {
        Enlistment list = at.enlistment();
        if (at.changes()) return at.stay(new Effect.StartTimer(Timer.ENLIST, FullMember.REPEAT_MILLIS));
        if (!list.asked().isEmpty()) return sendEntry(at, List.of());
        return list.doubt() == Enlistment.Doubt.WAITS
                ? enlist(at.with(list.waited(at.membership())), List.of())
                : at.stay();
    }
}
