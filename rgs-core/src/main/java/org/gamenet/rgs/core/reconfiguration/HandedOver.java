package org.gamenet.rgs.core.reconfiguration;

import java.util.Optional;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;

/**
 * Has handed its game over (P46): follows, and shows the ACK again to its successor, which has it from nobody else,
 * until that one serves.
 *
 * @param follower the follower that it is now
 * @param ack which it has stamped
 * @param before the log at which it stopped
 * @param leaves whether it goes as soon as it may
 */
record HandedOver(Following follower, LogEntry ack, Log before, boolean leaves) implements FullMember {

    HandedOver {
        if (!ack.epoch().isAfter(before.end().epoch()))
            throw new AssertionError("handed " + before.end() + " over to " + ack.epoch());
    }

    /** A server that leaves goes so long afterwards at the latest, whatever has become of what it changes (P46.7). */
    static final long GOES_AFTER_MILLIS = 1_000;

    static final StateTable<HandedOver> TABLE = StateTable.of(HandedOver.class)
            .on(Event.HeartbeatSeen.class, "P46", HandedOver::onHeartbeat)
            .on(Event.LeaveAsked.class, "P46", HandedOver::goSoon)
            .on(Timer.RESEND, "P46", HandedOver::showAgain)
            .on(Timer.DEPART, "P46", HandedOver::goAnyway)
            .passesTheRest(Following.TABLE, HandedOver::follow)
            .build();

    @Override
    public StateTable<HandedOver> table() {
        return TABLE;
    }

    @Override
    public Step on(Event event) {
        return TABLE.on(this, event);
    }

    private Step follow(Event event) {
        Step step = follower.on(event);
        if (step.state() instanceof Following same && same.epoch().equals(ack.epoch()))
            return Step.to(new HandedOver(same, ack, before, leaves), step.effects());
        if (!leaves || step.state() instanceof GameOver) return step;
        // It has no application any more that could serve: it claims nothing, and answers nobody.
        return step.state() instanceof Following next
                ? Leaving.start(next.membership()).after(step.effects().toArray(Effect[]::new))
                : goAtOnce();
    }

    /** One that restores the state sends heartbeats, too: they tell of the epoch before. */
    private Step onHeartbeat(Event.HeartbeatSeen beat) {
        boolean serves = beat.from().equals(membership().primary())
                && beat.last().epoch().equals(ack.epoch());
        if (!serves) return follow(beat);
        return leaves ? Leaving.start(membership()) : follower.on(beat);
    }

    private Step goSoon() {
        return Step.to(
                new HandedOver(follower, ack, before, true), new Effect.StartTimer(Timer.DEPART, GOES_AFTER_MILLIS));
    }

    /** Its successor does not serve yet: all that it needs it has, or will never get. */
    private Step goAnyway() {
        return leaves ? goAtOnce() : stay();
    }

    private Step showAgain() {
        return stay(
                HandingOver.showing(before, ack, membership().primary(), before.end()),
                new Effect.StartTimer(Timer.RESEND, REPEAT_MILLIS));
    }

    @Override
    public Optional<Sender> hears(MemberId from, Message message) {
        return follower.hears(from, message);
    }

    @Override
    public Membership membership() {
        return follower.membership();
    }

    @Override
    public Optional<MemberId> watches() {
        return follower.watches();
    }

    @Override
    public boolean plays() {
        return true;
    }
}
