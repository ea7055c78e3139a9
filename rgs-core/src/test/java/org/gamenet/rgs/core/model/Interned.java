package org.gamenet.rgs.core.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Values by number and numbers by value: so that a whole world is a handful of ints. */
final class Interned<T> {
    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<T> values = new ArrayList<>();

    int of(T value) {
        Integer known = numbers.get(value);
        if (known != null) return known;
        numbers.put(value, values.size());
        values.add(value);
        return values.size() - 1;
    }

    T get(int number) {
        return values.get(number);
    }

    int size() {
        return values.size();
    }
}
