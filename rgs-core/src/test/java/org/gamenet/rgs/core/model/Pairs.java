package org.gamenet.rgs.core.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.StateTable;
import org.gamenet.rgs.core.reconfiguration.Tables;
import org.gamenet.rgs.core.reconfiguration.Timer;

/**
 * Every state with every event, as the types say, and those that the search does not bring together:
 * {@code model/unmet.txt}.
 */
final class Pairs {
    private Pairs() {}

    static Set<String> all() {
        Set<String> all = new TreeSet<>();
        Map<String, StateTable<?>> tables =
                Tables.all().stream().collect(Collectors.toMap(StateTable::name, table -> table));
        for (String state : states()) {
            for (String event : events()) all.add(state + " <- " + event);
            for (Timer timer : Timer.values())
                if (!tables.get(state).runs(timer)) all.remove(state + " <- " + timer.name());
        }
        for (String state : Set.of("active", "pending", "released", "ended"))
            for (String request : Set.of("Claim", "Activate", "Release", "TellEnd", "AskGameStatus"))
                all.add("Ledger " + state + " <- " + request);
        return all;
    }

    static Set<String> states() {
        Set<String> names = new TreeSet<>();
        leaves(MemberState.class, names);
        return names;
    }

    static Set<String> events() {
        Set<String> names = new TreeSet<>();
        leaves(Event.class, names);
        names.remove("Heard");
        names.remove("TimerFired");
        leaves(Message.class, names);
        for (Timer timer : Timer.values()) names.add(timer.name());
        return names;
    }

    private static void leaves(Class<?> type, Set<String> names) {
        if (!type.isSealed()) names.add(type.getSimpleName());
        else for (Class<?> kind : type.getPermittedSubclasses()) leaves(kind, names);
    }

    /** Each with the reason. A line says: reason, bar, states, arrow, events. */
    static Map<String, String> unmet() {
        Map<String, String> reasons = new TreeMap<>();
        try (var in = Pairs.class.getResourceAsStream("/model/unmet.txt")) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.isBlank() || line.startsWith("#")) continue;
                int bar = line.indexOf(" | ");
                int arrow = line.indexOf(" <- ");
                for (String state : line.substring(bar + 3, arrow).split(" "))
                    for (String event : line.substring(arrow + 4).split(" "))
                        reasons.put(state + " <- " + event, line.substring(0, bar));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return reasons;
    }
}
