package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.directory.client.DirectoryClient;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.keys.Ed25519;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Fingerprint;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.DirectoryPort;
import org.gamenet.rgs.core.port.Keys;

/** A process that talks to a directory and waits for the answer, as tests may and sessions may not. */
record Caller(DirectoryPort port) {

    static final long PATIENCE_SECONDS = 30;

    private static final Keys KEYS = new Ed25519();
    private static final Queue<Keys.Key> DRAWN = new ConcurrentLinkedQueue<>();
    private static final Queue<DirectoryPort> HONEST = new ConcurrentLinkedQueue<>();
    private static final AtomicLong NUMBERS = new AtomicLong(1);

    DirectoryReply ask(DirectoryRequest request) {
        BlockingQueue<DirectoryReply> answers = new ArrayBlockingQueue<>(4);
        port.ask(request, answers::add);
        return next(answers);
    }

    static <T> T next(BlockingQueue<T> queue) {
        try {
            T next = queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return next == null ? fail("nothing came in " + PATIENCE_SECONDS + " s") : next;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * As sessions do: a directory that was halted for a moment makes all lines anew, and whoever had asked asks again.
     */
    <T extends DirectoryReply> T ask(DirectoryRequest request, Class<T> expected) {
        return assertInstanceOf(expected, insist(request, reply -> !(reply instanceof DirectoryReply.Unreachable)));
    }

    /** As sessions do: repeats until the directory says something definite. */
    DirectoryReply insist(DirectoryRequest request) {
        return insist(
                request,
                reply -> !(reply instanceof DirectoryReply.Unreachable)
                        && !(reply instanceof DirectoryReply.Denied denied
                                && denied.why() == DirectoryReply.Why.NOT_YET));
    }

    DirectoryReply insist(DirectoryRequest request, Predicate<DirectoryReply> enough) {
        AtomicReply last = new AtomicReply();
        until(() -> enough.test(last.keep(ask(request))), () -> request + " got " + last.reply);
        return last.reply;
    }

    private static final class AtomicReply {
        private DirectoryReply reply = new DirectoryReply.Unreachable("nobody asked");

        DirectoryReply keep(DirectoryReply next) {
            reply = next;
            return next;
        }
    }

    static void until(BooleanSupplier condition, Supplier<String> otherwise) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                fail(otherwise.get());
            }
            Thread.onSpinWait();
            Thread.yield();
        }
    }

    /** A client that proves the keys of all members that {@link #member} makes, as if they were all of this process. */
    static DirectoryClient known(DirectoryClient client) {
        HONEST.add(client);
        DRAWN.forEach(client::speaksFor);
        return client;
    }

    static Member member(String name) {
        long number = NUMBERS.getAndIncrement();
        Keys.Key key = KEYS.draw();
        DRAWN.add(key);
        HONEST.forEach(client -> client.speaksFor(key));
        return new Member(
                new MemberId(Fingerprint.of(key.publicKey()).peer(), new Incarnation(number, number * 31)),
                name,
                Kind.PLAYER,
                new Endpoint("127.0.0.1", 1024 + (int) (number % 60_000), 1023),
                number);
    }

    static GameRules rules(String name) {
        return rules(name, 1_000);
    }

    static GameRules rules(String name, long suspectAfterMillis) {
        return new GameRules(
                name,
                8,
                List.of(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER),
                suspectAfterMillis,
                30_000,
                500,
                Map.of("map", "desert"));
    }

    static DirectoryRequest.Registration registration(String name, Member founder) {
        return registration(founder, rules(name));
    }

    static DirectoryRequest.Registration registration(Member founder, GameRules rules) {
        return new DirectoryRequest.Registration(
                "teapots", "group-" + founder.id().peer(), rules, 4711, 1, founder, claimId());
    }

    static long claimId() {
        return NUMBERS.getAndIncrement() * 0x9E3779B97F4A7C15L;
    }

    static DirectoryRequest.Renew renewal(String game, Epoch epoch, Member holder, List<Member> roster) {
        return new DirectoryRequest.Renew(
                game,
                epoch,
                holder.id(),
                roster,
                Listing.of(holder.id()),
                roster.size() - 1,
                roster.size(),
                true,
                false,
                Map.of("map", "desert"),
                new DirectoryRequest.Revival("teapots", "group-" + holder.id().peer(), rules("revived"), 4711, 1));
    }

    /** The holder's own claim of the next epoch: nobody needs to support it. */
    static DirectoryRequest.Claim claim(
            String game, long expected, Member claimant, long claimId, List<MemberId> supporters) {
        return new DirectoryRequest.Claim(
                game, expected, List.of(claimant.id()), claimant.id(), Basis.REBUILD, supporters, claimId, false);
    }
}
