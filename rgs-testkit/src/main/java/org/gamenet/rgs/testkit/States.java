package org.gamenet.rgs.testkit;

import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.Peer;
import org.jspecify.annotations.Nullable;

/** Looks into the records of a game's state: where two differ, and where one speaks of somebody. */
final class States {
    private static final int SHOWN_MAX = 160;

    private States() {}

    /** The path with {@code [*]} for whatever stands in brackets. */
    static String pattern(String path) {
        return path.replaceAll("\\[[^\\]]*\\]", "[*]");
    }

    private static boolean isNamed(String path, Set<String> patterns) {
        return !patterns.isEmpty() && patterns.contains(pattern(path));
    }

    /** Where a state is held, in words. */
    record Place(String name, Object state) {}

    /**
     * The first component in which they differ, as a path and both values; empty if they are equal.
     *
     * @param ignored paths of components that may differ, with {@code [*]} for whatever stands in brackets
     */
    static String difference(Place one, Place other, Set<String> ignored) {
        return new Comparison(one.name, other.name, ignored)
                .difference(one.state.getClass().getSimpleName(), one.state, other.state);
    }

    private record Comparison(String here, String there, Set<String> ignored) {

        String difference(String path, @Nullable Object mine, @Nullable Object other) {
            if (Objects.equals(mine, other) || isNamed(path, ignored)) return "";
            Map<String, Object> parts = parts(mine);
            Map<String, Object> others = parts(other);
            if (parts == null || others == null || mine instanceof Record && mine.getClass() != other.getClass())
                return says(path, mine, other);
            Set<String> names = new LinkedHashSet<>(parts.keySet());
            names.addAll(others.keySet());
            for (String name : names) {
                if (!parts.containsKey(name) || !others.containsKey(name))
                    return says(path + name, parts.get(name), others.get(name));
                String inside = difference(path + name, parts.get(name), others.get(name));
                if (!inside.isEmpty()) return inside;
            }
            return "";
        }

        private String says(String path, @Nullable Object mine, @Nullable Object other) {
            return path + " is " + shown(mine) + " at " + here + " and " + shown(other) + " at " + there;
        }

        private static String shown(@Nullable Object value) {
            String text = value == null ? "missing" : value.toString();
            return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "…";
        }
    }

    /**
     * Where the state names this peer, or the id of it; empty if it does not.
     *
     * @param kept paths of components that may, with {@code [*]} for whatever stands in brackets
     */
    static String mention(Object state, Peer peer, Set<String> kept) {
        return mention(state.getClass().getSimpleName(), state, peer, kept);
    }

    private static String mention(String path, @Nullable Object value, Peer peer, Set<String> kept) {
        if (isNamed(path, kept)) return "";
        if (peer.equals(value) || value instanceof Long id && id == peer.id()) return path;
        if (value instanceof Map<?, ?> map) {
            for (Object key : map.keySet()) {
                if (isNamed(path + "[*]", kept)) break;
                if (!mention(path, key, peer, kept).isEmpty()) return path + "[" + peer + "]";
            }
        }
        Map<String, Object> parts = parts(value);
        if (parts == null) return "";
        for (Map.Entry<String, Object> part : parts.entrySet()) {
            String inside = mention(path + part.getKey(), part.getValue(), peer, kept);
            if (!inside.isEmpty()) return inside;
        }
        return "";
    }

    /** Its parts, by name; null if it is one thing. */
    static @Nullable Map<String, Object> parts(@Nullable Object value) {
        Map<String, Object> parts = new LinkedHashMap<>();
        if (value instanceof Record record) {
            for (RecordComponent component : record.getClass().getRecordComponents())
                parts.put("." + component.getName(), read(component, record));
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, held) -> parts.put("[" + key + "]", held));
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) parts.put("[" + i + "]", list.get(i));
        } else if (value instanceof Collection<?> set) {
            for (Object held : set) parts.put("[" + held + "]", held);
        } else if (value instanceof Optional<?> perhaps) {
            perhaps.ifPresent(held -> parts.put(".get()", held));
        } else if (value != null && value.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(value); i++) parts.put("[" + i + "]", Array.get(value, i));
        } else {
            return null;
        }
        return parts;
    }

    private static Object read(RecordComponent component, Record record) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException unreadable) {
            throw new IllegalStateException(
                    record.getClass().getName() + "." + component.getName() + " cannot be read", unreadable);
        }
    }
}
