package org.gamenet.rgs.core.transport.jgroups;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.gamenet.rgs.core.machine.Mix;
import org.gamenet.rgs.core.port.Node;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;

/** How the ways between a few processes are, from each to each. Any thread. */
final class BadNetwork {
    /**
     * One way.
     *
     * @param loss part of the messages that is lost
     * @param repeats part that comes twice
     * @param delayMillis at most
     */
    record Weather(double loss, double repeats, int delayMillis) {
        static final Weather FAIR = new Weather(0, 0, 0);
        static final Weather CUT = new Weather(1, 0, 0);
    }

    private static final long NEVER = Long.MIN_VALUE;

    private final Map<Address, Integer> processes = new ConcurrentHashMap<>();
    private final @Nullable Address[] addresses;
    private final Weather[][] ways;
    private final long[][] cutAt;
    private final Random random;
    private volatile boolean fair = true;

    BadNetwork(long seed, int processes) {
        random = new Random(Mix.of(seed, 2));
        addresses = new Address[processes];
        ways = new Weather[processes][processes];
        cutAt = new long[processes][processes];
        heal();
    }

    synchronized void known(Address address, int process) {
        processes.put(address, process);
        addresses[process] = address;
    }

    /** The end of the group at which that process spoke last; null if it never did. */
    synchronized @Nullable Node node(int process) {
        Address latest = addresses[process];
        return latest == null ? null : Addresses.node(latest);
    }

    synchronized void set(int from, int to, Weather weather) {
        ways[from][to] = weather;
        cutAt[from][to] = weather.equals(Weather.CUT) ? System.nanoTime() : NEVER;
        fair = false;
    }

    synchronized void heal() {
        for (Weather[] row : ways) Arrays.fill(row, Weather.FAIR);
        for (long[] row : cutAt) Arrays.fill(row, NEVER);
        fair = true;
    }

    /** For how long nothing has come that way because it is cut; 0 if it is not. */
    synchronized long cutNanos(Address from, int to) {
        Integer process = processes.get(from);
        long at = process == null ? NEVER : cutAt[process][to];
        return at == NEVER ? 0 : System.nanoTime() - at;
    }

    boolean isFair() {
        return fair;
    }

    private synchronized Weather way(Address from, int to) {
        Integer process = from == null ? null : processes.get(from);
        return process == null ? Weather.FAIR : ways[process][to];
    }

    int copies(Address from, int to) {
        Weather weather = way(from, to);
        synchronized (this) {
            if (weather.loss() > 0 && random.nextDouble() < weather.loss()) return 0;
            return weather.repeats() > 0 && random.nextDouble() < weather.repeats() ? 2 : 1;
        }
    }

    synchronized long delay(Address from, int to) {
        int most = way(from, to).delayMillis();
        return most == 0 ? 0 : random.nextInt(most + 1);
    }
}
