package org.gamenet.rgs.testkit;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The components of a game's state that have ever had two values, and those that were ever restored where another value
 * was held. Of the rest nobody can see whether it was restored: a new one that begins with the same value looks like
 * the old one. Any thread.
 */
final class Exercised {
    /** Of a large state a part will do: there are many packages. */
    private static final int LOOKS_PER_STATE = 400;

    private static final int SHOWN_MAX = 40;

    private final Map<String, Value> only = new TreeMap<>();
    private final Set<String> changed = new HashSet<>();
    private final Set<String> restored = new HashSet<>();
    private final Set<String> restoredAnew = new HashSet<>();
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
        look(state, this::note);
    }

    /**
     * A state that is about to be restored.
     *
     * @param held the state in whose place it comes; null if there is none that could be told
     */
    synchronized void restored(@Nullable Record held, Record state) {
        Map<String, Integer> before = held == null ? Map.of() : hashes(held);
        hashes(state).forEach((component, hash) -> {
            restored.add(component);
            if (!hash.equals(before.get(component))) restoredAnew.add(component);
        });
    }

    private Map<String, Integer> hashes(Record state) {
        Map<String, Integer> found = new HashMap<>();
        looks = LOOKS_PER_STATE;
        look(
                state,
                (component, value) -> found.merge(
                        component, Arrays.deepHashCode(new Object[] {value}), (all, one) -> all * 31 + one));
        return found;
    }

    private void look(Object value, BiConsumer<String, Object> found) {
        if (--looks < 0) return;
        Map<String, Object> parts = States.parts(value);
        if (parts == null) return;
        for (Map.Entry<String, Object> part : parts.entrySet()) {
            // Of a record in a record the components are named themselves.
            if (value instanceof Record && !(part.getValue() instanceof Record))
                found.accept(
                        names.computeIfAbsent(value.getClass(), Class::getSimpleName) + part.getKey(), part.getValue());
            look(part.getValue(), found);
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

    /** Each component that did change, but was only ever restored where the same value was held already. */
    synchronized Set<String> neverAnew() {
        Set<String> found = new TreeSet<>(restored);
        found.removeAll(restoredAnew);
        found.removeAll(only.keySet());
        return found;
    }
}
