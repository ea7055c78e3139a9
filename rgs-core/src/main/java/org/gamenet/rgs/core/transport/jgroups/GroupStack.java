package org.gamenet.rgs.core.transport.jgroups;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.gamenet.rgs.core.port.Node;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;

/** The protocols of one connection, bottom to top, with every value that differs from what JGroups ships. */
final class GroupStack {
    /** Threads that had nothing to do for so long go. */
    private static final int KEEP_MILLIS = 500;

    private static final int RESEND_MILLIS = 250;
    /**
     * The last cast of a burst may be lost with the link it was written to; nobody misses it unless told, and once may
     * be lost as well.
     */
    private static final int LAST_ANNOUNCED = 8;
    /** For whoever left while the group was split a merge waits for so long, and nobody can join meanwhile. */
    private static final int MERGE_MILLIS = 1_000;

    private static final int VERIFY_MILLIS = 50;
    /** A suspect that lost its links answers on new ones, and with TLS those take a while. */
    private static final int TLS_VERIFY_MILLIS = 200;

    final LinkedTp links;
    final SocketWatch hints;
    final AskingDiscovery discovery;
    final PatientVerify verify;
    final LinkWatch watch;
    private final BoundedFragments fragments;
    private final JoiningGms membership;

    GroupStack(OpenPort port, TransportSettings settings, Attempt attempt, Consumer<Node> closed) {
        TransportLimits limits = settings.limits();
        boolean encrypted = settings.tls() != null;
        fragments = new BoundedFragments(limits);
        links = new LinkedTp(port.links(), port.host(), limits);
        links.setBindAddr(port.host());
        links.setThreadFactory(DaemonThreads.forStack());
        links.useVirtualThreads(false);
        links.delivers(limits.threads(), limits.queuedPackets(), KEEP_MILLIS);
        hints = new SocketWatch(closed, limits.fragments());
        verify = new PatientVerify(links, encrypted ? TLS_VERIFY_MILLIS : VERIFY_MILLIS);
        watch = new LinkWatch(links);
        discovery = new AskingDiscovery(links, verify::condemn);
        membership = new JoiningGms(discovery, attempt);
        membership
                .printLocalAddress(false)
                .setJoinTimeout(200)
                .setLeaveTimeout(300)
                .setViewAckCollectionTimeout(200)
                .setMergeTimeout(MERGE_MILLIS);
        membership.setMembershipChangePolicy(new ServersLast());
    }

    /** With these directly above the links. */
    List<Protocol> protocols(List<Protocol> way) {
        List<Protocol> all = new ArrayList<>(List.of(links));
        all.addAll(way);
        all.addAll(List.of(
                hints,
                discovery,
                new MERGE3().setMinInterval(500).setMaxInterval(2000),
                watch,
                verify,
                new NAKACK2()
                        .useMcastXmit(false)
                        .setXmitInterval(RESEND_MILLIS)
                        .setResendLastSeqnoMaxTimes(LAST_ANNOUNCED),
                new UNICAST3().setXmitInterval(RESEND_MILLIS),
                new STABLE().setDesiredAverageGossip(0).setMaxBytes(1_000_000),
                membership,
                fragments));
        return all;
    }
}
