package org.gamenet.rgs.bench.relay;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.gamenet.rgs.Incoming;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.bench.process.Parent;
import org.gamenet.rgs.bench.relay.SlowServer.Quick;
import org.gamenet.rgs.bench.relay.SlowServer.Sure;
import org.gamenet.rgs.bench.report.Durations;
import org.gamenet.rgs.bench.report.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The receivers, one of them slow from {@link SlowPhase#slow} on. Says {@code in} when all are, and at the end ages of
 * what they were shown.
 */
@Command(name = "slow-players", hidden = true, description = "a process of the benchmark's own")
public final class SlowPlayers implements Callable<Integer> {
    static final String SLOW = "slow";
    private static final int TENTH = 10;

    @Mixin
    private RelayRules rules = new RelayRules();

    @Option(names = "--directory", required = true)
    private String directory = "";

    private final Map<SlowPhase, Durations> others = new EnumMap<>(SlowPhase.class);
    private final Map<SlowPhase, Durations> slow = new EnumMap<>(SlowPhase.class);
    private final CountDownLatch in = new CountDownLatch(1);
    private volatile SlowPhase phase = SlowPhase.settle;
    private final AtomicInteger upset = new AtomicInteger();

    @Override
    public Integer call() throws InterruptedException {
        for (SlowPhase each : SlowPhase.values()) {
            others.put(each, new Durations());
            slow.put(each, new Durations());
        }
        List<Session> sessions = new ArrayList<>();
        Parent.listen(line -> {
            if (line.equals("tell")) tell();
            else phase = SlowPhase.valueOf(line);
        });
        for (int i = 1; i < rules.players(); i++) sessions.add(fast("p" + i));
        Rgs rgs = SlowServer.setUp(directory).player(SLOW).start();
        Session last = rgs.hostOrJoin(SlowServer.spec(rules.players()));
        sessions.add(last);
        Thread reader = new Thread(() -> read(last), SLOW);
        reader.setDaemon(true);
        reader.start();
        while (sessions.stream()
                .anyMatch(s ->
                        s.phase() != Session.Phase.PLAYING || s.view().players().size() < rules.players()))
            Thread.sleep(20);
        Parent.say("in");
        new CountDownLatch(1).await();
        return 0;
    }

    private Session fast(String name) {
        Session session = SlowServer.setUp(directory).player(name).start().hostOrJoin(SlowServer.spec(rules.players()));
        session.on(Quick.class, (server, m) -> seen(others, m.action()))
                .on(Sure.class, (server, m) -> seen(others, m.action()))
                .on(Frozen.class, (server, e) -> upset.incrementAndGet())
                .on(Closed.class, (server, e) -> upset.incrementAndGet());
        return session.updateOn(AppThread.named(name));
    }

    private void read(Session session) {
        long pause = TimeUnit.SECONDS.toNanos(TENTH) / rules.rate();
        while (session.phase() != Session.Phase.CLOSED) {
            boolean slowly = phase == SlowPhase.slow || phase == SlowPhase.flood;
            LockSupport.parkNanos(slowly ? pause : TimeUnit.MILLISECONDS.toNanos(1));
            Incoming next = session.recv();
            if (next != null && next.body() instanceof Quick quick) seen(slow, quick.action());
            if (next != null && next.body() instanceof Closed closed)
                Parent.say("closed\t" + closed.why() + "\t" + closed.detail());
        }
    }

    private void seen(Map<SlowPhase, Durations> by, byte[] action) {
        long age = System.nanoTime() - Stamp.of(action).at();
        synchronized (by) {
            by.get(phase).add(age);
        }
    }

    private void tell() {
        Json json = new Json();
        for (SlowPhase each : SlowPhase.values()) {
            if (each == SlowPhase.settle) continue;
            synchronized (others) {
                others.get(each).putInto(json, "others_" + each);
            }
            synchronized (slow) {
                slow.get(each).putInto(json, "slow_reader_" + each);
            }
        }
        double[] medians = {
            others.get(SlowPhase.even).millis(50), others.get(SlowPhase.slow).millis(50)
        };
        json.put("others_slower_percent", (medians[1] / medians[0] - 1) * 100)
                .put("others_frozen_or_closed", upset.get());
        Parent.say("told\t" + json);
    }
}
