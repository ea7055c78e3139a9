package org.gamenet.rgs.core.transport.jgroups;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.gamenet.rgs.core.port.Node;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;

/** The protocols of one connection, bottom to top, with every value that differs from what JGroups ships. */
final class GroupStack {
    private static final int DIAL_MILLIS = 500;
    private static final int GREETING_MILLIS = 250;
    private static final int TLS_GREETING_MILLIS = 1000;
    private static final int RESEND_MILLIS = 50;
    /**
     * The last cast of a burst may be lost with the socket it was written to; nobody misses it unless told, and once
     * may be lost as well.
     */
    private static final int LAST_ANNOUNCED = 20;
    /** For whoever left while the group was split a merge waits for so long, and nobody can join meanwhile. */
    private static final int MERGE_MILLIS = 1_000;

    private static final int VERIFY_MILLIS = 50;
    /** A suspect that lost its sockets answers on new ones, and with TLS those take a while. */
    private static final int TLS_VERIFY_MILLIS = 200;

    final GameTcp tcp;
    final SocketWatch hints;
    final AskingDiscovery discovery;
    final PatientVerify verify;
    private final JoiningGms membership;
    private final boolean encrypted;
    private final InetAddress host;
    private final int port;

    GroupStack(
            InetAddress host,
            int port,
            StackSockets sockets,
            TransportSettings settings,
            Executor dialers,
            Attempt attempt,
            Consumer<Node> closed)
            throws Exception {
        TransportLimits limits = settings.limits();
        encrypted = settings.tls() != null;
        tcp = new GameTcp(dialers, limits.packetBytes());
        this.host = host;
        this.port = port;
        pin();
        tcp.setSocketFactory(sockets);
        tcp.setThreadFactory(DaemonThreads.forStack());
        tcp.useVirtualThreads(false);
        tcp.tcpNodelay(true)
                .setLinger(-1)
                .setSockConnTimeout(DIAL_MILLIS)
                .enableSuspectEvents(true)
                .logDetails(false);
        tcp.setPeerAddrReadTimeout(encrypted ? TLS_GREETING_MILLIS : GREETING_MILLIS);
        tcp.nonBlockingSends(true).maxSendQueue(limits.queuedPackets());
        tcp.setBundler(new TidyBundler());
        tcp.getThreadPool().setMinThreads(0).setMaxThreads(limits.threads());
        hints = new SocketWatch(closed, limits.fragments());
        verify = new PatientVerify(tcp, encrypted ? TLS_VERIFY_MILLIS : VERIFY_MILLIS);
        discovery = new AskingDiscovery(tcp, verify::condemn);
        membership = new JoiningGms(discovery, attempt);
        membership
                .printLocalAddress(false)
                .setJoinTimeout(200)
                .setLeaveTimeout(300)
                .setViewAckCollectionTimeout(200)
                .setMergeTimeout(MERGE_MILLIS);
        membership.setMembershipChangePolicy(new ServersLast());
    }

    /** With these directly above the sockets. */
    List<Protocol> protocols(List<Protocol> way) {
        List<Protocol> all = new ArrayList<>(List.of(tcp));
        all.addAll(way);
        all.addAll(List.of(
                hints,
                discovery,
                new MERGE3().setMinInterval(500).setMaxInterval(2000),
                new FD_ALL3().setTimeout(3000).setInterval(500),
                verify,
                new NAKACK2()
                        .useMcastXmit(false)
                        .setXmitInterval(RESEND_MILLIS)
                        .setResendLastSeqnoMaxTimes(LAST_ANNOUNCED),
                new UNICAST3().setXmitInterval(RESEND_MILLIS),
                new STABLE().setDesiredAverageGossip(5000).setMaxBytes(1_000_000),
                membership,
                new FRAG2().setFragSize(TransportLimits.FRAGMENT_BYTES)));
        return all;
    }

    /** JGroups lets its own system properties overrule what was set; the port that is open already stands. */
    void pin() {
        tcp.setBindAddr(host).setBindPort(port).setPortRange(0);
    }
}
