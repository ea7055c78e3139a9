package org.gamenet.rgs.core.machine;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The secret by which a player comes back as the same peer: only its hash is told to the others (P26, P27). */
public final class SeatToken {
    private SeatToken() {}

    /** The roster's knowledge of a secret: the first 64 bits of SHA-256 over it and the peer's id. */
    public static long hash(long secret, long peer) {
        try {
            byte[] text = ByteBuffer.allocate(16).putLong(secret).putLong(peer).array();
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(text))
                    .getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
