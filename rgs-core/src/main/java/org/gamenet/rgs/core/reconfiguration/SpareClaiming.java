package org.gamenet.rgs.core.reconfiguration;

import static org.gamenet.rgs.core.reconfiguration.EpochIs.FAILED;
import static org.gamenet.rgs.core.reconfiguration.Sender.MEMBER;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;

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
record SpareClaiming(
        LocalMember self,
        GameRules rules,
        Epoch failed,
        List<Member> roster,
        Set<MemberId> supporters,
        long claimId,
        boolean connected,
        boolean late)
        implements Outsider {

    static final StateTable<SpareClaiming> TABLE = StateTable.of(SpareClaiming.class)
            .heard(Message.Suspicion.class, MEMBER, FAILED, "P12", SpareClaiming::support)
            .on(Event.Granted.class, "P6", SpareClaiming::onGranted)
            .on(Event.Denied.class, "P6", SpareClaiming::onDenied)
            .on(Event.GroupJoined.class, "P36", SpareClaiming::onConnected)
            .on(Event.GroupFailed.class, "P34", SpareClaiming::onGroupFailed)
            .on(Event.LeaveAsked.class, "P28", SpareClaiming::leave)
            .on(Timer.CLAIM, "P6", SpareClaiming::claimAgain)
            .on(Timer.RESERVATION, "P34", SpareClaiming::onReservationOver)
            .on(Timer.LAST_RESORT, "P74", SpareClaiming::onLate)
            .ignoresTheRest("it is not in the game")
            .build();

    @Override
    public StateTable<SpareClaiming> table() {
        return TABLE;
    }

    @Override
    public Step on(Event event) {
        return TABLE.on(this, event);
    }

    @Override
    public boolean isFrom(Sender sender, MemberId from) {
        return sender == MEMBER && roster.stream().anyMatch(m -> m.id().equals(from));
    }

    private Step onGranted(Event.Granted granted) {
        return granted.claimId() == claimId ? collect(granted) : Step.to(this, new Effect.Release(granted.epoch()));
    }

    private Step onDenied(Event.Denied denied) {
        if (denied.claimId() != claimId) return Step.to(this);
        return denied.why() == Event.DenialReason.NOT_NOW ? Step.to(this) : standBy("claim denied: " + denied.why());
    }

    private Step onConnected() {
        return Step.to(with(supporters, true, late));
    }

    private Step onGroupFailed(Event.GroupFailed failure) {
        return standBy("cannot connect: " + failure.detail());
    }

    private Step leave() {
        return Step.to(new GameOver(self, Epoch.NONE), new Effect.Release(new Epoch(failed.number() + 1, claimId)));
    }

    private Step claimAgain() {
        return Step.to(
                this,
                new Effect.Claim(failed.number(), List.of(self.id()), Basis.REBUILD, List.copyOf(supporters), claimId),
                new Effect.StartTimer(Timer.CLAIM, FullMember.REPEAT_MILLIS));
    }

    private Step onReservationOver() {
        return standBy("no grant while reserved");
    }

    private Step onLate() {
        return Step.to(with(supporters, connected, true));
    }

    private Step support(MemberId from, Message.Suspicion suspicion) {
        Set<MemberId> now = new TreeSet<>(supporters);
        boolean changed = suspicion.revoked() ? now.remove(from) : now.add(from);
        return Step.to(changed ? with(now, connected, late) : this);
    }

    private Step collect(Event.Granted granted) {
        return Gathering.asSpare(
                self,
                rules,
                granted,
                failed,
                CollectedReplies.of(roster, granted, SuspicionHints.NONE),
                connected,
                late);
    }

    private Step standBy(String why) {
        return Step.to(
                new StandingBy(self),
                new Effect.Note("stands by again: " + why),
                new Effect.Release(new Epoch(failed.number() + 1, claimId)),
                new Effect.StandByAgain());
    }

    private SpareClaiming with(Set<MemberId> who, boolean isConnected, boolean isLate) {
        return new SpareClaiming(self, rules, failed, roster, who, claimId, isConnected, isLate);
    }

    @Override
    public Epoch promise() {
        return Epoch.NONE;
    }

    @Override
    public Epoch epoch() {
        return failed;
    }
}
