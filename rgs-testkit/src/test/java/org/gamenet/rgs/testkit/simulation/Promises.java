package org.gamenet.rgs.testkit.simulation;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.wire.PeerNames;
import org.jspecify.annotations.Nullable;

/**
 * The worlds that servers of a synchronous game have shown: a server that goes on from a copy has all (P48). A later
 * world has a higher number, whoever made it, and one that goes on from an earlier one begins a thousand above it.
 */
final class Promises {
    private final BiConsumer<String, String> violates;
    private final Map<Long, Long> entries = new HashMap<>();
    /** By process that holds a number, the copy that it restored under that number. */
    private final Map<SimulatedProcess, PackedState> restored = new HashMap<>();

    /** Processes that hold a number, and restored packages under it. */
    private final Set<SimulatedProcess> rebuilding = new HashSet<>();

    private @Nullable SimulatedProcess serves;

    private boolean judged;
    /** Since this epoch: what was shown before was given up with a rebuild, which is judged where it is granted. */
    private long since;

    private long newestWorld;
    private String shownWhere = "";
    private int kept;

    Promises(BiConsumer<String, String> violates) {
        this.violates = violates;
    }

    /** The game is synchronous. */
    void judge() {
        judged = true;
    }

    boolean areJudged() {
        return judged;
    }

    /** How often a backup went on, and had been shown something. */
    int kept() {
        return kept;
    }

    /** This one, which does not serve, was shown that world. */
    void world(SimulatedProcess to, CountingGame.World world) {
        String what = "World " + world.epoch() + "." + world.version();
        shown(new CountingGame.Place(world.epoch(), world.version()), what + ", shown to " + to);
    }

    /** Somebody was shown what no copy has that is older than that world. */
    void shown(CountingGame.Place place, String where) {
        if (place.epoch() < since || place.version() <= newestWorld) return;
        newestWorld = place.version();
        shownWhere = where;
    }

    /** @param copy that this process goes on from, if it does */
    void stepped(SimulatedProcess by, Step step, Optional<PackedState> copy) {
        if (!judged) return;
        if (!step.state().leads()) {
            restored.remove(by);
            rebuilding.remove(by);
            for (Effect effect : step.effects())
                if (effect instanceof Effect.Delivered delivered) entry(delivered.entry(), step);
            return;
        }
        for (Effect effect : step.effects()) {
            if (effect instanceof Effect.Restore)
                copy.ifPresentOrElse(c -> restored.put(by, c), () -> rebuilding.add(by));
            else if (effect instanceof Effect.Resume resume) resumes(by, resume);
        }
    }

    private void resumes(SimulatedProcess by, Effect.Resume resume) {
        PackedState base = restored.remove(by);
        boolean rebuilds = rebuilding.remove(by) || by != serves;
        serves = by;
        LogEntry last = resume.path().get(resume.path().size() - 1);
        if (!(last.body() instanceof EntryBody.Ack ack) || ack.planned()) return;
        if (base != null) begins(by, ack, base);
        else if (rebuilds) forget(last.epoch().number());
    }

    private void forget(long from) {
        since = from;
        newestWorld = 0;
    }

    private void entry(LogEntry entry, Step step) {
        boolean backsUp =
                step.state().log().authority().contains(step.state().self().me().id());
        if (!backsUp && !(entry.body() instanceof EntryBody.Ack))
            entries.merge(entry.epoch().number(), entry.seq(), Math::max);
    }

    private void goesOn(SimulatedProcess by, PackedState copy) {
        CountingGame.World base = (CountingGame.World) CountingGame.RECORDS.decodeBody(
                CountingGame.RECORDS.idOf(CountingGame.World.class),
                ByteBuffer.wrap(copy.state().bytes()),
                PeerNames.NONE);
        if (base.version() < newestWorld)
            violates.accept(
                    "P48",
                    by + " goes on from World " + base.epoch() + "." + base.version() + ", which lacks " + shownWhere);
        else kept++;
    }

    /** A copy that was restored under a number that came to nothing is nobody's state. */
    private void begins(SimulatedProcess by, EntryBody.Ack ack, PackedState copy) {
        goesOn(by, copy);
        long shown = entries.getOrDefault(ack.end().epoch().number(), 0L);
        if (shown > ack.end().seq())
            violates.accept(
                    "P48", by + " goes on from " + ack.end() + ", and entry " + shown + " of that epoch was shown");
    }
}
