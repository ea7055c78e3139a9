package org.gamenet.rgs.core.session.game;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.reconfiguration.Setback;

/**
 * Where the game was set back, and how much of what this session's application was shown is gone by it (P44). Worker's
 * thread only.
 */
public final class Setbacks {
    /** With more than that the earliest are forgotten: who was away for so many deaths is told too little. */
    private static final int MOST = 64;

    private final Inbox inbox;
    private final BooleanSupplier stateful;
    private final BooleanSupplier waits;
    private final Supplier<ShownState> sent;
    /** The last state that had been sent when this session was last told where it stands. */
    private ShownState counted = ShownState.NOTHING;

    private final TreeMap<Long, Double> known = new TreeMap<>();

    /**
     * @param waits whether what this session makes as the server waits for its backup, and is shown then (P48)
     * @param sent the last state that the application has sent as the server, and that did not wait for a backup
     */
    public Setbacks(Inbox inbox, BooleanSupplier stateful, BooleanSupplier waits, Supplier<ShownState> sent) {
        this.sent = sent;
        this.waits = waits;
        this.inbox = inbox;
        this.stateful = stateful;
    }

    /** The setbacks that a package is to tell. */
    List<Setback> all() {
        return known.entrySet().stream()
                .map(e -> new Setback(e.getKey(), e.getValue()))
                .toList();
    }

    /** Takes in the setbacks that a package tells of. */
    void learn(PackedState packed) {
        for (Setback one : packed.setbacks()) add(one.epoch(), one.to());
    }

    private void add(long epoch, double to) {
        if (!Double.isFinite(to)) return;
        // A peer that this one concerns is concerned by a later one too, which sets it back further.
        if (known.tailMap(epoch).values().stream().anyMatch(later -> later <= to)) return;
        known.put(epoch, to);
        known.headMap(epoch).values().removeIf(earlier -> earlier >= to);
        while (known.size() > MOST) known.pollFirstEntry();
    }

    /**
     * This session serves, its game runs, and it has packed up what it shows. A package made while the game stands
     * still was shown before.
     */
    void made(PackedState packed) {
        if (packed.fromServer() && !waits.getAsBoolean())
            inbox.shows(inbox.shown().orLater(packed.stateEpoch().number(), packed.stateTime()));
    }

    /** It was given this state, and goes on from there; {@code shown}: a spare's application is told nothing of it. */
    void given(PackedState state, boolean shown) {
        learn(state);
        if (shown) shows(new ShownState(state.stateEpoch().number(), state.stateTime()));
    }

    /** An epoch begins like this, after that history. */
    void began(Epoch epoch, EntryBody.Ack ack, Log before) {
        if (!Double.isNaN(ack.baseAt())) add(epoch.number(), ack.baseAt());
        else if (isAnew(ack, before)) add(epoch.number(), 0);
    }

    /** Nobody had anything to go on from: whoever held the epoch before would have had all of it (P9). */
    private boolean isAnew(EntryBody.Ack ack, Log before) {
        return stateful.getAsBoolean()
                && !ack.planned()
                && !before.authority().contains(ack.authority().get(0));
    }

    /** How much is gone of what was shown before this state is given. */
    Duration until(PackedState state) {
        learn(state);
        return duration(Math.max(lost(), shown().at() - state.stateTime()));
    }

    /**
     * How much is gone now that this epoch has begun; from here on only what is shown from now on counts, and to the
     * application that {@code serves} what it has restored.
     */
    Duration until(Epoch epoch, boolean serves) {
        double lost = lost();
        ShownState shown = shown();
        double to = known.getOrDefault(epoch.number(), Double.NaN);
        if (serves && !Double.isNaN(to)) shows(new ShownState(epoch.number(), to));
        else if (!shown.isNothing())
            shows(new ShownState(epoch.number(), Double.isNaN(to) ? shown.at() : Math.min(to, shown.at())));
        return duration(lost);
    }

    /** Of what was shown here. */
    private double lost() {
        ShownState shown = shown();
        if (shown.isNothing()) return 0;
        // A later one that is kept goes less far back: the first is the deepest.
        Map.Entry<Long, Double> deepest = known.higherEntry(shown.epoch());
        return deepest == null ? 0 : shown.at() - deepest.getValue();
    }

    /** Also what was sent and not packed, as by a server that hung and woke up. */
    private ShownState shown() {
        ShownState mine = sent.get();
        boolean counts = !mine.equals(counted) && !mine.isNothing() && !waits.getAsBoolean();
        return counts ? inbox.shown().orLater(mine.epoch(), mine.at()) : inbox.shown();
    }

    private void shows(ShownState state) {
        counted = sent.get();
        inbox.shows(state);
    }

    private static Duration duration(double seconds) {
        return Double.isNaN(seconds) ? Duration.ZERO : Duration.ofNanos((long) (Math.max(0, seconds) * 1e9));
    }
}
