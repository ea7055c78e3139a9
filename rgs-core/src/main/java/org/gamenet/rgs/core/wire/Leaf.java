package org.gamenet.rgs.core.wire;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.gamenet.rgs.Peer;

/** Types of a library that need no parameters. */
final class Leaf extends Form {
    private static final int NANOS = 1_000_000_000;

    static final Map<Class<?>, Leaf> OF = Map.of(
            Peer.class, new Leaf("Peer", 8, (out, value) -> out.putLong(((Peer) value).id()), Input::getPeer),
            Duration.class, new Leaf("Duration", 12, Leaf::putDuration, Leaf::getDuration),
            ByteBuffer.class, new Leaf("ByteBuffer", 1, Leaf::putBuffer, in -> in.getSlice(in.getCount(1))));

    private final String text;
    private final int leastBytes;
    private final BiConsumer<Output, Object> writer;
    private final Function<Input, Object> reader;

    private Leaf(String text, int leastBytes, BiConsumer<Output, Object> writer, Function<Input, Object> reader) {
        this.text = text;
        this.leastBytes = leastBytes;
        this.writer = writer;
        this.reader = reader;
    }

    private static void putDuration(Output out, Object value) {
        Duration duration = (Duration) value;
        out.putLong(duration.getSeconds());
        out.putInt(duration.getNano());
    }

    private static Object getDuration(Input in) {
        long seconds = in.getLong();
        int nanos = in.getInt();
        if (nanos < 0 || nanos >= NANOS)
            throw new MalformedException("a duration with " + nanos + " ns after its seconds");
        return Duration.ofSeconds(seconds, nanos);
    }

    private static void putBuffer(Output out, Object value) {
        ByteBuffer buffer = (ByteBuffer) value;
        out.putCount(buffer.remaining());
        out.putBytes(buffer);
    }

    @Override
    void write(Output out, Object value) {
        writer.accept(out, value);
    }

    @Override
    Object read(Input in) {
        return reader.apply(in);
    }

    @Override
    int leastBytes() {
        return leastBytes;
    }

    @Override
    String text() {
        return text;
    }
}
