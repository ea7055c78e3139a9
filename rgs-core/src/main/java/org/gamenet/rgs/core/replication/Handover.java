package org.gamenet.rgs.core.replication;

import java.util.List;
import java.util.Optional;

/**
 * A handover as far as copies go (P46): while the game goes on the backup is to confirm one more, so that the game
 * stands still only for one that is there; then the application stops, and what it packs last is to be confirmed.
 *
 * @param since version of the newest copy when it was asked for
 * @param askedAt when
 * @param stopped whether the application was told to stop
 * @param last version of the last copy; 0 until it is packed
 */
record Handover(long since, long askedAt, boolean stopped, long last) {

    /** So long the backup has for a copy while the game goes on. */
    static final long PATIENCE_MILLIS = 2_000;

    static final String NOT_THE_BACKUP =
            "it does not back this server up, and in a synchronous game nobody takes the backup's place";
    static final String NO_BACKUP = "nobody backs this server up yet";

    static Handover asked(long newest, long now) {
        return new Handover(newest, now, false, 0);
    }

    /** The application is gone already, and this copy is its last. */
    static Handover left(long last, long now) {
        return new Handover(last - 1, now, true, last);
    }

    /** Whether a server that leaves hands over: one that has begun to do so, and not stopped yet, does it now. */
    static boolean mayLeave(ActiveBackedUp serving) {
        boolean stops = serving.handover().filter(Handover::stopped).isPresent();
        boolean isThere = serving.game().has(serving.transfer().to());
        return !stops && isThere && serving.game().serves() && !serving.game().changes();
    }

    /** Whether the application was told to stop, and has not packed its last state. */
    boolean awaitsLast() {
        return stopped && last == 0;
    }

    /** Why not; empty if it may be tried. */
    static Optional<String> refusal(ActiveBackedUp serving, CopyEvent.HandoverAsked asked) {
        if (serving.handover().isPresent()
                || serving.swap().filter(Swap::handsOver).isPresent())
            return Optional.of("another handover is under way");
        boolean another = !asked.to().equals(serving.transfer().to());
        // All that is shown would have to wait for two of them (P48.3).
        if (another && serving.traits().synchronous()) return Optional.of(NOT_THE_BACKUP);
        if (!serving.game().has(asked.to())) return Optional.of("it is lost");
        boolean still = !serving.game().serves() || serving.game().changes();
        return still ? Optional.of("the server stands still, or changes something else") : Optional.empty();
    }

    /** Asked of a process that does not serve. */
    static Replica.Step refuseElsewhere(Replica role, CopyEvent.HandoverAsked asked) {
        return Replica.Step.to(role, new CopyEffect.Refuse(asked.to(), "this process does not serve"));
    }

    /** Time has passed; empty if it is over. */
    Optional<Handover> goOn(CopyEvent.Game game, Transfer transfer, List<CopyEffect> effects, long now) {
        // From here on it is the machine's affair.
        if (stopped) return game.changes() ? Optional.of(this) : Optional.empty();
        boolean lost = !game.has(transfer.to()) || !game.serves();
        if (!lost && now - askedAt < PATIENCE_MILLIS) return Optional.of(this);
        effects.add(new CopyEffect.Refuse(
                transfer.to(),
                lost
                        ? "it is lost, or this server stands still"
                        : "it has confirmed no copy in " + PATIENCE_MILLIS + " ms"));
        return Optional.empty();
    }

    /** It is no backup any more, or this process serves no more. */
    void end(Transfer transfer, List<CopyEffect> effects) {
        if (!stopped) effects.add(new CopyEffect.Refuse(transfer.to(), "it does not back this server up any more"));
    }

    /** The backup has confirmed a copy. */
    Handover confirmed(Transfer transfer, List<CopyEffect> effects) {
        if (!stopped && transfer.confirmed() > since) {
            effects.add(new CopyEffect.Stop(transfer.to()));
            return new Handover(since, askedAt, true, 0);
        }
        if (last > 0 && transfer.confirmed() >= last) effects.add(new CopyEffect.Handed(transfer.to()));
        return this;
    }

    /** The last copy is packed. */
    Handover packed(long version) {
        return stopped ? new Handover(since, askedAt, true, version) : this;
    }
}
