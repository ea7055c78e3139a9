package org.gamenet.rgs.core.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * Serves, and sends a copy of its state to its backup, one after another; drops one that is lost or takes none, by
 * planned change (P49).
 *
 * @param handover that was asked for
 */
record ActiveBackedUp(
        Traits traits,
        CopyEvent.Game game,
        Candidates candidates,
        long versions,
        Transfer transfer,
        Optional<Handover> handover)
        implements Replica {

    static final CopyTable<ActiveBackedUp> TABLE = CopyTable.of(ActiveBackedUp.class)
            .on(CopyEvent.Stands.class, "P49", ActiveBackedUp::onStands)
            .on(CopyEvent.Packed.class, "P45", ActiveBackedUp::onPacked)
            .on(CopyEvent.Stopped.class, "P46", ActiveBackedUp::onStopped)
            .on(CopyEvent.HandoverAsked.class, "P46", ActiveBackedUp::onHandover)
            .on(CopyEvent.Leaves.class, "P46", ActiveBackedUp::onLeaves)
            .heard(CopyMessage.CopyTaken.class, "P45", ActiveBackedUp::onTaken)
            .heard(CopyMessage.CopyConfirmed.class, "P47", ActiveBackedUp::onConfirmed)
            .ignores("it has a backup", CopyMessage.RecruitAnswer.class, CopyEvent.Bound.class)
            .ignores("it serves", CopyMessage.Recruit.class, CopyMessage.CopyPart.class)
            .build();

    @Override
    public Step on(CopyEvent event) {
        return TABLE.on(this, event);
    }

    private Step onStands(CopyEvent.Stands told) {
        CopyEvent.Game now = told.game();
        if (!now.isServedBy(traits.me())) return servesNoMore(now);
        Transfer here = now.epoch().equals(game.epoch()) ? transfer : transfer.inEpoch(told.now());
        if (!now.authority().contains(transfer.to())) return dropped(now, told);
        List<CopyEffect> effects = new ArrayList<>();
        Optional<Handover> asked = handover.flatMap(h -> h.goOn(now, transfer, effects, told.now()));
        boolean lost = !now.has(transfer.to());
        if ((lost || here.isStuck(traits.patienceMillis(), told.now())) && now.serves() && !now.changes()) {
            effects.add(new CopyEffect.Note(
                    "drops its backup " + transfer.to() + ", which " + (lost ? "is lost" : "takes no copy")));
            effects.add(new CopyEffect.Change(List.of(traits.me())));
        }
        Transfer ticked = now.serves() ? here.tick(effects, told.now()) : here;
        return new Step(new ActiveBackedUp(traits, now, candidates.in(now), versions, ticked, asked), effects);
    }

    /** Deposed; or it has handed the game over, and backs up who serves now. */
    private Step servesNoMore(CopyEvent.Game now) {
        List<CopyEffect> effects = new ArrayList<>(transfer.over());
        handover.ifPresent(h -> h.end(transfer, effects));
        boolean backsUp = now.follows() && now.authority().contains(traits.me());
        return new Step(backsUp ? Backup.after(traits, now, candidates.cursor()) : new Idle(traits), effects);
    }

    /** The change was made: the next one is sought, from where the last search ended. */
    private Step dropped(CopyEvent.Game now, CopyEvent.Stands told) {
        ActiveAlone alone =
                new ActiveAlone(traits, now, candidates.without(transfer.to(), told.now()), versions, Optional.empty());
        List<CopyEffect> first = new ArrayList<>(transfer.over());
        handover.ifPresent(h -> h.end(transfer, first));
        return alone.on(told).after(first);
    }

    private Step onPacked(CopyEvent.Packed packed) {
        return pack(packed, handover);
    }

    private Step onStopped(CopyEvent.Stopped stopped) {
        return pack(stopped.last(), handover.map(h -> h.packed(versions + 1)));
    }

    /** It stops at once: what its application packed last goes to the backup, and with it the game. */
    private Step onLeaves(CopyEvent.Leaves leaves) {
        boolean begins = Handover.mayLeave(this);
        if (!begins && handover.filter(Handover::awaitsLast).isEmpty()) return onPacked(leaves.last());
        Step step = pack(
                leaves.last(),
                Optional.of(Handover.left(versions + 1, leaves.last().now())));
        return begins ? step.after(List.of(new CopyEffect.Stop(transfer.to()))) : step;
    }

    private Step pack(CopyEvent.Packed packed, Optional<Handover> asked) {
        List<CopyEffect> effects = new ArrayList<>();
        Transfer.Outgoing copy = Transfer.Outgoing.of(game.epoch(), versions + 1, packed);
        Transfer now = transfer.offer(copy, effects, packed.now());
        return new Step(new ActiveBackedUp(traits, game, candidates, versions + 1, now, asked), effects);
    }

    private Step onHandover(CopyEvent.HandoverAsked asked) {
        Optional<String> why = Handover.refusal(this, asked);
        if (why.isPresent()) return Step.to(this, new CopyEffect.Refuse(asked.to(), why.get()));
        return Step.to(with(transfer, Optional.of(Handover.asked(versions, asked.now()))), new CopyEffect.Pack());
    }

    private Step onTaken(CopyEvent.Heard heard, CopyMessage.CopyTaken taken) {
        if (!heard.from().equals(transfer.to())) return Step.to(this);
        List<CopyEffect> effects = new ArrayList<>();
        return new Step(with(transfer.taken(taken, effects, heard.now()), handover), effects);
    }

    private Step onConfirmed(CopyEvent.Heard heard, CopyMessage.CopyConfirmed confirmed) {
        if (!heard.from().equals(transfer.to())) return Step.to(this);
        List<CopyEffect> effects = new ArrayList<>();
        Transfer now = transfer.confirmed(confirmed, effects, heard.now());
        return new Step(with(now, handover.map(h -> h.confirmed(now, effects))), effects);
    }

    private ActiveBackedUp with(Transfer newer, Optional<Handover> asked) {
        return new ActiveBackedUp(traits, game, candidates, versions, newer, asked);
    }

    @Override
    public ActiveBackedUp with(Traits now) {
        return new ActiveBackedUp(now, game, candidates, versions, transfer, handover);
    }

    @Override
    public MemberId cursor() {
        return candidates.cursor();
    }

    @Override
    public boolean hasBackup() {
        return true;
    }

    @Override
    public boolean wantsCopies() {
        return true;
    }

    @Override
    public boolean brings(long cut) {
        return transfer.brings(cut);
    }
}
