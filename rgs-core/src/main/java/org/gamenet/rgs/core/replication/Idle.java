package org.gamenet.rgs.core.replication;

import org.gamenet.rgs.core.machine.MemberId;

/** Backs nothing up and serves nothing. */
record Idle(Traits traits) implements Replica {

    static final CopyTable<Idle> TABLE = CopyTable.of(Idle.class)
            .on(CopyEvent.GameSeen.class, "P45", Idle::onGameSeen)
            .on(CopyEvent.HandoverAsked.class, "P46", Idle::refuseHandover)
            .heard(CopyMessage.Recruit.class, "P45", Idle::onRecruit)
            .ignores(
                    "it does not serve",
                    CopyMessage.RecruitAnswer.class,
                    CopyMessage.CopyTaken.class,
                    CopyMessage.CopyConfirmed.class,
                    CopyEvent.Packed.class,
                    CopyEvent.Bound.class,
                    CopyEvent.Stopped.class,
                    CopyEvent.Leaves.class)
            .ignores("it has not agreed to back up", CopyMessage.CopyPart.class)
            .build();

    @Override
    public Step on(CopyEvent event) {
        return TABLE.on(this, event);
    }

    private Step onGameSeen(CopyEvent.GameSeen told) {
        return told.game().serves() ? ActiveAlone.begin(traits, Traits.NOBODY, told) : Step.to(this);
    }

    private Step refuseHandover(CopyEvent.HandoverAsked asked) {
        return Handover.refuseElsewhere(this, asked);
    }

    private Step onRecruit(CopyEvent.Heard heard, CopyMessage.Recruit asked) {
        if (!traits.refuses().isEmpty())
            return Step.to(
                    this,
                    new CopyEffect.Say(
                            heard.from(), new CopyMessage.RecruitAnswer(asked.epoch(), false, traits.refuses())));
        return Backup.agrees(traits, heard.from(), asked);
    }

    @Override
    public Idle with(Traits now) {
        return new Idle(now);
    }

    @Override
    public MemberId cursor() {
        return Traits.NOBODY;
    }
}
