package org.gamenet.rgs.core.session.effects;

import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.EffectPerformer;
import org.gamenet.rgs.core.session.entry.Group;
import org.gamenet.rgs.core.session.entry.Rejoining;
import org.gamenet.rgs.core.session.entry.SpareDuty;

/** Performs effects on the group transport. Worker's thread. */
public final class TransportEffects implements EffectPerformer.Transport {
    private final Group group;
    private final SpareDuty spareDuty;
    private final Rejoining rejoining;

    public TransportEffects(Group group, SpareDuty spareDuty, Rejoining rejoining) {
        this.group = group;
        this.spareDuty = spareDuty;
        this.rejoining = rejoining;
    }

    @Override
    public void joinGroup(Effect.JoinGroup join) {
        group.joinOffered();
    }

    @Override
    public void standByAgain(Effect.StandByAgain again) {
        spareDuty.offerLapsed();
    }

    @Override
    public void rejoin(Effect.Rejoin rejoin) {
        rejoining.rejoin(rejoin);
    }
}
