package org.gamenet.rgs.core.transport.links;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Takes apart what comes on a link, in whatever pieces: a {@link Hello}, then items of a kind, a length and so many bytes. What is kept grows
 * with what has come, never with what was announced. One thread.
 */
final class Decoder {
    static final int ITEM_HEAD_BYTES = 5;
    /** A frame of the session. */
    static final byte FRAME = 1;
    /** Say something. */
    static final byte PING = 2;
    /** Something came. Asks for nothing. */
    static final byte HEARD = 3;
    private static final int FIRST_BYTES = 4_096;

    private final int frameBytesMax;
    private final byte[] head = new byte[Hello.HEAD_BYTES];
    private int headBytes = Hello.HEAD_BYTES;
    private int headFilled;
    private byte[] body = new byte[0];
    private int bodyBytes = -1;
    private int bodyFilled;
    private boolean greeted;

    /** What was taken apart. */
    interface Sink {
        void hello(Hello hello) throws LinkException;

        /** The bytes are the receiver's. */
        void frame(byte[] frame);

        void ping();
    }

    Decoder(int frameBytesMax) {
        this.frameBytesMax = frameBytesMax;
    }

    /** Takes all that is there; throws for the first thing that is wrong, and is then of no more use. */
    void take(ByteBuffer came, Sink sink) throws LinkException {
        while (came.hasRemaining()) {
            if (bodyBytes < 0) {
                head(came, sink);
            } else {
                body(came, sink);
            }
        }
    }

    private void head(ByteBuffer came, Sink sink) throws LinkException {
        int some = Math.min(came.remaining(), headBytes - headFilled);
        came.get(head, headFilled, some);
        headFilled += some;
        if (!greeted) {
            refuseStrangers();
        }
        if (headFilled < headBytes) {
            return;
        }
        headFilled = 0;
        expect(greeted ? itemLength(sink) : Hello.hostLength(head));
    }

    /** With the first byte that is not ours: whoever speaks another language is not to be waited for. */
    private void refuseStrangers() throws LinkException {
        for (int i = 0; i < Math.min(headFilled, Integer.BYTES); i++) {
            if (head[i] != (byte) (Hello.MAGIC >>> 8 * (Integer.BYTES - 1 - i))) {
                throw new LinkException("no link of RGS");
            }
        }
    }

    /** 0 for what has no body. */
    private int itemLength(Sink sink) throws LinkException {
        int length = ByteBuffer.wrap(head).getInt(1);
        if (head[0] == FRAME) {
            if (length < 1 || length > frameBytesMax) {
                throw new LinkException("a frame of " + length + " bytes");
            }
            return length;
        }
        if (head[0] != PING && head[0] != HEARD || length != 0) {
            throw new LinkException("an item of kind " + head[0] + " and " + length + " bytes");
        }
        if (head[0] == PING) {
            sink.ping();
        }
        return 0;
    }

    private void expect(int length) {
        if (length == 0) {
            return;
        }
        bodyBytes = length;
        bodyFilled = 0;
        body = new byte[Math.min(length, FIRST_BYTES)];
    }

    private void body(ByteBuffer came, Sink sink) throws LinkException {
        int some = Math.min(came.remaining(), bodyBytes - bodyFilled);
        if (bodyFilled + some > body.length) {
            body = Arrays.copyOf(body, (int) Math.min(bodyBytes, Math.max(2L * body.length, bodyFilled + some)));
        }
        came.get(body, bodyFilled, some);
        bodyFilled += some;
        if (bodyFilled < bodyBytes) {
            return;
        }
        byte[] whole = body;
        body = new byte[0];
        bodyBytes = -1;
        if (greeted) {
            sink.frame(whole);
        } else {
            greeted = true;
            headBytes = ITEM_HEAD_BYTES;
            sink.hello(Hello.of(head, whole));
        }
    }

    /** What is kept of a frame that is not whole yet. */
    int held() {
        return body.length;
    }

    /** The head of a frame with so many bytes. */
    static ByteBuffer itemHead(byte kind, int length) {
        return ByteBuffer.allocate(ITEM_HEAD_BYTES).put(kind).putInt(length).flip();
    }
}
