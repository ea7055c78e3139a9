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
final class TurnLog {
    private record Message(String by, long number, long at) {
        String id() {
            return by + "#" + number;
        }
    }

    private final List<Message> order = new ArrayList<>();
    private final Set<String> all = new HashSet<>();
    /** In the state with which it was let in. */
    private Map<String, Long> given = Map.of();
    /** In the state from which it went on as the server: what came later is told again. */
    private Map<String, Long> base = Map.of();

    private int twice;

    TurnLog(CutHistory player) {
        List<HistoryPlace> shown = List.of();
        for (CutHistory.DiaryLine line : player.lines()) {
            switch (line.kind()) {
                case "shown" -> shown = CutHistory.path(line.word(0));
                case "turn" -> hear(new Message(line.word(0), line.number(1), line.at()));
                case "reloaded" -> reload(line, shown);
                case "base" -> goOnFrom(CutReport.numbers(line.word(1)));
                default -> {}
            }
        }
    }

    private void hear(Message message) {
        if (isIn(given, message.by(), message.number()) || all.contains(message.id())) twice++;
        else order.add(message);
        all.add(message.id());
    }

    /** A state may contain what another player had heard and this one had not: that is heard here all the same. */
    private void goOnFrom(Map<String, Long> state) {
        base = state;
        order.removeIf(each -> !isIn(base, each.by(), each.number()));
        remember();
    }

    private void reload(CutHistory.DiaryLine line, List<HistoryPlace> shown) {
        given = CutReport.numbers(line.word(1));
        base = Map.of();
        long gone = shown.isEmpty()
                ? 0
                : Ages.gone(shown, CutHistory.path(line.word(0)), shown.get(0).made());
        long until = gone == 0 ? line.at() : shown.get(shown.size() - 1).made() - gone;
        order.removeIf(each -> each.at() > until || !isIn(given, each.by(), each.number()));
        remember();
    }

    private void remember() {
        all.clear();
        order.forEach(each -> all.add(each.id()));
    }

    private static boolean isIn(Map<String, Long> state, String by, long number) {
        return number <= state.getOrDefault(by, 0L);
    }

    boolean has(String by, long number) {
        return isIn(given, by, number) || isIn(base, by, number) || all.contains(by + "#" + number);
    }

    /** How many it heard that were in its game already. */
    int twice() {
        return twice;
    }

    /** Whether what both heard came in one order. */
    boolean agrees(TurnLog other) {
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
