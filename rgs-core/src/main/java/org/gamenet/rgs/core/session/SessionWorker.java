package org.gamenet.rgs.core.session;

import java.nio.ByteBuffer;
import java.util.List;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.core.lanes.KnownPeers;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.lanes.SendQueue;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.session.base.Beat;
import org.gamenet.rgs.core.session.base.Beats;
import org.gamenet.rgs.core.session.base.Counters;
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
import org.gamenet.rgs.core.session.frames.FrameReceiver;
import org.gamenet.rgs.core.session.game.GameSide;
import org.gamenet.rgs.core.session.game.Inbox;
import org.gamenet.rgs.core.session.game.LaneBeat;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.Conditioner;
import org.gamenet.rgs.core.session.peers.TransportMail;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session's single writer: takes what arrives, lets time pass, steps the machine, performs its effects.
 * {@link #dutyCycle} runs on a thread of its own or by hand in a test, and a light turn on the thread that brings
 * something, one at a time; nothing here waits, and nothing else changes the session's state. Everything but
 * {@link #mailbox} and the {@link GroupListener} is for whose turn it is.
 *
 * <p>An input goes to the part whose affair it is: frames to {@link FrameReceiver}, the rest to
 * {@link ApplicationInputs}, {@link DirectoryInputs} and {@link TransportInputs}. They tell the machine by
 * {@link Stepper#happen}. Its effects come back here as {@link StepWork}. {@link SessionEnd} ends it all.
 */
public final class SessionWorker {
    private static final Logger LOG = LoggerFactory.getLogger(SessionWorker.class);
    private static final int INPUTS_PER_CYCLE = 4_096;
    /** A flood must not keep the heartbeats waiting. */
    private static final long DRAIN_NANOS = 5_000_000;

    private static final int INPUTS_PER_LOOK = 16;
    /** So long after a whole round its findings still hold, and messages may be taken before the next. */
    private static final long ROUND_HOLDS_NANOS = 100_000_000;

    private final SessionPorts ports;
    private final Stepper stepper = new Stepper(this::taken);
    private final SessionParts parts;
    private final SessionTime time;
    private final Timers timers;
    private final Mailbox mailbox;
    private final Turn turn;
    private final Conditioner conditioner;
    private final FrameReceiver frameReceiver;
    private final ApplicationInputs fromApplication;
    private final DirectoryInputs fromDirectory;
    private final TransportInputs fromTransport;
    private final StepWork stepWork;

    /**
     * The beats of time, in this order: in {@link #passTime} they are done, by {@link #nextAt} they are looked forward
     * to.
     */
    private final Beat[] beats;

    private final LightTurn light = new LightTurn();
    private long roundAt;

    SessionWorker(SessionSetup setup, SessionPorts ports, SearchGoal goal, GameSide side) {
        this.ports = ports;
        this.parts = new SessionParts(setup, ports, goal, side, stepper);
        this.time = parts.time;
        this.timers = parts.timers;
        this.mailbox = parts.mailbox;
        this.turn = parts.turn;
        this.conditioner = parts.conditioner;
        this.frameReceiver = parts.frameReceiver;
        this.fromDirectory = parts.fromDirectory;
        ThisMember my = parts.my;
        this.fromTransport =
                new TransportInputs(parts.seat, parts.linkTargets, parts.group, parts.gameSearch, ports, mailbox);
        this.fromApplication = new ApplicationInputs(
                parts.packages,
                parts.copies,
                new ApplicationRequests(my, parts.frameSender, parts.names, parts.renewals, parts.copies.outputs()),
                parts.absence,
                new Departure(my, parts.renewals, parts.packages, parts.copies, parts.absence, parts.end));
        this.stepWork = new StepWork(
                my,
                parts.performer,
                parts.watch,
                new Leading(my, parts.clock, parts.renewals, parts.packageCheck),
                parts.spareDuty,
                parts.end);
        this.beats = beats(side);
    }

    private Beat[] beats(GameSide side) {
        Beats inGame = new Beats(
                () -> stepper.state() != null,
                List.of(
                        new Detection(parts.watch, side, parts.seat, parts.inbox, parts.game),
                        parts.renewals,
                        parts.clock,
                        parts.group,
                        parts.linkTargets,
                        parts.packages,
                        parts.copies,
                        parts.meter,
                        parts.absence));
        Beat machineTimers = new MachineTimers(timers, stepper, parts.packages, parts.directoryAccess);
        return new Beat[] {
            machineTimers, conditioner, parts.end, parts.gameSearch, inGame, new LaneBeat(parts.game), turn
        };
    }

    /** Told each step of this session's machine, ahead of its application. To be set before {@link #begin}. */
    public void onStep(Stepper.Steps listener) {
        stepper.onStep(listener);
    }

    // ---- running

    /** Begins: the transport listens, the directory is asked. */
    public void begin() {
        if (!ports.directory().arbitrates()) parts.copies.decidedByMembers();
        parts.gameSearch.begin(new TransportMail(mailbox));
        ports.directory().listen(push -> mailbox.offer(new WorkerInput.Pushed(push)));
    }

    /** One round: what has arrived, then what time has brought. Returns how much was done; never throws. */
    public int dutyCycle() {
        if (isFinished()) return turn.tick(time.now());
        int done = 0;
        turn.begin();
        ports.transport().cork();
        try {
            turn.tell(true);
            long now = time.now();
            roundAt = now;
            if (stepper.state() != null) done += parts.watch.wake(now, time.wallMillis());
            done += drain();
            done += passTime(time.now());
        } catch (RuntimeException | Error fault) {
            // No memory, no stack: whatever it is, a session that says nothing more would be worse than one that has
            // ended.
            parts.end.byFault(fault);
        } finally {
            ports.transport().uncork();
            turn.tell(true);
            turn.end();
        }
        return done;
    }

    /**
     * Begins a part of a round, for who brought something; {@link #endLightTurn} follows. False: it takes a whole round
     * now.
     */
    boolean beginLightTurn() {
        if (isFinished() || time.now() - roundAt > ROUND_HOLDS_NANOS) return false;
        light.begin(timers.next(), stepper.state());
        ports.transport().cork();
        turn.begin();
        return true;
    }

    /**
     * In a light turn: a frame as it comes, behind the light work that waits ({@link LightTurn}). False: it is to wait,
     * because something else does, or handlers are to run elsewhere ({@code handles}); never throws.
     */
    boolean takesFrame(Endpoint from, FrameHeader header, ByteBuffer body, boolean handles) {
        if (!LightTurn.isLight(header)) return false;
        try {
            if (light.isToTell() && !turn.tell(handles)) return false;
            for (WorkerInput next = mailbox.peek(); next != null; next = mailbox.peek()) {
                if (!LightTurn.isLight(next, true)) return false;
                mailbox.poll();
                take(next);
            }
            read(from, header, body);
        } catch (RuntimeException | Error fault) {
            mailbox.offer(new WorkerInput.Faulted(fault));
        }
        return true;
    }

    /**
     * The rest of a light turn: the light work that came, if {@code frames}, and what the application sends, as long as
     * nothing else waits before it. {@code handles}: whether handlers may run here. Returns whether the worker's own
     * thread is needed; never throws.
     */
    boolean endLightTurn(int most, boolean frames, boolean handles) {
        try {
            boolean rest = false;
            for (int i = 0; i < most; i++) {
                WorkerInput next = mailbox.peek();
                if (next == null) {
                    if (!turn.tell(handles)) return true;
                    // Messages that a handler has just sent go out in the same turn.
                    next = mailbox.peek();
                }
                if (next == null) break;
                rest = !LightTurn.isLight(next, frames);
                if (rest) break;
                mailbox.poll();
                take(next);
                if (i % LightTurn.TOLD_TOGETHER == LightTurn.TOLD_TOGETHER - 1 && !turn.tell(handles)) return true;
            }
            if (!turn.tell(handles) || rest) return true;
        } catch (RuntimeException | Error fault) {
            mailbox.offer(new WorkerInput.Faulted(fault));
        } finally {
            ports.transport().uncork();
            turn.end();
        }
        return light.leavesWork(timers.next(), stepper.state()) || conditioner.nextAt(time.now()) != Long.MAX_VALUE;
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

    /** When {@link #dutyCycle} has something to do next, if nothing arrives: nanoseconds since the session began. */
    public long nextAt() {
        long now = time.now();
        if (isFinished()) return turn.nextAt(now);
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
        else if (input instanceof WorkerInput.Read read) read(read.from(), read.header(), read.body());
        else if (input instanceof WorkerInput.Heard heard) frameReceiver.frame(heard.from(), heard.frame());
        else if (input instanceof WorkerInput.Pump) pump();
        else if (input instanceof WorkerInput.Conditioned conditioned) conditioner.set(conditioned.conditions());
        else if (input instanceof WorkerInput.Posts) turn.waits();
        else if (input instanceof WorkerInput.Faulted faulted)
            throw new IllegalStateException("in a light turn", faulted.fault());
        else if (!fromApplication.take(input) && !fromDirectory.take(input) && !fromTransport.take(input))
            throw new AssertionError("an input that is nobody's affair: " + input);
    }

    private void read(Endpoint from, FrameHeader header, ByteBuffer body) {
        light.takes(header.type());
        frameReceiver.frame(from, header, body);
    }

    private void pump() {
        Lanes running = parts.game.lanes();
        if (running == null) return;
        running.stateful(parts.packages(parts.game));
        running.pump(time.now());
    }

    // ---- the machine steps

    private void taken(Step step, @Nullable MemberState before, @Nullable Event cause) {
        MemberState at = step.state();
        if (LOG.isDebugEnabled()
                && ports.audible()
                && (before == null || !before.name().equals(at.name()))) {
            LOG.debug("{}: {} -> {} on {}", self(), before == null ? "" : before.name(), at.name(), cause);
        }
        stepWork.taken(step, before);
    }

    /** Ends the session, whatever it is doing. */
    void endOfAFault(Throwable fault) {
        parts.end.byFault(fault);
    }

    /** Frees what the session holds, whatever it is doing. Any thread; idempotent. */
    public void stop() {
        parts.end.stop();
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
        return parts.inbox;
    }

    SendQueue outbox() {
        return parts.outbox;
    }

    SessionTime time() {
        return time;
    }

    KnownPeers names() {
        return parts.names;
    }

    Counters counters() {
        return parts.counters;
    }

    MemberId me() {
        return parts.seat.id();
    }

    Peer self() {
        return parts.seat.self();
    }

    Seat seat() {
        return parts.seat;
    }

    SessionSetup setup() {
        return parts.setup;
    }

    /** Whether what this session shows waits for its backup. */
    boolean isWaitedFor() {
        return parts.copies.outputs().waits();
    }

    boolean spectates() {
        return !parts.setup.plays() && parts.seat.me().kind() == Kind.SPECTATOR;
    }

    Gauges gauges() {
        return parts.meter.gauges();
    }
}
