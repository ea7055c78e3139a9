package org.gamenet.rgs.bench.order;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.gamenet.rgs.bench.process.Parent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * One member in a process of its own. A message is its sender's number, the sender's count, and filling. On standard
 * input it is told what to do, a word and numbers a line; what came of it is said on standard output.
 */
@Command(name = "order-member", hidden = true, description = "a process of the benchmark's own")
public final class OrderMember implements Callable<Integer> {
    static final int HEAD = 8;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long STANDING_MILLIS = 20;
    /** Under load, what is longer is a standstill. */
    private static final long GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(40);
    /** So many under way at most, when there is a standstill. */
    private static final int LOAD_WINDOW = 200;

    @Option(names = "--peer", required = true)
    private String peer = "";

    @Option(names = "--game", required = true)
    private String game = "";

    @Option(names = "--number", required = true)
    private int number;

    @Option(names = "--size", required = true)
    private int size;

    @Option(names = "--place", defaultValue = "")
    private String place = "";

    private final BlockingQueue<String> commands = new LinkedBlockingQueue<>();
    private final Map<Integer, Long> sentAt = new ConcurrentHashMap<>();
    private final StringBuilder latencies = new StringBuilder();
    private final StringBuilder log = new StringBuilder();
    private final AtomicLong heard = new AtomicLong();
    private final AtomicLong own = new AtomicLong();
    private volatile boolean logs;
    private volatile long lastAt = System.nanoTime();
    private int sent;

    @Override
    public Integer call() throws Exception {
        Parent.listen(commands::add);
        try (Ordered group = OrderingSystem.of(peer).join(new Ordered.Seat(game, "m" + number, place, this::hear))) {
            Parent.say("place " + group.place());
            String standing = "";
            while (true) {
                String now = "standing " + group.members() + " " + group.orders();
                if (!now.equals(standing)) Parent.say(now);
                standing = now;
                String command = commands.poll(STANDING_MILLIS, TimeUnit.MILLISECONDS);
                if (command != null) obey(group, command.split(" "));
                tellLog();
            }
        }
    }

    private void obey(Ordered group, String[] words) {
        switch (words[0]) {
            case "send" ->
                send(group, Integer.parseInt(words[1]), Integer.parseInt(words[2]), Long.parseLong(words[3]));
            case "flood" -> flood(group, Long.parseLong(words[1]), Integer.parseInt(words[2]));
            case "load" -> load(group, Integer.parseInt(words[1]));
            case "mark" -> logs = true;
            case "log" -> {
                tellLog();
                Parent.say("sent " + sent + " " + own.get());
            }
            default -> throw new IllegalArgumentException("unknown to a member: " + words[0]);
        }
    }

    /** So many, evenly spaced, from so many microseconds on; how long each took comes back. */
    private void send(Ordered group, int perSecond, int count, long fromMicros) {
        long next = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(fromMicros);
        for (int i = 0; i < count; i++) {
            for (long now = System.nanoTime(); now < next; now = System.nanoTime()) LockSupport.parkNanos(next - now);
            next += TimeUnit.SECONDS.toNanos(1) / perSecond;
            say(group);
        }
        await();
        synchronized (latencies) {
            Parent.say("latencies" + latencies);
            latencies.setLength(0);
        }
    }

    /** As many as go, with so many under way at most. */
    private void flood(Ordered group, long millis, int window) {
        long from = System.nanoTime();
        long before = heard.get();
        while (System.nanoTime() - from < TimeUnit.MILLISECONDS.toNanos(millis)) {
            if (sent - own.get() >= window) LockSupport.parkNanos(20_000);
            else say(group);
        }
        long took = System.nanoTime() - from;
        Parent.say("flooded " + Math.round((heard.get() - before) * 1e9 / took));
        await();
        synchronized (latencies) {
            latencies.setLength(0);
        }
    }

    /** A steady stream until the next command. */
    private void load(Ordered group, int perSecond) {
        long every = TimeUnit.SECONDS.toNanos(1) / perSecond;
        String standing = "";
        for (long next = System.nanoTime();
                commands.isEmpty();
                next = Math.max(next + every, System.nanoTime() - every)) {
            for (long now = System.nanoTime(); now < next; now = System.nanoTime()) LockSupport.parkNanos(next - now);
            if (sent - own.get() < LOAD_WINDOW) say(group);
            tellLog();
            String now = "standing " + group.members() + " " + group.orders();
            if (!now.equals(standing)) Parent.say(now);
            standing = now;
        }
        await();
    }

    private void say(Ordered group) {
        byte[] bytes = new byte[Math.max(HEAD, size)];
        ByteBuffer.wrap(bytes).putInt(number).putInt(++sent);
        sentAt.put(sent, System.nanoTime());
        if (!group.send(bytes)) sentAt.remove(sent--);
    }

    private void await() {
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (own.get() < sent && System.nanoTime() < until) LockSupport.parkNanos(100_000);
    }

    private void hear(byte[] bytes) {
        long now = System.nanoTime();
        ByteBuffer message = ByteBuffer.wrap(bytes);
        int from = message.getInt();
        int count = message.getInt();
        heard.incrementAndGet();
        if (logs && now - lastAt > GAP_NANOS) Parent.say("gap " + (now - lastAt) / 1_000);
        lastAt = now;
        if (logs)
            synchronized (log) {
                log.append(' ').append(from).append(':').append(count);
            }
        if (from != number) return;
        Long at = sentAt.remove(count);
        own.incrementAndGet();
        if (at == null) return;
        synchronized (latencies) {
            latencies.append(' ').append((now - at) / 1_000);
        }
    }

    private void tellLog() {
        synchronized (log) {
            if (log.length() == 0) return;
            Parent.say("log" + log);
            log.setLength(0);
        }
    }
}
