package org.gamenet.rgs.core.transport.links;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Takes apart what comes on a link, in whatever pieces: a {@link Hello}, then items of a kind, a length and so many
 * bytes. The memory kept grows with the bytes that have come, never with a number that was announced. One thread.
 */
final class Decoder {
    static final int ITEM_HEAD_BYTES = 5;
    /** A frame of the session, as it is. */
    static final byte FRAME = 1;
    /** Say something. */
    static final byte PING = 2;
    /** Something came. Asks for nothing. */
    static final byte HEARD = 3;
    /** A packet of the group's stack. */
    static final byte PACKET = 4;
    /** The sender of the frames that follow; see {@link Heads}. */
    static final byte WHOSE = 5;
    /** A frame of the session whose head lacks what was said. */
    static final byte SHORT_FRAME = 6;

    /** This link goes because it had nothing to say for a while. */
    static final byte BYE = 7;

    private static final int FIRST_BYTES = 4_096;

    private final int frameBytesMax;
    private final byte[] head = new byte[Hello.HEAD_BYTES];
    private final Heads heads = new Heads();
    private int headBytes = Hello.HEAD_BYTES;
    private int headFilled;
    private byte[] body = new byte[0];
    /** The last byte of the body is ahead of this one; -1: no body is expected. */
    private int bodyEnd = -1;

    private int bodyFilled;
    private boolean greeted;

    /** The frames that were taken apart. */
    interface Sink {
        void hello(Hello hello) throws LinkException;

        /** From position to limit; the buffer is the receiver's. */
        void frame(ByteBuffer frame);

        /** From position to limit; the buffer is the receiver's. */
        void packet(ByteBuffer packet);

        void ping();

        /** The other end lets this link go. */
        default void bye() {}
    }

    Decoder(int frameBytesMax) {
        this.frameBytesMax = frameBytesMax;
    }

    /** Takes all that is there; throws for the first thing that is wrong, and is then of no more use. */
    void take(ByteBuffer came, Sink sink) throws LinkException {
        while (came.hasRemaining()) {
            if (bodyEnd < 0) {
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
        if (!greeted) {
            expect(Hello.hostLength(head), 0);
        } else {
            expect(itemLength(sink), head[0] == SHORT_FRAME ? Heads.ROOM : 0);
        }
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
        int length = (int) Bytes.INT.get(head, 1);
        byte kind = head[0];
        boolean fits = switch (kind) {
            case FRAME, PACKET -> length >= 1 && length <= frameBytesMax;
            case SHORT_FRAME -> length >= Heads.SHORT_MIN && length <= frameBytesMax;
            case WHOSE -> length == Heads.SAID_BYTES;
            case PING, HEARD, BYE -> length == 0;
            default -> false;
        };
        if (!fits) {
            throw new LinkException("an item of kind " + kind + " and " + length + " bytes");
        }
        if (kind == PING) {
            sink.ping();
        } else if (kind == BYE) {
            sink.bye();
        }
        return length;
    }

    /** So many bytes, behind so much room. */
    private void expect(int length, int room) {
        if (length == 0) {
            return;
        }
        bodyEnd = room + length;
        bodyFilled = room;
        body = new byte[room + Math.min(length, FIRST_BYTES)];
    }

    private void body(ByteBuffer came, Sink sink) throws LinkException {
        int some = Math.min(came.remaining(), bodyEnd - bodyFilled);
        if (bodyFilled + some > body.length) {
            body = Arrays.copyOf(body, (int) Math.min(bodyEnd, Math.max(2L * body.length, bodyFilled + some)));
        }
        came.get(body, bodyFilled, some);
        bodyFilled += some;
        if (bodyFilled < bodyEnd) {
            return;
        }
        byte[] whole = body;
        int end = bodyEnd;
        body = new byte[0];
        bodyEnd = -1;
        if (greeted) {
            item(whole, end, sink);
        } else {
            greeted = true;
            headBytes = ITEM_HEAD_BYTES;
            sink.hello(Hello.of(head, whole));
        }
    }

    private void item(byte[] whole, int end, Sink sink) throws LinkException {
        switch (head[0]) {
            case FRAME -> sink.frame(ByteBuffer.wrap(whole));
            case SHORT_FRAME -> sink.frame(heads.whole(whole, end - Heads.ROOM));
            case PACKET -> sink.packet(ByteBuffer.wrap(whole));
            default -> heads.hear(whole);
        }
    }

    /** The part that is kept of a frame that is not whole yet. */
    int held() {
        return body.length;
    }

    /** The head of an item with so many bytes. */
    static ByteBuffer itemHead(byte kind, int length) {
        return ByteBuffer.allocate(ITEM_HEAD_BYTES).put(kind).putInt(length).flip();
    }
}
