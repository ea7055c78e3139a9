package org.gamenet.rgs.core.wire;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Lists; they arrive unmodifiable. */
final class ListForm extends Form {
    private static final Object[] NONE = {};
    private final Elements elements;

    ListForm(Elements elements) {
        this.elements = elements;
    }

    @Override
    void write(Output out, Object value) {
        elements.write(out, (List<?>) value);
    }

    @Override
    Object read(Input in) {
        Object[] values = elements.read(in, NONE);
        return values.length == 0 ? List.of() : Collections.unmodifiableList(Arrays.asList(values));
    }

    @Override
    int leastBytes() {
        return 1;
    }

    @Override
    String text() {
        return "List<" + elements.text() + ">";
    }
}
