package org.gamenet.rgs.core.wire;

import java.lang.reflect.Array;
import java.util.Arrays;

/** Arrays of objects, of arrays too. */
final class ArrayForm extends Form {
    private final Elements elements;
    private final Object[] none;

    ArrayForm(Elements elements, Class<?> elementType) {
        this.elements = elements;
        this.none = (Object[]) Array.newInstance(elementType, 0);
    }

    @Override
    void write(Output out, Object value) {
        elements.write(out, Arrays.asList((Object[]) value));
    }

    @Override
    Object read(Input in) {
        return elements.read(in, none);
    }

    @Override
    int leastBytes() {
        return 1;
    }

    @Override
    String text() {
        return elements.text() + "[]";
    }
}
