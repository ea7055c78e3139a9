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
 * What gets through from one station to another: ways that are cut, and hold back what was sent, and ways that take
 * longer.
 */
final class Ways {
    private static final long MILLI = VirtualTime.MILLI;
    private static final int REPEATED_MOST = 8;

    private final VirtualTime time;
    private final Dice dice;
    private final BiConsumer<Station, Station> healed;
    private final BooleanSupplier repeats;
    /** From one to the other nothing gets through, since then. */
    private final Map<Way, Long> cuts = new LinkedHashMap<>();

    private final Map<Way, List<Runnable>> held = new HashMap<>();
    private final Map<Way, Long> far = new HashMap<>();

    private record Way(Station from, Station to) {}

    /**
     * @param healed is told each way on which something gets through again
     * @param repeats whether some of what was held back comes a second time, in another order
     */
    Ways(VirtualTime time, Dice dice, BiConsumer<Station, Station> healed, BooleanSupplier repeats) {
        this.time = time;
        this.dice = dice;
        this.healed = healed;
        this.repeats = repeats;
    }

    /** False if it was cut already. */
    boolean cut(Station from, Station to) {
        return cuts.putIfAbsent(new Way(from, to), time.now()) == null;
    }

    /** From one to the other everything takes so much longer, and not back. */
    void far(Station from, Station to, long nanos) {
        far.put(new Way(from, to), nanos);
    }

    void heal(Station from, Station to) {
        heal(new Way(from, to));
    }

    void healAll() {
        for (Way way : List.copyOf(cuts.keySet())) heal(way);
    }

    private void heal(Way way) {
        if (cuts.remove(way) == null) return;
        time.disturbed();
        healed.accept(way.from, way.to);
        if (held.containsKey(way)) time.after(dice.between(1, 200) * MILLI, () -> release(way));
    }

    /** Frames held back while nothing got through come in their order, and ahead of those sent since. */
    private void release(Way way) {
        if (isCut(way.from, way.to)) return;
        List<Runnable> waiting = held.remove(way);
        if (waiting == null) return;
        waiting.forEach(Runnable::run);
        if (!repeats.getAsBoolean()) return;
        for (Runnable each : waiting.subList(Math.max(0, waiting.size() - REPEATED_MOST), waiting.size()))
            time.after(dice.between(1, 300) * MILLI, each);
    }

    boolean isCut(Station from, Station to) {
        return !cuts.isEmpty() && cuts.containsKey(new Way(from, to));
    }

    /** Whether it has been cut for so long. */
    boolean isCutFor(Station from, Station to, long nanos) {
        Long since = cuts.get(new Way(from, to));
        return since != null && time.now() - since >= nanos;
    }

    /** How much longer this way takes than any other. */
    long farness(Station from, Station to) {
        return far.isEmpty() ? 0 : far.getOrDefault(new Way(from, to), 0L);
    }

    /** A frame arrives now, or is held back, or is lost. */
    void pass(Station from, Station to, Lane lane, Runnable comes) {
        boolean cut = isCut(from, to);
        if (lane == Lane.UNRELIABLE && cut) return;
        if (lane == Lane.UNRELIABLE || !cut && held.isEmpty()) comes.run();
        else hold(new Way(from, to), comes, cut);
    }

    private void hold(Way way, Runnable comes, boolean cut) {
        if (cut) held.computeIfAbsent(way, w -> new ArrayList<>()).add(comes);
        else if (held.containsKey(way)) held.get(way).add(comes);
        else comes.run();
    }
}
