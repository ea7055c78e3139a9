package org.gamenet.rgs.core.wire;

import java.util.Arrays;
import java.util.Collection;

/** The common part of lists, sets and arrays of objects: a count, then the elements. */
final class Elements {
    private final Form element;
    private final String where;

    Elements(Form element, String where) {
        this.element = element;
        this.where = where;
    }

    String text() {
        return element.text();
    }

    void write(Output out, Collection<?> values) {
        int count = values.size();
        out.putCount(count);
        int written = 0;
        for (Object value : values) {
            if (value == null) throw Form.nothing(where);
            if (written++ == count) throw changed(where);
            element.writeElement(out, value);
        }
        if (written != count) throw changed(where);
    }

    int count(Input in) {
        return in.getCount(element.leastElementBytes());
    }

    Object one(Input in) {
        return element.readElement(in);
    }

    /** All elements; grows with what has been read, so that a count alone buys no memory. */
    Object[] read(Input in, Object[] none) {
        int count = count(in);
        Object[] values = Arrays.copyOf(none, Math.min(count, in.remaining() / 4 + 1));
        for (int i = 0; i < count; i++) {
            if (i == values.length) values = Arrays.copyOf(values, Math.min(count, 2 * i));
            values[i] = one(in);
        }
        return values;
    }

    static IllegalArgumentException changed(String where) {
        return new IllegalArgumentException(
                where + " changed while it was encoded: let one thread own what is sent, or send a copy");
    }
}
