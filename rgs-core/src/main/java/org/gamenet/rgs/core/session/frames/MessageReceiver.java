package org.gamenet.rgs.core.session.frames;

import java.util.Optional;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.entry.DirectoryAccess;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.ClockTalk;
import org.gamenet.rgs.core.session.peers.CopyTalk;
import org.gamenet.rgs.core.session.peers.FailureWatch;
import org.gamenet.rgs.core.session.peers.Routes;
import org.gamenet.rgs.core.session.peers.SeatProofs;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * Hears the messages of the machine. What a message tells beside, as an address or a time, goes to the part of the
 * session whose affair it is; then the message goes to the machine. Worker's thread.
 */
public final class MessageReceiver {
    private final ThisMember my;
    private final Routes routes;
    private final ClockTalk clock;
    private final Counters counters;
    private final MessageRights rights;
    private final PackageCheck packageCheck;
    private final DirectoryAccess directoryAccess;
    private final SeatProofs proofs;
    private final CopyTalk copies;
    private final FailureWatch watch;
    private long viewVersionTold = 1;

    public MessageReceiver(
            ThisMember my,
            Routes routes,
            ClockTalk clock,
            Counters counters,
            MessageRights rights,
            PackageCheck packageCheck,
            DirectoryAccess directoryAccess,
            SeatProofs proofs,
            CopyTalk copies,
            FailureWatch watch) {
        this.my = my;
        this.routes = routes;
        this.clock = clock;
        this.counters = counters;
        this.rights = rights;
        this.packageCheck = packageCheck;
        this.directoryAccess = directoryAccess;
        this.proofs = proofs;
        this.copies = copies;
        this.watch = watch;
    }

    /** A message that makes a server doubt: it asks first. */
    void doubt(Origin origin, FrameHeader header, Message said, long now) {
        rights.doubt(origin, header, said, again(origin, header, said), now);
    }

    private Runnable again(Origin origin, FrameHeader header, Message said) {
        return () -> hear(origin, header, said, my.time().now());
    }

    boolean makesDoubt(Message message) {
        return rights.makesDoubt(message);
    }

    /** How far the count of views was where I was let in, as the server told. */
    public long viewVersionTold() {
        return viewVersionTold;
    }

    void hear(Origin origin, FrameHeader header, Message said, long now) {
        if (!rights.mayAct(origin, header, said, again(origin, header, said), now)) return;
        Message message = said;
        MemberId from = header.sender();
        if (message instanceof Message.JoinRequest join) {
            if (!join.me().id().equals(from) || !origin.isThere(join.me())) return;
            routes.neighbours().listens(from, join.me().endpoint());
            directoryAccess.arbiter().speaks(from);
            if (!directoryAccess.arbiter().letsIn(from)) return;
            Optional<Message.JoinRequest> settled = proofs.asked(from, join);
            if (settled.isEmpty()) return;
            message = settled.get();
        } else if (message instanceof Message.Collect ad) {
            if (!ad.holder().id().equals(from) || !origin.isThere(ad.holder())) return;
            if (!directoryAccess.grants().mayBeHeard(ad, my.stepper().state())) return;
            routes.neighbours().listens(from, ad.holder().endpoint());
            routes.linkTargets().claims(ad.holder().endpoint());
            my.seat().names().learn(ad.holder());
            my.game().advertisedBy(ad.epoch(), now);
        } else if (message instanceof Message.InitialAck) {
            viewVersionTold = Math.max(1, header.sequence());
            clock.reach(now, header.sentAt());
        } else if (message instanceof Message.CollectReply answer) {
            Optional<Message.CollectReply> whole = packageCheck.undamaged(from, answer);
            if (whole.isEmpty()) return;
            message = whole.get();
            // The game's time goes on from the latest that anybody had (P43).
            MemberState at = my.stepper().state();
            if (at != null && at.leads()) clock.reach(now, header.sentAt());
        }
        my.stepper().happen(new Event.Heard(from, message));
        if (message instanceof Message.Permit) counters.order().messages(1);
        if (message instanceof Message.Confirmed has) copies.outputs().delivered(from, has.at());
        if (message instanceof Message.Suspicion s && !s.revoked()) {
            watch.doubted(from, s.epoch(), now);
            directoryAccess.arbiter().suspects(from);
        }
    }
}
