package org.gamenet.rgs.core.reconfiguration;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Log;

/**
 * A spare that agreed to an offer: claims the next epoch while it connects to the game's group.
 *
 * @param failed the epoch that lost its holder
 * @param roster as the negotiator knew it
 * @param supporters who suspects {@code failed}, as far as it has heard
 * @param claimId kept until the claim is granted, overtaken or withdrawn (P6)
 * @param connected whether it is in the group
 * @param late whether the game has stood still for so long that fewer than half must do (P74)
 */
record SpareClaiming(Self self, GameRules rules, Epoch failed, List<Member> roster, Set<MemberId> supporters, long claimId, boolean connected,
                     boolean late) implements MemberState {

    @Override public Step on(Event event) {
        if (event instanceof Event.Granted g) return g.claimId() == claimId ? collect(g) : Step.to(this, new Effect.Release(g.epoch()));
        if (event instanceof Event.Denied d && d.claimId() == claimId)
            return d.why() == Event.DenialReason.NOT_NOW ? Step.to(this) : standBy("claim denied: " + d.why());
        if (event instanceof Event.TimerFired fired) return onTimer(fired.timer());
        if (event instanceof Event.GroupJoined) return Step.to(with(supporters, true, late));
        if (event instanceof Event.GroupFailed failure) return standBy("cannot connect: " + failure.detail());
        if (event instanceof Event.Heard heard && heard.message() instanceof Message.Suspicion s) return support(heard.from(), s);
        if (event instanceof Event.LeaveAsked)
            return Step.to(new Over(self, Epoch.NONE), new Effect.Release(new Epoch(failed.number() + 1, claimId)));
        return Step.to(this);
    }

    private Step onTimer(Timer timer) {
        if (timer == Timer.REPEAT)
            return Step.to(this, new Effect.Claim(failed.number(), List.of(self.id()), Basis.REBUILD, List.copyOf(supporters), claimId),
                    new Effect.StartTimer(Timer.REPEAT, FullMember.REPEAT_MILLIS));
        if (timer == Timer.RESERVATION) return standBy("no grant while reserved");
        if (timer == Timer.LAST_RESORT) return Step.to(with(supporters, connected, true));
        return Step.to(this);
    }

    private Step support(MemberId from, Message.Suspicion suspicion) {
        if (!suspicion.epoch().equals(failed) || roster.stream().noneMatch(m -> m.id().equals(from))) return Step.to(this);
        Set<MemberId> now = new TreeSet<>(supporters);
        boolean changed = suspicion.revoked() ? now.remove(from) : now.add(from);
        return Step.to(changed ? with(now, connected, late) : this);
    }

    private Step collect(Event.Granted granted) {
        return Collecting.asSpare(self, rules, granted, failed, Gathered.of(roster, granted.listed(), Hints.NONE), connected, late)
                .after(new Effect.StopTimer(Timer.REPEAT), new Effect.StopTimer(Timer.RESERVATION));
    }

    private Step standBy(String why) {
        return Step.to(new Standing(self), new Effect.Note("stands by again: " + why), new Effect.StopTimer(Timer.REPEAT),
                new Effect.StopTimer(Timer.RESERVATION), new Effect.StopTimer(Timer.LAST_RESORT),
                new Effect.Release(new Epoch(failed.number() + 1, claimId)), new Effect.StandByAgain());
    }

    private SpareClaiming with(Set<MemberId> who, boolean isConnected, boolean isLate) {
        return new SpareClaiming(self, rules, failed, roster, who, claimId, isConnected, isLate);
    }

    @Override public Epoch promise() {
        return Epoch.NONE;
    }

    @Override public Optional<MemberId> watches() {
        return Optional.empty();
    }

    @Override public Epoch epoch() {
        return failed;
    }

    @Override public boolean leads() {
        return false;
    }

    @Override public boolean plays() {
        return false;
    }

    @Override public Log log() {
        return Log.EMPTY;
    }
}
