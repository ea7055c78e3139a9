package org.gamenet.rgs.bench.order;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.gamenet.rgs.bench.process.ChildProcess;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.process.SharedClock;

/** The members of one measurement, each a process, and what they say. One thread. */
final class OrderGroup {
    private static final long PATIENCE_MILLIS = 40_000;

    private final Processes processes;
    private final OrderingSystem kind;
    private final int size;
    private final String game = "order" + System.nanoTime();
    private final Map<String, ChildProcess> alive = new LinkedHashMap<>();
    private final Map<String, String> places = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Integer> sees = new HashMap<>();
    private final Map<String, Boolean> orders = new HashMap<>();
    private final Map<String, List<String>> answers = new HashMap<>();
    private final Logs logs = new Logs();
    private long gap;
    private int next;

    OrderGroup(Processes processes, OrderingSystem kind, int size) {
        this.processes = processes;
        this.kind = kind;
        this.size = size;
    }

    /** One more, and waits until all see each other. */
    String join() throws IOException, InterruptedException {
        String name = "m" + next;
        List<String> arguments = new ArrayList<>(List.of(
                "order-member", "--peer", kind.words(), "--game", game, "--number", "" + next, "--size", "" + size));
        if (!alive.isEmpty()) {
            arguments.add("--place");
            arguments.add(places.get(alive.keySet().iterator().next()));
        }
        numbers.put(name, next++);
        ChildProcess child = processes.start(name, arguments);
        alive.put(name, child);
        SharedClock.check(child);
        await(name + " to be seen by all", () -> places.containsKey(name) && together());
        return name;
    }

    private boolean together() {
        return alive.keySet().stream().allMatch(m -> sees.getOrDefault(m, 0) == alive.size());
    }

    List<String> members() {
        return List.copyOf(alive.keySet());
    }

    int number(String member) {
        return numbers.get(member);
    }

    Logs logs() {
        return logs;
    }

    Set<Long> pids() {
        return alive.values().stream().map(ChildProcess::pid).collect(Collectors.toSet());
    }

    /** The member that orders the messages. */
    String coordinator() throws InterruptedException {
        await("somebody to give the places", () -> first() != null);
        return String.valueOf(first());
    }

    private String first() {
        return alive.keySet().stream()
                .filter(m -> orders.getOrDefault(m, false))
                .findFirst()
                .orElse(null);
    }

    void tell(String member, String command) {
        alive.get(member).tell(command);
    }

    void tellAll(String command) {
        alive.values().forEach(child -> child.tell(command));
    }

    /**
     * Waits until each of these members has given an answer of that kind, takes the answers away, and returns them by
     * member.
     */
    Map<String, List<String>> answers(String kind, List<String> from) throws InterruptedException {
        await(kind, () -> from.stream().allMatch(m -> answers.containsKey(m + " " + kind)));
        Map<String, List<String>> all = new LinkedHashMap<>();
        from.forEach(m -> all.put(m, answers.remove(m + " " + kind)));
        return all;
    }

    /** Kills it and waits until all others see that; how long they stood still, in microseconds. */
    long kill(String member) throws InterruptedException {
        listen(0);
        gap = 0;
        alive.remove(member).kill();
        orders.remove(member);
        await("the others to go on without " + member, this::together);
        pass(300);
        return gap;
    }

    /** Lets time pass, and hears what is said. */
    void pass(long millis) throws InterruptedException {
        long until = System.currentTimeMillis() + millis;
        while (System.currentTimeMillis() < until) listen(Math.min(20, millis));
    }

    private void await(String what, BooleanSupplier done) throws InterruptedException {
        long until = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (!done.getAsBoolean()) {
            if (System.currentTimeMillis() > until)
                throw new IllegalStateException("waited " + PATIENCE_MILLIS / 1_000 + " s in vain for " + what);
            listen(20);
        }
    }

    private void listen(long millis) throws InterruptedException {
        for (Processes.Heard heard = processes.hear(millis); heard != null; heard = processes.hear(0)) {
            String from = heard.from().label();
            if (!alive.containsKey(from)) continue;
            if (heard.line() == null) throw new IllegalStateException(from + " has ended");
            List<String> words = Arrays.asList(heard.line().split(" "));
            List<String> rest = words.subList(1, words.size());
            switch (words.get(0)) {
                case "place" -> places.put(from, rest.get(0));
                case "standing" -> {
                    sees.put(from, Integer.valueOf(rest.get(0)));
                    orders.put(from, Boolean.valueOf(rest.get(1)));
                }
                case "gap" -> gap = Math.max(gap, Long.parseLong(rest.get(0)));
                case "log" -> logs.add(from, rest);
                default -> answers.put(from + " " + words.get(0), rest);
            }
        }
    }
}
