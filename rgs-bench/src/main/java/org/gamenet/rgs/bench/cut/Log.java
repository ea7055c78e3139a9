package org.gamenet.rgs.bench.cut;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The ordered messages of which a player's game consists at the end: those that it heard, and those of the state that
 * it was given when it was let in. A message that it heard in a history that others did not go on from is void by then,
 * and so is its order.
 */
final class Log {
    private record Message(String by, long number, long at) {
        String id() {
            return by + "#" + number;
        }
    }

    private final List<Message> order = new ArrayList<>();
    private final Set<String> all = new HashSet<>();
    private Map<String, Long> given = Map.of();
    private boolean exact = true;
    private int twice;

    Log(History player) {
        List<Place> shown = List.of();
        for (History.Line line : player.lines()) {
            switch (line.kind()) {
                case "shown" -> shown = History.path(line.word(0));
                case "turn" -> hear(new Message(line.word(0), line.number(1), line.at()));
                case "reloaded" -> reload(line, shown);
                default -> {}
            }
        }
    }

    private void hear(Message message) {
        if (has(message.by(), message.number())) twice++;
        else order.add(message);
        all.add(message.id());
    }

    private void reload(History.Line line, List<Place> shown) {
        exact = Boolean.parseBoolean(line.word(1));
        given = Standing.numbers(line.word(2));
        long gone = shown.isEmpty()
                ? 0
                : Ages.gone(shown, History.path(line.word(0)), shown.get(0).made());
        long until = gone == 0 ? line.at() : shown.get(shown.size() - 1).made() - gone;
        order.removeIf(each -> each.at() > until || each.number() > given.getOrDefault(each.by(), 0L));
        all.clear();
        order.forEach(each -> all.add(each.id()));
    }

    boolean has(String by, long number) {
        return number <= given.getOrDefault(by, 0L) || all.contains(by + "#" + number);
    }

    /** Whether what it lacks is really lacking; a spare that let it in knew no better. */
    boolean exact() {
        return exact;
    }

    /** How many it heard that were in its game already. */
    int twice() {
        return twice;
    }

    /** Whether what both heard came in one order. */
    boolean agrees(Log other) {
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < other.order.size(); i++)
            places.put(other.order.get(i).id(), i);
        int before = -1;
        for (Message each : order) {
            Integer place = places.get(each.id());
            if (place == null) continue;
            if (place < before) return false;
            before = place;
        }
        return true;
    }
}
