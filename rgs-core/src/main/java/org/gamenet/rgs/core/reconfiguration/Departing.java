package org.gamenet.rgs.core.reconfiguration;

import static org.gamenet.rgs.core.reconfiguration.EpochIs.ABOVE_PROMISE;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.ANY;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.PLAYED;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.PROMISED;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.STALE;
import static org.gamenet.rgs.core.reconfiguration.Sender.ANYBODY;
import static org.gamenet.rgs.core.reconfiguration.Sender.ARBITER;
import static org.gamenet.rgs.core.reconfiguration.Sender.HOLDER;
import static org.gamenet.rgs.core.reconfiguration.Sender.MEMBER;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;

/**
 * Served, and goes: has released its epoch and answers whoever collects with its own package, the whole state (P28).
 *
 * @param packed the last package; empty until it is there
 * @param call the holder that it has answered
 * @param gone members that leave as well, or have died
 */
record Departing(Membership membership, Optional<PackedState> packed, Optional<PendingCollect> call, Set<MemberId> gone)
        implements FullMember {

    static final long GO_MILLIS = 2_000;

    /**
     * @param granted the epoch of a planned change that is not on yet: it goes with the other, or it would be waited
     *     for
     */
    static Step start(Membership membership, Optional<Epoch> granted) {
        Step step = start(membership);
        return granted.map(epoch -> step.and(new Effect.Release(epoch))).orElse(step);
    }

    private static Step start(Membership membership) {
        if (Search.ways(membership.rules().failover()).isEmpty()
                && membership.log().authority().size() == 1)
            return Step.to(
                    new GameOver(membership.self(), membership.promise()),
                    new Effect.Release(membership.log().end().epoch()),
                    new Effect.Cast(new Message.Released(membership.log().end().epoch())));
        return Step.to(
                new Departing(membership, Optional.empty(), Optional.empty(), Set.of()),
                new Effect.TakePackage(),
                new Effect.Release(membership.log().end().epoch()),
                new Effect.Cast(new Message.Released(membership.log().end().epoch())),
                new Effect.StartTimer(Timer.GOODBYE, REPEAT_MILLIS),
                new Effect.StartTimer(Timer.GO, GO_MILLIS));
    }

    static final StateTable<Departing> TABLE = StateTable.of(Departing.class)
            .heardFrom(Message.Collect.class, ANYBODY, STALE, "P2", Departing::turnAway)
            .ignores(Message.Collect.class, PLAYED, "it has released that epoch")
            .heard(Message.Collect.class, ARBITER, ANY, "P36", Departing::onCollect)
            .heard(Message.Nack.class, HOLDER, PROMISED, "P37", Departing::onNack)
            .heard(Message.EpochStart.class, HOLDER, ANY, "P28", Departing::onAck)
            .heard(Message.EpochStart.class, ARBITER, ABOVE_PROMISE, "P28", Departing::onAck)
            .heardFrom(Message.LeaveRequest.class, MEMBER, ANY, "P28", Departing::without)
            .on(Event.MemberGone.class, "P28", Departing::onGone)
            .on(Event.PackageTaken.class, "P28", Departing::onPackage)
            .on(Event.Granted.class, "P7", Departing::giveBack)
            .on(Timer.GOODBYE, "P29", Departing::sayAgain)
            .on(Timer.GO, "P28", Departing::go)
            .ignoresTheRest("it serves no more, and goes")
            .build();

    @Override
    public StateTable<Departing> table() {
        return TABLE;
    }

    @Override
    public Step on(Event event) {
        return TABLE.on(this, event);
    }

    @Override
    public Optional<MemberId> obeys() {
        return call.map(c -> c.holder().id());
    }

    /** Nobody is left that could go on, from its package or at all: neither a member nor a spare. */
    private boolean isLast() {
        return gone.containsAll(membership.others())
                && !membership.rules().failover().contains(Failover.SPARE_SERVER);
    }

    private Step onGone(Event.MemberGone dead) {
        return without(dead.member());
    }

    private Step without(MemberId member) {
        Set<MemberId> more = new TreeSet<>(gone);
        more.add(member);
        Departing rest = new Departing(membership, packed, call, more);
        // The others need not wait for it.
        return rest.isLast() ? go().and(new Effect.Cast(new Message.LeaveRequest())) : Step.to(rest);
    }

    /** It has released: whoever advertises a later epoch is believed, for nothing of the old one is served any more. */
    private Step onCollect(Message.Collect ad) {
        return ad.heard().contains(membership.id())
                ? stay()
                : bind(membership.promising(ad.epoch()), PendingCollect.of(ad));
    }

    private Step onNack(Message.Nack nack) {
        return call.map(c -> bind(membership, new PendingCollect(c.epoch(), nack.round(), c.basis(), c.holder())))
                .orElse(stay());
    }

    private Step onAck(Message.EpochStart news) {
        boolean next = !isStale(news.ack().epoch()) && news.ack().epoch().isAfter(epoch());
        return next && news.ack().body() instanceof EntryBody.Ack ? go() : stay();
    }

    private Step sayAgain() {
        return stay(
                new Effect.Cast(new Message.Released(epoch())), new Effect.StartTimer(Timer.GOODBYE, REPEAT_MILLIS));
    }

    private Step bind(Membership bound, PendingCollect wanted) {
        Departing next = new Departing(bound, packed, Optional.of(wanted), gone);
        return Step.to(next, next.answer(wanted));
    }

    /** A fresher one counts, though an older was handed over already. */
    private Step onPackage(Event.PackageTaken taken) {
        Departing next = new Departing(membership, taken.packed(), call, gone);
        return call.map(c -> Step.to(next, next.answer(c))).orElse(Step.to(next));
    }

    private Effect answer(PendingCollect to) {
        double heardAt = packed.map(PackedState::takenAt).orElse(Double.NaN);
        return new Effect.Send(
                to.holder().id(),
                new Message.CollectReply(
                        to.epoch(), to.round(), true, membership.log(), membership.rules(), heardAt, true, packed));
    }

    private Step go() {
        return Step.to(new GameOver(self(), promise()));
    }
}
