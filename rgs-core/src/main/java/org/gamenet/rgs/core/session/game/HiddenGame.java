package org.gamenet.rgs.core.session.game;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;

/**
 * The game that a spare backs up, and of which its application knows nothing until it serves it (P49): the state that
 * it is given then, and what was ordered after that state was made (P40). Worker's thread only.
 */
final class HiddenGame {
    private List<Effect.Contribution> packages = List.of();
    private List<LogEntry> delivered = List.of();

    void restore(List<Effect.Contribution> given) {
        packages = given;
        delivered = List.of();
    }

    /** These were delivered here, and the state lacks them. */
    void lacks(List<LogEntry> entries) {
        delivered = entries;
    }

    /**
     * The part of the history that the state lacks, up to the ACK at the end of this path. Nothing if the entries do
     * not reach back to its place: it says itself from where on.
     */
    Optional<Effect.Replay> again(List<LogEntry> path) {
        EntryBody.Ack ack = (EntryBody.Ack) path.get(path.size() - 1).body();
        List<LogEntry> all = new ArrayList<>(delivered);
        all.addAll(path.subList(0, path.size() - 1));
        return packages.stream()
                .filter(each -> isRead(each, ack))
                .findFirst()
                .filter(base -> !base.packed().place().equals(Position.NONE))
                .flatMap(base -> after(base, all));
    }

    private static boolean isRead(Effect.Contribution one, EntryBody.Ack ack) {
        boolean stays = ack.members().contains(one.from().id());
        return !stays || ack.packaged().contains(one.from().id());
    }

    private static Optional<Effect.Replay> after(Effect.Contribution base, List<LogEntry> entries) {
        Position place = base.packed().place();
        List<LogEntry> lacking =
                entries.stream().filter(entry -> place.isBefore(entry.at())).toList();
        return lacking.isEmpty() || !Log.follow(place, lacking)
                ? Optional.empty()
                : Optional.of(new Effect.Replay(base.packed().players(), lacking));
    }
}
