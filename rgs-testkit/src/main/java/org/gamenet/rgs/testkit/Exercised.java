package org.gamenet.rgs.testkit;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which components of a game's state have ever had two values. One that never had cannot show whether it was restored:
 * a new one that begins with the same value looks like the old one. Any thread.
 */
final class Exercised {
    /** Of a large state a part will do: there are many packages. */
    private static final int LOOKS_PER_STATE = 400;

    private static final int SHOWN_MAX = 40;

    private final Map<String, Value> only = new TreeMap<>();
    private final Set<String> changed = new HashSet<>();
    private final Map<Class<?>, String> names = new HashMap<>();
    private int looks;

    /** As it was then: what a game packs up may be a map that it goes on to change. */
    private record Value(int hash, String text) {

        static Value of(Object value) {
            int hash = Arrays.deepHashCode(new Object[] {value});
            if (value instanceof Collection<?> many && !many.isEmpty())
                return new Value(hash, many.size() + " elements");
            if (value instanceof Map<?, ?> many && !many.isEmpty()) return new Value(hash, many.size() + " entries");
            String text = String.valueOf(value);
            return new Value(hash, text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "…");
        }
    }

    /** A state that was packed up. */
    synchronized void seen(Record state) {
        looks = LOOKS_PER_STATE;
        look(state);
    }

    private void look(Object value) {
        if (--looks < 0) return;
        Map<String, Object> parts = States.parts(value);
        if (parts == null) return;
        for (Map.Entry<String, Object> part : parts.entrySet()) {
            // Of a record in a record the components are named themselves.
            if (value instanceof Record && !(part.getValue() instanceof Record))
                note(names.computeIfAbsent(value.getClass(), Class::getSimpleName) + part.getKey(), part.getValue());
            look(part.getValue());
        }
    }

    private void note(String component, Object value) {
        if (changed.contains(component)) return;
        Value known = only.get(component);
        if (known == null) {
            only.put(component, Value.of(value));
        } else if (known.hash() != Arrays.deepHashCode(new Object[] {value})) {
            only.remove(component);
            changed.add(component);
        }
    }

    /** Each component that had one value throughout, and that value. */
    synchronized Map<String, String> unchanged() {
        Map<String, String> found = new TreeMap<>();
        only.forEach((component, value) -> found.put(component, value.text()));
        return found;
    }
}
