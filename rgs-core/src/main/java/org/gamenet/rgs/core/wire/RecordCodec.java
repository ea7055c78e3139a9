package org.gamenet.rgs.core.wire;

import java.nio.ByteBuffer;
import java.util.Map;
import org.gamenet.rgs.Codec;

/**
 * The bytes of one type of record, or of the records of one sealed interface, without an id before them: for parts of
 * messages and for files. Immutable; any thread.
 *
 * @param <T> the record, or the sealed interface
 */
public final class RecordCodec<T> {
    private final Class<T> type;
    private final Form form;
    private final Writer writer = new Writer();

    private RecordCodec(Class<T> type, Form form) {
        this.type = type;
        this.form = form;
    }

    /** Throws {@link IllegalArgumentException} naming the component that cannot travel, and the cure. */
    public static <T> RecordCodec<T> of(Class<T> type) {
        FormFinder finder = new FormFinder(Map.<Class<?>, Codec<?>>of(), false);
        Form form = finder.root(type);
        finder.finish();
        return new RecordCodec<>(type, form);
    }

    /** Its bytes; throws {@link IllegalArgumentException} for a null in it, naming the component. */
    public byte[] encode(T value) {
        return writer.write(form::write, value, SizeLimit.NONE, 0);
    }

    /**
     * The value of the bytes from position to limit, which do not move; throws {@link MalformedException} for whatever
     * is wrong.
     */
    public T decode(ByteBuffer bytes, PeerNames names) {
        Input in = new Input(bytes, names);
        try {
            T value = type.cast(form.read(in));
            in.expectEnd(type.getSimpleName());
            return value;
        } catch (StackOverflowError e) {
            throw new MalformedException(type.getSimpleName() + " nests too deep");
        }
    }
}
