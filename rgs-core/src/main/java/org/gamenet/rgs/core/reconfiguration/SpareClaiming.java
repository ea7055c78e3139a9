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
 * @param claim kept until it is granted, overtaken or withdrawn (P6)
 * @param connected whether it is in the group
 * @param late whether the game has stood still for so long that fewer than half must do (P74)
 */
record SpareClaiming(
        LocalMember self,
        GameRules rules,
        Epoch failed,
        List<Member> roster,
        SpareClaim claim,
        boolean connected,
        boolean late)
        implements Outsider {

    /**
     * Its claim of the next number, and the members behind it.
     *
     * @param supporters members that suspect {@code failed}, as far as the spare has heard
     */
    record SpareClaim(long id, Set<MemberId> supporters) {
        Effect claim(MemberId self, Epoch failed) {
            return new Effect.Claim(failed.number(), List.of(self), Basis.REBUILD, List.copyOf(supporters), id);
        }

        Effect release(Epoch failed) {
            return new Effect.Release(new Epoch(failed.number() + 1, id));
        }
    }

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
        return granted.claimId() == claim.id() ? collect(granted) : Step.to(this, new Effect.Release(granted.epoch()));
    }

    private Step onDenied(Event.Denied denied) {
        if (denied.claimId() != claim.id()) return Step.to(this);
        return denied.why() == Event.DenialReason.NOT_NOW ? Step.to(this) : standBy("claim denied: " + denied.why());
    }

    private Step onConnected() {
        return Step.to(with(claim, true, late));
    }

    private Step onGroupFailed(Event.GroupFailed failure) {
        return standBy("cannot connect: " + failure.detail());
    }

    private Step leave() {
        return Step.to(new GameOver(self, Epoch.NONE), claim.release(failed));
    }

    private Step claimAgain() {
        return Step.to(
                this, claim.claim(self.id(), failed), new Effect.StartTimer(Timer.CLAIM, FullMember.REPEAT_MILLIS));
    }

    private Step onReservationOver() {
        return standBy("no grant while reserved");
    }

    private Step onLate() {
        return Step.to(with(claim, connected, true));
    }

    private Step support(MemberId from, Message.Suspicion suspicion) {
        Set<MemberId> now = new TreeSet<>(claim.supporters());
        boolean changed = suspicion.revoked() ? now.remove(from) : now.add(from);
        return Step.to(changed ? with(new SpareClaim(claim.id(), now), connected, late) : this);
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
                claim.release(failed),
                new Effect.StandByAgain());
    }

    private SpareClaiming with(SpareClaim newer, boolean isConnected, boolean isLate) {
        return new SpareClaiming(self, rules, failed, roster, newer, isConnected, isLate);
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
