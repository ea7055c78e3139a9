package org.gamenet.rgs.strangers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.core.directory.line.LineFrame;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.DirectoryWire;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.keys.Ed25519;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Fingerprint;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.directory.Directory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real game and one real spare at a real directory, and a hundred that only say they are. */
@Timeout(120)
class LyingSparesTest {
    private static final int LIARS = 100;
    private static final int LINES = 4;
    private static final int ROUNDS_BEFORE = 5;
    private static final long AGAIN_MILLIS = 200;
    /** The real one is asked within 2 s; then it takes over. */
    private static final long BOUND_MILLIS = 4_000;

    record Tick(long number) {}

    @TempDir
    private Path folder;

    /** Some of the hundred, on one line; a thread that repeats their offers, and one that agrees to whatever comes. */
    private static final class Liars implements AutoCloseable {
        private final Stranger line;
        private final List<MemberId> names = new ArrayList<>();
        private final GameEntry game;
        private final Queue<String> told;
        private final List<Thread> threads = new ArrayList<>();
        private final Map<Long, MemberId> agreed = new ConcurrentHashMap<>();
        private final Queue<MemberId> agreements;
        private volatile int rounds;
        private volatile boolean over;

        Liars(int port, GameEntry game, Queue<String> told, Queue<MemberId> agreements) throws IOException {
            line = new Stranger("127.0.0.7", port);
            this.game = game;
            this.told = told;
            this.agreements = agreements;
            for (int i = 0; i < LIARS / LINES; i++) {
                var key = new Ed25519().draw();
                line.prove(key);
                names.add(new MemberId(Fingerprint.of(key.publicKey()).peer(), new Incarnation(1, i + 1)));
            }
            threads.add(new Thread(this::offer, "liars-offer"));
            threads.add(new Thread(this::agree, "liars-agree"));
            threads.forEach(Thread::start);
        }

        private void offer() {
            try {
                for (int i = 0; !over; i++) {
                    line.send(new DirectoryRequest.StandBy(
                            game.kind(),
                            game.schema(),
                            game.version(),
                            names.get(i % names.size()),
                            "liar",
                            new Endpoint("127.0.0.7", 20_000 + i % names.size(), 30_000)));
                    if ((i + 1) % names.size() != 0) continue;
                    rounds++;
                    TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
                }
            } catch (IOException | InterruptedException ended) {
                over = true;
            }
        }

        private void agree() {
            try {
                while (!over) heard(line.next());
            } catch (IOException ended) {
                over = true;
            }
        }

        private void heard(LineFrame frame) throws IOException {
            if (frame.kind() == LineFrame.Kind.PUSH
                    && DirectoryWire.decodePush(frame.body()) instanceof DirectoryPush.Offer offer) {
                if (!offer.game().endpoints().isEmpty()) told.add("the offer to " + offer.spare());
                agreed.put(
                        line.send(new DirectoryRequest.AnswerOffer(offer.offer(), offer.spare(), true, "")),
                        offer.spare());
                agreements.add(offer.spare());
            } else if (frame.kind() == LineFrame.Kind.REPLY
                    && DirectoryWire.decodeReply(frame.body()) instanceof DirectoryReply.Refused refused) {
                if (!agreed.containsKey(frame.requestId())) told.add("refused: " + refused.detail());
            }
        }

        @Override
        public void close() throws Exception {
            over = true;
            line.close();
            for (Thread each : threads) each.join();
        }
    }

    @Test
    @Tag("S17")
    @DisplayName("K4 a hundred spares that agree to every offer and do nothing: a game whose server goes is served by "
            + "the one that means it, and nobody is told where its players are before it agreed")
    void agreeInVain() throws Exception {
        Queue<String> faults = new ConcurrentLinkedQueue<>();
        Queue<MemberId> agreements = new ConcurrentLinkedQueue<>();
        List<Liars> liars = new ArrayList<>();
        try (Directory directory = Directory.start(0, folder);
                Rgs one = rgs(directory, "ann");
                Rgs two = rgs(directory, "bob");
                Rgs three = rgs(directory, "cat");
                Rgs spare = rgs(directory, "")) {
            GameSpec spec = GameSpec.clientServer("liars", 8).failover(Failover.SPARE_SERVER);
            Session ann = one.register(spec);
            await(ann);
            Session bob = two.join(ann.game());
            Session cat = three.join(ann.game());
            await(ann, bob, cat);
            until(() -> !rehearses(), ann, bob, cat);
            GameEntry game = entry(directory, ann.game().id());
            for (int i = 0; i < LINES; i++) liars.add(new Liars(directory.port(), game, faults, agreements));
            until(() -> haveOffered(liars, 1), ann, bob, cat);
            Session honest = spare.standBy();
            until(() -> haveOffered(liars, ROUNDS_BEFORE), ann, bob, cat, honest);
            long from = System.nanoTime();
            one.close();
            until(() -> bob.view().epoch() > 1 && cat.view().epoch() > 1 && playing(bob, cat), bob, cat, honest);
            long millis = (System.nanoTime() - from) / 1_000_000;
            System.out.println("served after " + millis + " ms; " + agreements.size() + " liars agreed");
            assertTrue(honest.isServer());
            assertTrue(agreements.size() > 0, "no liar was asked: nothing is shown");
            assertTrue(millis < BOUND_MILLIS, "served after " + millis + " ms");
            assertEquals(List.of(), List.copyOf(faults));
        } finally {
            for (Liars each : liars) each.close();
        }
    }

    private static boolean haveOffered(List<Liars> liars, int times) {
        return liars.stream().allMatch(each -> each.rounds >= times);
    }

    /** A spare is asked last until its process has rehearsed a recovery, some seconds after it began. */
    private static boolean rehearses() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(each -> each.getName().equals("rgs-warm-up"));
    }

    private static GameEntry entry(Directory directory, String game) throws IOException {
        try (Stranger curious = new Stranger("127.0.0.7", directory.port())) {
            curious.speak();
            return assertInstanceOf(DirectoryReply.Found.class, curious.ask(new DirectoryRequest.Lookup(game)))
                    .game();
        }
    }

    private static Rgs rgs(Directory directory, String player) {
        Rgs.Builder builder = Rgs.game("liars")
                .directory("127.0.0.1:" + directory.port())
                .bind("127.0.0.1:0")
                .records(Tick.class);
        return (player.isEmpty() ? builder : builder.player(player)).start();
    }

    private interface Condition {
        boolean holds();
    }

    private static boolean playing(Session... all) {
        return Arrays.stream(all).allMatch(each -> each.phase() == Session.Phase.PLAYING);
    }

    private static void await(Session... all) throws InterruptedException {
        until(() -> playing(all), all);
    }

    private static void until(Condition condition, Session... all) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.holds()) {
            assertTrue(System.nanoTime() < until, "waited in vain");
            for (Session each : all) each.update();
            Thread.sleep(5);
        }
    }
}
