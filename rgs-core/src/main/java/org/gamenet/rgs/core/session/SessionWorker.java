package org.gamenet.rgs.core.session;

import java.util.List;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.detection.FailureDetector.Application;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.lanes.KnownPeers;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.lanes.SendQueue;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.GameOver;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.StandingBy;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.gamenet.rgs.core.session.base.Beat;
import org.gamenet.rgs.core.session.base.Beats;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.base.FailoverLog;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.Gauges;
import org.gamenet.rgs.core.session.base.Mailbox;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.Seat;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.session.base.SessionTime;
import org.gamenet.rgs.core.session.base.Stepper;
import org.gamenet.rgs.core.session.base.Timers;
import org.gamenet.rgs.core.session.base.WorkSignal;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.gamenet.rgs.core.session.entry.Admission;
import org.gamenet.rgs.core.session.entry.DirectoryAccess;
import org.gamenet.rgs.core.session.entry.EntryParts;
import org.gamenet.rgs.core.session.entry.GameSearch;
import org.gamenet.rgs.core.session.entry.Group;
import org.gamenet.rgs.core.session.entry.MembersDesk;
import org.gamenet.rgs.core.session.entry.Renewals;
import org.gamenet.rgs.core.session.game.CurrentGame;
import org.gamenet.rgs.core.session.game.DirectoryAbsence;
import org.gamenet.rgs.core.session.game.EventPublisher;
import org.gamenet.rgs.core.session.game.GameSide;
import org.gamenet.rgs.core.session.game.Inbox;
import org.gamenet.rgs.core.session.game.InboxHooks;
import org.gamenet.rgs.core.session.game.LaneBeat;
import org.gamenet.rgs.core.session.game.Packages;
import org.gamenet.rgs.core.session.game.SessionStatus;
import org.gamenet.rgs.core.session.game.Setbacks;
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
import org.gamenet.rgs.core.session.peers.Routes;
import org.gamenet.rgs.core.session.peers.SeatProofs;
import org.gamenet.rgs.core.session.peers.TransportMail;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session's single writer: takes what arrives, lets time pass, steps the machine, performs its effects.
 * {@link #dutyCycle} runs on a thread of its own or by hand in a test, and {@link #lightTurn} on the thread that brings
 * something, one at a time; nothing here waits, and nothing else changes the session's state. Everything but
 * {@link #mailbox} and the {@link GroupListener} is for whose turn it is.
 *
 * <p>What arrives goes to the part whose affair it is: frames to {@link FrameReceiver}, views and sockets to
 * {@link Group}, what the application packed to {@link Packages}, offers to {@link Admission}. They tell the machine by
 * {@link Stepper#happen}; what it wants done comes back here.
 */
public final class SessionWorker {
    private static final Logger LOG = LoggerFactory.getLogger(SessionWorker.class);
    private static final int INPUTS_PER_CYCLE = 4_096;
    /** A flood must not keep the heartbeats waiting. */
    private static final long DRAIN_NANOS = 5_000_000;

    private static final int INPUTS_PER_LOOK = 16;
    /** So long after a whole round its findings still hold, and messages may be taken before the next. */
    private static final long ROUND_HOLDS_NANOS = 100_000_000;
    /** An item that has waited for the application for less does not wait. */
    private static final long WAITS_NANOS = 1_000_000;
    /** The last words may still be on their way out. */
    private static final long LAST_WORDS_NANOS = 50_000_000;

    private static final long LAST_WORDS_HELD_NANOS = 1_000_000_000;

    private final SessionSetup setup;
    private final SessionPorts ports;
    private final GameSide side;
    private final SessionTime time;
    private final KnownPeers names = new KnownPeers();
    private final Counters counters = new Counters();
    private final Timers timers = new Timers();
    private final Stepper stepper = new Stepper(this::taken);
    private final Mailbox mailbox = new Mailbox();
    private final Turn turn;
    private final Inbox inbox;
    private final SendQueue outbox;
    private final DirectoryAccess directoryAccess;
    private final Seat seat;
    private final CurrentGame game;
    private final ClockTalk clock;
    private final LinkTargets linkTargets;
    private final FrameSender frameSender;
    private final Conditioner conditioner;
    private final FailoverLog failovers;
    private final LaneSink laneSink;
    private final FailureWatch watch;
    private final Group group;
    private final Renewals renewals;
    private final Packages packages;
    private final CopyTalk copies;
    private final ApplicationRequests requests;
    private final Admission admission;
    private final GameSearch gameSearch;
    private final FrameReceiver frameReceiver;
    private final Meter meter;
    private final DirectoryAbsence absence;
    private final Performer performer;

    /**
     * The beats of time, in this order: in {@link #passTime} they are done, by {@link #nextAt} they are looked forward
     * to.
     */
    private final List<Beat> beats;

    private long roundAt;
    private long finishAt = Long.MAX_VALUE;

    SessionWorker(SessionSetup setup, SessionPorts ports, SearchGoal goal, GameSide side) {
        this.setup = setup;
        this.ports = ports;
        this.side = side;
        this.turn = new Turn(side);
        this.time = new SessionTime(ports.clock());
        this.failovers = new FailoverLog(ports.audible());
        this.seat = new Seat(setup, goal, ports.chance(), ports.keys(), names);
        if (seat.key() != null) ports.directory().speaksFor(seat.key());
        this.game = new CurrentGame(goal, new Telling());
        this.inbox = new Inbox(
                new Inbox.Setup(
                        setup.intLimit(Limit.RECEIVE_MESSAGES),
                        setup.limit(Limit.RECEIVE_BYTES),
                        new InboxHooks(turn::waits, mailbox::pump)),
                setup.records(),
                names,
                SessionStatus.waiting());
        this.outbox = new SendQueue(setup.intLimit(Limit.SEND_MESSAGES), mailbox::sent);
        this.absence = new DirectoryAbsence(game);
        this.directoryAccess = new DirectoryAccess(ports.directory(), mailbox, this::answered, absence::isAway);
        Neighbours neighbours = new Neighbours();
        this.conditioner = new Conditioner(ports.transport(), neighbours, time, ports.chance());
        this.linkTargets = new LinkTargets(neighbours, ports.transport()::link);
        this.frameSender = new FrameSender(conditioner, neighbours, linkTargets, counters, this::stamp);
        this.clock = new ClockTalk(time, frameSender);
        ThisMember my = new ThisMember(seat, stepper, game, time);
        Routes routes = new Routes(neighbours, linkTargets, frameSender);
        OutputTalk outputs = new OutputTalk(my, frameSender, side);
        this.laneSink = new LaneSink(my, frameSender, mailbox, outputs);
        this.watch = new FailureWatch(my, routes, ports, setup, clock);
        this.group = new Group(my, routes, ports, directoryAccess, watch, conditioner);
        this.renewals = new Renewals(my, setup, directoryAccess, watch);
        this.packages = new Packages(my, names, side, inbox);
        this.copies = new CopyTalk(outputs, setup, counters, failovers);
        this.requests = new ApplicationRequests(my, frameSender, names, renewals, outputs);
        EntryParts parts = new EntryParts(directoryAccess, timers, watch, group, renewals, packages, copies);
        this.admission = new Admission(my, routes, failovers, setup, parts, this::end);
        if (!ports.directory().arbitrates())
            directoryAccess.decidedBy(
                    new MembersDesk(my, routes, watch, directoryAccess, this::answered, admission::rejoin));
        this.gameSearch = new GameSearch(goal, setup, ports, directoryAccess, admission);
        this.frameReceiver = new FrameReceiver(
                my,
                routes,
                clock,
                names,
                ports,
                counters,
                parts,
                admission,
                new SeatProofs(my, frameSender, setup, ports));
        this.meter = new Meter(my, clock, counters, watch);
        this.performer = new Performer(
                my, routes, clock, failovers, setup, counters, parts, admission, gameSearch, frameReceiver);
        Beats inGame = new Beats(
                () -> stepper.state() != null,
                List.of(new Detection(), renewals, clock, group, linkTargets, packages, copies, meter, absence));
        this.beats = List.of(new MachineTimers(), conditioner, new Ending(), gameSearch, inGame, new LaneBeat(game));
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
                    new Setbacks(inbox, () -> packages(of), copies.outputs()::waits),
                    seat.id(),
                    seat.self(),
                    of.rules());
        }
    }

    /** Told each step of this session's machine, ahead of its application. To be set before {@link #begin}. */
    public void onStep(Stepper.Steps listener) {
        stepper.onStep(listener);
    }

    // ---- running

    /** Begins: the transport listens, the directory is asked. */
    public void begin() {
        if (!ports.directory().arbitrates()) copies.seekNobody();
        gameSearch.begin(new TransportMail(mailbox));
        ports.directory().listen(push -> mailbox.offer(new WorkerInput.Pushed(push)));
    }

    /** One round: what has arrived, then what time has brought. Returns how much was done; never throws. */
    public int dutyCycle() {
        if (isFinished()) return 0;
        int done = 0;
        turn.begin();
        ports.transport().cork();
        try {
            turn.tell(true);
            long now = time.now();
            roundAt = now;
            if (stepper.state() != null) done += watch.wake(now, time.wallMillis());
            done += drain();
            done += passTime(time.now());
        } catch (RuntimeException | Error fault) {
            // No memory, no stack: whatever it is, a session that says nothing more would be worse than one that has
            // ended.
            endOfAFault(fault);
        } finally {
            ports.transport().uncork();
            turn.tell(true);
            turn.end();
        }
        return done;
    }

    /**
     * A part of a round, for who brought something: {@link LightWork} that came, if {@code frames}, and what the
     * application sends, as long as nothing else waits before it. {@code handles}: whether handlers may run here.
     * Returns whether the worker's own thread is needed; never throws.
     */
    boolean lightTurn(int most, boolean frames, boolean handles) {
        if (isFinished() || time.now() - roundAt > ROUND_HOLDS_NANOS) return true;
        long due = timers.next();
        turn.begin();
        ports.transport().cork();
        try {
            for (int i = 0; i < most; i++) {
                WorkerInput next = mailbox.peek();
                if (next == null) break;
                if (!LightWork.is(next, frames)) return true;
                mailbox.poll();
                take(next);
                if (!turn.tell(handles)) return true;
            }
        } catch (RuntimeException | AssertionError fault) {
            mailbox.offer(new WorkerInput.Faulted(fault));
        } finally {
            ports.transport().uncork();
            turn.end();
        }
        return timers.next() < due || conditioner.nextAt(time.now()) != Long.MAX_VALUE;
    }

    /** Whether something waits to be taken. Any thread. */
    boolean hasWork() {
        return !mailbox.isEmpty();
    }

    private int drain() {
        int done = 0;
        long end = time.now() + DRAIN_NANOS;
        while (done < INPUTS_PER_CYCLE && !isFinished()) {
            WorkerInput next = mailbox.poll();
            if (next == null) break;
            take(next);
            turn.tell(true);
            done++;
            if (done % INPUTS_PER_LOOK == 0 && time.now() > end) break;
        }
        return done;
    }

    private int passTime(long now) {
        int done = 0;
        for (Beat beat : beats) if (!isFinished()) done += beat.tick(now);
        return done;
    }

    /**
     * P36: the directory names holders, and can be reached. A holder gives its word again, and is asked about again.
     */
    private boolean mayStillBeTold(Timer due) {
        return due == Timer.CHECK && directoryAccess.isToBeAsked(stepper.state());
    }

    /** The machine's timers. */
    private final class MachineTimers implements Beat {
        @Override
        public int tick(long now) {
            int done = 0;
            for (Timer due = timers.poll(now); due != null && !isFinished(); due = timers.poll(now)) {
                done++;
                if (due == Timer.PACKAGE) packages.overdue();
                // The machine went on at once, with the last package: what runs now is the next callback's time.
                if (!timers.runs(due) && !mayStillBeTold(due)) stepper.happen(new Event.TimerFired(due));
            }
            return done;
        }

        @Override
        public long nextAt(long now) {
            return timers.next();
        }
    }

    /** Everything is freed when the last words are out. */
    private final class Ending implements Beat {
        @Override
        public int tick(long now) {
            if (now >= finishAt) finish();
            return 0;
        }

        @Override
        public long nextAt(long now) {
            return finishAt;
        }
    }

    /** The silent members, and whether the application lets anything wait. */
    private final class Detection implements Beat {
        @Override
        public int tick(long now) {
            return watch.check(now, application(now));
        }

        @Override
        public long nextAt(long now) {
            return watch.nextAt(now);
        }
    }

    /** How long something has been waiting for the application (P20). */
    private Application application(long now) {
        long restoring = side.restoringNanos(now);
        long waiting = seat.isLeaving() ? 0 : restoring > 0 ? restoring : inbox.waitingNanos(now);
        if (restoring == 0 && waiting < WAITS_NANOS) return Application.IDLE;
        return new Application(waiting, restoring > 0, waiting > game.timing().suspectNanos() && inbox.isFull());
    }

    /** When {@link #dutyCycle} has something to do next, if nothing arrives: nanoseconds since the session began. */
    public long nextAt() {
        long now = time.now();
        long next = Long.MAX_VALUE;
        for (Beat beat : beats) next = Math.min(next, beat.nextAt(now));
        return mailbox.isEmpty() ? Math.max(next, now) : now;
    }

    /** This session's clock, nanoseconds since it began: what {@link #nextAt} is to be compared with. */
    public long now() {
        return time.now();
    }

    /** Whether everything is over and freed. Any thread. */
    public boolean isFinished() {
        return stepper.isStopped();
    }

    // ---- what arrives

    private void take(WorkerInput input) {
        if (input instanceof WorkerInput.Received received) frameReceiver.frame(received.from(), received.frame());
        else if (input instanceof WorkerInput.Heard heard) frameReceiver.frame(heard.from(), heard.frame());
        else if (input instanceof WorkerInput.Pump) pump();
        else if (input instanceof WorkerInput.Replied replied) replied(replied);
        else if (input instanceof WorkerInput.Packaged packaged) packages.packaged(packaged, copies.taking(packaged));
        else if (input instanceof WorkerInput.InitialPackaged initial)
            copies.outputs().later(initial.cut(), () -> packages.initialPackaged(initial));
        else if (input instanceof WorkerInput.Restored restored) packages.restored(restored);
        else if (input instanceof WorkerInput.Asked asked) requests.asked(asked.event());
        else if (input instanceof WorkerInput.HandoverAsked over)
            requests.handover(over.peer(), copies, absence.isAway());
        else if (input instanceof WorkerInput.Advertised advertised) requests.advertise(advertised.advert());
        else if (input instanceof WorkerInput.Conditioned conditioned) conditioner.set(conditioned.conditions());
        else if (input instanceof WorkerInput.Left) leave();
        else if (input instanceof WorkerInput.Pushed pushed) pushed(pushed.push());
        else if (input instanceof WorkerInput.WarmedUp) gameSearch.warmedUp();
        else if (input instanceof WorkerInput.Posts) turn.waits();
        else if (input instanceof WorkerInput.Faulted faulted)
            throw new IllegalStateException("in a light turn", faulted.fault());
        else fromTransport(input);
    }

    private void fromTransport(WorkerInput input) {
        if (input instanceof WorkerInput.Listening listening) listening(listening);
        else if (input instanceof WorkerInput.Connected connected) group.connected(connected, gameSearch);
        else if (input instanceof WorkerInput.Failed failed) group.failed(failed, gameSearch);
        else if (input instanceof WorkerInput.ViewSeen view) group.view(view);
        else if (input instanceof WorkerInput.SocketClosed closed) group.socketClosed(closed.peer());
        else if (input instanceof WorkerInput.Linked linked) group.linked(linked.process());
        else if (input instanceof WorkerInput.Unlinked unlinked) group.unlinked(unlinked.process());
        else if (input instanceof WorkerInput.Probed probed) group.probed(probed);
    }

    private void replied(WorkerInput.Replied replied) {
        absence.replied(replied.reply());
        replied.then().accept(replied.reply());
    }

    /** Whether a recovery needs what the application packs: equals have it all themselves. */
    private boolean packages(CurrentGame of) {
        return side.hasState() && !of.rules().peers();
    }

    private void pump() {
        Lanes running = game.lanes();
        if (running == null) return;
        running.stateful(packages(game));
        running.pump(time.now());
    }

    private void listening(WorkerInput.Listening listening) {
        seat.listensAt(listening.self());
        linkTargets.listensAt(listening.self());
        gameSearch.listening();
        if (gameSearch.warmsUp()) ports.warmUp().begin(() -> mailbox.offer(new WorkerInput.WarmedUp()));
    }

    private void pushed(DirectoryPush push) {
        absence.pushed(push);
        if (push instanceof DirectoryPush.LineUp) renewals.lineUp();
        else admission.pushed(push);
    }

    /** The directory's answer, for the machine. */
    private void answered(Event event) {
        // The holder lives, says the directory: then it is the connection that is broken (P31).
        if (event instanceof Event.Denied denied && denied.why() == Event.DenialReason.NOT_NOW) group.reconnect();
        if (event instanceof Event.GameStatusKnown known) group.standing(known);
        stepper.happen(event);
    }

    private void leave() {
        if (seat.isLeaving() || isFinished()) return;
        seat.leave();
        MemberState at = stepper.state();
        if (at == null) {
            finish();
            return;
        }
        // Closed is told, the last words are on their way: nothing is left to hand over.
        if (game.isOver()) return;
        if (at instanceof StandingBy) directoryAccess.standDown(seat.id());
        if (at.leads()) renewals.renewNow();
        packages.leave();
        copies.leave(absence::isAway, () -> stepper.happen(new Event.LeaveAsked()));
    }

    // ---- the machine steps

    private void taken(Step step, @Nullable MemberState before, @Nullable Event cause) {
        MemberState at = step.state();
        if (LOG.isDebugEnabled()
                && ports.audible()
                && (before == null || !before.name().equals(at.name()))) {
            LOG.debug("{}: {} -> {} on {}", self(), before == null ? "" : before.name(), at.name(), cause);
        }
        if (at.leads() && (before == null || !before.leads())) startsToLead(at);
        if (!at.leads() && before != null && before.leads()) clock.leadNoMore();
        watch.settle();
        long now = time.now();
        for (Effect effect : step.effects()) {
            if (isFinished()) return;
            performer.perform(effect, now);
        }
        if (admission.reloads() && step.effects().stream().anyMatch(Effect.Resume.class::isInstance))
            admission.reload();
        watch.settle();
        if (stepper.state() instanceof GameOver && !(before instanceof GameOver)) over();
    }

    private void startsToLead(MemberState at) {
        long now = time.now();
        clock.lead(now);
        renewals.renewSoon();
        frameReceiver.startsToCollect();
        game.servedIn(at.promise(), now);
    }

    /** An {@code InitialAck} tells where the count of views stands at its place, in the header's sequence. */
    private Frames.Stamp stamp(Record message) {
        EventPublisher publisher = game.narratorIfAny();
        long sequence =
                message instanceof Message.InitialAck ack && publisher != null ? publisher.viewVersionAt(ack.log()) : 0;
        MemberState at = stepper.state();
        Epoch promise = at == null ? Epoch.NONE : at.promise();
        // Whoever gives an epoch up may be out of the game by now, and below what the others have promised it.
        boolean higher =
                message instanceof Message.Released gone && gone.epoch().isAfter(promise);
        Epoch epoch = higher ? ((Message.Released) message).epoch() : promise;
        return new Frames.Stamp(game.hash(), epoch, seat.id(), sequence, clock.secondsAt(time.now()));
    }

    // ---- the end

    /** Before there is a machine, or in spite of it. */
    private void end(Reason reason, String detail) {
        if (isFinished()) return;
        if (!seat.isLeaving()) {
            try {
                game.startTelling();
                game.publisher().close(reason, detail, time.now());
            } catch (RuntimeException | Error fault) {
                LOG.error("{}: and its end could not be told", self(), fault);
            }
        }
        finish();
    }

    void endOfAFault(Throwable fault) {
        try {
            MemberState at = stepper.state();
            LOG.error(
                    "{}: a fault of RGS in state {}: please report it", self(), at == null ? "none" : at.name(), fault);
            end(Reason.INTERNAL, "a fault of RGS, please report it: " + fault);
        } catch (RuntimeException | Error another) {
            stepper.stop();
            LOG.error("{}: and its end failed", self(), another);
        }
    }

    /** The machine is over, with a word (Close) or without (the application left). */
    private void over() {
        if (admission.standsByAnew()) return;
        timers.clear();
        game.leave(time.now());
        turn.waits();
        long now = time.now();
        finishAt = Math.min(conditioner.lastAt(now), now + LAST_WORDS_HELD_NANOS) + LAST_WORDS_NANOS;
    }

    private void finish() {
        if (isFinished()) return;
        stepper.stop();
        mailbox.close();
        timers.clear();
        game.leave(time.now());
        ports.transport().close();
        ports.directory().close();
        turn.waits();
    }

    /** Frees what the session holds, whatever it is doing. Any thread; idempotent. */
    public void stop() {
        stepper.stop();
        mailbox.close();
        ports.transport().close();
        ports.directory().close();
    }

    // ---- for the session, any thread

    Mailbox mailbox() {
        return mailbox;
    }

    /** Runs on the thread that put something into the mailbox. Set before {@link #begin}. */
    public void onWork(WorkSignal told) {
        mailbox.onOffer(told);
    }

    Inbox inbox() {
        return inbox;
    }

    SendQueue outbox() {
        return outbox;
    }

    SessionTime time() {
        return time;
    }

    KnownPeers names() {
        return names;
    }

    Counters counters() {
        return counters;
    }

    MemberId me() {
        return seat.id();
    }

    Peer self() {
        return seat.self();
    }

    Seat seat() {
        return seat;
    }

    SessionSetup setup() {
        return setup;
    }

    /** Whether what this session shows waits for its backup. */
    boolean isWaitedFor() {
        return copies.outputs().waits();
    }

    boolean spectates() {
        return !setup.plays() && seat.me().kind() == Kind.SPECTATOR;
    }

    Gauges gauges() {
        return meter.gauges();
    }
}
