package org.gamenet.rgs.core.transport.links;

import java.nio.ByteBuffer;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * The certificates that a context shows, at either end of a connection. No context tells them: it greets itself here,
 * in memory.
 */
final class OwnCertificates {
    /** A handshake of TLS 1.3 takes a dozen. */
    private static final int STEPS_MOST = 200;

    private final SSLEngine dialling;
    private final SSLEngine dialled;

    private OwnCertificates(SSLContext context) {
        dialling = context.createSSLEngine();
        dialling.setUseClientMode(true);
        dialled = context.createSSLEngine();
        dialled.setUseClientMode(false);
        dialled.setNeedClientAuth(true);
        for (SSLEngine each : List.of(dialling, dialled)) each.setEnabledProtocols(TlsWire.versions());
    }

    /** One for each end; fewer if the context does not trust itself. */
    static List<Certificate> of(SSLContext context) {
        OwnCertificates both = new OwnCertificates(context);
        try {
            both.greet();
        } catch (SSLException strangers) {
            // certificates shown until then are known
        }
        List<Certificate> shown = new ArrayList<>();
        for (SSLEngine each : List.of(both.dialling, both.dialled)) {
            Certificate[] own = each.getSession().getLocalCertificates();
            if (own != null && own.length > 0) shown.add(own[0]);
        }
        return shown;
    }

    private void greet() throws SSLException {
        ByteBuffer toDialled = ByteBuffer.allocate(packet());
        ByteBuffer toDialling = ByteBuffer.allocate(packet());
        for (int i = 0; i < STEPS_MOST && (isGreeting(dialling) || isGreeting(dialled) || i == 0); i++) {
            step(dialling, toDialling, toDialled);
            step(dialled, toDialled, toDialling);
        }
    }

    private int packet() {
        return 2 * dialling.getSession().getPacketBufferSize();
    }

    private static boolean isGreeting(SSLEngine engine) {
        return engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING;
    }

    private static void step(SSLEngine engine, ByteBuffer comes, ByteBuffer goes) throws SSLException {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) task.run();
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_UNWRAP) {
            comes.flip();
            engine.unwrap(comes, ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()));
            comes.compact();
        } else {
            engine.wrap(ByteBuffer.allocate(0), goes);
        }
    }
}
