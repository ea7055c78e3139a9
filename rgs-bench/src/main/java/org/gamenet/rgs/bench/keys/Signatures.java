package org.gamenet.rgs.bench.keys;

import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.NoSuchProviderException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.SignatureException;
import java.security.SignatureSpi;
import java.util.concurrent.atomic.LongAdder;

/**
 * Stands before the JDK's own Ed25519 in this process: counts what is signed and verified and how long that takes, or
 * does neither and says yes. Nothing of RGS is changed for it. Any thread.
 */
final class Signatures extends Provider {
    private static final long serialVersionUID = 1;
    private static final String NAME = "Ed25519";
    private static final String OWN = "SunEC";
    private static final int SIGNATURE_BYTES = 64;
    private static final LongAdder SIGNED = new LongAdder();
    private static final LongAdder VERIFIED = new LongAdder();
    private static final LongAdder NANOS = new LongAdder();

    private static volatile boolean free;

    private Signatures() {
        super("RGS bench", "1", "Ed25519 that is counted, or costs nothing");
        put("Signature." + NAME, Counted.class.getName());
    }

    /** The work since the reading before. */
    record Done(long signed, long verified, long nanos) {}

    /** From now on, in this process. */
    static void install() {
        Security.insertProviderAt(new Signatures(), 1);
    }

    /** Whether signatures cost nothing from now on, and are worth nothing. */
    static void free(boolean on) {
        free = on;
    }

    static Done done() {
        return new Done(SIGNED.sumThenReset(), VERIFIED.sumThenReset(), NANOS.sumThenReset());
    }

    /** One signature under way. */
    public static final class Counted extends SignatureSpi {
        private final Signature own;
        private long nanos;

        /** For the JDK alone. */
        public Counted() throws NoSuchAlgorithmException, NoSuchProviderException {
            own = Signature.getInstance(NAME, OWN);
        }

        @Override
        protected void engineInitVerify(PublicKey key) throws InvalidKeyException {
            long from = System.nanoTime();
            if (!free) own.initVerify(key);
            nanos = System.nanoTime() - from;
        }

        @Override
        protected void engineInitSign(PrivateKey key) throws InvalidKeyException {
            long from = System.nanoTime();
            if (!free) own.initSign(key);
            nanos = System.nanoTime() - from;
        }

        @Override
        protected void engineUpdate(byte one) throws SignatureException {
            if (!free) own.update(one);
        }

        @Override
        protected void engineUpdate(byte[] some, int offset, int length) throws SignatureException {
            if (!free) own.update(some, offset, length);
        }

        @Override
        protected byte[] engineSign() throws SignatureException {
            long from = System.nanoTime();
            byte[] signature = free ? new byte[SIGNATURE_BYTES] : own.sign();
            SIGNED.increment();
            NANOS.add(nanos + System.nanoTime() - from);
            return signature;
        }

        @Override
        protected boolean engineVerify(byte[] signature) throws SignatureException {
            long from = System.nanoTime();
            boolean fits = free || own.verify(signature);
            VERIFIED.increment();
            NANOS.add(nanos + System.nanoTime() - from);
            return fits;
        }

        @Override
        @Deprecated
        protected void engineSetParameter(String name, Object value) {
            throw new UnsupportedOperationException(name);
        }

        @Override
        @Deprecated
        protected Object engineGetParameter(String name) {
            throw new UnsupportedOperationException(name);
        }
    }
}
