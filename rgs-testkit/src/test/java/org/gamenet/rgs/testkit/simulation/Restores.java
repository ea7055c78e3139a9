package org.gamenet.rgs.testkit.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Step;

/** From what each process that came to serve went on: a state made at one place, having been told up to another. */
final class Restores {
    private final Map<SimulatedProcess, List<Effect.Contribution>> given = new HashMap<>();
    private final Map<SimulatedProcess, Position> told = new HashMap<>();

    void stepped(SimulatedProcess by, Step step) {
        for (Effect effect : step.effects()) {
            if (effect instanceof Effect.Restore restore) given.put(by, restore.packages());
            else if (effect instanceof Effect.Admitted) given.remove(by);
            else if (effect instanceof Effect.Resume resume && step.state().leads())
                told.put(by, before(resume.path().get(0)));
        }
    }

    private static Position before(LogEntry first) {
        return first.body() instanceof EntryBody.Ack ack
                ? ack.end()
                : new Position(first.epoch(), first.at().seq() - 1);
    }

    /** Where the package of this one was made, of those that this process was given to restore, to serve from. */
    Optional<Position> place(SimulatedProcess by, long from) {
        return given.getOrDefault(by, List.of()).stream()
                .filter(each -> each.from().id().peer() == from)
                .map(each -> each.packed().place())
                .filter(place -> !place.equals(Position.NONE))
                .findFirst();
    }

    /** The last frame that this process had been told when it began to serve. */
    Position told(SimulatedProcess by) {
        return told.getOrDefault(by, Position.NONE);
    }
}
