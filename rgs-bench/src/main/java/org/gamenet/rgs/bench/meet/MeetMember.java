package org.gamenet.rgs.bench.meet;

import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.bench.process.Parent;
import org.gamenet.rgs.bench.process.SharedClock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * One process that meets others again and again, each time with a new {@code Rgs}. Told on standard input: {@code meet
 * RUN MILLIS}, in so many milliseconds, and {@code part}.
 */
@Command(name = "meet-member", hidden = true, description = "a process of the benchmark's own")
public final class MeetMember implements Callable<Integer> {
    static final String READY = "ready";
    static final String MEET = "meet";
    static final String PART = "part";
    static final String PARTED = "parted";
    private static final int SEATS = 16;
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Something to say in the game. */
    record Word(String said) {}

    @Option(names = "--name", required = true)
    private String name = "";

    @Option(names = "--bind")
    private String bind = "";

    @Option(names = "--lan")
    private List<String> hosts = List.of();

    private final BlockingQueue<String> commands = new LinkedBlockingQueue<>();

    @Override
    public Integer call() throws InterruptedException {
        Parent.listen(commands::add);
        Parent.say(READY);
        while (true) {
            String[] words = commands.take().split(" ");
            if (!words[0].equals(MEET)) throw new IllegalArgumentException("unknown to a member: " + words[0]);
            meet(words[1], Long.parseLong(words[2]));
            Parent.say(PARTED + "\t" + words[1]);
        }
    }

    private void meet(String run, long inMillis) {
        long calledAt = SharedClock.now() + TimeUnit.MILLISECONDS.toNanos(inMillis);
        for (long now = SharedClock.now(); now < calledAt; now = SharedClock.now())
            LockSupport.parkNanos(calledAt - now);
        calledAt = SharedClock.now();
        Rgs.Builder builder = Rgs.game("meet").player(name).records(Word.class);
        if (!bind.isEmpty()) builder = builder.bind(bind);
        if (!hosts.isEmpty()) builder = builder.lan(hosts.toArray(String[]::new));
        try (Rgs rgs = builder.start();
                Session session = rgs.hostOrJoin(GameSpec.peerToPeer(run, SEATS))) {
            Sighting before = new Sighting("", 0, 0, "", "", Set.of());
            while (!PART.equals(commands.peek())) {
                session.update();
                Sighting now = sighting(run, calledAt, session);
                if (!now.isLike(before)) Parent.say(now.format());
                before = now;
                LockSupport.parkNanos(TURN_NANOS);
            }
            commands.remove();
        }
    }

    private static Sighting sighting(String run, long calledAt, Session session) {
        Phase phase = session.phase();
        boolean in = phase == Phase.PLAYING || phase == Phase.FROZEN;
        return new Sighting(
                run,
                calledAt,
                SharedClock.now(),
                phase.toString(),
                in ? session.game().id() : "",
                in ? session.view().players().stream().map(Peer::name).collect(Collectors.toSet()) : Set.of());
    }
}
