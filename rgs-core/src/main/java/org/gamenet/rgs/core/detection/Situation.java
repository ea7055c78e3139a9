package org.gamenet.rgs.core.detection;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;

/**
 * The detector's view of the machine.
 *
 * @param watches members whose heartbeats I must hear
 * @param searches whether the machine has given that one up, for now, and looks for another
 * @param epoch the epoch whose holder that is, or in which I lead
 * @param leads whether I send heartbeats
 * @param weighs whether the followers' silence is told and limits me: not while they are only being collected (P37 has
 *     its own deadline)
 * @param others everybody else in the roster: those who follow me, if I lead
 * @param delivered my last frame
 * @param stable up to here every member has delivered, as far as I know
 */
public record Situation(
        Optional<MemberId> watches,
        boolean searches,
        Epoch epoch,
        boolean leads,
        boolean weighs,
        List<MemberId> others,
        Position delivered,
        Position stable) {

    /** In no game. */
    public static final Situation NONE =
            new Situation(Optional.empty(), false, Epoch.NONE, false, false, List.of(), Position.NONE, Position.NONE);

    public Situation {
        others = List.copyOf(others);
    }

    /** Whether it is another one in nothing but how far the members have come, which every frame changes. */
    boolean isAs(Situation other) {
        return searches == other.searches
                && leads == other.leads
                && weighs == other.weighs
                && watches.equals(other.watches)
                && epoch.equals(other.epoch)
                && others.equals(other.others);
    }

    /** Everybody of whom it says something. */
    Set<MemberId> known() {
        Set<MemberId> known = new HashSet<>(others);
        watches.ifPresent(known::add);
        return known;
    }
}
