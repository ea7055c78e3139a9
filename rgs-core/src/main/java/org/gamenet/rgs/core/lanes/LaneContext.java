package org.gamenet.rgs.core.lanes;

import org.gamenet.rgs.Peer;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.wire.FrameHeader;

/** The member that this is, its epoch and its game, and the server there. Written by {@link Lanes} alone. */
final class LaneContext {
    static final MemberId NOBODY = new MemberId(0, new Incarnation(0, 0));

    private final long game;
    private FrameHeader last;
    MemberId me = NOBODY;
    Peer self = Peer.of(0, "");
    Epoch epoch = Epoch.NONE;
    MemberId primary = NOBODY;
    /** Whether messages flow: neither frozen nor out of the game. */
    boolean playing;
    /** Whether requests wait, for this server hands over: who serves next is handed them. */
    boolean holds;

    /** @param game as in the frames' headers */
    LaneContext(long game) {
        this.game = game;
        this.last = new FrameHeader(0, game, epoch, me, 0, 0, 0);
    }

    /** Whether this is my session, in whichever incarnation. */
    boolean isMine(MemberId sender) {
        return sender.peer() == me.peer()
                && sender.incarnation().nonce() == me.incarnation().nonce();
    }

    boolean serves() {
        return primary.equals(me);
    }

    /** The state of an application that has yet to be told that another serves (S3). */
    boolean isObsolete(OutgoingMessage message) {
        return message.state() != null && !serves();
    }

    /** Without number and length. Messages that are sent at one time, to however many, have one and the same. */
    FrameHeader header(int type, double sentAt) {
        boolean again = last.type() == type && last.sentAt() == sentAt && last.epoch() == epoch && last.sender() == me;
        if (!again) last = new FrameHeader(type, game, epoch, me, 0, sentAt, 0);
        return last;
    }
}
