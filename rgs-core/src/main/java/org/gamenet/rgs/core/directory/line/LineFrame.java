package org.gamenet.rgs.core.directory.line;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.gamenet.rgs.core.directory.protocol.DirectoryWire;
import org.jspecify.annotations.Nullable;

/**
 * The frame of a line, in both directions:
 *
 * <pre>
 *   byte   version      {@value #VERSION}
 *   byte   kind         1 ping, 2 request, 3 reply, 4 push, 5 proof
 *   long   requestId    of a request and its reply; 0 elsewhere
 *   int    bytes        of the body, 0 to {@value #BODY_BYTES_MAX}
 *   byte[] body         one record; of the echo to the first ping the number to be signed; of a proof a key and that number signed
 * </pre>
 *
 * @param kind kind of the body
 * @param requestId names a request on its line
 * @param body the record, encoded; never changed
 */
public record LineFrame(Kind kind, long requestId, byte[] body) {

    /** First byte of every frame. A body that changes its meaning changes it. */
    public static final int VERSION = 1;

    /** Longest body, bytes. */
    public static final int BODY_BYTES_MAX = DirectoryWire.BYTES_MAX;

    /** Bytes before the body. */
    static final int HEAD_BYTES = 1 + 1 + Long.BYTES + Integer.BYTES;

    private static final byte[] NOTHING = new byte[0];

    /** The purpose of a frame. */
    public enum Kind {
        /** Asked by the process, echoed by the directory: each end knows that the other is there. */
        PING,
        /** Of a process. */
        REQUEST,
        /** Of the directory, to one request. */
        REPLY,
        /** Of the directory, unasked. */
        PUSH,
        /** Of a process: a key is its own. */
        PROOF;

        private static final Kind[] BY_CODE = values();
    }

    /** A ping, or its echo. */
    public static LineFrame ping() {
        return new LineFrame(Kind.PING, 0, NOTHING);
    }

    /** The echo of the first ping on a line: it names the number that who holds a key signs. */
    public static LineFrame challenge(byte[] number) {
        return new LineFrame(Kind.PING, 0, number);
    }

    /** Bytes of the frame on the line. */
    int length() {
        return HEAD_BYTES + body.length;
    }

    /** The frame as it travels. {@link IllegalArgumentException} if the body is too long. */
    public byte[] toBytes() {
        if (body.length > BODY_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "a frame of " + body.length + " bytes; the directory's line takes " + BODY_BYTES_MAX);
        }
        return ByteBuffer.allocate(length())
                .put((byte) VERSION)
                .put((byte) (kind.ordinal() + 1))
                .putLong(requestId)
                .putInt(body.length)
                .put(body)
                .array();
    }

    /**
     * Waits for the next frame; null at the end of the stream. Allocates in steps, as the body's bytes come, so that a
     * length costs nothing before its bytes are paid for. {@link LineException} on anything that is no frame.
     */
    public static @Nullable LineFrame read(InputStream in) throws IOException {
        int version = in.read();
        if (version < 0) {
            return null;
        }
        if (version != VERSION) {
            throw new LineException(
                    "no frame of a directory's line: it begins with byte " + version + ", not " + VERSION);
        }
        ByteBuffer head = ByteBuffer.wrap(fully(in, HEAD_BYTES - 1));
        int kind = head.get();
        if (kind < 1 || kind > Kind.BY_CODE.length) {
            throw new LineException("a frame of unknown kind " + kind);
        }
        long requestId = head.getLong();
        int bytes = head.getInt();
        if (bytes < 0 || bytes > BODY_BYTES_MAX) {
            throw new LineException("a frame of " + Integer.toUnsignedString(bytes) + " bytes; at most "
                    + BODY_BYTES_MAX + " are taken");
        }
        return new LineFrame(Kind.BY_CODE[kind - 1], requestId, fully(in, bytes));
    }

    private static byte[] fully(InputStream in, int bytes) throws IOException {
        byte[] read = in.readNBytes(bytes);
        if (read.length < bytes) {
            throw new EOFException("the line ended inside a frame");
        }
        return read;
    }

    @Override
    public String toString() {
        return kind + "#" + requestId + "(" + body.length + " bytes)";
    }
}
