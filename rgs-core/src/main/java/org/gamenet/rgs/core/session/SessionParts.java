package org.gamenet.rgs.core.session;

import org.gamenet.rgs.Limit;
import org.gamenet.rgs.core.lanes.KnownPeers;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.lanes.SendQueue;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.base.FailoverLog;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.Mailbox;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.Seat;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.session.base.SessionTime;
import org.gamenet.rgs.core.session.base.Stepper;
import org.gamenet.rgs.core.session.base.Timers;
import org.gamenet.rgs.core.session.effects.ArbiterEffects;
import org.gamenet.rgs.core.session.effects.DeliveredEntries;
import org.gamenet.rgs.core.session.effects.GameClosing;
import org.gamenet.rgs.core.session.effects.GameEffects;
import org.gamenet.rgs.core.session.effects.MemberEffects;
import org.gamenet.rgs.core.session.effects.ObserverEffects;
import org.gamenet.rgs.core.session.effects.Performer;
import org.gamenet.rgs.core.session.effects.TimerEffects;
import org.gamenet.rgs.core.session.effects.TransportEffects;
import org.gamenet.rgs.core.session.entry.Admission;
import org.gamenet.rgs.core.session.entry.DirectoryAccess;
import org.gamenet.rgs.core.session.entry.ElectorateAccess;
import org.gamenet.rgs.core.session.entry.GameSearch;
import org.gamenet.rgs.core.session.entry.Group;
import org.gamenet.rgs.core.session.entry.Rejoining;
import org.gamenet.rgs.core.session.entry.Renewals;
import org.gamenet.rgs.core.session.entry.SpareDuty;
import org.gamenet.rgs.core.session.entry.SpareOffers;
import org.gamenet.rgs.core.session.entry.Warrants;
import org.gamenet.rgs.core.session.frames.FrameReceiver;
import org.gamenet.rgs.core.session.frames.MessageReceiver;
import org.gamenet.rgs.core.session.frames.MessageRights;
import org.gamenet.rgs.core.session.frames.PackageCheck;
import org.gamenet.rgs.core.session.frames.SenderKnowledge;
import org.gamenet.rgs.core.session.frames.SenderRules;
import org.gamenet.rgs.core.session.frames.Senders;
import org.gamenet.rgs.core.session.frames.SessionMessages;
import org.gamenet.rgs.core.session.frames.SignalReceiver;
import org.gamenet.rgs.core.session.game.CurrentGame;
import org.gamenet.rgs.core.session.game.DirectoryAbsence;
import org.gamenet.rgs.core.session.game.EventPublisher;
import org.gamenet.rgs.core.session.game.GameSide;
import org.gamenet.rgs.core.session.game.Inbox;
import org.gamenet.rgs.core.session.game.InboxHooks;
import org.gamenet.rgs.core.session.game.Packages;
import org.gamenet.rgs.core.session.game.SessionStatus;
import org.gamenet.rgs.core.session.game.Setbacks;
import org.gamenet.rgs.core.session.game.ShownState;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.ClockTalk;
import org.gamenet.rgs.core.session.peers.Conditioner;
import org.gamenet.rgs.core.session.peers.CopyTalk;
import org.gamenet.rgs.core.session.peers.FailureWatch;
import org.gamenet.rgs.core.session.peers.FrameSender;
import org.gamenet.rgs.core.session.peers.LaneSink;
import org.gamenet.rgs.core.session.peers.LinkTargets;
import org.gamenet.rgs.core.session.peers.Neighbours;
import org.gamenet.rgs.core.session.peers.OutputTalk;
import org.gamenet.rgs.core.session.peers.Permits;
import org.gamenet.rgs.core.session.peers.Routes;
import org.gamenet.rgs.core.session.peers.SeatProofs;

/**
 * The parts of a session, put together in their order. Each is handed the few that it uses; none of them knows this
 * class, which the worker alone reads, once, when it begins.
 */
final class SessionParts {
    final SessionSetup setup;
    final GameSide side;
    final KnownPeers names = new KnownPeers();
    final Counters counters = new Counters();
    final Timers timers = new Timers();
    final Mailbox mailbox = new Mailbox();
    final Turn turn;
    final SessionTime time;
    final FailoverLog failovers;
    final Seat seat;
    final CurrentGame game;
    final ThisMember my;
    final Inbox inbox;
    final SendQueue outbox;
    final DirectoryAbsence absence;
    final Conditioner conditioner;
    final LinkTargets linkTargets;
    final FrameSender frameSender;
    final ClockTalk clock;
    final Routes routes;
    final LaneSink laneSink;
    final CopyTalk copies;
    final FailureWatch watch;
    final Group group;
    final Renewals renewals;
    final Packages packages;
    final DirectoryAccess directoryAccess;
    final SpareDuty spareDuty;
    final DirectoryInputs fromDirectory;
    final GameSearch gameSearch;
    final PackageCheck packageCheck;
    final MessageReceiver messageReceiver;
    final FrameReceiver frameReceiver;
    final Performer performer;
    final Meter meter;
    final SessionEnd end;

    SessionParts(SessionSetup setup, SessionPorts ports, SearchGoal goal, GameSide side, Stepper stepper) {
        this.setup = setup;
        this.side = side;
        this.turn = new Turn(side);
        this.time = new SessionTime(ports.clock());
        this.failovers = new FailoverLog(ports.audible());
        this.seat = new Seat(setup, goal, ports.chance(), ports.keys(), names);
        if (seat.key() != null) ports.directory().speaksFor(seat.key());
        this.game = new CurrentGame(goal, new Telling());
        this.my = new ThisMember(seat, stepper, game, time);
        this.inbox = inbox();
        this.outbox = new SendQueue(setup.intLimit(Limit.SEND_MESSAGES), mailbox::sent);
        this.absence = new DirectoryAbsence(game);
        Neighbours neighbours = new Neighbours();
        this.conditioner = new Conditioner(ports.transport(), neighbours, time, ports.chance());
        this.linkTargets = new LinkTargets(neighbours, ports.transport()::link);
        this.directoryAccess =
                new DirectoryAccess(ports.directory(), mailbox, this::answered, linkTargets::claims, absence::isAway);
        this.frameSender = new FrameSender(conditioner, neighbours, linkTargets, counters, this::stamp);
        this.clock = new ClockTalk(time, frameSender);
        this.end = new SessionEnd(my, turn, mailbox, timers, ports, conditioner);
        this.routes = new Routes(neighbours, linkTargets, frameSender);
        OutputTalk outputs = new OutputTalk(my, frameSender, side);
        this.laneSink = new LaneSink(my, frameSender, mailbox, outputs);
        this.watch = new FailureWatch(my, routes, ports, setup, clock);
        this.group = new Group(my, routes, ports, directoryAccess, watch, conditioner);
        this.renewals = new Renewals(my, setup, directoryAccess, watch);
        this.packages = new Packages(my, names, side, inbox);
        this.copies = new CopyTalk(outputs, setup, counters, failovers);
        Admission admission = new Admission(my, linkTargets, directoryAccess, watch, group, end::end);
        Rejoining rejoining = new Rejoining(my, failovers, timers, watch, packages, group);
        this.spareDuty = new SpareDuty(my, linkTargets, directoryAccess, group, renewals, rejoining);
        this.fromDirectory = new DirectoryInputs(
                absence, renewals, new SpareOffers(my, directoryAccess, renewals, watch), group, stepper);
        if (!ports.directory().arbitrates())
            directoryAccess.decidedBy(
                    new ElectorateAccess(my, routes, watch, directoryAccess, this::answered, rejoining::rejoin));
        this.gameSearch = new GameSearch(goal, setup, ports, directoryAccess, admission, spareDuty);
        SeatProofs proofs = new SeatProofs(my, frameSender, setup, ports);
        Warrants warrants = new Warrants(directoryAccess);
        this.packageCheck = new PackageCheck(counters);
        this.messageReceiver = messageReceiver(warrants, proofs);
        this.frameReceiver = frameReceiver(ports, warrants, sessionMessages(warrants, proofs, rejoining));
        this.performer = performer(admission, rejoining);
        this.meter = new Meter(my, clock, counters, watch);
    }

    private Inbox inbox() {
        return new Inbox(
                new Inbox.Setup(
                        setup.intLimit(Limit.RECEIVE_MESSAGES),
                        setup.limit(Limit.RECEIVE_BYTES),
                        new InboxHooks(turn::waits, mailbox::pump)),
                setup.records(),
                names,
                SessionStatus.waiting());
    }

    private MessageReceiver messageReceiver(Warrants warrants, SeatProofs proofs) {
        return new MessageReceiver(
                my,
                routes,
                clock,
                counters,
                new MessageRights(my, directoryAccess, warrants),
                packageCheck,
                directoryAccess,
                proofs,
                copies,
                watch);
    }

    private FrameReceiver frameReceiver(SessionPorts ports, Warrants warrants, SessionMessages others) {
        return new FrameReceiver(
                my,
                new Senders(my, routes, ports.transport(), warrants, watch, counters),
                watch,
                new Permits(ports.transport(), counters),
                frameSender,
                directoryAccess.grants(),
                counters,
                messageReceiver,
                others);
    }

    private SessionMessages sessionMessages(Warrants warrants, SeatProofs proofs, Rejoining rejoining) {
        return new SessionMessages(
                my,
                new SenderRules(new SenderKnowledge(clock, directoryAccess, warrants)),
                directoryAccess,
                proofs,
                copies,
                new SignalReceiver(my, watch, clock, group, copies, rejoining));
    }

    private Performer performer(Admission admission, Rejoining rejoining) {
        DeliveredEntries deliveredEntries =
                new DeliveredEntries(my, routes, directoryAccess, copies, renewals, counters);
        GameClosing closing = new GameClosing(my, gameSearch, timers, failovers, setup, counters);
        return new Performer(
                new MemberEffects(my, routes, directoryAccess, copies, packages, counters),
                new ArbiterEffects(my, directoryAccess),
                new TransportEffects(group, spareDuty, rejoining),
                new GameEffects(
                        my,
                        clock,
                        watch,
                        group,
                        packages,
                        admission,
                        rejoining,
                        deliveredEntries,
                        closing,
                        messageReceiver::viewVersionTold),
                new TimerEffects(timers),
                new ObserverEffects(my, failovers, counters));
    }

    /** The directory's answer, for the machine. */
    private void answered(Event event) {
        fromDirectory.answered(event);
    }

    private final class Telling implements CurrentGame.Telling {
        @Override
        public Lanes lanes(CurrentGame of) {
            Lanes.Setup lanesSetup = new Lanes.Setup(
                    of.hash(), of.timing().suspectNanos(), setup.intLimit(Limit.SEND_MESSAGES), packages(of));
            return new Lanes(lanesSetup, names, outbox, inbox, laneSink);
        }

        @Override
        public EventPublisher publisher(CurrentGame of, Lanes lanes) {
            return new EventPublisher(
                    names,
                    inbox,
                    time,
                    lanes,
                    failovers,
                    new Setbacks(
                            inbox,
                            () -> packages(of),
                            copies.outputs()::waits,
                            () -> of.rules().synchronous() ? ShownState.NOTHING : side.sent()),
                    seat.id(),
                    seat.self(),
                    of.rules());
        }
    }

    /** Whether a recovery needs what the application packs: equals have it all themselves. */
    boolean packages(CurrentGame of) {
        return side.hasState() && !of.rules().peers();
    }

    /** An {@code InitialAck} tells where the count of views stands at its place, in the header's sequence. */
    private Frames.Stamp stamp(Record message) {
        EventPublisher publisher = game.publisherIfAny();
        long sequence =
                message instanceof Message.InitialAck ack && publisher != null ? publisher.viewVersionAt(ack.log()) : 0;
        MemberState at = my.stepper().state();
        Epoch promise = at == null ? Epoch.NONE : at.promise();
        // A member that gives an epoch up may be out of the game by now, and below what the others have promised it.
        boolean higher =
                message instanceof Message.Released gone && gone.epoch().isAfter(promise);
        Epoch epoch = higher ? ((Message.Released) message).epoch() : promise;
        return new Frames.Stamp(game.hash(), epoch, seat.id(), sequence, clock.stampAt(time.now()));
    }
}
