package org.gamenet.rgs.core.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sealed interfaces: which of its records, counted by name, then the record. */
final class SealedForm extends Form {
    private final String text;
    private final String shortName;
    private final Map<Class<?>, Integer> indices = new HashMap<>();
    private Form[] leaves = {};

    SealedForm(String text) {
        this.text = text;
        this.shortName = Names.shortened(text);
    }

    /** Ends the set-up: a leaf may hold the interface. */
    void bind(List<Class<?>> sortedTypes, List<Form> forms) {
        for (Class<?> type : sortedTypes) indices.put(type, indices.size());
        leaves = forms.toArray(Form[]::new);
    }

    @Override
    void write(Output out, Object value) {
        Integer index = indices.get(value.getClass());
        if (index == null)
            throw new IllegalArgumentException(value.getClass().getName() + " is none of the records of " + text);
        out.putCount(index);
        leaves[index].write(out, value);
    }

    @Override
    Object read(Input in) {
        return leaves[in.getIndex(leaves.length, shortName)].read(in);
    }

    @Override
    int leastBytes() {
        return 1;
    }

    @Override
    String text() {
        return text;
    }

    List<String> leaves() {
        return List.of(leaves).stream().map(Form::text).toList();
    }
}
