package org.gamenet.rgs.bench.relay;

import java.lang.management.ManagementFactory;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.bench.process.Parent;
import org.gamenet.rgs.bench.report.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The common part of the server's process and the players': they are told what to do, a line at a time, and answer
 * each.
 */
abstract class RelayEnd {
    /** Opens the answer to {@code mark}. */
    static final String MARK = "mark ";
    /** The answer to whatever asks for nothing. */
    static final String DONE = "done";
    /** Opens the answer to {@code tell}: JSON. */
    static final String TOLD = "told ";
    /** Opens the server's address, its first word. */
    static final String AT = "at ";

    private static final double MEGA = 1024 * 1024;

    @Mixin
    private RelayRules rules = new RelayRules();

    @Option(names = "--peer", required = true)
    private Peers peer = Peers.rgs;

    @Option(names = "--directory", defaultValue = "")
    private String directory = "";

    @Option(names = "--game", required = true)
    private String game = "";

    @Option(names = "--delivery", required = true)
    private Delivery delivery = Delivery.RELIABLE_ORDERED;

    private final BlockingQueue<String> commands = new LinkedBlockingQueue<>();
    private int othersThreads;
    private @Nullable Profiler profiler;

    RelayRules rules() {
        return rules;
    }

    Relay relay() {
        return peer.relay(new Setting(directory, game, rules.players(), delivery));
    }

    /** Hears the parent from now on; what threads there are now are not the peer's. */
    Allocations begin() {
        Parent.listen(commands::add);
        Allocations allocations = new Allocations();
        othersThreads = threads();
        return allocations;
    }

    /** Some more are the benchmark's own. */
    void ownThreads(int more) {
        othersThreads += more;
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    /** Does what it is told until the parent ends it. */
    void obey(Allocations allocations, LongSupplier messages) throws Exception {
        while (true) {
            String[] words = commands.take().split(" ");
            Parent.say(
                    switch (words[0]) {
                        case "mark" -> MARK + mark(allocations, messages).line();
                        case "profile" -> profile();
                        case "profiled" -> TOLD + profiled();
                        default -> obey(words);
                    });
        }
    }

    /** The rest of the commands; the answer is {@link #DONE} or {@link #TOLD} with more. */
    abstract String obey(String[] words) throws Exception;

    private Mark mark(Allocations allocations, LongSupplier messages) {
        return new Mark(
                Meters.cpuSeconds(),
                Meters.writtenBytes(),
                allocations.bytes(),
                Meters.wakeUps(),
                threads() - othersThreads,
                messages.getAsLong());
    }

    private String profile() throws Exception {
        profiler = new Profiler();
        return DONE;
    }

    private Json profiled() throws Exception {
        Profiler running = profiler;
        if (running == null) throw new IllegalStateException("profiled comes after profile");
        return running.finish();
    }

    /** Heap in use after a collection. */
    static double heapMega() {
        return Meters.usedAfterCollection() / MEGA;
    }
}
