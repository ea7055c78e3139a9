package org.gamenet.rgs.core.keys;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
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

    private static final byte[] PKCS8_HEAD = HexFormat.of().parseHex("302e020100300506032b657004220420");

    private record Pair(byte[] publicKey, PrivateKey half) implements Key {

        @Override
        public byte[] sign(byte[] text) {
            try {
                Signature signing = Signature.getInstance(NAME);
                signing.initSign(half);
                signing.update(text);
                return signing.sign();
            } catch (GeneralSecurityException e) {
                throw new AssertionError("a key that was drawn here signs", e);
            }
        }

        @Override
        public byte[] secret() {
            byte[] encoded = half.getEncoded();
            byte[] both = Arrays.copyOfRange(encoded, PKCS8_HEAD.length, PKCS8_HEAD.length + 2 * KEY_BYTES);
            System.arraycopy(publicKey, 0, both, KEY_BYTES, KEY_BYTES);
            return both;
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
    public Key of(byte[] secret) {
        if (secret.length != 2 * KEY_BYTES) throw new IllegalArgumentException("a key has " + 2 * KEY_BYTES + " bytes");
        byte[] encoded = Arrays.copyOf(PKCS8_HEAD, PKCS8_HEAD.length + KEY_BYTES);
        System.arraycopy(secret, 0, encoded, PKCS8_HEAD.length, KEY_BYTES);
        try {
            PrivateKey half = KeyFactory.getInstance(NAME).generatePrivate(new PKCS8EncodedKeySpec(encoded));
            Pair pair = new Pair(Arrays.copyOfRange(secret, KEY_BYTES, 2 * KEY_BYTES), half);
            byte[] text = {};
            if (isSigned(pair.publicKey(), text, pair.sign(text))) return pair;
        } catch (GeneralSecurityException notOne) {
            // Said below.
        }
        throw new IllegalArgumentException("the halves of this key do not fit");
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
