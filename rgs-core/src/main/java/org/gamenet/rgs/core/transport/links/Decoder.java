package org.gamenet.rgs.core.transport.links;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * Takes apart what comes on a link, in whatever pieces: a {@link Hello}, then items of a kind, a length and so many
 * bytes. A length takes seven bits a byte, lowest first, at most five bytes. The memory kept grows with the bytes that
 * have come, never with a number that was announced. One thread.
 */
final class Decoder {
    /** The most that the head of an item takes: its kind, and its length as a number of {@link Bytes}. */
    static final int ITEM_HEAD_BYTES = 6;

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
    private static final byte[] NO_BYTES = {};

    private final int frameBytesMax;
    private final byte[] head = new byte[Hello.HEAD_BYTES];
    private final Heads heads = new Heads();
    private int headFilled;
    /** Of the item whose head has begun to come. */
    private byte kind;

    private int length;
    private byte[] body = NO_BYTES;
    /** The last byte of the body is ahead of this one; -1: no body is expected. */
    private int bodyEnd = -1;

    private int bodyFilled;
    private boolean greeted;

    /** The frames that were taken apart. */
    interface Sink {
        void hello(Hello hello) throws LinkException;

        /** The head of a frame, and its body from position to limit; the buffer is the receiver's. */
        void frame(FrameHeader header, ByteBuffer body);

        /** A frame that came whole, its head unread, from position to limit; the buffer is the receiver's. */
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
        if (greeted) {
            itemHead(came, sink);
            return;
        }
        int some = Math.min(came.remaining(), Hello.HEAD_BYTES - headFilled);
        came.get(head, headFilled, some);
        headFilled += some;
        refuseStrangers();
        if (headFilled == Hello.HEAD_BYTES) {
            headFilled = 0;
            expect(Hello.hostLength(head));
        }
    }

    private void itemHead(ByteBuffer came, Sink sink) throws LinkException {
        if (headFilled == 0) {
            kind = came.get();
            length = 0;
            headFilled = 1;
        }
        while (came.hasRemaining()) {
            byte next = came.get();
            int shift = 7 * (headFilled++ - 1);
            boolean tooMuch = headFilled == ITEM_HEAD_BYTES && (next & 0xf8) != 0 || shift > 0 && next == 0;
            if (tooMuch) {
                throw new LinkException("a length that is longer than need be");
            }
            length |= (next & 0x7f) << shift;
            if (next >= 0) {
                headFilled = 0;
                expect(itemLength(sink));
                return;
            }
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

    private void expect(int length) {
        if (length == 0) {
            return;
        }
        bodyEnd = length;
        bodyFilled = 0;
        body = new byte[Math.min(length, FIRST_BYTES)];
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
        body = NO_BYTES;
        bodyEnd = -1;
        if (greeted) {
            item(whole, sink);
        } else {
            greeted = true;
            sink.hello(Hello.of(head, whole));
        }
    }

    private void item(byte[] whole, Sink sink) throws LinkException {
        switch (kind) {
            case FRAME -> sink.frame(ByteBuffer.wrap(whole));
            case SHORT_FRAME -> {
                FrameHeader header = heads.head(whole);
                sink.frame(header, ByteBuffer.wrap(whole, heads.bodyAt(), header.bodyLength()));
            }
            case PACKET -> sink.packet(ByteBuffer.wrap(whole));
            default -> heads.hear(whole);
        }
    }

    /** The part that is kept of a frame that is not whole yet. */
    int held() {
        return body.length;
    }

    /** The head of an item with so many bytes. */
    static void putItemHead(ByteBuffer to, byte kind, int length) {
        Bytes.putNumber(to.put(kind), length);
    }
}
