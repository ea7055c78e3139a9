package org.gamenet.rgs.bench.split;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.bench.process.Parent;
import org.gamenet.rgs.bench.process.SharedClock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * One of equals, on a host of its own, without a directory. Told on standard input what to do, and asked for figures;
 * times are of the shared clock.
 */
@Command(name = "split-member", hidden = true, description = "a process of the benchmark's own")
public final class SplitMember implements Callable<Integer>, StateHandler<Book> {
    static final String READY = "ready";
    static final String STANDING = "standing";
    static final String GO = "go";
    static final String QUIET = "quiet";
    static final String MARK = "mark";
    static final String GIVEN = "given";
    static final String GAP = "gap";
    static final String COUNT = "count";
    static final String END = "end";
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long SAY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    @Option(names = "--host", required = true)
    private String host = "";

    @Option(names = "--number", required = true)
    private int number;

    @Option(names = "--game", required = true)
    private String game = "";

    @Option(names = "--arbiter", defaultValue = "by-size")
    private SplitPlan.Rule arbiter = SplitPlan.Rule.BY_SIZE;

    private final Queue<String> told = new ConcurrentLinkedQueue<>();
    private final Chronicle chronicle = new Chronicle();
    private boolean says;
    private int said;
    private long nextAt;

    @Override
    public Integer call() {
        Parent.listen(told::add);
        Parent.say(READY);
        try (Rgs rgs = Rgs.game("split")
                        .player("p" + number)
                        .bind(host + ":0")
                        .records(Book.class, Book.Said.class)
                        .start();
                Session session = rgs.hostOrJoin(arbiter.in(GameSpec.peerToPeer(game, 16)))) {
            session.on(Book.Said.class, (from, message) -> heard(message))
                    .on(Frozen.class, (about, e) -> happened("frozen"))
                    .on(Resumed.class, (about, e) -> happened("resumed"))
                    .on(Closed.class, (about, e) -> happened("closed " + e.why() + ": " + e.detail()))
                    .state(Book.class, this);
            String before = "";
            for (boolean ended = false; !ended; LockSupport.parkNanos(TURN_NANOS)) {
                session.update();
                String now = standing(session);
                if (!now.equals(before)) Parent.say(now);
                before = now;
                for (String line = told.poll(); line != null; line = told.poll()) ended |= obey(line);
                say(session);
            }
        }
        return 0;
    }

    private void happened(String what) {
        chronicle.happened(what, SharedClock.now());
        System.err.println(SharedClock.now() + " " + what);
    }

    private void heard(Book.Said message) {
        chronicle.heard(message, SharedClock.now());
    }

    private static String standing(Session session) {
        return STANDING + " " + session.phase() + " " + session.isServer() + " "
                + session.view().epoch() + " " + session.view().players().size();
    }

    private boolean obey(String line) {
        String[] words = line.split(" ");
        switch (words[0]) {
            case GO -> says = true;
            case QUIET -> says = false;
            case MARK -> chronicle.mark(SharedClock.now());
            case GIVEN ->
                Parent.say(GIVEN + " " + chronicle.givenWithin(Long.parseLong(words[1]), Long.parseLong(words[2])));
            case GAP ->
                Parent.say(GAP + " " + chronicle.longestGap(Long.parseLong(words[1]), Long.parseLong(words[2])));
            case COUNT -> Parent.say(COUNT + " " + chronicle.book().entries().length);
            case END -> {
                Parent.say(END + " " + chronicle.changedSides() + " " + chronicle.wasTold() + " " + said + " "
                        + chronicle.format());
                return true;
            }
            default -> throw new IllegalArgumentException("unknown to a member: " + line);
        }
        return false;
    }

    private void say(Session session) {
        long now = SharedClock.now();
        boolean may = says && session.phase() != Phase.WAITING && session.phase() != Phase.CLOSED;
        if (!may || now < nextAt) return;
        nextAt = Math.max(nextAt + SAY_NANOS, now);
        try {
            session.send(new Book.Said(number, said + 1), Delivery.TOTAL_ORDER);
            said++;
        } catch (RgsException full) {
            nextAt = now + SAY_NANOS;
        }
    }

    @Override
    public Book packageState() {
        return chronicle.book();
    }

    @Override
    public void restoreState(List<StatePackage<Book>> packages) {
        chronicle.restore(packages.get(0).state(), SharedClock.now());
        System.err.println(SharedClock.now() + " restored");
    }
}
