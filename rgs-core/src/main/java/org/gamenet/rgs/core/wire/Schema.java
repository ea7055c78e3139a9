package org.gamenet.rgs.core.wire;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.gamenet.rgs.core.machine.Text;

/**
 * All that two processes must agree on to understand each other's messages. Independent of the order in which records
 * were named.
 *
 * @param messages names of the records that may be sent, by id as far as ids are counted from the names
 * @param shapes of those records and of all that they hold, sorted by name
 */
public record Schema(List<String> messages, List<RecordShape> shapes) {
    private static final RecordCodec<Schema> CODEC = RecordCodec.of(Schema.class);

    public Schema {
        messages = List.copyOf(messages);
        shapes = List.copyOf(shapes);
    }

    /** The same for equal schemas on every machine and in every release; different ones differ in it but for chance. */
    public long hash() {
        long hash = 0xcbf29ce484222325L;
        for (byte each : encode()) hash = (hash ^ each & 0xff) * 0x100000001b3L;
        hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
        return hash ^ hash >>> 33;
    }

    /** As bytes, for whoever asks what differs. */
    public byte[] encode() {
        return CODEC.encode(this);
    }

    /** The reverse of {@link #encode}; throws {@link MalformedException}. */
    public static Schema decode(ByteBuffer bytes) {
        return CODEC.decode(bytes, PeerNames.NONE);
    }

    /**
     * The first difference, in words for the two people who have to find it, or empty if there is none. Components that
     * differ come before records that one side does not know.
     */
    public Optional<String> firstDifference(Schema theirs) {
        return difference(theirs).map(words -> Text.fitting(words, Text.REASON_BYTES));
    }

    private Optional<String> difference(Schema theirs) {
        Map<String, RecordShape> mine = byName(this);
        Map<String, RecordShape> other = byName(theirs);
        for (RecordShape shape : mine.values()) {
            RecordShape there = other.get(shape.name());
            if (there != null && !there.equals(shape)) return Optional.of(difference(shape, there));
        }
        for (RecordShape shape : mine.values()) {
            if (!other.containsKey(shape.name())) return Optional.of(unknown(shape, "there"));
        }
        for (RecordShape shape : other.values()) {
            if (!mine.containsKey(shape.name())) return Optional.of(unknown(shape, "here"));
        }
        return message(messages, theirs.messages, "there")
                .or(() -> message(theirs.messages, messages, "here"))
                .or(() -> messages.equals(theirs.messages)
                        ? Optional.empty()
                        : Optional.of("records differ in their ids"));
    }

    private static Optional<String> message(List<String> some, List<String> others, String where) {
        Set<String> missing = new HashSet<>(others);
        return some.stream()
                .filter(name -> !missing.contains(name))
                .findFirst()
                .map(name -> "record " + Names.shortened(name) + " is no message " + where + ", only a part of one");
    }

    private static String unknown(RecordShape shape, String where) {
        return shape.kind().noun() + " " + Names.shortened(shape.name()) + " is unknown " + where;
    }

    private static Map<String, RecordShape> byName(Schema schema) {
        Map<String, RecordShape> shapes = new TreeMap<>();
        for (RecordShape shape : schema.shapes) shapes.put(shape.name(), shape);
        return shapes;
    }

    private static String difference(RecordShape here, RecordShape there) {
        String name = Names.shortened(here.name());
        if (here.kind() != there.kind())
            return name + " is " + here.kind().article() + " here, "
                    + there.kind().article() + " there";
        String start = here.kind() == RecordShape.Kind.RECORD
                ? "records differ: "
                : here.kind().noun() + "s differ: ";
        for (int i = 0; i < Math.min(here.parts().size(), there.parts().size()); i++) {
            String mine = here.parts().get(i);
            String theirs = there.parts().get(i);
            if (mine.equals(theirs)) continue;
            String component = before(mine);
            int place = indexOf(there, component);
            if (place == i) return start + name + "." + component + " is " + types(mine, theirs);
            if (place < 0) return start + name + "." + component + " is unknown there";
            if (indexOf(here, before(theirs)) < 0) return start + name + "." + before(theirs) + " is unknown here";
            return start + name + "." + component + " is number " + (i + 1) + " here, " + (place + 1) + " there";
        }
        if (here.parts().size() > there.parts().size()) {
            return start + name + "." + before(here.parts().get(there.parts().size())) + " is unknown there";
        }
        return start + name + "." + before(there.parts().get(here.parts().size())) + " is unknown here";
    }

    private static String types(String mine, String theirs) {
        String here = mine.substring(mine.indexOf(':') + 1);
        String there = theirs.substring(theirs.indexOf(':') + 1);
        boolean tellable = !Names.shortened(here).equals(Names.shortened(there));
        return (tellable ? Names.shortened(here) : here) + " here, " + (tellable ? Names.shortened(there) : there)
                + " there";
    }

    private static String before(String part) {
        int colon = part.indexOf(':');
        return colon < 0 ? Names.shortened(part) : part.substring(0, colon);
    }

    private static int indexOf(RecordShape shape, String component) {
        for (int i = 0; i < shape.parts().size(); i++) {
            if (before(shape.parts().get(i)).equals(component)) return i;
        }
        return -1;
    }
}
