package org.gamenet.rgs.bench.cut;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The ordered messages of which a player's game consists at the end: those that it heard, but for what a state that it was given does
 * not contain, and those that this state contains.
 */
final class Log {
    private record Message(String by, long number) { }

    private final List<Message> order = new ArrayList<>();
    private final Set<Message> all = new HashSet<>();
    private Map<String, Long> given = Map.of();
    private boolean exact = true;
    private int twice;

    Log(History player) {
        for (History.Line line : player.lines()) {
            if (line.kind().equals("turn")) hear(new Message(line.word(0), line.number(1)));
            if (line.kind().equals("reloaded")) reload(Boolean.parseBoolean(line.word(1)), Standing.numbers(line.word(2)));
        }
    }

    private void hear(Message message) {
        if (has(message.by(), message.number())) twice++;
        else order.add(message);
        all.add(message);
    }

    private void reload(boolean told, Map<String, Long> state) {
        given = state;
        exact = told;
        order.removeIf(each -> each.number() > state.getOrDefault(each.by(), 0L));
        all.retainAll(new HashSet<>(order));
    }

    boolean has(String by, long number) { return number <= given.getOrDefault(by, 0L) || all.contains(new Message(by, number)); }

    /** Whether what it lacks is really lacking; a spare that let it in knew no better. */
    boolean exact() { return exact; }

    /** How many it heard that were in its game already. */
    int twice() { return twice; }

    /** Whether what both heard came in one order. */
    boolean agrees(Log other) {
        Map<Message, Integer> places = new HashMap<>();
        for (int i = 0; i < other.order.size(); i++) places.put(other.order.get(i), i);
        int before = -1;
        for (Message each : order) {
            Integer place = places.get(each);
            if (place == null) continue;
            if (place < before) return false;
            before = place;
        }
        return true;
    }
}
