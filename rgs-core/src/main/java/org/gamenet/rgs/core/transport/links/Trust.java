package org.gamenet.rgs.core.transport.links;

import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes that a process trusts: to be heard at all, by its context, and to serve, by what that one's certificate
 * says.
 *
 * @param permits which certificates permit serving, called on threads of RGS; null: all do
 */
public record Trust(SSLContext context, @Nullable Predicate<X509Certificate> permits) {
    private static final Logger LOG = LoggerFactory.getLogger(Trust.class);

    /** Every process that is heard may serve. */
    public Trust(SSLContext context) {
        this(context, null);
    }

    /** Whether a process that shows this certificate may serve; null: none is known. */
    public boolean permits(@Nullable Certificate shown) {
        Predicate<X509Certificate> asked = permits;
        if (asked == null) return true;
        if (!(shown instanceof X509Certificate certificate)) return false;
        try {
            return asked.test(certificate);
        } catch (RuntimeException fault) {
            LOG.warn("mayServe(permits) threw, which counts as a no: {}", fault.toString(), fault);
            return false;
        }
    }

    /**
     * Whether this process may serve by its own certificate; where that cannot be found out the others decide alone.
     */
    public boolean permitsThisProcess() {
        return permits == null || OwnCertificates.of(context).stream().allMatch(this::permits);
    }
}
