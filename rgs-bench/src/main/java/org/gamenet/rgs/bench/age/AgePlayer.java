package org.gamenet.rgs.bench.age;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.gamenet.rgs.DataAge;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.bench.process.Parent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A player with a frame loop, who acts at any time. The first to come serves. Says how old is what it draws. */
@Command(name = "age-player", hidden = true, description = "a process of the benchmark's own")
public final class AgePlayer implements Callable<Integer> {
    static final String PLAYING = "playing";
    private static final long REPORT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int ACTS_APART_MILLIS = 100;
    private static final int PLAYERS_MAX = 64;

    @Mixin
    private AgeRules rules = new AgeRules();

    @Option(names = "--directory", required = true)
    private String directory = "";

    @Option(names = "--name", required = true)
    private String name = "";

    private final Map<Peer, Long> acts = new TreeMap<>();
    private long mine;
    private DataAge lastSaid = new DataAge(Peer.of(0, ""), 0, 0, 0, 0, 0, 0, 0);

    @Override
    public Integer call() {
        Parent.listen(command -> {});
        try (Rgs rgs = Rgs.game("age")
                .directory(directory)
                .bind("127.0.0.1:0")
                .player(name)
                .records(ActCount.class, Table.class)
                .start()) {
            rgs.conditions(rules.conditions());
            Session session =
                    rgs.hostOrJoin(GameSpec.clientServer("age", PLAYERS_MAX).failover(Failover.PROMOTED_PLAYER));
            session.on(ActCount.class, (who, turn) -> acts.put(who, turn.acts()))
                    .on(Table.class, (server, table) -> {});
            play(session);
        }
        return 0;
    }

    private void play(Session session) {
        SplittableRandom dice = new SplittableRandom(name.hashCode());
        long frameNanos = TimeUnit.SECONDS.toNanos(1) / rules.framesPerSecond;
        long nextFrame = System.nanoTime() + dice.nextLong(frameNanos);
        long nextAct = nextFrame;
        long nextReport = nextFrame;
        boolean said = false;
        for (long frame = dice.nextInt(rules.framesPerSend()); ; ) {
            long now = System.nanoTime();
            if (now - nextAct >= 0) {
                mine++;
                session.acted();
                nextAct = now + TimeUnit.MILLISECONDS.toNanos(dice.nextLong(2 * ACTS_APART_MILLIS));
            }
            if (now - nextFrame >= 0) {
                if (!session.update()) return;
                if (++frame % rules.framesPerSend() == 0) send(session);
                session.drawn();
                nextFrame = Math.max(nextFrame + frameNanos, now);
            }
            if (!said && session.phase() == Session.Phase.PLAYING) {
                said = true;
                Parent.say(PLAYING);
            }
            if (now - nextReport >= 0) {
                report(session.stats().dataAges());
                nextReport = now + REPORT_NANOS;
            }
            LockSupport.parkNanos(Math.min(nextFrame, nextAct) - System.nanoTime());
        }
    }

    private void send(Session session) {
        if (session.phase() != Session.Phase.PLAYING) return;
        session.sendToServer(new ActCount(mine), Delivery.UNRELIABLE_SEQUENCED);
        if (session.isServer()) session.send(new Table(acts), Delivery.UNRELIABLE_SEQUENCED);
    }

    /** The objects that the last update did not name. */
    private void report(List<DataAge> ages) {
        int from = ages.lastIndexOf(lastSaid) + 1;
        for (DataAge age : ages.subList(from, ages.size())) {
            Parent.say(AgeLine.of(name, age).format());
            lastSaid = age;
        }
    }
}
