package org.gamenet.rgs.core.port;

/** Key pairs of seats: who holds one proves it without giving anything away. Any thread. */
public interface Keys {

    /** A pair. */
    interface Key {

        /** Its public half, 32 bytes; not to be changed. */
        byte[] publicKey();

        /** 64 bytes. */
        byte[] sign(byte[] text);

        /** Both halves, for whoever is to hold this key as well: a secret. */
        byte[] secret();
    }

    /**
     * The pair of this {@link Key#secret()}.
     *
     * @throws IllegalArgumentException if these bytes are none
     */
    Key of(byte[] secret);

    /** A new pair, of nobody else's. */
    Key draw();

    /**
     * Whether who holds that public key's private half has signed this text; false for anything that is no key, or no
     * signature.
     */
    boolean isSigned(byte[] publicKey, byte[] text, byte[] signature);
}
