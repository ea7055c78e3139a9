package org.gamenet.rgs.core.keys;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import org.gamenet.rgs.core.port.Keys;

/** Ed25519, of the JDK. The first use of it in a process takes some 50 ms, later ones about one. Any thread. */
public final class Ed25519 implements Keys {

    /** Bytes of a public key. */
    public static final int KEY_BYTES = 32;

    /** Bytes of a signature. */
    public static final int SIGNATURE_BYTES = 64;

    private static final String NAME = "Ed25519";
    /** The bytes ahead of the 32 bytes in the encoding that the JDK reads. */
    private static final byte[] X509_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

    /** Draws from the platform's secure random numbers. */
    public Ed25519() {}

    private record Pair(byte[] publicKey, PrivateKey secret) implements Key {

        @Override
        public byte[] sign(byte[] text) {
            try {
                Signature signing = Signature.getInstance(NAME);
                signing.initSign(secret);
                signing.update(text);
                return signing.sign();
            } catch (GeneralSecurityException e) {
                throw new AssertionError("a key that was drawn here signs", e);
            }
        }

        @Override
        public String toString() {
            return "a key pair";
        }
    }

    @Override
    public Key draw() {
        try {
            KeyPair pair = KeyPairGenerator.getInstance(NAME).generateKeyPair();
            byte[] encoded = pair.getPublic().getEncoded();
            return new Pair(Arrays.copyOfRange(encoded, encoded.length - KEY_BYTES, encoded.length), pair.getPrivate());
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java platform from 15 on has " + NAME, e);
        }
    }

    @Override
    public boolean isSigned(byte[] publicKey, byte[] text, byte[] signature) {
        if (publicKey.length != KEY_BYTES || signature.length != SIGNATURE_BYTES) {
            return false;
        }
        byte[] encoded = Arrays.copyOf(X509_HEAD, X509_HEAD.length + KEY_BYTES);
        System.arraycopy(publicKey, 0, encoded, X509_HEAD.length, KEY_BYTES);
        try {
            Signature checking = Signature.getInstance(NAME);
            checking.initVerify(KeyFactory.getInstance(NAME).generatePublic(new X509EncodedKeySpec(encoded)));
            checking.update(text);
            return checking.verify(signature);
        } catch (GeneralSecurityException | RuntimeException notOne) {
            return false;
        }
    }
}
