package org.gamenet.rgs.core.session.effects;

import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.EffectPerformer;
import org.gamenet.rgs.core.session.entry.DirectoryAccess;
import org.gamenet.rgs.core.session.game.EventPublisher;
import org.gamenet.rgs.core.session.game.ThisMember;

/** Performs effects on the arbiter and the directory. Worker's thread. */
public final class ArbiterEffects implements EffectPerformer.Arbiter {
    private final ThisMember my;
    private final DirectoryAccess directoryAccess;

    public ArbiterEffects(ThisMember my, DirectoryAccess directoryAccess) {
        this.my = my;
        this.directoryAccess = directoryAccess;
    }

    @Override
    public void claim(Effect.Claim claim) {
        directoryAccess.arbiter().claim(claim, my.seat().id());
    }

    @Override
    public void activate(Effect.Activate activate) {
        directoryAccess.arbiter().activate(activate);
    }

    @Override
    public void knowActive(Effect.KnowActive known) {
        directoryAccess.arbiter().delivered(known.ack());
    }

    @Override
    public void enlist(Effect.Enlist entry) {
        directoryAccess.arbiter().enlist(entry);
    }

    @Override
    public void release(Effect.Release release) {
        directoryAccess.arbiter().release(release);
    }

    @Override
    public void tellEnd(Effect.TellEnd end) {
        directoryAccess.arbiter().tellEnd(end);
    }

    @Override
    public void askGameStatus(Effect.AskGameStatus ask) {
        directoryAccess.arbiter().askGameStatus();
    }

    @Override
    public void seekSpare(Effect.SeekSpare seek) {
        directoryAccess.seekSpare(seek, frozenMillis(), my.seat().id());
    }

    @Override
    public void answerOffer(Effect.AnswerOffer answer) {
        directoryAccess.answerOffer(answer, my.seat().id());
    }

    private long frozenMillis() {
        EventPublisher telling = my.game().publisherIfAny();
        return telling == null ? 0 : telling.frozenMillis(my.time().now());
    }
}
