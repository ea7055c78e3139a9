package org.gamenet.rgs.bench.relay;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.RoleChanged;
import org.gamenet.rgs.bench.process.Parent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The sender in a process of its own, so that its heap is nobody else's. Says {@code heap MB} after collections and
 * {@code left ...}.
 */
@Command(name = "slow-server", hidden = true, description = "a process of the benchmark's own")
public final class SlowServer implements Callable<Integer> {
    private static final long HEAP_EVERY_MILLIS = 1_000;
    /** Reliable messages for one shown, in the flood: a few seconds fill what may wait. */
    private static final int FLOOD = 10;

    /** The newest counts. */
    record Quick(byte[] action) {}

    /** Each counts. */
    record Sure(byte[] action) {}

    @Mixin
    private RelayRules rules = new RelayRules();

    @Option(names = "--directory", required = true)
    private String directory = "";

    private volatile SlowPhase phase = SlowPhase.settle;
    private volatile boolean refused;

    static Rgs.Builder setUp(String directory) {
        return Rgs.game("slow").directory(directory).bind("127.0.0.1:0").records(Quick.class, Sure.class);
    }

    static GameSpec spec(int players) {
        return GameSpec.clientServer("slow", players).rejoinWithin(Duration.ZERO);
    }

    @Override
    public Integer call() throws InterruptedException {
        Parent.listen(line -> phase = SlowPhase.valueOf(line));
        Rgs rgs = setUp(directory).start();
        Session session = rgs.register(spec(rules.players()));
        session.on(
                Left.class,
                (who, e) ->
                        Parent.say("left\t" + who.name() + "\t" + e.why() + "\t" + phase + "\t" + System.nanoTime()));
        session.on(RoleChanged.class, (who, e) -> {
            if (e.to().isActive()) Parent.say("serves");
        });
        ExecutorService thread = AppThread.named("server");
        session.updateOn(thread);
        Thread pace = new Thread(() -> send(session), "sends");
        pace.setDaemon(true);
        pace.start();
        Thread heap = new Thread(SlowServer::sayHeap, "says the heap");
        heap.setDaemon(true);
        heap.start();
        new CountDownLatch(1).await();
        return 0;
    }

    private void send(Session session) {
        long period = TimeUnit.SECONDS.toNanos(1) / rules.rate();
        for (long next = System.nanoTime(); ; next += period) {
            for (long wait = next - System.nanoTime(); wait > 0; wait = next - System.nanoTime())
                LockSupport.parkNanos(wait);
            if (!session.isServer()) continue;
            session.send(new Quick(stamped()), Delivery.UNRELIABLE_SEQUENCED);
            for (int i = 0; i < FLOOD && phase == SlowPhase.flood; i++) flood(session);
        }
    }

    private void flood(Session session) {
        try {
            session.send(new Sure(stamped()), Delivery.RELIABLE_ORDERED);
        } catch (RgsException full) {
            if (!refused) Parent.say("refused\t" + full.reason());
            refused = true;
        }
    }

    private byte[] stamped() {
        return new Stamp(-1, System.nanoTime()).action(rules.size());
    }

    private static void sayHeap() {
        while (true) {
            Parent.say("heap\t" + (long) Meters.usedAfterCollection());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(HEAP_EVERY_MILLIS));
        }
    }
}
