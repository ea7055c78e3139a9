package org.gamenet.rgs.core.keys;

import java.util.concurrent.CompletableFuture;
import org.gamenet.rgs.core.port.Keys;

/** Ed25519 with the next pair always drawn already: the first in a process takes longer than a join may. Any thread. */
public final class DrawnAhead implements Keys {

    private static final byte[] REHEARSED = {};

    /** For all sessions: it is rehearsed once. */
    public static final Keys OF_THIS_PROCESS = new DrawnAhead();

    private final Ed25519 keys = new Ed25519();
    private CompletableFuture<Key> next = CompletableFuture.supplyAsync(this::rehearsed);

    private DrawnAhead() {}

    /** Code that runs for the first time is slow: better now than in a join. */
    private Key rehearsed() {
        Key key = keys.draw();
        if (!keys.isSigned(key.publicKey(), REHEARSED, key.sign(REHEARSED)))
            throw new AssertionError("a key does not fit itself");
        return key;
    }

    @Override
    public synchronized Key draw() {
        Key drawn = next.join();
        next = CompletableFuture.supplyAsync(keys::draw);
        return drawn;
    }

    @Override
    public Key of(byte[] secret) {
        return keys.of(secret);
    }

    @Override
    public boolean isSigned(byte[] publicKey, byte[] text, byte[] signature) {
        return keys.isSigned(publicKey, text, signature);
    }
}
