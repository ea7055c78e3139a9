package org.gamenet.rgs.core.replication;

import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * Takes a server's copies, part by part, and serves next. It was asked to; whether it is in the authority, or about to
 * be, is the machine's affair.
 *
 * @param server the server that sends the copies
 * @param epoch the present one
 * @param named whether it was in the authority of an epoch since
 * @param parts the copy that is under way
 * @param cursor of the newest copy that is whole
 */
record Backup(Traits traits, MemberId server, Epoch epoch, boolean named, Parts parts, MemberId cursor)
        implements Replica {

    static final CopyTable<Backup> TABLE = CopyTable.of(Backup.class)
            .on(CopyEvent.GameSeen.class, "P46", Backup::onGameSeen)
            .on(CopyEvent.HandoverAsked.class, "P46", Backup::refuseHandover)
            .heard(CopyMessage.Recruit.class, "P29", Backup::onRecruit)
            .heard(CopyMessage.CopyPart.class, "P45", Backup::onPart)
            .ignores(
                    "it does not serve",
                    CopyMessage.RecruitAnswer.class,
                    CopyMessage.CopyTaken.class,
                    CopyMessage.CopyConfirmed.class,
                    CopyEvent.Packed.class,
                    CopyEvent.Bound.class,
                    CopyEvent.Stopped.class,
                    CopyEvent.Leaves.class)
            .build();

    static Step agrees(Traits traits, MemberId server, CopyMessage.Recruit asked) {
        return Step.to(
                new Backup(traits, server, asked.epoch(), false, Parts.NONE, Traits.NOBODY),
                new CopyEffect.Say(server, new CopyMessage.RecruitAnswer(asked.epoch(), true, "")));
    }

    /** The former server backs up the member that it has handed the game over to. */
    static Backup after(Traits traits, CopyEvent.Game game, MemberId cursor) {
        return new Backup(traits, game.authority().get(0), game.epoch(), true, Parts.NONE, cursor);
    }

    @Override
    public Step on(CopyEvent event) {
        return TABLE.on(this, event);
    }

    private Step onGameSeen(CopyEvent.GameSeen told) {
        CopyEvent.Game game = told.game();
        if (game.serves()) return ActiveAlone.begin(traits, cursor, told);
        if (!game.follows()) return Step.to(this);
        boolean in = game.authority().contains(traits.me());
        if (!game.isServedBy(server) || !in && named) return Step.to(new Idle(traits));
        // A planned change that does not name it yet: what it has agreed to stands, with copies of the new epoch.
        Parts here = game.epoch().equals(epoch) ? parts : Parts.NONE;
        return Step.to(new Backup(traits, server, game.epoch(), in, here, cursor));
    }

    private Step refuseHandover(CopyEvent.HandoverAsked asked) {
        return Handover.refuseElsewhere(this, asked);
    }

    private Step onRecruit(CopyEvent.Heard heard, CopyMessage.Recruit asked) {
        if (!heard.from().equals(server)) return agrees(traits, heard.from(), asked);
        return Step.to(
                new Backup(traits, server, asked.epoch(), named, parts, cursor),
                new CopyEffect.Say(server, new CopyMessage.RecruitAnswer(asked.epoch(), true, "")));
    }

    /** The newest copy wins. A part that comes twice or out of turn is answered with how far the copy has come. */
    private Step onPart(CopyEvent.Heard heard, CopyMessage.CopyPart part) {
        if (!heard.from().equals(server)) return Step.to(this);
        Parts now = parts.with(part, traits.copyMax());
        Backup next = new Backup(traits, server, epoch, named, now, cursor);
        if (!now.isOf(part)) return Step.to(next);
        Step taken = Step.to(
                next, new CopyEffect.Say(server, new CopyMessage.CopyTaken(part.epoch(), part.version(), now.upTo())));
        // Said again if it was whole before: its confirmation was lost.
        return now.isWhole()
                ? Step.to(next, new CopyEffect.Whole(server, part.epoch(), part.version(), now.whole()))
                : taken;
    }

    @Override
    public Backup with(Traits now) {
        return new Backup(now, server, epoch, named, parts, cursor);
    }

    @Override
    public boolean backsUp() {
        return true;
    }

    /** It holds a copy that says so. */
    @Override
    public Backup seekingFrom(MemberId asked) {
        return new Backup(traits, server, epoch, named, parts, asked);
    }
}
