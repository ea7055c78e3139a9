package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.core.port.Lane;

/**
 * The frames that get through from one transport to another: directions that are cut, and hold back what was sent, and
 * directions that take longer.
 */
final class NetworkPaths {
    private static final long MILLI = VirtualTime.MILLI;
    private static final int REPEATED_MOST = 8;

    private final VirtualTime time;
    private final Dice dice;
    private final BiConsumer<SimulatedTransport, SimulatedTransport> healed;
    private final BooleanSupplier repeats;
    /** From one to the other nothing gets through, since then. */
    private final Map<Direction, Long> cuts = new LinkedHashMap<>();

    private final Map<Direction, List<Runnable>> held = new HashMap<>();
    private final Map<Direction, Long> far = new HashMap<>();

    private record Direction(SimulatedTransport from, SimulatedTransport to) {}

    /**
     * @param healed is told each direction in which something gets through again
     * @param repeats whether some of what was held back comes a second time, in another order
     */
    NetworkPaths(
            VirtualTime time,
            Dice dice,
            BiConsumer<SimulatedTransport, SimulatedTransport> healed,
            BooleanSupplier repeats) {
        this.time = time;
        this.dice = dice;
        this.healed = healed;
        this.repeats = repeats;
    }

    /** False if it was cut already. */
    boolean cut(SimulatedTransport from, SimulatedTransport to) {
        return cuts.putIfAbsent(new Direction(from, to), time.now()) == null;
    }

    /** From one to the other everything takes so much longer, and not back. */
    void far(SimulatedTransport from, SimulatedTransport to, long nanos) {
        far.put(new Direction(from, to), nanos);
    }

    void heal(SimulatedTransport from, SimulatedTransport to) {
        heal(new Direction(from, to));
    }

    void healAll() {
        for (Direction direction : List.copyOf(cuts.keySet())) heal(direction);
    }

    private void heal(Direction direction) {
        if (cuts.remove(direction) == null) return;
        time.disturbed();
        healed.accept(direction.from, direction.to);
        if (held.containsKey(direction)) time.after(dice.between(1, 200) * MILLI, () -> release(direction));
    }

    /** Frames held back while nothing got through come in their order, and ahead of those sent since. */
    private void release(Direction direction) {
        if (isCut(direction.from, direction.to)) return;
        List<Runnable> waiting = held.remove(direction);
        if (waiting == null) return;
        waiting.forEach(Runnable::run);
        if (!repeats.getAsBoolean()) return;
        for (Runnable each : waiting.subList(Math.max(0, waiting.size() - REPEATED_MOST), waiting.size()))
            time.after(dice.between(1, 300) * MILLI, each);
    }

    boolean isCut(SimulatedTransport from, SimulatedTransport to) {
        return !cuts.isEmpty() && cuts.containsKey(new Direction(from, to));
    }

    /** Whether it has been cut for so long. */
    boolean isCutFor(SimulatedTransport from, SimulatedTransport to, long nanos) {
        Long since = cuts.get(new Direction(from, to));
        return since != null && time.now() - since >= nanos;
    }

    /** How much longer this direction takes than any other. */
    long delay(SimulatedTransport from, SimulatedTransport to) {
        return far.isEmpty() ? 0 : far.getOrDefault(new Direction(from, to), 0L);
    }

    /** A frame arrives now, or is held back, or is lost. */
    void pass(SimulatedTransport from, SimulatedTransport to, Lane lane, Runnable comes) {
        boolean cut = isCut(from, to);
        if (lane == Lane.UNRELIABLE && cut) return;
        if (lane == Lane.UNRELIABLE || !cut && held.isEmpty()) comes.run();
        else hold(new Direction(from, to), comes, cut);
    }

    private void hold(Direction direction, Runnable comes, boolean cut) {
        if (cut) held.computeIfAbsent(direction, w -> new ArrayList<>()).add(comes);
        else if (held.containsKey(direction)) held.get(direction).add(comes);
        else comes.run();
    }
}
