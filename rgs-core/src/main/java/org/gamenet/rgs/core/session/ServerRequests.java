package org.gamenet.rgs.core.session;

import java.util.Map;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.session.base.Advert;
import org.gamenet.rgs.core.session.base.Attributes;
import org.gamenet.rgs.core.session.base.Mailbox;
import org.gamenet.rgs.core.session.base.WorkerInput;

/** The requests that are for a game's server alone: checked on the caller's thread, then given to the worker. */
final class ServerRequests {
    private final Session session;
    private final Mailbox mailbox;

    ServerRequests(Session session, Mailbox mailbox) {
        this.session = session;
        this.mailbox = mailbox;
    }

    private void checkServer(String what) {
        if (!session.role().isActive())
            throw new IllegalStateException(
                    what + " is for the server; this session is " + session.role() + " and " + session.phase());
    }

    void kick(Peer player, String why) {
        if (player == null || why == null) throw new IllegalArgumentException("kick(player, why): neither may be null");
        checkServer("kick");
        if (isSelf(player)) throw new IllegalArgumentException("the server cannot kick itself: leave() or end(why)");
        mailbox.offer(new WorkerInput.Asked(new Event.KickAsked(player.id(), why)));
    }

    void advertise(boolean open, Map<String, String> attributes) {
        if (attributes == null)
            throw new IllegalArgumentException("advertise(open, attributes): attributes may not be null");
        Attributes.check(attributes);
        checkServer("advertise");
        mailbox.offer(new WorkerInput.Advertised(new Advert(0, open, attributes)));
    }

    void handover(Peer to) {
        if (to == null) throw new IllegalArgumentException("handover(to): it may not be null");
        checkServer("handover");
        if (isSelf(to)) throw new IllegalArgumentException("the server cannot hand over to itself");
        if (session.view().players().stream().noneMatch(p -> p.id() == to.id())
                && session.view().servers().stream().noneMatch(p -> p.id() == to.id()))
            throw new IllegalArgumentException(to + " neither plays nor backs this server up");
        mailbox.offer(new WorkerInput.HandoverAsked(to.id()));
    }

    void end(String why) {
        if (why == null) throw new IllegalArgumentException("end(why): it may not be null");
        checkServer("end");
        mailbox.offer(new WorkerInput.Asked(new Event.EndAsked(why)));
    }

    private boolean isSelf(Peer peer) {
        return peer.id() == session.self().id();
    }
}
