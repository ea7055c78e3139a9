package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.session.base.Mailbox;
import org.gamenet.rgs.core.session.base.Seat;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.gamenet.rgs.core.session.entry.GameSearch;
import org.gamenet.rgs.core.session.entry.Group;
import org.gamenet.rgs.core.session.peers.LinkTargets;

/** Inputs that the transport brings, frames apart: where it listens, who is in the group, whose socket is closed. */
final class TransportInputs {
    private final Seat seat;
    private final LinkTargets linkTargets;
    private final Group group;
    private final GameSearch gameSearch;
    private final SessionPorts ports;
    private final Mailbox mailbox;

    TransportInputs(
            Seat seat,
            LinkTargets linkTargets,
            Group group,
            GameSearch gameSearch,
            SessionPorts ports,
            Mailbox mailbox) {
        this.seat = seat;
        this.linkTargets = linkTargets;
        this.group = group;
        this.gameSearch = gameSearch;
        this.ports = ports;
        this.mailbox = mailbox;
    }

    /** Takes the input if it is one of the transport; whether it was. */
    boolean take(WorkerInput input) {
        if (input instanceof WorkerInput.Listening listening) listening(listening);
        else if (input instanceof WorkerInput.Connected connected) group.connected(connected, gameSearch);
        else if (input instanceof WorkerInput.Failed failed) group.failed(failed, gameSearch);
        else if (input instanceof WorkerInput.ViewSeen view) group.view(view);
        else if (input instanceof WorkerInput.SocketClosed closed) group.socketClosed(closed.peer());
        else if (input instanceof WorkerInput.Linked linked) group.linked(linked.process());
        else if (input instanceof WorkerInput.Unlinked unlinked) group.unlinked(unlinked.process());
        else if (input instanceof WorkerInput.Probed probed) group.probed(probed);
        else if (input instanceof WorkerInput.WarmedUp) gameSearch.warmedUp();
        else return false;
        return true;
    }

    private void listening(WorkerInput.Listening listening) {
        seat.listensAt(listening.self());
        linkTargets.listensAt(listening.self());
        gameSearch.listening();
        if (gameSearch.warmsUp()) ports.warmUp().begin(() -> mailbox.offer(new WorkerInput.WarmedUp()));
    }
}
