package org.gamenet.rgs.core.wire;

import java.nio.ByteBuffer;
import org.gamenet.rgs.Codec;
import org.jspecify.annotations.Nullable;

/**
 * A record that the game encodes itself: as long as the rest of the message, or, within another record, with its length
 * before it.
 */
final class ByHandForm<T extends Record> extends Form {
    private final Class<T> type;
    private final Codec<T> codec;

    ByHandForm(Class<T> type, Codec<T> codec) {
        this.type = type;
        this.codec = codec;
    }

    @Override
    void write(Output out, Object value) {
        out.putByHand(codec, type.cast(value), true);
    }

    @Override
    Object read(Input in) {
        return decode(in.getSlice(in.getInt()));
    }

    void writeToEnd(Output out, Object value) {
        out.putByHand(codec, type.cast(value), false);
    }

    Object readToEnd(Input in) {
        return decode(in.getSlice(in.remaining()));
    }

    private Object decode(ByteBuffer bytes) {
        @Nullable Object value;
        try {
            value = codec.decode(bytes);
        } catch (Exception | StackOverflowError e) {
            throw MalformedException.refused("the codec of " + type.getSimpleName(), e);
        }
        if (!type.isInstance(value))
            throw new MalformedException("the codec of " + type.getSimpleName() + " made none of it");
        if (bytes.hasRemaining()) {
            throw new MalformedException(
                    "the codec of " + type.getSimpleName() + " left " + bytes.remaining() + " bytes");
        }
        return value;
    }

    @Override
    int leastBytes() {
        return 4;
    }

    @Override
    String text() {
        return type.getName();
    }
}
