package org.gamenet.rgs.core.session.frames;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.lanes.KnownPeers;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.entry.DirectoryAccess;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.ClockTalk;
import org.gamenet.rgs.core.session.peers.CopyTalk;
import org.gamenet.rgs.core.session.peers.FailureWatch;
import org.gamenet.rgs.core.session.peers.Routes;
import org.gamenet.rgs.core.session.peers.SeatProofs;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.MalformedException;

/**
 * Hears the messages of the machine. What a message tells beside, as an address or a time, goes to the part of the
 * session whose affair it is; then the message goes to the machine. Worker's thread.
 */
public final class MessageReceiver {
    private final ThisMember my;
    private final Routes routes;
    private final ClockTalk clock;
    private final KnownPeers names;
    private final Counters counters;
    private final MessageRights rights;
    private final DirectoryAccess directoryAccess;
    private final SeatProofs proofs;
    private final CopyTalk copies;
    private final FailureWatch watch;
    private final Set<MemberId> damagedOnce = new HashSet<>();
    private long viewVersionTold = 1;

    public MessageReceiver(
            ThisMember my,
            Routes routes,
            ClockTalk clock,
            KnownPeers names,
            Counters counters,
            MessageRights rights,
            DirectoryAccess directoryAccess,
            SeatProofs proofs,
            CopyTalk copies,
            FailureWatch watch) {
        this.my = my;
        this.routes = routes;
        this.clock = clock;
        this.names = names;
        this.counters = counters;
        this.rights = rights;
        this.directoryAccess = directoryAccess;
        this.proofs = proofs;
        this.copies = copies;
        this.watch = watch;
    }

    /** A message that makes a server doubt: it asks first. */
    void doubt(Origin origin, FrameHeader header, Message said, long now) {
        rights.doubt(
                origin, header, said, () -> hear(origin, header, said, my.time().now()), now);
    }

    boolean makesDoubt(Message message) {
        return rights.makesDoubt(message);
    }

    /** How far the count of views was where I was let in, as the server told. */
    public long viewVersionTold() {
        return viewVersionTold;
    }

    /** Another collection of packages begins: each may arrive damaged once. */
    public void startsToCollect() {
        damagedOnce.clear();
    }

    void hear(Origin origin, FrameHeader header, Message said, long now) {
        if (!rights.mayAct(
                origin, header, said, () -> hear(origin, header, said, my.time().now()), now)) return;
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
            names.learn(ad.holder());
            my.game().advertisedBy(ad.epoch(), now);
        } else if (message instanceof Message.InitialAck) {
            viewVersionTold = Math.max(1, header.sequence());
            clock.reach(now, header.sentAt());
        } else if (message instanceof Message.CollectReply answer) {
            Optional<Message.CollectReply> whole = undamaged(from, answer);
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

    /**
     * A package whose digest is wrong is asked for once more, by silence; the second time its sender counts as one
     * without (HA36).
     */
    private Optional<Message.CollectReply> undamaged(MemberId from, Message.CollectReply a) {
        if (a.packed().isEmpty()
                || Frames.digest(a.packed().get().state().bytes())
                        == a.packed().get().digest()) return Optional.of(a);
        counters.malformed(new MalformedException("a package of " + from + " with a wrong digest"));
        if (damagedOnce.add(from)) return Optional.empty();
        return Optional.of(new Message.CollectReply(
                a.epoch(), a.round(), a.full(), a.log(), a.rules(), a.heardAt(), a.serverLeaves(), Optional.empty()));
    }
}
