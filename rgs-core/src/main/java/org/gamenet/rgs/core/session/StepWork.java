package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.GameOver;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.session.effects.Performer;
import org.gamenet.rgs.core.session.entry.SpareDuty;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.FailureWatch;
import org.jspecify.annotations.Nullable;

/**
 * The work that a step of the machine brings: its effects in their order, and what follows from the state it led to.
 */
final class StepWork {
    private final ThisMember my;
    private final Performer performer;
    private final FailureWatch watch;
    private final Leading leading;
    private final SpareDuty spareDuty;
    private final SessionEnd end;

    StepWork(
            ThisMember my,
            Performer performer,
            FailureWatch watch,
            Leading leading,
            SpareDuty spareDuty,
            SessionEnd end) {
        this.my = my;
        this.performer = performer;
        this.watch = watch;
        this.leading = leading;
        this.spareDuty = spareDuty;
        this.end = end;
    }

    void taken(Step step, @Nullable MemberState before) {
        MemberState at = step.state();
        boolean led = before != null && before.leads();
        if (at.leads() && !led) leading.starts(at);
        if (!at.leads() && led) leading.stops();
        watch.settle();
        long now = my.time().now();
        for (Effect effect : step.effects()) {
            if (my.stepper().isStopped()) return;
            performer.perform(effect, now);
        }
        performer.performed(step, before);
        watch.settle();
        boolean served = led && before.plays();
        if (at.leads() && at.plays() && !served) leading.serves();
        if (my.stepper().state() instanceof GameOver
                && !(before instanceof GameOver)
                && !spareDuty.backToDutyAfterGame()) end.over();
    }
}
