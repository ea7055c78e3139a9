package org.gamenet.rgs.core.wire;

import java.util.Arrays;
import java.util.List;

/** Enums, by ordinal: the schema compares the constants. */
final class EnumForm extends Form {
    private final Class<?> type;
    private final Object[] constants;

    EnumForm(Class<?> type) {
        this.type = type;
        this.constants = type.getEnumConstants();
    }

    List<String> names() {
        return Arrays.stream(constants)
                .map(constant -> ((Enum<?>) constant).name())
                .toList();
    }

    @Override
    void write(Output out, Object value) {
        out.putCount(((Enum<?>) value).ordinal());
    }

    @Override
    Object read(Input in) {
        return constants[in.getIndex(constants.length, type.getSimpleName())];
    }

    @Override
    int leastBytes() {
        return 1;
    }

    @Override
    String text() {
        return type.getName();
    }
}
