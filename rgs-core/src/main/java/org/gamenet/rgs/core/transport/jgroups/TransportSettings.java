package org.gamenet.rgs.core.transport.jgroups;

import java.util.List;
import javax.net.ssl.SSLContext;
import org.gamenet.rgs.core.transport.links.Trust;
import org.jspecify.annotations.Nullable;

/**
 * Where and how one session's group transport listens.
 *
 * @param host address or name to bind to; null lets RGS choose
 * @param port TCP port to bind to; 0 takes any free one
 * @param tls mutual TLS on every connection; null sends in the clear and allows loopback and private addresses only
 * @param last whether this process registered the game or stands by: such a one coordinates the group only when nobody
 *     else can
 * @param name name of this process in JGroups' logs
 * @param limits limits of sizes and queues
 * @param toward where the directory is, as {@code host:port}: where RGS chooses, it listens at the address by which
 *     this machine reaches it, for there the others are
 */
public record TransportSettings(
        @Nullable String host,
        int port,
        @Nullable Trust tls,
        boolean last,
        String name,
        TransportLimits limits,
        List<String> toward) {

    /** Without a directory. */
    public TransportSettings(
            @Nullable String host,
            int port,
            @Nullable SSLContext tls,
            boolean last,
            String name,
            TransportLimits limits) {
        this(host, port, tls == null ? null : new Trust(tls), last, name, limits, List.of());
    }

    public TransportSettings {
        toward = List.copyOf(toward);
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " is not between 0 and 65535; 0 takes any free one");
        }
        if (name.isBlank()) {
            throw new IllegalArgumentException("name is blank; give the process any name");
        }
    }

    /** On loopback, any free port, in the clear, default limits: for tests and throw-away groups. */
    public static TransportSettings loopback(String name, boolean last) {
        return new TransportSettings("127.0.0.1", 0, null, last, name, TransportLimits.DEFAULT);
    }
}
