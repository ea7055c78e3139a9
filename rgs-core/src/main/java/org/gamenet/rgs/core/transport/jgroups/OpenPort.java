package org.gamenet.rgs.core.transport.jgroups;

import java.io.IOException;
import java.net.InetAddress;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.transport.links.LinkLimits;
import org.gamenet.rgs.core.transport.links.LinkListener;
import org.gamenet.rgs.core.transport.links.Links;
import org.gamenet.rgs.core.transport.links.Loop;
import org.gamenet.rgs.core.transport.links.Trust;

/**
 * The only port of a transport, held from {@code listen} to {@code close} whatever becomes of groups in between, and
 * the thread that waits for it.
 */
final class OpenPort implements AutoCloseable {
    private final Loop loop = new Loop();
    private final InetAddress host;
    private final Links links;

    OpenPort(InetAddress host, TransportSettings settings, LinkListener ear) throws IOException {
        this.host = host;
        Trust tls = settings.tls();
        try {
            links = new Links(
                    loop,
                    host,
                    settings.port(),
                    LinkLimits.forFrames(settings.limits().frameBytes()),
                    tls == null ? null : tls.context(),
                    ear);
        } catch (IOException | RuntimeException taken) {
            loop.close();
            throw taken;
        }
    }

    void start() {
        loop.start();
    }

    /** Where this process listens. */
    Endpoint place() {
        return links.self();
    }

    Links links() {
        return links;
    }

    /** For how long nobody has read what comes. */
    long unreadNanos() {
        return loop.unreadNanos();
    }

    InetAddress host() {
        return host;
    }

    @Override
    public void close() {
        links.close();
        loop.close();
    }
}
