package org.gamenet.rgs.core.machine;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The name of a seat: the first 128 bits of SHA-256 over its public key. A peer's id is the half of it that the ledger,
 * the roster and every frame carry; the roster carries the other half as well.
 *
 * @param peer the id of whoever holds the key
 * @param tail the other half
 */
public record Fingerprint(long peer, long tail) {

    private static final byte[] USE = "rgs seat 1".getBytes(StandardCharsets.US_ASCII);

    /** Of a public key. */
    public static Fingerprint of(byte[] publicKey) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(USE);
            ByteBuffer hash = ByteBuffer.wrap(digest.digest(publicKey));
            return new Fingerprint(hash.getLong(), hash.getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
