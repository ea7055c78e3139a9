package org.gamenet.rgs.core.transport.links;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.fuzz.Memory;

/** The bytes on a link: a hello and items. In one piece or byte by byte, they mean the same. */
public final class LinkTarget {
    private static final int FRAME_BYTES_MAX = 2_048;
    private static final Hello HELLO = new Hello(new Endpoint("10.0.0.7", 7_400, 7_401));

    private LinkTarget() {}

    public static void fuzzerTestOneInput(byte[] input) {
        talk(input);
        // The fuzzer need not find the magic.
        ByteArrayOutputStream greeted = new ByteArrayOutputStream();
        greeted.writeBytes(HELLO.toBytes());
        greeted.writeBytes(input);
        talk(greeted.toByteArray());
    }

    private static void talk(byte[] input) {
        List<Object> whole = Memory.bounded(input.length, () -> taken(input, Math.max(1, input.length)));
        if (!whole.equals(taken(input, 1))) throw new AssertionError("byte by byte it is something else");
    }

    private static List<Object> taken(byte[] input, int piece) {
        List<Object> came = new ArrayList<>();
        Decoder decoder = new Decoder(FRAME_BYTES_MAX);
        Decoder.Sink sink = new Checked(came);
        try {
            for (int at = 0; at < input.length; at += piece) {
                decoder.take(ByteBuffer.wrap(input, at, Math.min(piece, input.length - at)), sink);
                if (decoder.held() > Math.max(4_096, FRAME_BYTES_MAX))
                    throw new AssertionError(decoder.held() + " bytes are kept");
            }
        } catch (LinkException refused) {
            came.add("refused");
        }
        return came;
    }

    /** All that came, and fits. */
    private record Checked(List<Object> came) implements Decoder.Sink {
        @Override
        public void hello(Hello hello) {
            if (!hello.equals(again(hello))) throw new AssertionError(hello + " comes back otherwise");
            came.add(hello);
        }

        @Override
        public void frame(FrameHeader header, ByteBuffer body) {
            if (body.remaining() != header.bodyLength() || body.remaining() > FRAME_BYTES_MAX)
                throw new AssertionError(header + " with " + body);
            came.add(List.of(header, body));
        }

        @Override
        public void frame(ByteBuffer frame) {
            if (!frame.hasRemaining() || frame.remaining() > FRAME_BYTES_MAX)
                throw new AssertionError("a frame of " + frame);
            came.add(frame);
        }

        @Override
        public void packet(ByteBuffer packet) {
            if (!packet.hasRemaining() || packet.remaining() > FRAME_BYTES_MAX)
                throw new AssertionError("a packet of " + packet);
            came.add(List.of(packet));
        }

        @Override
        public void ping() {
            came.add("ping");
        }
    }

    private static Hello again(Hello hello) {
        byte[] bytes = hello.toBytes();
        byte[] head = Arrays.copyOf(bytes, Hello.HEAD_BYTES);
        try {
            int length = Hello.hostLength(head);
            return Hello.of(head, Arrays.copyOfRange(bytes, Hello.HEAD_BYTES, Hello.HEAD_BYTES + length));
        } catch (LinkException refused) {
            throw new AssertionError(hello + " is refused", refused);
        }
    }

    private static byte[] itemHead(byte kind, int length) {
        ByteBuffer head = ByteBuffer.allocate(Decoder.ITEM_HEAD_BYTES);
        Decoder.putItemHead(head, kind, length);
        return Arrays.copyOf(head.array(), head.position());
    }

    public static List<byte[]> seeds() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(itemHead(Decoder.PING, 0));
        all.writeBytes(itemHead(Decoder.FRAME, 3));
        all.writeBytes(new byte[] {1, 2, 3});
        all.writeBytes(itemHead(Decoder.HEARD, 0));
        all.writeBytes(itemHead(Decoder.WHOSE, Heads.SAID_BYTES));
        all.writeBytes(new byte[Heads.SAID_BYTES]);
        all.writeBytes(itemHead(Decoder.SHORT_FRAME, 14));
        all.writeBytes(new byte[] {64, (byte) 0x81, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 6});
        all.writeBytes(itemHead(Decoder.SHORT_FRAME, 5));
        all.writeBytes(new byte[] {64, 2, (byte) 0x83, 4, 5});
        all.writeBytes(itemHead(Decoder.PACKET, 2));
        all.writeBytes(new byte[] {7, 8});
        return List.of(HELLO.toBytes(), all.toByteArray(), new Hello(new Endpoint("fe80::1", 1, 65_535)).toBytes());
    }
}
