package org.gamenet.rgs.core.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.reconfiguration.Timer;

/**
 * States and events that a search has seen, each with each: also those that never met. The results stand in
 * {@code model/totality.txt}.
 */
final class Totality {
    private static final int STATES = 60;
    private static final int EVENTS = 12;

    private final Map<String, List<MemberState>> states = new LinkedHashMap<>();
    private final Map<String, List<Event>> events = new LinkedHashMap<>();

    Totality() {
        for (Hunt.Ground ground : Hunt.grounds()) collect(ground.bounds());
        collect(Bounds.of(1, 0).newcomers(1).withSlowCallbacks());
        // No world has the views of a group.
        for (boolean does : new boolean[] {true, false})
            keep(events, "Coordinates", new Event.Coordinates(does), EVENTS);
        // Nor round trips.
        for (int peer = 1; peer <= 3; peer++) {
            MemberId one = new MemberId(peer, new Incarnation(1, 16L * peer));
            keep(events, "PlacesTold", new Event.PlacesTold(one, List.of(one)), EVENTS);
        }
        // No world has an order by permission.
        for (int peer = 1; peer <= 3; peer++) {
            MemberId one = new MemberId(peer, new Incarnation(1, 16L * peer));
            Epoch epoch = new Epoch(1, 1);
            Message.OrderRequest order = new Message.OrderRequest(1, 5, 1, Payload.EMPTY);
            keep(events, "OrderAsked", new Event.OrderAsked(order), EVENTS);
            keep(events, "PERMIT", new Event.TimerFired(Timer.PERMIT), EVENTS);
            for (Message said : List.of(
                    new Message.Wish(epoch, peer),
                    new Message.Permit(epoch, peer, 0),
                    new Message.Shown(epoch, List.of()),
                    new Message.ShownWanted(new Position(epoch, 0)),
                    new Message.Unanswered(epoch, peer, List.of(one)),
                    new Message.Sought(epoch, one, peer)))
                keep(events, said.getClass().getSimpleName(), new Event.Heard(one, said), EVENTS);
        }
        // In the worlds that are looked at here no backup confirms the last copy so soon.
        Position stopped = new Position(new Epoch(2, 1), 0);
        for (int peer = 1; peer <= 3; peer++)
            keep(
                    events,
                    "HandoverReady",
                    new Event.HandoverReady(
                            new MemberId(peer, new Incarnation(1, 16L * peer)),
                            Known.packed(Payload.EMPTY, stopped.epoch(), 0, stopped)),
                    EVENTS);
    }

    Set<String> states() {
        return new TreeSet<>(states.keySet());
    }

    Set<String> events() {
        return new TreeSet<>(events.keySet());
    }

    /** Of each state some examples. */
    List<MemberState> examples() {
        return states.values().stream().flatMap(List::stream).toList();
    }

    /** Of each message some examples, as they were said. */
    List<Event.Heard> messages() {
        return events.values().stream()
                .flatMap(List::stream)
                .filter(Event.Heard.class::isInstance)
                .map(Event.Heard.class::cast)
                .toList();
    }

    private void collect(Bounds bounds) {
        World world = new World(bounds);
        try (Search search = new Search(world, 3_000)) {
            search.restingEvery(0).deep(7).run();
        }
        Map<String, Integer> here = new HashMap<>();
        for (int i = 0; i < world.actors.size(); i++) {
            MemberState state = world.actors.get(i).state();
            if (here.merge(state.name(), 1, Integer::sum) % 7 == 1) keep(states, state.name(), state, STATES);
        }
        for (int i = 0; i < world.events.size(); i++) {
            Event event = world.events.get(i);
            String kind = Reactions.label(event);
            if (here.merge("<- " + kind, 1, Integer::sum) % 3 == 1) keep(events, kind, event, EVENTS);
        }
    }

    private static <T> void keep(Map<String, List<T>> all, String kind, T one, int most) {
        List<T> some = all.computeIfAbsent(kind, k -> new ArrayList<>());
        if (some.size() < most) some.add(one);
    }

    /** By pair: what came of it, and how often. */
    Map<String, Map<String, Integer>> met() {
        Map<String, Map<String, Integer>> met = new TreeMap<>();
        states.forEach((name, some) -> events.forEach((kind, few) -> {
            Map<String, Integer> outcomes = met.computeIfAbsent(name + " <- " + kind, k -> new TreeMap<>());
            for (MemberState state : some)
                for (Event event : few) outcomes.merge(outcome(state, event), 1, Integer::sum);
        }));
        return met;
    }

    /** Begins with {@code wrong} if it breaks S20 or throws. */
    private static String outcome(MemberState state, Event event) {
        try {
            Step step = state.on(event);
            Epoch before = state.promise();
            Epoch after = step.state().promise();
            boolean spare =
                    Set.of("StandingBy", "SpareClaiming").contains(step.state().name());
            if (!spare && !after.equals(before) && !after.isAfter(before))
                return "wrong: promise " + before + " back to " + after;
            String next = step.state().equals(state) ? "the same" : step.state().name();
            return next + " / " + Reactions.does(step);
        } catch (RuntimeException | AssertionError thrown) {
            return "wrong: throws "
                    + thrown.toString().lines().findFirst().orElse("").replaceAll("[0-9a-f]*[0-9][0-9a-f/.-]*", "#");
        }
    }

    static String text(Map<String, Map<String, Integer>> met) {
        StringBuilder text = new StringBuilder(
                "# What comes of any event in any state: how often, the next state, and what is done. -Drgs.rewrite writes it anew.\n");
        met.forEach((pair, outcomes) -> outcomes.forEach((outcome, times) -> text.append(pair)
                .append(" -> ")
                .append(times)
                .append(" x ")
                .append(outcome)
                .append('\n')));
        return text.toString();
    }

    /** The differences from what is kept. */
    static Optional<String> differ(Map<String, Map<String, Integer>> met) {
        Set<String> kept = new LinkedHashSet<>(kept().lines().toList());
        Set<String> now = new LinkedHashSet<>(text(met).lines().toList());
        List<String> wrong = new ArrayList<>();
        for (String line : now) if (!kept.contains(line)) wrong.add("new: " + line);
        for (String line : kept) if (!now.contains(line)) wrong.add("not seen any more: " + line);
        return wrong.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", wrong));
    }

    private static String kept() {
        try (var in = Totality.class.getResourceAsStream("/model/totality.txt")) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
