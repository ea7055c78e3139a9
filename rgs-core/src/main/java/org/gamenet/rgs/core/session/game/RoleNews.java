package org.gamenet.rgs.core.session.game;

import java.util.function.Supplier;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.lanes.KnownPeers;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.PeerRequest;
import org.gamenet.rgs.core.session.base.SessionTime;
import org.gamenet.rgs.core.session.base.WorkerInput;

/** The role that the application is shown; it changes ahead of the epoch where a server hands over (P46). */
public final class RoleNews {
    private final Inbox inbox;
    private final SessionTime time;
    private final Lanes lanes;
    private final KnownPeers names;
    private final Supplier<Peer> self;
    private final Supplier<SessionStatus> status;
    private ServerRole role = ServerRole.IDLE;
    /** The role before the application was stopped; {@code IDLE} if it is not. */
    private ServerRole stopped = ServerRole.IDLE;

    RoleNews(
            Inbox inbox,
            SessionTime time,
            Lanes lanes,
            KnownPeers names,
            Supplier<Peer> self,
            Supplier<SessionStatus> status) {
        this.inbox = inbox;
        this.time = time;
        this.lanes = lanes;
        this.names = names;
        this.self = self;
        this.status = status;
    }

    ServerRole now() {
        return role;
    }

    /** Over, without a word. */
    void close() {
        role = ServerRole.IDLE;
        stopped = ServerRole.IDLE;
    }

    void change(ServerRole next, long now) {
        stopped = ServerRole.IDLE;
        if (next == role) return;
        ServerRole before = role;
        role = next;
        inbox.tell(self.get(), new SessionEvent.RoleChanged(before, next), time.game(), status.get(), now);
    }

    /** One more package ahead of need: how soon the backup confirms it shows whether it is there. */
    public void pack(long now) {
        inbox.call(new Callback.TakePackage(WorkerInput.Packaged.ASKED), now);
    }

    /**
     * The last copy, and in the same moment the application serves no more. No request is handed to it from here on.
     */
    public void stop(long now) {
        lanes.hold();
        stopped = role;
        role = ServerRole.BACKUP;
        inbox.stop(
                new Callback.TakePackage(WorkerInput.Packaged.STOPPED),
                self.get(),
                new SessionEvent.RoleChanged(stopped, role),
                time.game(),
                status.get(),
                now);
    }

    /** It was not handed over to this one: the application serves, as before. */
    public void serveOn(MemberId to, String why, long now) {
        if (stopped != ServerRole.IDLE) change(stopped, now);
        lanes.holdNoMore(now);
        refuse(PeerRequest.HANDOVER, to.peer(), why, now);
    }

    /**
     * Nothing had begun; another handover may be under way. To whom the session is over that has said all: nothing
     * comes after {@code Closed}.
     */
    public void refuse(PeerRequest request, long peer, String why, long now) {
        SessionStatus here = status.get();
        if (here.phase() == Session.Phase.CLOSED) return;
        String what = switch (request) {
            case HANDOVER -> "handover " + names.peer(peer);
            case KICK -> "kick " + names.peer(peer);
            case END -> "end";
        };
        inbox.tell(self.get(), new SessionEvent.Refused(what, why), time.game(), here, now);
    }
}
