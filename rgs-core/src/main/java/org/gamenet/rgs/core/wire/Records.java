package org.gamenet.rgs.core.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gamenet.rgs.Codec;
import org.jspecify.annotations.Nullable;

/**
 * The closed world of records that may travel: each has an id, and nothing else can be decoded. Immutable; any thread.
 * A message is its id, then its components. The ids count the records by name, so the order of registration means
 * nothing; or they are given, for messages whose ids a table fixes.
 */
public final class Records {
    private final Map<Class<?>, Entry> byType = new HashMap<>();
    private final Map<Integer, Entry> byId = new HashMap<>();
    private final Entry[] dense;
    private final Schema schema;
    private final long schemaHash;
    private final Writer writer = new Writer();

    private Records(Map<Integer, Class<?>> table, Map<? extends Class<?>, ? extends Codec<?>> codecs, boolean strict) {
        FormFinder finder = new FormFinder(codecs, strict);
        List<String> names = new ArrayList<>();
        table.forEach((id, type) -> {
            Entry entry = new Entry(id, type, finder.root(type));
            byId.put(id, entry);
            if (byType.put(type, entry) != null)
                throw new IllegalArgumentException(type.getName() + " has two ids: give it one");
            names.add(type.getName());
        });
        int last = byId.keySet().stream().mapToInt(id -> id).max().orElse(-1);
        dense = new Entry[Math.min(last + 1, 256)];
        for (int id = 0; id < dense.length; id++) dense[id] = byId.get(id);
        schema = new Schema(names, finder.finish());
        schemaHash = schema.hash();
    }

    /** One record with its id. */
    private static final class Entry {
        private final int id;
        private final Class<?> type;
        private final Form form;
        private final Writer.Layout body;
        private final Writer.Layout whole;

        Entry(int id, Class<?> type, Form form) {
            this.id = id;
            this.type = type;
            this.form = form;
            this.body = form instanceof ByHandForm<?> byHand ? byHand::writeToEnd : form::write;
            this.whole = (out, message) -> {
                out.putCount(id);
                body.write(out, message);
            };
        }

        Object read(Input in) {
            return form instanceof ByHandForm<?> byHand ? byHand.readToEnd(in) : form.read(in);
        }
    }

    /** A world of these records, and of those of these sealed interfaces; see {@link #of(Collection, Map)}. */
    public static Records of(Class<?>... types) {
        return of(List.of(types), Map.of());
    }

    /**
     * A world of these records, and of those of these sealed interfaces; a codec's record belongs to it too. Throws
     * {@link IllegalArgumentException} naming record, component and cure, if something in them cannot travel.
     */
    public static Records of(Collection<? extends Class<?>> types, Map<? extends Class<?>, ? extends Codec<?>> codecs) {
        Map<String, Class<?>> byName = new TreeMap<>();
        Set<Class<?>> all = new LinkedHashSet<>(types);
        all.addAll(codecs.keySet());
        for (Class<?> type : all) {
            for (Class<?> record : FormFinder.records(type)) {
                Class<?> before = byName.put(record.getName(), record);
                if (before != null && before != record) {
                    throw new IllegalArgumentException(
                            "two records are called " + record.getName() + ", of different class loaders: use one");
                }
            }
        }
        Map<Integer, Class<?>> table = new TreeMap<>();
        for (Class<?> record : byName.values()) table.put(table.size(), record);
        return new Records(table, codecs, false);
    }

    /** A world whose ids a table fixes; ids are not negative. */
    public static Records ofIds(Map<Integer, ? extends Class<? extends Record>> ids) {
        for (Integer id : new TreeSet<>(ids.keySet())) {
            if (id < 0)
                throw new IllegalArgumentException(
                        "id " + id + " of " + ids.get(id) + " is negative: ids count from 0");
        }
        return new Records(new TreeMap<>(ids), Map.<Class<?>, Codec<?>>of(), false);
    }

    /**
     * As {@link #ofIds}, for what strangers say: every text in it is bounded and printable by
     * {@link org.gamenet.rgs.core.machine.Text}, or the whole message is malformed. A text of ours that would not pass
     * is made to.
     */
    public static Records ofStrangers(Map<Integer, ? extends Class<? extends Record>> ids) {
        return new Records(new TreeMap<>(ids), Map.<Class<?>, Codec<?>>of(), true);
    }

    /** The message with its id, of any size; see {@link #encode(Record, SizeLimit, int)}. */
    public byte[] encode(Record message) {
        return encode(message, SizeLimit.NONE, 0);
    }

    /**
     * The message with its id, after {@code headroom} bytes of zero for a header. Throws
     * {@link IllegalArgumentException}, naming what and the cure, for a record not of this world, for a null in it, and
     * for more bytes than the limit, which does not count the headroom.
     */
    public byte[] encode(Record message, SizeLimit limit, int headroom) {
        return writer.write(entry(message).whole, message, limit, headroom);
    }

    /** The message without its id, which travels in the frame's header; see {@link #encode(Record, SizeLimit, int)}. */
    public byte[] encodeBody(Record message, SizeLimit limit, int headroom) {
        return writer.write(entry(message).body, message, limit, headroom);
    }

    /**
     * The value of the bytes from position to limit, which do not move; throws {@link MalformedException} for whatever
     * is wrong.
     */
    public Record decode(ByteBuffer bytes, PeerNames names) {
        Input in = new Input(bytes, names);
        return decode(in.getNumber(), in);
    }

    /** The reverse of {@link #encodeBody}; throws {@link MalformedException} for whatever is wrong. */
    public Record decodeBody(int id, ByteBuffer bytes, PeerNames names) {
        return decode(id, new Input(bytes, names));
    }

    /** For one thread at a time that decodes many, with the peers by these names. */
    public BodyDecoder bodies(PeerNames names) {
        return new BodyDecoder(this, names);
    }

    Record decode(int id, Input in) {
        Entry entry = byId(id);
        if (entry == null) throw new MalformedException("no message has type " + id);
        try {
            Record message = (Record) entry.read(in);
            in.expectEnd(entry.type.getSimpleName());
            return message;
        } catch (StackOverflowError e) {
            throw new MalformedException(entry.type.getSimpleName() + " nests too deep");
        }
    }

    private @Nullable Entry byId(int id) {
        return id >= 0 && id < dense.length ? dense[id] : byId.get(id);
    }

    private Entry entry(Object message) {
        Entry entry = byType.get(message.getClass());
        if (entry == null) throw unknown(message.getClass());
        return entry;
    }

    private static IllegalArgumentException unknown(Class<?> type) {
        return new IllegalArgumentException(
                type.getName() + " is none of the records of this game: add it to records(...)");
    }

    /** The id of a record; throws {@link IllegalArgumentException} if it is not of this world. */
    public int idOf(Class<?> type) {
        Entry entry = byType.get(type);
        if (entry == null) throw unknown(type);
        return entry.id;
    }

    /** The record of an id; throws {@link MalformedException} if there is none, for ids come from others. */
    public Class<?> type(int id) {
        Entry entry = byId(id);
        if (entry == null) throw new MalformedException("no message has type " + id);
        return entry.type;
    }

    /** Whether the record may be sent. */
    public boolean knows(Class<?> type) {
        return byType.containsKey(type);
    }

    /** The look of these records, to be compared with another's. */
    public Schema schema() {
        return schema;
    }

    /** {@link Schema#hash} of it. */
    public long schemaHash() {
        return schemaHash;
    }
}
