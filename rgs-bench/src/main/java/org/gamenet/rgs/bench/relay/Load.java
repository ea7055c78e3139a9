package org.gamenet.rgs.bench.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.gamenet.rgs.bench.report.Durations;

/** Players that act at a steady rate, one thread each, out of step with each other; and what the others see of it when. */
final class Load implements Relay.Screen {
    private final int players;
    private final int size;
    private final long periodNanos;
    private final List<Durations> seen = new ArrayList<>();
    private final AtomicLongArray shown;
    private final AtomicLongArray acted;
    private volatile boolean counting;
    private volatile boolean over;

    Load(int players, int rate, int size) {
        if (players < 2) throw new IllegalArgumentException("at least two players: one acts, another sees it");
        if (size < Stamp.BYTES) throw new IllegalArgumentException("an action has at least " + Stamp.BYTES + " bytes, for its stamp");
        if (rate < 1 || rate > 1_000) throw new IllegalArgumentException("a rate of 1 to 1000 actions a second, not " + rate);
        this.players = players;
        this.size = size;
        periodNanos = TimeUnit.SECONDS.toNanos(1) / rate;
        for (int i = 0; i < players; i++) seen.add(new Durations());
        shown = new AtomicLongArray(players);
        acted = new AtomicLongArray(players);
    }

    /** Everybody acts until {@link #stop}. */
    void start(Relay relay) {
        long begin = System.nanoTime();
        for (int i = 0; i < players; i++) {
            int player = i;
            Thread thread = new Thread(() -> act(relay, player, begin + player * periodNanos / players), "acts for player " + i);
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void act(Relay relay, int player, long begin) {
        for (long next = begin; !over; next += periodNanos) {
            for (long wait = next - System.nanoTime(); wait > 0; wait = next - System.nanoTime()) LockSupport.parkNanos(wait);
            relay.act(player, new Stamp(player, System.nanoTime()).action(size));
            acted.incrementAndGet(player);
        }
    }

    /** From now on, what is seen counts, or no longer does. */
    void count(boolean yes) { counting = yes; }

    void stop() { over = true; }

    @Override public void shown(int player, byte[] action) {
        long now = System.nanoTime();
        shown.incrementAndGet(player);
        Stamp stamp = Stamp.of(action);
        if (counting && stamp.player() != player) seen.get(player).add(now - stamp.at());
    }

    /** Actions that players were shown, their own among them, since the start. */
    long shown() { return sum(shown); }

    /** Actions since the start. */
    long acted() { return sum(acted); }

    private static long sum(AtomicLongArray counts) {
        long sum = 0;
        for (int i = 0; i < counts.length(); i++) sum += counts.get(i);
        return sum;
    }

    /** From an action to its being visible to another player; only once nothing counts any more. */
    Durations seen() {
        Durations all = new Durations();
        seen.forEach(all::add);
        return all;
    }
}
