package org.gamenet.rgs.core.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Maps; they arrive unmodifiable, in the order in which the sender went through them. */
final class MapForm extends Form {
    private final Form keys;
    private final Form values;
    private final String where;

    MapForm(Form keys, Form values, String where) {
        this.keys = keys;
        this.values = values;
        this.where = where;
    }

    /** For a hash table of so many, no larger than the bytes that are there deserve. */
    static int capacity(int count, Input in) {
        return Math.min(count, in.remaining() / 8 + 1) * 4 / 3 + 1;
    }

    @Override
    void write(Output out, Object value) {
        Map<?, ?> map = (Map<?, ?>) value;
        int count = map.size();
        out.putCount(count);
        int written = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (entry.getKey() == null || entry.getValue() == null) throw nothing(where);
            if (written++ == count) throw Elements.changed(where);
            keys.writeElement(out, entry.getKey());
            values.write(out, entry.getValue());
        }
        if (written != count) throw Elements.changed(where);
    }

    @Override
    Object read(Input in) {
        int count = in.getCount(keys.leastElementBytes() + values.leastBytes());
        if (count == 0) return Map.of();
        Map<Object, Object> map = new LinkedHashMap<>(capacity(count, in));
        for (int i = 0; i < count; i++) {
            Object key = keys.readElement(in);
            Object value = values.read(in);
            try {
                if (map.put(key, value) != null) throw new MalformedException("a map holds the same key twice");
            } catch (RuntimeException e) { // hashCode and equals may be the game's
                throw e instanceof MalformedException malformed
                        ? malformed
                        : MalformedException.refused("a key of a map", e);
            }
        }
        return Collections.unmodifiableMap(map);
    }

    @Override
    int leastBytes() {
        return 1;
    }

    @Override
    String text() {
        return "Map<" + keys.text() + "," + values.text() + ">";
    }
}
