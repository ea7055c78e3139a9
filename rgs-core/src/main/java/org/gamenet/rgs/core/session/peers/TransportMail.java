package org.gamenet.rgs.core.session.peers;

import java.nio.ByteBuffer;
import java.util.List;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.session.base.Mailbox;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.gamenet.rgs.core.wire.FrameHeader;

/** The transport's news, on whatever thread: everything goes into the mailbox, or through it. */
public final class TransportMail implements GroupListener {
    private final Mailbox mailbox;

    public TransportMail(Mailbox mailbox) {
        this.mailbox = mailbox;
    }

    @Override
    public void listening(Endpoint where) {
        mailbox.offer(new WorkerInput.Listening(where));
    }

    @Override
    public void connected(Node node, List<Node> members) {
        mailbox.offer(new WorkerInput.Connected(node, List.copyOf(members)));
    }

    @Override
    public void failed(Reason reason, String detail) {
        mailbox.offer(new WorkerInput.Failed(reason, detail));
    }

    @Override
    public void received(Node from, ByteBuffer frame) {
        mailbox.offer(new WorkerInput.Received(from, frame));
    }

    @Override
    public void view(List<Node> members, boolean coordinates) {
        mailbox.offer(new WorkerInput.ViewSeen(List.copyOf(members), coordinates));
    }

    @Override
    public void closed(Node node) {
        mailbox.offer(new WorkerInput.SocketClosed(node));
    }

    @Override
    public void hears(Endpoint from, FrameHeader header, ByteBuffer body) {
        mailbox.hears(from, header, body);
    }

    @Override
    public void heardAll() {
        mailbox.framesCame();
    }

    @Override
    public void heard(Endpoint from, ByteBuffer frame) {
        mailbox.offer(new WorkerInput.Heard(from, frame));
    }

    @Override
    public void linked(Endpoint process) {
        mailbox.offer(new WorkerInput.Linked(process));
    }

    @Override
    public void unlinked(Endpoint process) {
        mailbox.offer(new WorkerInput.Unlinked(process));
    }

    @Override
    public void probed(Endpoint process, Probe result) {
        mailbox.offer(new WorkerInput.Probed(process, result));
    }
}
