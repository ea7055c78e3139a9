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

    @Override
    void write(Output out, Object value) {
        elements.write(out, (Set<?>) value);
    }

    @Override
    Object read(Input in) {
        int count = elements.count(in);
        if (count == 0) return Set.of();
        Set<Object> values = new LinkedHashSet<>(MapForm.capacity(count, in));
        for (int i = 0; i < count; i++) {
            Object value = elements.one(in);
            try {
                if (!values.add(value)) throw new MalformedException("a set holds the same twice");
            } catch (RuntimeException e) { // hashCode and equals may be the game's
                throw e instanceof MalformedException malformed
                        ? malformed
                        : MalformedException.refused("an element of a set", e);
            }
        }
        return Collections.unmodifiableSet(values);
    }

    @Override
    int leastBytes() {
        return 1;
    }

    @Override
    String text() {
        return "Set<" + elements.text() + ">";
    }
}
