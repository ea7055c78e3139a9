package org.gamenet.rgs.core.session.effects;

import java.util.function.LongSupplier;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.EffectPerformer;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.session.entry.Admission;
import org.gamenet.rgs.core.session.entry.Group;
import org.gamenet.rgs.core.session.entry.Rejoining;
import org.gamenet.rgs.core.session.game.EventPublisher;
import org.gamenet.rgs.core.session.game.Packages;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.ClockTalk;
import org.gamenet.rgs.core.session.peers.FailureWatch;
import org.jspecify.annotations.Nullable;

/** Performs effects on the application, through its inbox. Worker's thread. */
public final class GameEffects implements EffectPerformer.Game {
    private final ThisMember my;
    private final ClockTalk clock;
    private final FailureWatch watch;
    private final Group group;
    private final Packages packages;
    private final Admission admission;
    private final Rejoining rejoining;
    private final DeliveredEntries deliveredEntries;
    private final GameClosing closing;
    private final LongSupplier viewVersionTold;
    /** When the step came that is performed; nanoseconds. */
    private long now;

    public GameEffects(
            ThisMember my,
            ClockTalk clock,
            FailureWatch watch,
            Group group,
            Packages packages,
            Admission admission,
            Rejoining rejoining,
            DeliveredEntries deliveredEntries,
            GameClosing closing,
            LongSupplier viewVersionTold) {
        this.my = my;
        this.clock = clock;
        this.watch = watch;
        this.group = group;
        this.packages = packages;
        this.admission = admission;
        this.rejoining = rejoining;
        this.deliveredEntries = deliveredEntries;
        this.closing = closing;
        this.viewVersionTold = viewVersionTold;
    }

    void at(long stepAt) {
        now = stepAt;
    }

    @Override
    public void founded(Effect.Founded founded) {
        clock.lead(my.time().now());
        publisher().founded(founded.log(), now);
        deliveredEntries.founded(founded.first());
    }

    @Override
    public void admitted(Effect.Admitted admitted) {
        EventPublisher publisher = publisher();
        packages.admitted(admitted);
        admission.admitted(admitted);
        publisher.admitted(admitted, viewVersionTold.getAsLong(), now);
    }

    @Override
    public void delivered(Effect.Delivered delivered) {
        deliveredEntries.count(delivered.entry());
        publisher().delivered(delivered.entry(), delivered.log(), now);
        deliveredEntries.delivered(delivered.entry());
    }

    @Override
    public void freeze(Effect.Freeze freeze) {
        publisher().freeze(freeze.why(), watch.lastHeard(), now);
    }

    @Override
    public void thaw(Effect.Thaw thaw) {
        publisher().thaw(now);
    }

    @Override
    public void resume(Effect.Resume resume) {
        EventPublisher publisher = publisher();
        if (rejoining.reloads()) return;
        watch.resumed(now);
        publisher.resume(resume.path(), resume.log(), now);
        resume.path().forEach(deliveredEntries::delivered);
    }

    @Override
    public void replay(Effect.Replay replay) {
        publisher().replay(replay, now);
    }

    @Override
    public void takeOver(Effect.TakeOver over) {
        publisher().takeOver(over.before(), over.rules(), now);
        group.servesAgain();
    }

    @Override
    public void stopServing(Effect.StopServing stop) {
        publisher().roles().stop(now);
    }

    @Override
    public void serveOn(Effect.ServeOn on) {
        publisher().roles().serveOn(on.to(), on.why(), now);
    }

    @Override
    public void refuse(Effect.Refuse refuse) {
        publisher().roles().refuse(refuse.request(), refuse.peer(), refuse.why(), now);
    }

    @Override
    public void takePackage(Effect.TakePackage take) {
        packages.take();
    }

    @Override
    public void takeKept(Effect.TakeKept take) {
        packages.takeKept();
    }

    @Override
    public void takeInitialState(Effect.TakeInitialState take) {
        packages.takeInitial(take);
    }

    /**
     * The time of the game is not before that of the state from which the game goes on, though the members that
     * answered may have been stopped since they were told the time (P43).
     */
    @Override
    public void restore(Effect.Restore restore) {
        restore.packages().stream()
                .mapToDouble(each -> each.packed().stateTime())
                .filter(Double::isFinite)
                .forEach(at -> clock.reach(my.time().now(), at));
        packages.restore(restore);
    }

    @Override
    public void close(Effect.Close close) {
        closing.close(close);
    }

    /** The application holds what is left of a failed restoreState: instead of resuming it comes back (P40). */
    void reload(Step step, @Nullable MemberState before) {
        if (rejoining.reloads() && step.effects().stream().anyMatch(Effect.Resume.class::isInstance))
            rejoining.reload(before == null ? Log.EMPTY : before.log());
    }

    private EventPublisher publisher() {
        return my.game().publisher();
    }
}
