package org.gamenet.rgs.core.keys;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalLong;
import org.gamenet.rgs.core.machine.Fingerprint;
import org.gamenet.rgs.core.port.Keys;

/**
 * How a line shows whose it is: the directory names a number that was never used before, and whoever holds a key signs
 * it. Everything said on that line from then on is said by the key's holder. A new line has another number, so nothing
 * that was recorded proves anything.
 */
public final class LineProof {

    /** Bytes of the number that a directory names on a new line. */
    public static final int CHALLENGE_BYTES = 32;

    private static final byte[] USE = "rgs line 1".getBytes(StandardCharsets.US_ASCII);

    private LineProof() {}

    /** The body of the frame that proves a key: the public half, and the number signed. */
    public static byte[] of(Keys.Key key, byte[] challenge) {
        return ByteBuffer.allocate(Ed25519.KEY_BYTES + Ed25519.SIGNATURE_BYTES)
                .put(key.publicKey())
                .put(key.sign(text(challenge)))
                .array();
    }

    /** The peer whose key such a body proves; empty if it proves nothing. */
    public static OptionalLong peer(byte[] body, byte[] challenge, Keys keys) {
        if (body.length != Ed25519.KEY_BYTES + Ed25519.SIGNATURE_BYTES) {
            return OptionalLong.empty();
        }
        byte[] key = Arrays.copyOf(body, Ed25519.KEY_BYTES);
        byte[] signature = Arrays.copyOfRange(body, Ed25519.KEY_BYTES, body.length);
        return keys.isSigned(key, text(challenge), signature)
                ? OptionalLong.of(Fingerprint.of(key).peer())
                : OptionalLong.empty();
    }

    private static byte[] text(byte[] challenge) {
        return ByteBuffer.allocate(USE.length + challenge.length)
                .put(USE)
                .put(challenge)
                .array();
    }
}
