package org.gamenet.rgs.bench.failover;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** One note of one member, as a line of text: the member, the note's kind and its components between tabs. Pure. */
record NoteLine(String member, Note note) {
    private static final Map<String, Class<?>> KINDS = Arrays.stream(Note.class.getPermittedSubclasses())
            .collect(Collectors.toMap(Class::getSimpleName, Function.identity()));

    /** The line, without its end. */
    String format() {
        StringBuilder line =
                new StringBuilder(member).append('\t').append(note.getClass().getSimpleName());
        for (RecordComponent component : note.getClass().getRecordComponents()) {
            try {
                line.append('\t')
                        .append(component.getAccessor().invoke(note).toString().replaceAll("[\\t\\r\\n]+", " "));
            } catch (ReflectiveOperationException hidden) {
                throw new AssertionError(note.toString(), hidden);
            }
        }
        return line.toString();
    }

    /** The note of that line; empty if it is none. */
    static Optional<NoteLine> parse(String line) {
        String[] fields = line.split("\t", -1);
        Class<?> kind = fields.length < 2 ? null : KINDS.get(fields[1]);
        if (kind == null) return Optional.empty();
        RecordComponent[] components = kind.getRecordComponents();
        if (fields.length != components.length + 2) return Optional.empty();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        try {
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                values[i] = value(types[i], fields[i + 2]);
            }
            Constructor<?> constructor = kind.getDeclaredConstructor(types);
            return Optional.of(new NoteLine(fields[0], (Note) constructor.newInstance(values)));
        } catch (NumberFormatException garbled) {
            return Optional.empty();
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(line, impossible);
        }
    }

    private static Object value(Class<?> type, String text) {
        if (type == long.class) return Long.valueOf(text);
        if (type == int.class) return Integer.valueOf(text);
        if (type == boolean.class) return Boolean.valueOf(text);
        return text;
    }
}
