package org.gamenet.rgs.core.directory.client;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.gamenet.rgs.core.machine.Text;

/** Why TLS failed, in words for whoever has to mend it: whose certificate it is, and what is wrong with it. */
final class TlsFaults {

    private TlsFaults() {}

    /** Empty if it was not TLS that failed. */
    static Optional<String> of(Throwable failure) {
        boolean tls = false;
        for (Throwable cause = failure; cause != null && cause.getCause() != cause; cause = cause.getCause()) {
            if (cause instanceof CertificateExpiredException) {
                return Optional.of("the directory's certificate has expired: it needs another");
            }
            if (cause instanceof CertificateNotYetValidException) {
                return Optional.of("the directory's certificate is not valid yet: is the clock of this machine right?");
            }
            if (cause instanceof CertPathBuilderException) {
                return Optional.of(
                        "the directory's certificate is of nobody who is trusted here: put it, or its authority, into the truststore");
            }
            tls |= cause instanceof SSLException;
        }
        return tls
                ? Optional.of(alert(String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT)))
                : Optional.empty();
    }

    /**
     * The other end hung up after the handshake, and its alert was lost with the connection: it had nothing against
     * TLS, so it is the certificate.
     */
    static String hungUp() {
        return "the directory hung up after the handshake: it refuses this process's certificate, or the lack of one";
    }

    /** The other end's complaint about our certificate. */
    private static String alert(String message) {
        if (message.contains("expired")) {
            return "the directory refuses this process's certificate, which has expired: it needs another";
        }
        if (message.contains("certificate_required")
                || message.contains("bad_certificate")
                || message.contains("empty")) {
            return "the directory wants a certificate, and this process has shown none that it takes: give one to tls(...)";
        }
        if (message.contains("certificate_unknown") || message.contains("unknown_ca")) {
            return "the directory refuses this process's certificate: it has expired, or is of nobody whom the"
                    + " directory's truststore knows";
        }
        if (message.contains("plaintext")
                || message.contains("not an ssl")
                || message.contains("unsupported or unrecognized")) {
            return "the other end speaks without TLS: start the directory with it, or leave tls(...) out";
        }
        return "TLS failed: " + Text.fitting(message, Text.NAME_BYTES * 2);
    }
}
