package org.gamenet.rgs.core.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * Another member than the backup is to take the backup's place, to be handed the game (P46.8) or because it plays
 * nothing (P49): it is recruited, and as soon as it holds a copy named in the backup's place. The backup stays one
 * until that change is made.
 *
 * @param askedAt when it was asked for the first time
 * @param saidAt when it was last asked whether it agrees
 * @param transfer of copies to it, once it has agreed
 * @param handsOver whether it is handed the game then
 */
record Swap(MemberId to, long askedAt, long saidAt, Optional<Transfer> transfer, boolean handsOver) {

    static Swap asked(MemberId to, long now, boolean handsOver) {
        return new Swap(to, now, now, Optional.empty(), handsOver);
    }

    private Swap with(Transfer newer) {
        return new Swap(to, askedAt, saidAt, Optional.of(newer), handsOver);
    }

    CopyEffect ask(CopyEvent.Game game) {
        return new CopyEffect.Say(to, new CopyMessage.Recruit(game.epoch()));
    }

    /** Time has passed; empty if it has come to nothing. */
    Optional<Swap> goOn(CopyEvent.Game game, boolean another, List<CopyEffect> effects, long patience, long now) {
        // The members that a planned change will name are decided by the arbiter: until then nothing of it is taken
        // back.
        if (game.changes()) return Optional.of(this);
        Optional<String> why = !game.serves()
                ? Optional.of("this server stands still")
                : !game.has(to)
                        ? Optional.of("it is lost")
                        : isLate(patience, now)
                                ? Optional.of("it has confirmed no copy in " + (now - askedAt) + " ms")
                                : Optional.empty();
        if (why.isPresent()) {
            effects.addAll(end(why.get()));
            return Optional.empty();
        }
        if (transfer.isPresent()) {
            Transfer here = another ? transfer.get().inEpoch(now) : transfer.get();
            return Optional.of(with(here.tick(effects, now)));
        }
        if (now - saidAt < Transfer.REPEAT_MILLIS) return Optional.of(this);
        effects.add(ask(game));
        return Optional.of(new Swap(to, askedAt, now, transfer, handsOver));
    }

    /** Somebody waits for a handover; for a backup in the place of another there is time. */
    private boolean isLate(long patience, long now) {
        if (handsOver) return now - askedAt >= Handover.PATIENCE_MILLIS;
        return transfer.isEmpty() ? now - askedAt >= patience : transfer.get().isStuck(patience, now);
    }

    /** It comes to nothing. */
    List<CopyEffect> end(String why) {
        List<CopyEffect> effects = new ArrayList<>(transfer.map(Transfer::over).orElse(List.of()));
        effects.add(handsOver ? new CopyEffect.Refuse(to, why) : new CopyEffect.Note(to + " backs nothing up: " + why));
        return effects;
    }

    /** It was asked whether it agrees; empty if it does not. */
    Optional<Swap> answered(CopyMessage.RecruitAnswer answer, List<CopyEffect> effects, long now) {
        if (transfer.isPresent()) return Optional.of(this);
        if (!answer.agrees()) {
            effects.addAll(end("it refuses: " + answer.why()));
            return Optional.empty();
        }
        effects.add(new CopyEffect.Pack());
        return Optional.of(with(Transfer.to(to, now)));
    }

    Swap offer(Transfer.Outgoing copy, List<CopyEffect> effects, long now) {
        return transfer.map(t -> with(t.offer(copy, effects, now))).orElse(this);
    }

    Swap taken(CopyMessage.CopyTaken taken, List<CopyEffect> effects, long now) {
        return transfer.map(t -> with(t.taken(taken, effects, now))).orElse(this);
    }

    /** Once it holds a copy it may be named. */
    Swap confirmed(CopyMessage.CopyConfirmed confirmed, ActiveBackedUp by, List<CopyEffect> effects, long now) {
        if (transfer.isEmpty()) return this;
        Transfer further = transfer.get().confirmed(confirmed, effects, now);
        boolean may = by.game().serves() && !by.game().changes() && by.game().has(to);
        if (may && further.confirmed() > transfer.get().confirmed())
            effects.add(new CopyEffect.Change(List.of(by.traits().me(), to)));
        return with(further);
    }
}
