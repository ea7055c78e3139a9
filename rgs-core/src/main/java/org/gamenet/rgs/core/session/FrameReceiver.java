package org.gamenet.rgs.core.session;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.clock.ClockSignal;
import org.gamenet.rgs.core.detection.Signal;
import org.gamenet.rgs.core.lanes.KnownPeers;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.GameOver;
import org.gamenet.rgs.core.reconfiguration.Joining;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Sender;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.session.base.Advert;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.session.base.SeatChallenge;
import org.gamenet.rgs.core.session.base.SeatProof;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.entry.Admission;
import org.gamenet.rgs.core.session.entry.DirectoryAccess;
import org.gamenet.rgs.core.session.entry.EntryParts;
import org.gamenet.rgs.core.session.entry.Warrants;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.ClockTalk;
import org.gamenet.rgs.core.session.peers.CopyTalk;
import org.gamenet.rgs.core.session.peers.FailureWatch;
import org.gamenet.rgs.core.session.peers.FrameSender;
import org.gamenet.rgs.core.session.peers.Neighbours;
import org.gamenet.rgs.core.session.peers.Permits;
import org.gamenet.rgs.core.session.peers.Routes;
import org.gamenet.rgs.core.session.peers.SeatProofs;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.core.wire.RecentIds;
import org.jspecify.annotations.Nullable;

/**
 * Hears what the others say, the counterpart of {@link FrameSender}: every frame that arrives is read, checked and
 * handed on here. Worker's thread.
 */
final class FrameReceiver {
    private static final int STALE = MessageTypes.RECORDS.idOf(Message.Stale.class);
    private static final int JOIN_REQUEST = MessageTypes.RECORDS.idOf(Message.JoinRequest.class);
    private static final int CHALLENGE = MessageTypes.RECORDS.idOf(SeatChallenge.class);
    private static final int PROOF = MessageTypes.RECORDS.idOf(SeatProof.class);

    private static final Set<Class<? extends Message>> DOUBTS =
            Set.of(Message.Stale.class, Message.Collect.class, Message.EpochStart.class, Message.Suspicion.class);

    private final ThisMember my;
    private final Routes routes;
    private final ClockTalk clock;
    private final KnownPeers names;
    private final SessionPorts ports;
    private final Counters counters;
    private final FailureWatch watch;
    private final EntryParts parts;
    private final Admission admission;
    private final SeatProofs proofs;
    private final CopyTalk copies;
    private final RecentIds recentIds = new RecentIds();
    /** Both make a server doubt or work; who floods them is heard now and then. */
    private final Allowance stale = new Allowance(3, 1);

    private final Allowance asking = new Allowance(20, 10);
    /** Each costs a signature, or the trial of one. */
    private final Allowance proving = new Allowance(20, 20);

    private final Permits permits;
    private final Warrants warrants;
    private final SenderRules senderRules = new SenderRules(new Acquaintances());
    private final Set<MemberId> damagedOnce = new HashSet<>();
    private long viewVersionTold = 1;

    FrameReceiver(
            ThisMember my,
            Routes routes,
            ClockTalk clock,
            KnownPeers names,
            SessionPorts ports,
            Counters counters,
            EntryParts parts,
            Admission admission,
            SeatProofs proofs) {
        this.my = my;
        this.routes = routes;
        this.clock = clock;
        this.names = names;
        this.ports = ports;
        this.counters = counters;
        this.watch = parts.watch();
        this.parts = parts;
        this.permits = new Permits(ports.transport(), counters);
        this.warrants = new Warrants(parts.directoryAccess());
        this.copies = parts.copies();
        this.admission = admission;
        this.proofs = proofs;
    }

    /** How far the count of views was where I was let in, as the server told. */
    long viewVersionTold() {
        return viewVersionTold;
    }

    /** Another collection of packages begins: each may arrive damaged once. */
    void startsToCollect() {
        damagedOnce.clear();
    }

    /** {@code source}: the {@link Node} at that end of the group, or the {@link Endpoint} at that of a link. */
    void frame(Object source, ByteBuffer bytes) {
        try {
            frame(source, FrameHeader.read(bytes, recentIds), bytes);
        } catch (MalformedException malformed) {
            counters.malformed(malformed);
        }
    }

    /** The same, its head read. */
    void frame(Object source, FrameHeader header, ByteBuffer body) {
        MemberState at = my.stepper().state();
        counters.received(FrameHeader.BYTES + body.remaining());
        if (at == null || at instanceof GameOver) return;
        try {
            header.check();
            if (header.game() != my.game().hash()
                    || header.sender().equals(my.seat().id())
                    || !isItself(source, header)) return;
            speaks(header.sender(), source);
            if (!passesFence(header, at)) return;
            long now = my.time().now();
            watch.sign(header.sender(), now);
            Lanes running = my.game().lanes();
            if (Lanes.carries(header.type())) {
                if (running != null) running.received(header, body, now);
            } else if (mayBeHeard(source, header.type(), now)) {
                permits.heard(placeOf(source), Frames.decode(header, body))
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
     * The sender is the member at the other end of the link, not whom the frame names: a frame in the name of somebody
     * who listens elsewhere is refused and counted.
     */
    private boolean isItself(Object source, FrameHeader header) {
        Endpoint place = placeOf(source);
        MemberId sender = header.sender();
        if (routes.neighbours().isAt(sender, place) && !warrants.isElsewhere(sender, place)) return true;
        counters.malformed(new MalformedException("a frame in the name of " + sender + ", whose it is not"));
        return false;
    }

    /** Where the process listens that has sent it; null if the transport does not know. */
    private @Nullable Endpoint placeOf(Object source) {
        return source instanceof Node node ? ports.transport().placeOf(node) : (Endpoint) source;
    }

    /** A member that names a place names its own. */
    private boolean isThere(Object source, Member member) {
        Endpoint place = placeOf(source);
        return place == null || place.equals(member.endpoint());
    }

    /**
     * P2 for the epoch in a frame's head: nothing below the promise, and of an equal number only the same claim, binds
     * or reaches anybody here; it is counted, and its sender told. For the epoch that a message is about the rows of
     * the machine's tables say it. A question for a seat, for entries or for help binds nobody, and passes.
     */
    private boolean passesFence(FrameHeader header, MemberState at) {
        if (header.epoch().allowedBy(at.promise()) || MessageTypes.isUnfenced(header.type())) return true;
        counters.stale();
        Message stale = parts.directoryAccess().grants().shown(new Message.Stale(at.promise()));
        routes.frameSender().sayStale(header.sender(), stale, my.time().now());
        return false;
    }

    private void speaks(MemberId member, Object source) {
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

    private void hear(Object source, FrameHeader header, Record said, long now) {
        MemberId from = header.sender();
        if (FrameSender.isPersonal(said)
                && header.sequence() != my.seat().id().incarnation().tag()) return;
        MemberState at = my.stepper().state();
        if (said instanceof Message message) {
            // A Stale was counted as it came in.
            if (!makesDoubt(message)) message(source, header, message, now);
            else if (header.type() == STALE || stale.take(source, now)) doubt(source, header, message, now);
            return;
        }
        if (at == null || !senderRules.allows(at, header, said)) return;
        if (said instanceof Ballot ballot) parts.directoryAccess().arbiter().heard(from, ballot);
        else if (said instanceof Signal.Alive) parts.group().reconnect();
        else if (said instanceof Signal.Out) out(at);
        else if (said instanceof Signal signal) signal(header, signal, now);
        else if (said instanceof ClockSignal.ClockPing ping) clock.answer(from, ping, now);
        else if (said instanceof ClockSignal.ClockPong pong) clock.hear(from, pong, now);
        else if (said instanceof SeatChallenge challenge) proofs.challenged(from, challenge);
        else if (said instanceof SeatProof proof && isThere(source, proof.join().me()))
            proofs.proved(from, proof).ifPresent(join -> my.stepper().happen(new Event.Heard(from, join)));
        else if (said instanceof CopyMessage copy) copies.hear(from, copy);
        else if (said instanceof Advert advert) my.game().advertised(advert, now);
    }

    /** A server asks first, unless it is shown the directory's word: nobody's own makes it pause (P21, P67). */
    private void doubt(Object source, FrameHeader header, Message message, long now) {
        MemberState at = my.stepper().state();
        boolean acts = at != null && at.plays();
        DirectoryAccess directory = parts.directoryAccess();
        // Also of one that may not act, for lack of members that are bound elsewhere.
        directory.arbiter().outdone(header.sender(), message.about());
        if (acts && !directory.arbitrates()) return;
        Runnable again = () -> message(source, header, message, my.time().now());
        if (!acts || directory.grants().isProved(message, header.sender(), placeOf(source))) again.run();
        else warrants.doubts(at.epoch(), my.seat().id(), now, again);
    }

    /**
     * A server that hears of a later epoch pauses and asks: each source is heard now and then. Other messages of a
     * later epoch do not use that up: the server does nothing about them.
     */
    private boolean makesDoubt(Message message) {
        MemberState at = my.stepper().state();
        boolean says = DOUBTS.contains(message.getClass());
        return says && at != null && at.leads() && !at.epoch().allowedBy(message.about());
    }

    /**
     * The rows of the machine's tables say who may say what in which state, of which epoch: what has no row goes no
     * further, and touches nothing.
     */
    private boolean mayAct(Object source, FrameHeader header, Message message, long now) {
        MemberState at = my.stepper().state();
        if (at == null) return false;
        MemberId from = header.sender();
        Optional<Sender> as = at.hears(from, message);
        if (as.isEmpty()) return false;
        // An answer to a holder is one for one epoch.
        boolean goesFurther = as.get() == Sender.HOLDER
                && message instanceof Message.EpochStart
                && message.about().isAfter(at.promise());
        boolean asks = as.get() == Sender.ARBITER || goesFurther;
        if (message instanceof Message.Collect call
                && !parts.directoryAccess().arbiter().mayBind(call)) return false;
        if ((asks || as.get() == Sender.NAMED) && !warrants.isReal(message.about(), at.promise(), now)) return false;
        if (!asks) return true;
        boolean putsOut = message instanceof Message.JoinDenied;
        boolean isNew = at instanceof Joining;
        // Where members decide, a member is put out by its holder, or by the server that its electorate names.
        DirectoryAccess directory = parts.directoryAccess();
        if (putsOut && !isNew && !directory.arbitrates())
            return at.isFrom(Sender.HOLDER, from) || directory.isServedBy(header.epoch(), from);
        Payload grant = message instanceof Message.InitialAck ack ? ack.grant() : Payload.EMPTY;
        return warrants.covers(
                new Warrants.Claimant(from, placeOf(source), isNew && !putsOut, grant),
                message.about(),
                now,
                () -> message(source, header, message, my.time().now()));
    }

    private void message(Object source, FrameHeader header, Message said, long now) {
        if (!mayAct(source, header, said, now)) return;
        Message message = said;
        MemberId from = header.sender();
        if (message instanceof Message.JoinRequest join) {
            if (!join.me().id().equals(from) || !isThere(source, join.me())) return;
            routes.neighbours().listens(from, join.me().endpoint());
            parts.directoryAccess().arbiter().speaks(from);
            if (!parts.directoryAccess().arbiter().letsIn(from)) return;
            Optional<Message.JoinRequest> settled = proofs.asked(from, join);
            if (settled.isEmpty()) return;
            message = settled.get();
        } else if (message instanceof Message.Collect ad) {
            if (!ad.holder().id().equals(from) || !isThere(source, ad.holder())) return;
            if (!parts.directoryAccess().grants().mayBeHeard(ad, my.stepper().state())) return;
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
            parts.directoryAccess().arbiter().suspects(from);
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

    private void signal(FrameHeader header, Signal signal, long now) {
        MemberState at = my.stepper().state();
        // A newcomer echoes too, so that nobody takes it for silent before it has its InitialAck.
        if (signal instanceof Signal.Heartbeat beat && at instanceof Joining) {
            routes.frameSender()
                    .say(
                            header.sender(),
                            new Signal.Echo(header.epoch(), beat.number(), Position.NONE, ports.debugger(), false));
            return;
        }
        watch.hear(header.sender(), header.epoch(), signal, now);
        if (signal instanceof Signal.Echo echo) copies.outputs().delivered(header.sender(), echo.delivered());
    }

    /** My exit was stamped while I could not hear it, perhaps while I suspect who says so: I come back (P25). */
    private void out(MemberState at) {
        if (my.seat().isLeaving()) return;
        admission.rejoin(new Effect.Rejoin(at.promise(), "the server put me out while I could not hear it", at.log()));
    }

    /** As whom others know those who speak. */
    private final class Acquaintances implements SenderRules.Known {
        @Override
        public Optional<MemberId> watched() {
            return clock.holder();
        }

        @Override
        public Optional<MemberId> whoHas(Epoch number) {
            return parts.directoryAccess().arbiter().whoHas(number);
        }

        @Override
        public boolean mayVote(MemberId from) {
            return parts.directoryAccess().arbiter().mayVote(from);
        }

        @Override
        public boolean mayHold(MemberId from) {
            return !warrants.isAnothers(from);
        }
    }
}
