package org.gamenet.rgs.bench.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.gamenet.rgs.bench.report.Durations;
import org.jspecify.annotations.Nullable;

/**
 * Players that act at a steady rate, one thread each, out of step with each other; and what the others see of it when.
 * A flood that the server sends of itself is counted apart, and now and then each player says how much of it there was.
 */
final class Load {
    /** Deliveries a second that every peer keeps up with. */
    private static final int HURRIED_PER_SECOND = 20_000;

    private final int players;
    private final int size;
    private final long periodNanos;
    private final long hurriedNanos;
    private final List<Durations> seen = new ArrayList<>();
    private final AtomicLongArray shown;
    private final AtomicLongArray acted;
    private final List<Durations> flooded = new ArrayList<>();
    private final AtomicLongArray flood;
    private volatile boolean counting;
    private volatile boolean hurried;
    private volatile boolean over;

    Load(int players, int rate, int size) {
        if (players < 2) throw new IllegalArgumentException("at least two players: one acts, another sees it");
        if (size < Stamp.BYTES)
            throw new IllegalArgumentException("an action has at least " + Stamp.BYTES + " bytes, for its stamp");
        if (rate < 1 || rate > 1_000)
            throw new IllegalArgumentException("a rate of 1 to 1000 actions a second, not " + rate);
        this.players = players;
        this.size = size;
        periodNanos = TimeUnit.SECONDS.toNanos(1) / rate;
        hurriedNanos = periodNanos / Math.max(1, HURRIED_PER_SECOND / (players * players * rate));
        for (int i = 0; i < players; i++) {
            seen.add(new Durations());
            flooded.add(new Durations());
        }
        flood = new AtomicLongArray(players);
        shown = new AtomicLongArray(players);
        acted = new AtomicLongArray(players);
    }

    /** Everybody acts until {@link #stop}. */
    void start(Relay.Players relay) {
        over = false;
        long begin = System.nanoTime();
        for (int i = 0; i < players; i++) {
            int player = i;
            Thread thread = new Thread(
                    () -> act(relay, player, begin + player * periodNanos / players), "acts for player " + i);
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void act(Relay.Players relay, int player, long begin) {
        for (long next = begin; !over; next = after(next, begin)) {
            for (long wait = next - System.nanoTime(); wait > 0; wait = next - System.nanoTime())
                LockSupport.parkNanos(wait);
            relay.act(player, new Stamp(player, System.nanoTime()).action(size));
            acted.incrementAndGet(player);
        }
    }

    private long after(long last, long begin) {
        return hurried ? last + hurriedNanos : last + periodNanos - (last - begin) % periodNanos;
    }

    /** From now on all act as often as every peer can bear, or at their rate again. */
    void hurry(boolean yes) {
        hurried = yes;
    }

    /** From now on, what is seen counts, or no longer does. */
    void count(boolean yes) {
        counting = yes;
    }

    void stop() {
        over = true;
    }

    /** Of a player of that relay: where receipts go. */
    void shown(Relay.@Nullable Players relay, int player, byte[] action) {
        long now = System.nanoTime();
        Stamp stamp = Stamp.of(action);
        if (stamp.player() < 0) {
            flooded(relay, player, now - stamp.at());
            return;
        }
        shown.incrementAndGet(player);
        if (counting && stamp.player() != player) seen.get(player).add(now - stamp.at());
    }

    private void flooded(Relay.@Nullable Players relay, int player, long age) {
        long count = flood.incrementAndGet(player);
        if (counting) flooded.get(player).add(age);
        if (relay != null && count % FanOut.RECEIPT_EACH == 0)
            relay.act(player, new Stamp(~player, count).action(size));
    }

    /** Of the server's floods, at all players, since the start. */
    long flood() {
        return sum(flood);
    }

    /** Forgets how old what the server flooded was. Only while nothing counts. */
    void forgetFlood() {
        flooded.forEach(Durations::clear);
    }

    /** From the server to a player; only once nothing counts any more. */
    Durations flooded() {
        return all(flooded);
    }

    /** Actions that players were shown, their own among them, since the start. */
    long shown() {
        return sum(shown);
    }

    /** Actions since the start. */
    long acted() {
        return sum(acted);
    }

    private static long sum(AtomicLongArray counts) {
        long sum = 0;
        for (int i = 0; i < counts.length(); i++) sum += counts.get(i);
        return sum;
    }

    /** From an action to its being visible to another player; only once nothing counts any more. */
    Durations seen() {
        return all(seen);
    }

    private static Durations all(List<Durations> each) {
        Durations all = new Durations();
        each.forEach(all::add);
        return all;
    }
}
