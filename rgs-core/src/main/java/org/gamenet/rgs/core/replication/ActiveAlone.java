package org.gamenet.rgs.core.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * Serves without a backup, and seeks one: asks, sends a copy, and has the authority changed once that is confirmed
 * (P45, P49).
 *
 * @param versions counts the copies
 * @param recruit the member that was asked and has not refused
 */
record ActiveAlone(Traits traits, CopyEvent.Game game, Candidates candidates, long versions, Optional<Recruit> recruit)
        implements Replica {

    /**
     * A member on its way to be the backup.
     *
     * @param askedAt when it was asked for the first time
     * @param saidAt when it was asked last
     * @param transfer since it has agreed
     * @param level where all that it is shown waits for it: what it has to hold before it may be named (P48)
     */
    record Recruit(
            MemberId who, long askedAt, long saidAt, Optional<Transfer> transfer, Optional<CopyEvent.Bound> level) {

        static Recruit asked(MemberId who, long now) {
            return new Recruit(who, now, now, Optional.empty(), Optional.empty());
        }

        Recruit with(Transfer newer) {
            return new Recruit(who, askedAt, saidAt, Optional.of(newer), level);
        }

        Recruit saidAgain(long now) {
            return new Recruit(who, askedAt, now, transfer, level);
        }

        Recruit inEpoch(long now) {
            return new Recruit(who, askedAt, saidAt, transfer.map(t -> t.inEpoch(now)), level);
        }

        Recruit with(CopyEvent.Bound bound) {
            return new Recruit(who, askedAt, saidAt, transfer, Optional.of(bound));
        }

        /** Whether it holds all that was shown before it was waited for. */
        boolean isLevel() {
            return level.isPresent()
                    && transfer.filter(t -> t.holds(level.get())).isPresent();
        }
    }

    static final CopyTable<ActiveAlone> TABLE = CopyTable.of(ActiveAlone.class)
            .on(CopyEvent.GameSeen.class, "P49", ActiveAlone::onGameSeen)
            .on(CopyEvent.Packed.class, "P45", ActiveAlone::onPacked)
            .on(CopyEvent.Bound.class, "P48", ActiveAlone::onBound)
            .on(CopyEvent.HandoverAsked.class, "P46", ActiveAlone::onHandover)
            .heard(CopyMessage.RecruitAnswer.class, "P45", ActiveAlone::onAnswer)
            .heard(CopyMessage.CopyTaken.class, "P45", ActiveAlone::onTaken)
            .heard(CopyMessage.CopyConfirmed.class, "P45", ActiveAlone::onConfirmed)
            .ignores("it serves", CopyMessage.Recruit.class, CopyMessage.CopyPart.class)
            .ignores("it has nobody to hand over to", CopyEvent.Stopped.class, CopyEvent.Leaves.class)
            .build();

    static Step begin(Traits traits, MemberId cursor, CopyEvent.GameSeen told) {
        return new ActiveAlone(traits, told.game(), Candidates.after(cursor), 0, Optional.empty()).onGameSeen(told);
    }

    @Override
    public Step on(CopyEvent event) {
        return TABLE.on(this, event);
    }

    private Step onGameSeen(CopyEvent.GameSeen told) {
        CopyEvent.Game now = told.game();
        if (!now.isServedBy(traits.me())) return new Step(new Idle(traits), over());
        boolean another = !now.epoch().equals(game.epoch());
        ActiveAlone here = new ActiveAlone(
                traits, now, candidates.in(now), versions, another ? recruit.map(r -> r.inEpoch(told.now())) : recruit);
        if (now.authority().size() > 1) return here.backedUp(told.now());
        if (!now.serves()) return Step.to(here);
        return here.recruit.map(r -> here.goOn(r, told.now())).orElseGet(() -> here.seek(told.now(), List.of()));
    }

    private List<CopyEffect> over() {
        return recruit.flatMap(Recruit::transfer).map(Transfer::over).orElse(List.of());
    }

    /** The change was made. Of one that it was handed over by nothing is held yet: all waits for it. */
    private Step backedUp(long now) {
        MemberId backup = game.authority().get(1);
        Transfer transfer = recruit.flatMap(Recruit::transfer)
                .filter(t -> t.to().equals(backup))
                .orElseGet(() -> Transfer.after(backup, now));
        Step backed = Step.to(
                new ActiveBackedUp(traits, game, candidates, versions, transfer, Optional.empty(), Optional.empty()),
                new CopyEffect.Note("backed up by " + game.name(backup)));
        return traits.synchronous() ? backed.after(List.of(new CopyEffect.Bind(backup))) : backed;
    }

    private Step seek(long now, List<CopyEffect> first) {
        if (!traits.seeks()) return new Step(with(Optional.empty()), first);
        Optional<MemberId> next = candidates.next(game, traits.me(), now);
        if (next.isEmpty()) return new Step(with(Optional.empty()), first);
        Recruit asked = Recruit.asked(next.get(), now);
        return Step.to(
                        new ActiveAlone(traits, game, candidates.asks(next.get()), versions, Optional.of(asked)),
                        new CopyEffect.Say(next.get(), new CopyMessage.Recruit(game.epoch())))
                .after(first);
    }

    /**
     * It refuses, is silent for too long, or is gone: the next one is asked. The recruit counts for nothing any more,
     * unless a change may still name it.
     */
    private Step drop(Recruit r, String why, long now) {
        List<CopyEffect> effects = new ArrayList<>(over());
        effects.add(new CopyEffect.Note("no backup: " + game.name(r.who()) + " " + why));
        return new ActiveAlone(traits, game, candidates.without(r.who(), now), versions, Optional.empty())
                .seek(now, effects);
    }

    private Step goOn(Recruit r, long now) {
        // The members that a planned change will name are decided by the arbiter: until then nothing of it is taken
        // back.
        if (game.changes()) return Step.to(this);
        if (!game.has(r.who())) return drop(r, "is lost", now);
        if (r.transfer().isEmpty()) {
            if (now - r.askedAt() >= traits.patienceMillis()) return drop(r, "does not answer", now);
            if (now - r.saidAt() < Transfer.REPEAT_MILLIS) return Step.to(this);
            return Step.to(
                    with(Optional.of(r.saidAgain(now))),
                    new CopyEffect.Say(r.who(), new CopyMessage.Recruit(game.epoch())));
        }
        if (r.transfer().get().isStuck(traits.patienceMillis(), now)) return drop(r, "takes no copy", now);
        List<CopyEffect> effects = new ArrayList<>();
        Transfer transfer = r.transfer().get().tick(effects, now);
        return new Step(with(Optional.of(r.with(transfer))), effects);
    }

    private Step onAnswer(CopyEvent.Heard heard, CopyMessage.RecruitAnswer answer) {
        Optional<Recruit> asked = recruit.filter(r -> r.who().equals(heard.from())
                && r.transfer().isEmpty()
                && answer.epoch().equals(game.epoch()));
        if (asked.isEmpty()) return Step.to(this);
        if (!answer.agrees()) return drop(asked.get(), "refuses: " + answer.why(), heard.now());
        return Step.to(with(Optional.of(asked.get().with(Transfer.to(heard.from(), heard.now())))));
    }

    private Step onPacked(CopyEvent.Packed packed) {
        Optional<Transfer> transfer = recruit.flatMap(Recruit::transfer);
        if (transfer.isEmpty()) return Step.to(this);
        List<CopyEffect> effects = new ArrayList<>();
        Transfer.Outgoing copy = Transfer.Outgoing.of(game.epoch(), versions + 1, packed);
        Transfer now = transfer.get().offer(copy, effects, packed.now());
        return new Step(
                new ActiveAlone(traits, game, candidates, versions + 1, recruit.map(r -> r.with(now))), effects);
    }

    private Step onHandover(CopyEvent.HandoverAsked asked) {
        return Step.to(this, new CopyEffect.Refuse(asked.to(), Handover.NO_BACKUP));
    }

    private Step onTaken(CopyEvent.Heard heard, CopyMessage.CopyTaken taken) {
        Optional<Transfer> transfer = recruit.flatMap(Recruit::transfer).filter(t -> t.to().equals(heard.from()));
        if (transfer.isEmpty()) return Step.to(this);
        List<CopyEffect> effects = new ArrayList<>();
        Transfer now = transfer.get().taken(taken, effects, heard.now());
        return new Step(with(recruit.map(r -> r.with(now))), effects);
    }

    /**
     * It holds a copy: it may be named. In a synchronous game all that is shown waits for it first, and it is named
     * once it holds what was shown before: else it could go on without that (P48).
     */
    private Step onConfirmed(CopyEvent.Heard heard, CopyMessage.CopyConfirmed confirmed) {
        Optional<Transfer> transfer = recruit.flatMap(Recruit::transfer).filter(t -> t.to().equals(heard.from()));
        if (transfer.isEmpty()) return Step.to(this);
        List<CopyEffect> effects = new ArrayList<>();
        Transfer now = transfer.get().confirmed(confirmed, effects, heard.now());
        ActiveAlone next = with(recruit.map(r -> r.with(now)));
        if (now.confirmed() <= transfer.get().confirmed()) return new Step(next, effects);
        if (traits.synchronous() && recruit.get().level().isEmpty()) effects.add(new CopyEffect.Bind(heard.from()));
        else if (!traits.synchronous() || next.recruit.get().isLevel()) next.name(heard.from(), effects);
        return new Step(next, effects);
    }

    private Step onBound(CopyEvent.Bound bound) {
        Optional<Recruit> waitedFor = recruit.filter(r -> r.who().equals(bound.backup()));
        if (waitedFor.isEmpty()) return Step.to(this);
        ActiveAlone next = with(waitedFor.map(r -> r.with(bound)));
        List<CopyEffect> effects = new ArrayList<>();
        if (next.recruit.get().isLevel()) next.name(bound.backup(), effects);
        return new Step(next, effects);
    }

    private void name(MemberId backup, List<CopyEffect> effects) {
        if (game.serves() && !game.changes() && game.has(backup))
            effects.add(new CopyEffect.Change(List.of(traits.me(), backup)));
    }

    private ActiveAlone with(Optional<Recruit> newer) {
        return new ActiveAlone(traits, game, candidates, versions, newer);
    }

    @Override
    public ActiveAlone with(Traits now) {
        return new ActiveAlone(now, game, candidates, versions, recruit);
    }

    @Override
    public MemberId cursor() {
        return candidates.cursor();
    }

    @Override
    public boolean brings(long cut) {
        return recruit.flatMap(Recruit::transfer).filter(t -> t.brings(cut)).isPresent();
    }

    @Override
    public boolean wantsCopies() {
        return recruit.flatMap(Recruit::transfer).isPresent();
    }
}
