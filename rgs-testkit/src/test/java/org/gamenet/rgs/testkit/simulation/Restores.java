package org.gamenet.rgs.testkit.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Step;

/**
 * From what each process went on in each epoch whose application had been given a state to serve from, whether it
 * serves then or gave its number up: a state made at one place, having been told up to another. An application that is
 * slow hears of it when its session is elsewhere by far, so nothing of it is forgotten.
 */
final class Restores {
    /**
     * One beginning.
     *
     * @param given what this process was given to restore, to serve from
     * @param told the last frame that it had been told before
     * @param copy whether it went on from a copy that it held, whatever it was answered
     */
    record Began(List<Effect.Contribution> given, Position told, boolean copy) {
        static final Began NOTHING = new Began(List.of(), Position.NONE, false);

        /** Where the package of this one was made, of those that were restored. */
        Optional<Position> place(long from) {
            return given.stream()
                    .filter(each -> each.from().id().peer() == from)
                    .map(each -> each.packed().place())
                    .filter(place -> !place.equals(Position.NONE))
                    .findFirst();
        }
    }

    private record Reign(SimulatedProcess by, long epoch) {}

    private final Map<SimulatedProcess, List<Effect.Contribution>> given = new HashMap<>();
    private final Map<Reign, Began> began = new HashMap<>();

    /** @param copied whether the state that this process was given last is a copy that it held */
    void stepped(SimulatedProcess by, Step step, Predicate<SimulatedProcess> copied) {
        for (Effect effect : step.effects()) {
            if (effect instanceof Effect.Restore restore) given.put(by, restore.packages());
            else if (effect instanceof Effect.Admitted let) letIn(by, let);
            else if (effect instanceof Effect.Resume resume && (step.state().leads() || given.containsKey(by)))
                began.put(
                        new Reign(by, last(resume.path()).epoch().number()),
                        new Began(given.getOrDefault(by, List.of()), told(by, resume.path()), copied.test(by)));
        }
    }

    /** The packages that its application was given last, its own, which nobody answers it, among them. */
    List<Effect.Contribution> given(SimulatedProcess by) {
        return given.getOrDefault(by, List.of());
    }

    /** With another state: what it was to go on from in that epoch is told to nobody. */
    private void letIn(SimulatedProcess by, Effect.Admitted let) {
        given.remove(by);
        began.remove(new Reign(by, let.log().end().epoch().number()));
    }

    private static LogEntry last(List<LogEntry> path) {
        return path.get(path.size() - 1);
    }

    /**
     * The application of a spare that is handed the game knows of all who are in it at the end, and not from frames.
     */
    private static Position told(SimulatedProcess by, List<LogEntry> path) {
        boolean handed = by.session.phase() == Phase.WAITING;
        return before(handed ? last(path) : path.get(0));
    }

    private static Position before(LogEntry first) {
        return first.body() instanceof EntryBody.Ack ack
                ? ack.end()
                : new Position(first.epoch(), first.at().seq() - 1);
    }

    /** Whether this process goes on in this epoch as a follower, from a state that it was given to serve from. */
    boolean gaveUp(SimulatedProcess by, long epoch) {
        return !by.session.isServer() && began.containsKey(new Reign(by, epoch));
    }

    /** How this epoch began for this process. */
    Began of(SimulatedProcess by, long epoch) {
        return began.getOrDefault(new Reign(by, epoch), Began.NOTHING);
    }
}
