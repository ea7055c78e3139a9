package org.gamenet.rgs.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One JSON object, its members in the order in which they were put. One thread. */
public final class Json {
    private static final char FIRST_PRINTABLE = ' ';

    private final Map<String, @Nullable Object> members = new LinkedHashMap<>();

    /** Puts a whole number. */
    public Json put(String name, long value) {
        return member(name, value);
    }

    /** Puts a real number with three decimals, as milliseconds want them; what is no number becomes null. */
    public Json put(String name, double value) {
        return member(name, value);
    }

    /** Puts a text. */
    public Json put(String name, String value) {
        return member(name, value);
    }

    /** Puts a truth. */
    public Json put(String name, boolean value) {
        return member(name, value);
    }

    /** Puts an object. */
    public Json put(String name, Json value) {
        return member(name, value);
    }

    /** Puts an array of texts, numbers, truths or objects. */
    public Json put(String name, List<?> values) {
        return member(name, List.copyOf(values));
    }

    /** Puts all members of another object behind those that are there. */
    public Json putAll(Json other) {
        other.members.forEach(this::member);
        return this;
    }

    private Json member(String name, @Nullable Object value) {
        if (members.putIfAbsent(name, value) != null)
            throw new IllegalArgumentException("twice in one object: " + name);
        return this;
    }

    /** The object on one line. */
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        write(this, out);
        return out.toString();
    }

    private static void write(@Nullable Object value, StringBuilder out) {
        if (value instanceof Json object) {
            out.append('{');
            String between = "";
            for (Map.Entry<String, @Nullable Object> member : object.members.entrySet()) {
                out.append(between);
                quote(member.getKey(), out);
                out.append(':');
                write(member.getValue(), out);
                between = ",";
            }
            out.append('}');
        } else if (value instanceof List<?> array) {
            out.append('[');
            String between = "";
            for (Object element : array) {
                out.append(between);
                write(element, out);
                between = ",";
            }
            out.append(']');
        } else if (value instanceof String text) {
            quote(text, out);
        } else if (value instanceof Double real) {
            out.append(Double.isFinite(real) ? String.format(Locale.ROOT, "%.3f", real) : "null");
        } else if (value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            throw new IllegalArgumentException("not a value of JSON: " + value);
        }
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < FIRST_PRINTABLE || Character.isSurrogate(c)) out.append(String.format("\\u%04x", (int) c));
                    else out.append(c);
                }
            }
        }
        out.append('"');
    }
}
