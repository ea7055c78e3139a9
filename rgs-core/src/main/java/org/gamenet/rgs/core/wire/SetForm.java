package org.gamenet.rgs.core.wire;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** Sets; they arrive unmodifiable, in the order in which the sender went through them. */
final class SetForm extends Form {
    private final Elements elements;

    SetForm(Elements elements) {
        this.elements = elements;
    }

    @Override void write(Output out, Object value) {
        elements.write(out, (Set<?>) value);
    }

    @Override Object read(Input in) {
        int count = elements.count(in);
        Set<Object> values = new LinkedHashSet<>(MapForm.capacity(count, in));
        for (int i = 0; i < count; i++) {
            if (!values.add(elements.one(in))) throw new MalformedException("a set holds the same twice");
        }
        return Collections.unmodifiableSet(values);
    }

    @Override int leastBytes() {
        return 1;
    }

    @Override String text() {
        return "Set<" + elements.text() + ">";
    }
}
