package org.gamenet.rgs.core.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * Serves, and sends a copy of its state to its backup, one after another; drops one that is lost or takes none, by
 * planned change (P49).
 *
 * @param handover that was asked for
 * @param swap another is to take the backup's place
 */
record ActiveBackedUp(
        Traits traits,
        CopyEvent.Game game,
        Candidates candidates,
        long versions,
        Transfer transfer,
        Optional<Handover> handover,
        Optional<Swap> swap)
        implements Replica {

    static final CopyTable<ActiveBackedUp> TABLE = CopyTable.of(ActiveBackedUp.class)
            .on(CopyEvent.GameSeen.class, "P49", ActiveBackedUp::onGameSeen)
            .on(CopyEvent.Packed.class, "P45", ActiveBackedUp::onPacked)
            .on(CopyEvent.Stopped.class, "P46", ActiveBackedUp::onStopped)
            .on(CopyEvent.HandoverAsked.class, "P46", ActiveBackedUp::onHandover)
            .on(CopyEvent.Leaves.class, "P46", ActiveBackedUp::onLeaves)
            .heard(CopyMessage.CopyTaken.class, "P45", ActiveBackedUp::onTaken)
            .heard(CopyMessage.CopyConfirmed.class, "P47", ActiveBackedUp::onConfirmed)
            .heard(CopyMessage.RecruitAnswer.class, "P46", ActiveBackedUp::onAnswer)
            .ignores("it has a backup", CopyEvent.Bound.class)
            .ignores("it serves", CopyMessage.Recruit.class, CopyMessage.CopyPart.class)
            .build();

    @Override
    public Step on(CopyEvent event) {
        return TABLE.on(this, event);
    }

    private Step onGameSeen(CopyEvent.GameSeen told) {
        CopyEvent.Game now = told.game();
        if (!now.isServedBy(traits.me())) return servesNoMore(now);
        Transfer here = now.epoch().equals(game.epoch()) ? transfer : transfer.inEpoch(told.now());
        if (!now.authority().contains(transfer.to())) return dropped(now, told);
        List<CopyEffect> effects = new ArrayList<>();
        boolean another = !now.epoch().equals(game.epoch());
        Optional<Swap> swapping = swap.flatMap(s -> s.goOn(now, another, effects, traits.patienceMillis(), told.now()));
        Optional<Handover> asked = handover.flatMap(h -> h.goOn(now, transfer, effects, told.now()));
        boolean lost = !now.has(transfer.to());
        if ((lost || here.isStuck(traits.patienceMillis(), told.now())) && now.serves() && !now.changes()) {
            effects.add(new CopyEffect.Note(
                    "drops its backup " + transfer.to() + ", which " + (lost ? "is lost" : "takes no copy")));
            effects.add(new CopyEffect.Change(List.of(traits.me())));
        }
        Transfer ticked = now.serves() ? here.tick(effects, told.now()) : here;
        Candidates left = without(swapping, told.now()).in(now);
        ActiveBackedUp next = new ActiveBackedUp(traits, now, left, versions, ticked, asked, swapping);
        return new Step(swap.isEmpty() && !lost ? next.rather(effects, told.now()) : next, effects);
    }

    /** A member that was to take the backup's place, and does not, is not asked again for that. */
    private Candidates without(Optional<Swap> now, long at) {
        return swap.isPresent() && now.isEmpty() && !swap.get().handsOver()
                ? candidates.without(swap.get().to(), at)
                : candidates;
    }

    /** A player backs it up, and somebody plays nothing: that one is to do it instead (P49). */
    private ActiveBackedUp rather(List<CopyEffect> effects, long now) {
        boolean byPlayer =
                game.roster().stream().anyMatch(m -> m.id().equals(transfer.to()) && m.kind() == Kind.PLAYER);
        boolean may = byPlayer && handover.isEmpty() && traits.seeks() && game.serves() && !game.changes();
        // All that is shown would have to wait for two of them (P48.3).
        if (!may || traits.synchronous()) return this;
        Optional<Swap> begun = candidates.unseated(game, traits.me(), now).map(one -> Swap.asked(one, now, false));
        begun.ifPresent(s -> effects.add(s.ask(game)));
        return with(begun);
    }

    /** Deposed; or it has handed the game over, and backs up who serves now. */
    private Step servesNoMore(CopyEvent.Game now) {
        List<CopyEffect> effects = new ArrayList<>(transfer.over());
        handover.ifPresent(h -> h.end(transfer, effects));
        swap.ifPresent(s -> effects.addAll(s.end("this process does not serve any more")));
        boolean backsUp = now.follows() && now.authority().contains(traits.me());
        return new Step(backsUp ? Backup.after(traits, now, candidates.cursor()) : new Idle(traits), effects);
    }

    /** The change was made: the next one is sought, from where the last search ended; or there is another already. */
    private Step dropped(CopyEvent.Game now, CopyEvent.GameSeen told) {
        Optional<Transfer> other =
                swap.filter(s -> now.authority().contains(s.to())).flatMap(Swap::transfer);
        if (other.isPresent()) return swapped(now, other.get(), told.now());
        ActiveAlone alone =
                new ActiveAlone(traits, now, candidates.without(transfer.to(), told.now()), versions, Optional.empty());
        List<CopyEffect> first = new ArrayList<>(transfer.over());
        handover.ifPresent(h -> h.end(transfer, first));
        swap.ifPresent(s -> first.addAll(s.end("the backup was lost meanwhile")));
        return alone.on(told).after(first);
    }

    /** The member that is to be handed the game backs it up: from here on as any backup (P46.1). */
    private Step swapped(CopyEvent.Game now, Transfer other, long at) {
        List<CopyEffect> effects = new ArrayList<>(transfer.over());
        effects.add(new CopyEffect.Note("backed up by " + now.name(other.to())));
        effects.add(new CopyEffect.Pack());
        Optional<Handover> then = swap.filter(Swap::handsOver).map(s -> Handover.asked(versions, at));
        return new Step(
                new ActiveBackedUp(
                        traits, now, candidates.in(now), versions, other.inEpoch(at), then, Optional.empty()),
                effects);
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
        Optional<Swap> swapping = swap.map(s -> s.offer(copy, effects, packed.now()));
        return new Step(new ActiveBackedUp(traits, game, candidates, versions + 1, now, asked, swapping), effects);
    }

    private Step onHandover(CopyEvent.HandoverAsked asked) {
        Optional<String> why = Handover.refusal(this, asked);
        if (why.isPresent()) return Step.to(this, new CopyEffect.Refuse(asked.to(), why.get()));
        // A server that wants to hand over does not wait for another backup.
        List<CopyEffect> first = swap.map(s -> s.end("the game is handed over")).orElse(List.of());
        if (!asked.to().equals(transfer.to())) {
            Swap begun = Swap.asked(asked.to(), asked.now(), true);
            return Step.to(with(Optional.of(begun)), begun.ask(game)).after(first);
        }
        ActiveBackedUp alone = with(Optional.<Swap>empty());
        return Step.to(alone.with(transfer, Optional.of(Handover.asked(versions, asked.now()))), new CopyEffect.Pack())
                .after(first);
    }

    private Optional<Swap> swapWith(MemberId other) {
        return swap.filter(s -> s.to().equals(other));
    }

    private Step onAnswer(CopyEvent.Heard heard, CopyMessage.RecruitAnswer answer) {
        boolean counts = swapWith(heard.from()).isPresent() && answer.epoch().equals(game.epoch());
        if (!counts) return Step.to(this);
        List<CopyEffect> effects = new ArrayList<>();
        Optional<Swap> now = swap.flatMap(s -> s.answered(answer, effects, heard.now()));
        Candidates left = without(now, heard.now());
        return new Step(new ActiveBackedUp(traits, game, left, versions, transfer, handover, now), effects);
    }

    private Step onTaken(CopyEvent.Heard heard, CopyMessage.CopyTaken taken) {
        List<CopyEffect> effects = new ArrayList<>();
        if (swapWith(heard.from()).isPresent())
            return new Step(with(swap.map(s -> s.taken(taken, effects, heard.now()))), effects);
        if (!heard.from().equals(transfer.to())) return Step.to(this);
        return new Step(with(transfer.taken(taken, effects, heard.now()), handover), effects);
    }

    private Step onConfirmed(CopyEvent.Heard heard, CopyMessage.CopyConfirmed confirmed) {
        List<CopyEffect> effects = new ArrayList<>();
        if (swapWith(heard.from()).isPresent())
            return new Step(with(swap.map(s -> s.confirmed(confirmed, this, effects, heard.now()))), effects);
        if (!heard.from().equals(transfer.to())) return Step.to(this);
        Transfer now = transfer.confirmed(confirmed, effects, heard.now());
        return new Step(with(now, handover.map(h -> h.confirmed(now, effects))), effects);
    }

    private ActiveBackedUp with(Transfer newer, Optional<Handover> asked) {
        return new ActiveBackedUp(traits, game, candidates, versions, newer, asked, swap);
    }

    private ActiveBackedUp with(Optional<Swap> newer) {
        return new ActiveBackedUp(traits, game, candidates, versions, transfer, handover, newer);
    }

    @Override
    public ActiveBackedUp with(Traits now) {
        return new ActiveBackedUp(now, game, candidates, versions, transfer, handover, swap);
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
