package org.gamenet.rgs.core.session.frames;

import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.clock.ClockSignal;
import org.gamenet.rgs.core.detection.Signal;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.session.base.Advert;
import org.gamenet.rgs.core.session.base.SeatChallenge;
import org.gamenet.rgs.core.session.base.SeatProof;
import org.gamenet.rgs.core.session.entry.DirectoryAccess;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.CopyTalk;
import org.gamenet.rgs.core.session.peers.SeatProofs;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * Hears what is no affair of the machine: what {@link SenderRules} let through goes to the part whose affair it is.
 * Worker's thread.
 */
public final class SessionMessages {
    private final ThisMember my;
    private final SenderRules senderRules;
    private final DirectoryAccess directoryAccess;
    private final SeatProofs proofs;
    private final CopyTalk copies;
    private final SignalReceiver signals;

    public SessionMessages(
            ThisMember my,
            SenderRules senderRules,
            DirectoryAccess directoryAccess,
            SeatProofs proofs,
            CopyTalk copies,
            SignalReceiver signals) {
        this.my = my;
        this.senderRules = senderRules;
        this.directoryAccess = directoryAccess;
        this.proofs = proofs;
        this.copies = copies;
        this.signals = signals;
    }

    void hear(Origin origin, FrameHeader header, Record said, long now) {
        MemberState at = my.stepper().state();
        if (at == null || !senderRules.allows(at, header, said)) return;
        MemberId from = header.sender();
        if (said instanceof Ballot ballot) directoryAccess.arbiter().heard(from, ballot);
        else if (said instanceof Signal signal) signals.hear(header, signal, at, now);
        else if (said instanceof ClockSignal signal) signals.hear(from, signal, now);
        else if (said instanceof SeatChallenge challenge) proofs.challenged(from, challenge);
        else if (said instanceof SeatProof proof && origin.isThere(proof.join().me()))
            proofs.proved(from, proof).ifPresent(join -> my.stepper().happen(new Event.Heard(from, join)));
        else if (said instanceof CopyMessage copy) copies.hear(from, copy);
        else if (said instanceof Advert advert) my.game().advertised(advert, now);
    }
}
