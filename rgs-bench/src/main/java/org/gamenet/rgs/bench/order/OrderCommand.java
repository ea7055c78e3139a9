package org.gamenet.rgs.bench.order;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.bench.options.ByteSize;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.report.Durations;
import org.gamenet.rgs.bench.report.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * How soon, how often and at what cost equals are given one order, and what happens when whoever makes it is killed.
 */
@Command(
        name = "order",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "One total order among processes on loopback: latency at 100 messages a second in all, throughput, and messages "
                        + "for a lone event; or, with --kill-coordinator, what becomes of the order. The last line is JSON. Exit "
                        + "code 1 if members disagree, or are given something twice, or a survivor's message is lost.")
public final class OrderCommand implements Callable<Integer> {
    private static final int PER_SECOND = 100;
    private static final int LONE = 60;
    private static final int LONE_PER_SECOND = 20;
    private static final int WINDOW = 128;
    private static final int FLOOD_SECONDS = 10;
    private static final int LOAD_PER_SECOND = 50;
    private static final long REST_MILLIS = 500;
    private static final long SETTLE_MILLIS = 8_000;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--peer",
            defaultValue = "rgs",
            description = "rgs, rgs-lamport or jgroups-sequencer (default: rgs)")
    private String peer = "rgs";

    @Option(names = "--members", defaultValue = "4", paramLabel = "N", description = "2 to 16 (default: 4)")
    private int members;

    @Option(
            names = "--size",
            defaultValue = "100",
            converter = ByteSize.class,
            paramLabel = "SIZE",
            description = "of a message (default: 100)")
    private int size;

    @Option(names = "--seconds", defaultValue = "10", paramLabel = "S", description = "of each part (default: 10)")
    private int seconds;

    @Option(
            names = "--warm-up",
            defaultValue = "2",
            paramLabel = "S",
            description = "of a flood before anything is measured (default: 2)")
    private int warmUp;

    @Option(
            names = "--kill-coordinator",
            defaultValue = "0",
            paramLabel = "N",
            description = "kills whoever makes the order so often, under load, instead of measuring the rest")
    private int kills;

    @Option(
            names = "--between-kills",
            defaultValue = "500",
            paramLabel = "MS",
            description =
                    "from the coming of a member, in the place of the one killed before, to the next kill: with few "
                            + "of them all members are JVMs that have just started (default: 500)")
    private int betweenKillsMillis;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (members < 2 || members > 16) throw new ParameterException(spec.commandLine(), "--members is 2 to 16");
        if (seconds < 1) throw new ParameterException(spec.commandLine(), "--seconds is 1 at least");
        if (warmUp < 1) throw new ParameterException(spec.commandLine(), "--warm-up is 1 at least");
        if (betweenKillsMillis < 100)
            throw new ParameterException(spec.commandLine(), "--between-kills is 100 at least");
        OrderingSystem kind;
        try {
            kind = OrderingSystem.of(peer);
        } catch (IllegalArgumentException unknown) {
            throw new ParameterException(spec.commandLine(), unknown.getMessage());
        }
        Json json = new Json().put("peer", kind.words()).put("members", members).put("size", size);
        try (Processes processes = new Processes()) {
            OrderGroup group = new OrderGroup(processes, kind, size);
            for (int i = 0; i < members; i++) group.join();
            boolean good = kills > 0 ? kill(group, json) : measure(group, json);
            System.out.println(json);
            return good ? 0 : 1;
        }
    }

    private boolean measure(OrderGroup group, Json json) throws InterruptedException {
        for (int passed = 0; passed < warmUp; passed += FLOOD_SECONDS)
            flood(group, Math.min(FLOOD_SECONDS, warmUp - passed)); // every process compiles what it does often
        // Nor does it count what each process tries out beside its first seconds, or what the flood has left to be
        // said.
        group.pass(Math.min(SETTLE_MILLIS, TimeUnit.SECONDS.toMillis(2L * seconds)));
        double each = loneEvent(group);
        int perMember = Math.max(1, PER_SECOND / members);
        // Members speak in equal steps: if all spoke in one moment, this would measure how long they wait for each
        // other.
        long apart = TimeUnit.SECONDS.toMicros(1) / perMember / members;
        int place = 0;
        for (String member : group.members())
            group.tell(member, "send " + perMember + " " + perMember * seconds + " " + apart * place++);
        Durations latency = new Durations();
        group.answers("latencies", group.members())
                .values()
                .forEach(all ->
                        all.forEach(micros -> latency.add(TimeUnit.MICROSECONDS.toNanos(Long.parseLong(micros)))));
        json.put("p50_ms", latency.millis(50)).put("p99_ms", latency.millis(99)).put("messages", latency.count());
        json.put("max_per_s", flood(group, seconds)).put("messages_per_event", each);
        return latency.count() == (long) perMember * seconds * members;
    }

    private static long flood(OrderGroup group, int seconds) throws InterruptedException {
        group.tellAll("flood " + TimeUnit.SECONDS.toMillis(seconds) + " " + WINDOW);
        return group.answers("flooded", group.members()).values().stream()
                .mapToLong(rate -> Long.parseLong(rate.get(0)))
                .min()
                .orElse(0);
    }

    /**
     * The number of packets sent while one member, not the one that orders, says something now and then, beyond what is
     * sent anyway.
     */
    private double loneEvent(OrderGroup group) throws InterruptedException {
        String first = group.coordinator();
        String other = group.members().stream()
                .filter(m -> !m.equals(first))
                .findFirst()
                .orElseThrow();
        int events = Math.min(LONE, LONE_PER_SECOND * seconds);
        long millis = TimeUnit.SECONDS.toMillis(events) / LONE_PER_SECOND;
        Map<String, Long> start = Segments.sent(group.pids());
        group.pass(millis);
        Map<String, Long> idle = Segments.sent(group.pids());
        group.tell(other, "send " + LONE_PER_SECOND + " " + events + " 0");
        long from = System.currentTimeMillis();
        group.answers("latencies", List.of(other));
        group.pass(millis - (System.currentTimeMillis() - from));
        return (Segments.more(idle, Segments.sent(group.pids())) - Segments.more(start, idle)) / events;
    }

    private boolean kill(OrderGroup group, Json json) throws IOException, InterruptedException {
        Durations outage = new Durations();
        group.tellAll("mark");
        group.tellAll("load " + LOAD_PER_SECOND);
        for (int i = 0; i < kills; i++) {
            group.pass(betweenKillsMillis);
            outage.add(TimeUnit.MICROSECONDS.toNanos(group.kill(group.coordinator())));
            String newcomer = group.join();
            group.tell(newcomer, "mark");
            group.tell(newcomer, "load " + LOAD_PER_SECOND);
        }
        group.pass(REST_MILLIS);
        group.tellAll("log");
        Map<String, List<String>> sent = group.answers("sent", group.members());
        group.pass(REST_MILLIS); // what the slower ones were still told
        int lost = 0;
        for (Map.Entry<String, List<String>> each : sent.entrySet())
            lost += group.logs()
                    .lost(
                            each.getKey(),
                            group.number(each.getKey()),
                            Integer.parseInt(each.getValue().get(0)));
        int differ = group.logs().differ(group.members());
        int twice = group.logs().twice(group.members());
        json.put("kills", kills)
                .put("between_kills_ms", betweenKillsMillis)
                .put("logs_differ", differ)
                .put("messages_twice", twice);
        json.put("lost_of_survivors", lost);
        outage.putInto(json, "outage");
        return differ + twice + lost == 0;
    }
}
