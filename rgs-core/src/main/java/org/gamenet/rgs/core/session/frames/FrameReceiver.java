package org.gamenet.rgs.core.session.frames;

import java.nio.ByteBuffer;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.reconfiguration.GameOver;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.session.base.SeatChallenge;
import org.gamenet.rgs.core.session.base.SeatProof;
import org.gamenet.rgs.core.session.entry.SignedGrants;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.FailureWatch;
import org.gamenet.rgs.core.session.peers.FrameSender;
import org.gamenet.rgs.core.session.peers.Permits;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.core.wire.RecentIds;

/**
 * Hears what the others say, the counterpart of {@link FrameSender}: every frame that arrives is read, checked and
 * handed on here. Worker's thread.
 */
public final class FrameReceiver {
    private static final int STALE = MessageTypes.RECORDS.idOf(Message.Stale.class);
    private static final int JOIN_REQUEST = MessageTypes.RECORDS.idOf(Message.JoinRequest.class);
    private static final int CHALLENGE = MessageTypes.RECORDS.idOf(SeatChallenge.class);
    private static final int PROOF = MessageTypes.RECORDS.idOf(SeatProof.class);

    private final ThisMember my;
    private final Senders senders;
    private final FailureWatch watch;
    private final Permits permits;
    private final FrameSender frameSender;
    private final SignedGrants grants;
    private final Counters counters;
    private final MessageReceiver messages;
    private final SessionMessages others;
    private final RecentIds recentIds = new RecentIds();
    /** Of messages that make a server doubt: a sender that floods the server with them is heard now and then. */
    private final Allowance stale = new Allowance(3, 1);
    /** Of requests for a seat, which make a server work: likewise. */
    private final Allowance asking = new Allowance(20, 10);
    /** Of challenges and proofs of a seat: each costs a signature, or the trial of one. */
    private final Allowance proving = new Allowance(20, 20);

    public FrameReceiver(
            ThisMember my,
            Senders senders,
            FailureWatch watch,
            Permits permits,
            FrameSender frameSender,
            SignedGrants grants,
            Counters counters,
            MessageReceiver messages,
            SessionMessages others) {
        this.my = my;
        this.senders = senders;
        this.watch = watch;
        this.permits = permits;
        this.frameSender = frameSender;
        this.grants = grants;
        this.counters = counters;
        this.messages = messages;
        this.others = others;
    }

    /** {@code source}: the {@link Node} at that end of the group, or the {@link Endpoint} at that of a link. */
    public void frame(Object source, ByteBuffer bytes) {
        try {
            frame(source, FrameHeader.read(bytes, recentIds), bytes);
        } catch (MalformedException malformed) {
            counters.malformed(malformed);
        }
    }

    /** The same, its head read. */
    public void frame(Object source, FrameHeader header, ByteBuffer body) {
        MemberState at = my.stepper().state();
        counters.received(FrameHeader.BYTES + body.remaining());
        if (at == null || at instanceof GameOver) return;
        try {
            header.check();
            if (header.game() != my.game().hash()
                    || header.sender().equals(my.seat().id())
                    || !senders.isItself(source, header)) return;
            senders.speaks(header.sender(), source);
            if (!passesFence(header, at)) return;
            long now = my.time().now();
            watch.sign(header.sender(), now);
            Lanes running = my.game().lanes();
            if (Lanes.carries(header.type())) {
                if (running != null) running.received(header, body, now);
            } else if (mayBeHeard(source, header.type(), now)) {
                permits.heard(senders.origin(source).place(), Frames.decode(header, body))
                        .ifPresent(said -> hear(source, header, said, now));
            }
        } catch (MalformedException malformed) {
            counters.malformed(malformed);
        }
    }

    private boolean mayBeHeard(Object source, int type, long now) {
        if (type == STALE) return stale.take(source, now);
        if (type == CHALLENGE || type == PROOF) return proving.take(source, now);
        return type != JOIN_REQUEST || asking.take(source, now);
    }

    /**
     * P2 for the epoch in a frame's head: nothing below the promise, and of an equal number only the same claim, binds
     * or reaches anybody here; it is counted, and its sender told. For the epoch that a message is about the rows of
     * the machine's tables say it. A question for a seat, for entries or for help binds nobody, and passes.
     */
    private boolean passesFence(FrameHeader header, MemberState at) {
        if (header.epoch().allowedBy(at.promise()) || MessageTypes.isUnfenced(header.type())) return true;
        counters.stale();
        Message stale = grants.shown(new Message.Stale(at.promise()));
        frameSender.sayStale(header.sender(), stale, my.time().now());
        return false;
    }

    private void hear(Object source, FrameHeader header, Record said, long now) {
        if (FrameSender.isPersonal(said)
                && header.sequence() != my.seat().id().incarnation().tag()) return;
        Origin origin = senders.origin(source);
        if (!(said instanceof Message message)) others.hear(origin, header, said, now);
        // A Stale was counted as it came in.
        else if (!messages.makesDoubt(message)) messages.hear(origin, header, message, now);
        else if (header.type() == STALE || stale.take(source, now)) messages.doubt(origin, header, message, now);
    }
}
