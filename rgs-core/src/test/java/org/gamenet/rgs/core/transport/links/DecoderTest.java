package org.gamenet.rgs.core.transport.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DecoderTest {
    private static final Hello HELLO = new Hello(new Endpoint("10.0.0.7", 65_535, 40_000));
    private final List<Object> came = new ArrayList<>();
    private final Decoder.Sink sink = new Decoder.Sink() {
        @Override
        public void hello(Hello hello) {
            came.add(hello);
        }

        @Override
        public void frame(FrameHeader header, ByteBuffer body) {
            came.add(header.before(body));
        }

        @Override
        public void frame(ByteBuffer frame) {
            came.add(frame);
        }

        @Override
        public void packet(ByteBuffer packet) {
            came.add(List.of(packet));
        }

        @Override
        public void ping() {
            came.add("ping");
        }

        @Override
        public void bye() {
            came.add("bye");
        }
    };

    private static byte[] itemHead(byte kind, int length) {
        ByteBuffer head = ByteBuffer.allocate(Decoder.ITEM_HEAD_BYTES);
        Decoder.putItemHead(head, kind, length);
        return Arrays.copyOf(head.array(), head.position());
    }

    private static byte[] talk() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(HELLO.toBytes());
        all.writeBytes(itemHead(Decoder.PING, 0));
        all.writeBytes(itemHead(Decoder.FRAME, 3));
        all.writeBytes(new byte[] {1, 2, 3});
        all.writeBytes(itemHead(Decoder.HEARD, 0));
        all.writeBytes(itemHead(Decoder.FRAME, 9_000));
        all.writeBytes(new byte[9_000]);
        all.writeBytes(itemHead(Decoder.BYE, 0));
        return all.toByteArray();
    }

    @Test
    @DisplayName("in whatever pieces it comes, it is the same")
    void takesPieces() throws Exception {
        byte[] talk = talk();
        List<Object> whole =
                List.of(HELLO, "ping", ByteBuffer.wrap(new byte[] {1, 2, 3}), ByteBuffer.wrap(new byte[9_000]), "bye");
        for (int piece : new int[] {1, 2, 3, 7, 64, 4_096, talk.length}) {
            came.clear();
            Decoder decoder = new Decoder(10_000);
            for (int at = 0; at < talk.length; at += piece)
                decoder.take(ByteBuffer.wrap(talk, at, Math.min(piece, talk.length - at)), sink);
            assertEquals(whole, came);
        }
    }

    @Test
    @DisplayName("what is kept grows with what has come, not with what was announced")
    void keepsWhatCame() throws Exception {
        Decoder decoder = new Decoder(100_000_000);
        decoder.take(ByteBuffer.wrap(HELLO.toBytes()), sink);
        decoder.take(ByteBuffer.wrap(itemHead(Decoder.FRAME, 100_000_000)), sink);
        int had = 0;
        for (int i = 0; i < 1_000; i++) {
            decoder.take(ByteBuffer.allocate(100), sink);
            had += 100;
            assertTrue(decoder.held() <= Math.max(4_096, 2 * had), decoder.held() + " kept of " + had);
        }
    }

    @Test
    @DisplayName("a length that takes more bytes than it needs, or more than there are numbers for, is none")
    void wantsShortLengths() throws Exception {
        byte[][] wrong = {
            {0x01, (byte) 0x81, 0}, {0x01, -1, -1, -1, -1, 0x0f}, {0x01, -1, -1, -1, -1, -1, 1}, {0x02, (byte) 0x80, 0}
        };
        for (byte[] head : wrong) {
            Decoder decoder = new Decoder(Integer.MAX_VALUE);
            decoder.take(ByteBuffer.wrap(HELLO.toBytes()), sink);
            assertThrows(LinkException.class, () -> decoder.take(ByteBuffer.wrap(head), sink));
        }
    }

    @Test
    @DisplayName("nothing but a hello comes first")
    void wantsAHello() {
        assertThrows(
                LinkException.class, () -> new Decoder(10).take(ByteBuffer.wrap(itemHead(Decoder.FRAME, 3)), sink));
        assertEquals(List.of(), came);
    }
}
