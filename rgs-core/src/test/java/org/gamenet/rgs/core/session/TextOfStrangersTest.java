package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.DirectoryWire;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.machine.Text;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.MessageTable;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.core.wire.PeerNames;
import org.gamenet.rgs.core.wire.Records;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * No text of a stranger gets further than its decoder: whatever it says becomes the name of a peer, a line of a log, an
 * event.
 */
class TextOfStrangersTest {

    private static final List<String> POISON = List.of(
            "\u001b[31mred",
            "a line\nanother",
            "bell\u0007",
            "\u202eright to left",
            "x".repeat(300),
            "\u009b2J",
            "two\u2028lines");
    /** Of sealed types each kind is tried: as many as the largest has. */
    private static final int VARIANTS = 6;

    private static final Set<String> OTHER_THAN_NAMES = Set.of("why", "detail");

    private final Set<String> unbounded = new TreeSet<>();
    private int variant;
    private int texts;
    private int poisoned;
    private String poison = "";

    @Test
    @DisplayName(
            "K8 HF9 a frame with one text that is too long or cannot be printed is malformed, whichever message and component it is")
    void frames() throws Exception {
        Records world = MessageTypes.RECORDS;
        List<Class<?>> types = new ArrayList<>();
        for (MessageTable.Row row : MessageTypes.TABLE) types.add(row.type());
        assertTrue(refusedBy(world, types) > 50, "hardly any text was tried");
        assertEquals(Set.of(), unbounded, "names have the bound of names: @Text.Within");
    }

    @Test
    @DisplayName("K8 HF9 so is a message on the directory's line, either way")
    void directory() throws Exception {
        Field field = DirectoryWire.class.getDeclaredField("RECORDS");
        field.setAccessible(true);
        Records world = (Records) field.get(null);
        List<Class<?>> types = new ArrayList<>();
        for (Class<?> sealed : List.of(DirectoryRequest.class, DirectoryReply.class, DirectoryPush.class)) {
            for (Class<?> type : sealed.getPermittedSubclasses()) if (world.knows(type)) types.add(type);
        }
        assertTrue(refusedBy(world, types) > 100, "hardly any text was tried");
        assertEquals(Set.of(), unbounded, "names have the bound of names: @Text.Within");
    }

    @Test
    @DisplayName("K8 a text of our own that would be refused is cut and shown with question marks")
    void ownTextIsMadeToFit() {
        Message.JoinDenied said =
                new Message.JoinDenied(Reason.NOT_ADMITTED, "no\n" + "\u00e4".repeat(200), Payload.EMPTY);
        byte[] bytes = MessageTypes.RECORDS.encode(said);
        Message.JoinDenied heard =
                (Message.JoinDenied) MessageTypes.RECORDS.decode(ByteBuffer.wrap(bytes), PeerNames.NONE);
        assertTrue(heard.detail().startsWith("no?\u00e4") && heard.detail().endsWith("\u00e4..."), heard.detail());
        assertTrue(Text.fits(heard.detail(), Text.REASON_BYTES), heard.detail());
    }

    /** Every text of every message in turn is poisoned; how many were tried. */
    private int refusedBy(Records world, List<Class<?>> types) throws ReflectiveOperationException {
        Map<Integer, Class<? extends Record>> ids = new HashMap<>();
        for (Class<?> type : types) ids.put(world.idOf(type), type.asSubclass(Record.class));
        Records unchecked = Records.ofIds(ids);
        int tried = 0;
        for (Class<?> type : types) {
            for (variant = 0; variant < VARIANTS; variant++) {
                Record clean = fill(type, -1);
                ByteBuffer bytes = ByteBuffer.wrap(unchecked.encode(clean));
                assertEquals(
                        clean.getClass(), world.decode(bytes, PeerNames.NONE).getClass());
                int count = texts;
                for (int i = 0; i < count; i++) {
                    for (String bad : POISON) {
                        poison = bad;
                        ByteBuffer evil = ByteBuffer.wrap(unchecked.encode(fill(type, i)));
                        int number = i;
                        assertThrows(
                                MalformedException.class,
                                () -> world.decode(evil, PeerNames.NONE),
                                () -> type + ", text " + number + ": " + bad);
                        tried++;
                    }
                }
            }
        }
        return tried;
    }

    private Record fill(Class<?> type, int which) throws ReflectiveOperationException {
        texts = 0;
        poisoned = which;
        return (Record) value(type);
    }

    private Object value(Type type) throws ReflectiveOperationException {
        if (type instanceof ParameterizedType generic) return container(generic);
        Class<?> plain = (Class<?>) type;
        if (plain == String.class) return texts++ == poisoned ? poison : "fine " + texts;
        if (plain == Payload.class) return Payload.EMPTY;
        if (plain.isPrimitive())
            return plain == boolean.class ? (Object) true : Array.get(Array.newInstance(plain, 1), 0);
        if (plain == Long.class) return 1L;
        if (plain.isArray()) return Array.newInstance(plain.getComponentType(), 0);
        if (plain.isEnum()) return plain.getEnumConstants()[0];
        if (plain.isRecord()) return record(plain);
        Class<?>[] kinds = plain.getPermittedSubclasses();
        return value(kinds[variant % kinds.length]);
    }

    private Object container(ParameterizedType type) throws ReflectiveOperationException {
        Type[] of = type.getActualTypeArguments();
        if (type.getRawType() == List.class) return List.of(value(of[0]));
        if (type.getRawType() == Set.class) return Set.of(value(of[0]));
        if (type.getRawType() == Optional.class) return Optional.of(value(of[0]));
        return Map.of(value(of[0]), value(of[1]));
    }

    private Object record(Class<?> type) throws ReflectiveOperationException {
        List<Object> parts = new ArrayList<>();
        for (RecordComponent part : type.getRecordComponents()) {
            if (part.getType() == String.class
                    && part.getAnnotation(Text.Within.class) == null
                    && !OTHER_THAN_NAMES.contains(part.getName())) {
                unbounded.add(type.getSimpleName() + "." + part.getName());
            }
            parts.add(value(part.getGenericType()));
        }
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        Constructor<?> made = type.getDeclaredConstructor(types);
        made.setAccessible(true);
        return made.newInstance(parts.toArray());
    }
}
