package org.gamenet.rgs.testkit.simulation;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.wire.PeerNames;

/**
 * What the servers of a synchronous game have shown to others: whoever goes on from a copy has all of it (P48). A later
 * world has a higher number, whoever made it, and one that goes on from an earlier one begins a thousand above it.
 */
final class Promises {
    private final BiConsumer<String, String> violates;
    private final Map<Long, Long> entries = new HashMap<>();
    /** By process that holds a number, the copy that it restored under that number. */
    private final Map<SimulatedProcess, PackedState> restored = new HashMap<>();

    private boolean judged;
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
        if (world.version() <= newestWorld) return;
        newestWorld = world.version();
        shownWhere = "World " + world.epoch() + "." + world.version() + ", shown to " + to;
    }

    /** @param copy that this process goes on from, if it does */
    void stepped(SimulatedProcess by, Step step, Optional<PackedState> copy) {
        if (!judged) return;
        if (!step.state().leads()) {
            restored.remove(by);
            for (Effect effect : step.effects())
                if (effect instanceof Effect.Delivered delivered) entry(delivered.frame(), step);
            return;
        }
        for (Effect effect : step.effects()) {
            if (effect instanceof Effect.Restore) copy.ifPresent(c -> restored.put(by, c));
            PackedState base = effect instanceof Effect.Resume ? restored.remove(by) : null;
            if (base != null) begins(by, (Effect.Resume) effect, base);
        }
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
    private void begins(SimulatedProcess by, Effect.Resume resume, PackedState copy) {
        LogEntry last = resume.path().get(resume.path().size() - 1);
        if (!(last.body() instanceof EntryBody.Ack ack) || ack.planned()) return;
        goesOn(by, copy);
        long shown = entries.getOrDefault(ack.end().epoch().number(), 0L);
        if (shown > ack.end().seq())
            violates.accept(
                    "P48", by + " goes on from " + ack.end() + ", and entry " + shown + " of that epoch was shown");
    }
}
