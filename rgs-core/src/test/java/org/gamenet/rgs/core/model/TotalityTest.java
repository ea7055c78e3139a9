package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** States and messages that a search has seen, each with each: also those that never met. */
class TotalityTest {

    private static final int STATES = 60;
    private static final int EVENTS = 12;

    @Test
    @DisplayName("S20 whatever is heard in whatever state, nothing is thrown, and no promise goes back")
    void takesAnything() {
        Map<String, List<MemberState>> states = new LinkedHashMap<>();
        Map<String, List<Event>> events = new LinkedHashMap<>();
        for (Hunt.Ground ground : Hunt.grounds()) collect(ground.bounds(), states, events);
        collect(Bounds.of(1, 0).newcomers(1).withSlowCallbacks(), states, events);
        assertEquals(Pairs.states(), new TreeSet<>(states.keySet()), "a state of which there is no example");
        assertEquals(Pairs.events(), new TreeSet<>(events.keySet()), "an event of which there is no example");
        Set<String> wrong = new TreeSet<>();
        int tried = 0;
        for (List<MemberState> some : states.values())
            for (MemberState state : some)
                for (List<Event> kind : events.values())
                    for (Event event : kind) {
                        tried++;
                        check(state, event, wrong);
                    }
        assertEquals(Set.of(), wrong);
        assertTrue(tried > 50_000, "only " + tried);
    }

    private static void check(MemberState state, Event event, Set<String> wrong) {
        String what = state.name() + " <- " + Reactions.label(event);
        try {
            Step step = state.on(event);
            Epoch before = state.promise();
            Epoch after = step.state().promise();
            boolean spare = Set.of("Standing", "SpareClaiming").contains(step.state().name());
            if (!spare && !after.equals(before) && !after.isAfter(before)) wrong.add(what + " promise " + before + " back to " + after);
        } catch (RuntimeException | AssertionError thrown) {
            wrong.add(what + " throws " + thrown.toString().lines().findFirst().orElse("").replaceAll("[0-9a-f]*[0-9][0-9a-f/.-]*", "#"));
        }
    }

    private static void collect(Bounds bounds, Map<String, List<MemberState>> states, Map<String, List<Event>> events) {
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
}
