package org.gamenet.rgs.core.session.frames;

import java.util.HashSet;
import java.util.Set;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.entry.Warrants;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.FailureWatch;
import org.gamenet.rgs.core.session.peers.Neighbours;
import org.gamenet.rgs.core.session.peers.Routes;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.MalformedException;

/** The senders of frames: where each of them is, and that it is the one whom the frame names. Worker's thread. */
public final class Senders {
    private final ThisMember my;
    private final Routes routes;
    private final GroupTransport transport;
    private final Warrants warrants;
    private final FailureWatch watch;
    private final Counters counters;

    public Senders(
            ThisMember my,
            Routes routes,
            GroupTransport transport,
            Warrants warrants,
            FailureWatch watch,
            Counters counters) {
        this.my = my;
        this.routes = routes;
        this.transport = transport;
        this.warrants = warrants;
        this.watch = watch;
        this.counters = counters;
    }

    /**
     * The sender is the member at the other end of the link, not whom the frame names. A frame in the name of a member
     * that listens elsewhere is refused and counted.
     */
    boolean isItself(Object source, FrameHeader header) {
        Endpoint place = origin(source).place();
        MemberId sender = header.sender();
        if (routes.neighbours().isAt(sender, place) && !warrants.isElsewhere(sender, place)) return true;
        counters.malformed(new MalformedException("a frame in the name of " + sender + ", whose it is not"));
        return false;
    }

    Origin origin(Object source) {
        return new Origin(source, transport);
    }

    void speaks(MemberId member, Object source) {
        Neighbours neighbours = routes.neighbours();
        if (source instanceof Endpoint process) {
            // Another process may have spoken for a member that no roster has: the answer goes where it was heard last.
            neighbours.listens(member, process);
        } else if (neighbours.speaks(member, (Node) source)) {
            Lanes running = my.game().lanes();
            if (running != null) running.resend(member, my.time().now());
            routes.sayAdvert(my, member);
        }
        keepKnown(member);
    }

    private void keepKnown(MemberId member) {
        Neighbours neighbours = routes.neighbours();
        if (!neighbours.isCrowded()) return;
        Set<MemberId> known = new HashSet<>(Set.of(member));
        watch.roster().forEach(m -> known.add(m.id()));
        neighbours.keepOnly(known);
    }
}
