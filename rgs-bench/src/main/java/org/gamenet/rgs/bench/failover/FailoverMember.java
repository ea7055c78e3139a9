package org.gamenet.rgs.bench.failover;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.bench.process.Parent;

/** One member of the game with a game loop of its own, as any game has. Its notes are printed at once. */
final class FailoverMember {
    private final String name;
    private final Part part;
    private final Way way;
    private final FailoverRules rules;
    private final AtomicInteger tallies = new AtomicInteger();
    private final AtomicInteger gaps = new AtomicInteger();
    private final AtomicReference<String> handedTo = new AtomicReference<>("");
    private volatile boolean gives = true;

    /**
     * The way into the game.
     *
     * @param token of the seat to come back to; empty for a new one
     */
    record Way(String directory, String game, String token) {}

    FailoverMember(String name, Part part, Way way, FailoverRules rules) {
        this.name = name;
        this.part = part;
        this.way = way;
        this.rules = rules;
    }

    void cease() {
        gives = false;
    }

    void askForTally() {
        tallies.incrementAndGet();
    }

    void askForGap() {
        gaps.incrementAndGet();
    }

    /** @param peer id of the player to whom the game is to be handed over */
    void askForHandover(String peer) {
        handedTo.set(peer);
    }

    void start() {
        new Thread(
                        () -> {
                            try {
                                run();
                            } catch (Throwable fault) {
                                fault.printStackTrace();
                                Runtime.getRuntime().halt(1);
                            }
                        },
                        name)
                .start();
    }

    private void run() {
        Rgs.Builder setUp =
                Rgs.game("bench").directory(way.directory()).bind("127.0.0.1:0").records(Coin.class, Chest.class);
        if (part.plays()) setUp.player(name);
        if (part == Part.guest) setUp.neverServe();
        try (Rgs rgs = setUp.start()) {
            switch (part) {
                case server, founder -> play(rgs.register(rules.spec(way.game())));
                case guest -> play(rgs.join(Query.any()));
                case player ->
                    play(way.token().isEmpty() ? rgs.hostOrJoin(rules.spec(way.game())) : rgs.join(way.token()));
                case spare -> {}
            }
            while (!part.plays()) play(rgs.standBy()); // a deposed server may be of use again
        }
    }

    private void play(Session session) {
        Game played = new Game(session, rules, note -> Parent.say(new NoteLine(name, note).format()));
        long frame = TimeUnit.MILLISECONDS.toNanos(rules.frameMillis());
        while (session.update()) {
            played.turn(gives && part.plays());
            String to = handedTo.getAndSet("");
            if (!to.isEmpty()) played.handOver(to);
            // A message that was sent outside of update leaves with the next one.
            if (rules.synchronous()) session.update();
            for (; tallies.get() > 0; tallies.decrementAndGet()) played.tally();
            for (; gaps.get() > 0; gaps.decrementAndGet()) played.gap();
            LockSupport.parkNanos(frame);
        }
        if (tallies.get() > 0) played.tally();
    }
}
