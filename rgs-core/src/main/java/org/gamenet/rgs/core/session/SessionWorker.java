package org.gamenet.rgs.core.session;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.clock.ClockSignal;
import org.gamenet.rgs.core.detection.FailureDetector;
import org.gamenet.rgs.core.detection.Finding;
import org.gamenet.rgs.core.detection.Signal;
import org.gamenet.rgs.core.detection.Situation;
import org.gamenet.rgs.core.detection.Timing;
import org.gamenet.rgs.core.directory.DirectoryPush;
import org.gamenet.rgs.core.directory.DirectoryReply;
import org.gamenet.rgs.core.directory.DirectoryRequest;
import org.gamenet.rgs.core.directory.GameEntry;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.lanes.Outbox;
import org.gamenet.rgs.core.lanes.Peers;
import org.gamenet.rgs.core.lanes.Sink;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.machine.SeatToken;
import org.gamenet.rgs.core.ordering.Frame;
import org.gamenet.rgs.core.ordering.FrameBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.Joining;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Over;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.reconfiguration.Self;
import org.gamenet.rgs.core.reconfiguration.Standing;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.gamenet.rgs.core.wire.Familiar;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.core.wire.Schema;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session's single writer: takes what arrives, lets time pass, steps the machine, performs its effects. {@link #dutyCycle} runs on a
 * thread of its own or by hand in a test; nothing here waits, and nothing else changes the session's state. Everything but {@link
 * #mailbox} and the {@link GroupListener} is for that one thread.
 */
public final class SessionWorker {
    private static final Logger LOG = LoggerFactory.getLogger(SessionWorker.class);
    private static final int INPUTS_PER_CYCLE = 4_096;
    /** A flood must not keep the heartbeats waiting. */
    private static final long DRAIN_NANOS = 5_000_000;
    private static final int INPUTS_PER_LOOK = 16;
    private static final long SPARE_BEAT_NANOS = 200_000_000;
    private static final long GAUGE_NANOS = 50_000_000;
    private static final long REJOIN_GROUP_NANOS = 1_000_000_000;
    private static final long JOIN_MILLIS = 2_000;
    private static final long ROLL_CALL_NANOS = 50_000_000;
    /** What has waited for the application for less does not wait. */
    private static final long WAITS_NANOS = 1_000_000;
    /** What was said last may still be on its way out. */
    private static final long LAST_WORDS_NANOS = 50_000_000;
    private static final long LAST_WORDS_HELD_NANOS = 1_000_000_000;
    private static final Timing BEFORE_A_GAME = Timing.ofMillis(1_000);

    private final SessionSetup setup;
    private final SessionPorts ports;
    private final Quest quest;
    private final SessionTime time;
    private final Peers names = new Peers();
    private final Mailbox mailbox = new Mailbox();
    private final Inbox inbox;
    private final Outbox outbox;
    private final DirectoryDesk desk;
    private final Seeker seeker;
    private final Performer performer = new Performer(this);
    private final FailoverLog failovers;
    private final Timers timers = new Timers();
    private final Tallies tallies = new Tallies();
    private final Rates rates = new Rates();
    private final GameSide game;
    private final Voice voice;
    private final ClockTalk clock;
    private final long peer;
    /** Admissions asked for (P27). */
    private long attempts;

    private volatile Member me;
    private volatile Peer self;
    /** Of all my seats in this session: a rejoin whose answer is lost must not lock me out. */
    private final long token;
    /** The secret of the seat that I had last; 0: none. */
    private long seatToken;
    private GameRules rules;
    private volatile long packageEveryNanos = 50_000_000;
    private volatile Gauges gauges = new Gauges(Double.NaN, Map.of(), Double.NaN, 0, 0, 0, 0, 0);
    private long nextGaugeAt;
    private @Nullable GameEntry entry;
    private long gameHash;
    private @Nullable MemberState state;
    private @Nullable Narrator narrator;
    private @Nullable Lanes lanes;
    private FailureDetector detector;
    private final Deque<Event> events = new ArrayDeque<>();
    private boolean stepping;
    private volatile boolean finished;
    private boolean leaving;

    private final Neighbours neighbours = new Neighbours();
    private final Familiar familiar = new Familiar();
    private final Conditioner conditioner;
    private boolean coordinates;
    /** Of the roster that the maps were told of last, in which incarnation of mine. */
    private List<Member> settledRoster = List.of();
    private @Nullable MemberId settledFor;
    private List<MemberId> others = List.of();
    private final Set<MemberId> damagedOnce = new HashSet<>();

    private DirectoryPush.@Nullable Offer offer;
    private boolean joiningOffered;
    private long nextRollCallAt = Long.MAX_VALUE;
    private long nextRenewalAt;
    private long nextStandByAt = Long.MAX_VALUE;
    private long nextLaneTickAt;
    private long rejoinGroupAt = Long.MAX_VALUE;
    private Epoch advertisedEpoch = Epoch.NONE;
    private long viewVersionTold = 1;
    private Optional<PackedState> lastPackage = Optional.empty();
    private boolean packageWanted;
    private boolean restoring;
    private long finishAt = Long.MAX_VALUE;

    /** What the worker asks of the application's side. Any thread. */
    interface GameSide {

        /** Whether there is a state handler. */
        boolean hasState();

        /** For how long restoreState has been running, nanoseconds; 0 if it is not. */
        long restoringNanos(long now);

        /** Something waits in the inbox. */
        void waits();
    }

    SessionWorker(SessionSetup setup, SessionPorts ports, Quest quest, GameSide game) {
        this.setup = setup;
        this.ports = ports;
        this.quest = quest;
        this.game = game;
        this.time = new SessionTime(ports.clock());
        this.failovers = new FailoverLog(ports.audible());
        this.peer = ports.chance().next();
        this.token = drawToken();
        this.me = new Member(new MemberId(peer, drawIncarnation()), setup.player(), kind(), new Endpoint("", 0, 0), SeatToken.hash(token,
                peer));
        this.self = names.learn(me);
        this.rules = rulesBefore();
        this.inbox = new Inbox(new Inbox.Setup(setup.intLimit(Limit.RECEIVE_MESSAGES), setup.limit(Limit.RECEIVE_BYTES), new Hooks()),
                setup.records(), names, Narrator.waiting());
        this.outbox = new Outbox(setup.intLimit(Limit.SEND_MESSAGES), mailbox::pump);
        this.desk = new DirectoryDesk(ports.directory(), mailbox, this::answered);
        this.seeker = new Seeker(quest, setup, ports, desk, new Way());
        this.conditioner = new Conditioner(ports.transport(), neighbours, time, ports.chance());
        this.voice = new Voice(conditioner, neighbours, tallies, this::stamp);
        this.clock = new ClockTalk(time, voice);
        this.detector = newDetector();
    }

    private final class Hooks implements Inbox.Hooks {
        @Override public void waits() {
            game.waits();
        }

        @Override public void relieved() {
            mailbox.pump();
        }
    }

    private Incarnation drawIncarnation() {
        return new Incarnation(++attempts, ports.chance().next());
    }

    private long drawToken() {
        long drawn = ports.chance().next();
        return drawn == 0 ? 1 : drawn;
    }

    private Kind kind() {
        if (setup.plays()) return Kind.PLAYER;
        return quest instanceof Quest.Join ? Kind.SPECTATOR : Kind.SERVER;
    }

    private GameRules rulesBefore() {
        if (quest instanceof Quest.Register r) return r.rules();
        if (quest instanceof Quest.HostOrJoin h) return h.rules();
        String name = quest instanceof Quest.Join j ? j.name() : "";
        return new GameRules(name, 1, List.of(), 1_000, 30_000, 50, Map.of());
    }

    private FailureDetector newDetector() {
        FailureDetector fresh = new FailureDetector(me.id(), state == null ? BEFORE_A_GAME : timing(), ports.debugger(), clock::secondsAt);
        if (ports.privateDirectory()) fresh.directoryIsPrivate();
        return fresh;
    }

    private Timing timing() {
        return Timing.ofMillis(rules.suspectAfterMillis());
    }

    // ---- running

    /** Begins: the transport listens, the directory is asked. */
    public void begin() {
        seeker.begin(new Ears());
        ports.directory().listen(push -> mailbox.offer(new Input.Pushed(push)));
    }

    /** One round: what has arrived, then what time has brought. Returns how much was done; never throws. */
    public int dutyCycle() {
        if (finished) return 0;
        int done = 0;
        try {
            long now = time.now();
            if (state != null) done += conclude(detector.wake(now, time.wallMillis()));
            done += drain();
            done += passTime(time.now());
        } catch (RuntimeException | AssertionError fault) {
            LOG.error("{}: a fault of RGS in state {}: please report it", self, state == null ? "none" : state.name(), fault);
            endOfAFault(fault);
        }
        return done;
    }

    private void endOfAFault(Throwable fault) {
        try {
            end(Reason.INTERNAL, "a fault of RGS, please report it: " + fault);
        } catch (RuntimeException | AssertionError another) {
            LOG.error("{}: and its end failed", self, another);
            finished = true;
        }
    }

    private int drain() {
        int done = 0;
        long end = time.now() + DRAIN_NANOS;
        while (done < INPUTS_PER_CYCLE && !finished) {
            Input next = mailbox.poll();
            if (next == null) break;
            take(next);
            done++;
            if (done % INPUTS_PER_LOOK == 0 && time.now() > end) break;
        }
        return done;
    }

    private int passTime(long now) {
        int done = 0;
        for (Timer due = timers.poll(now); due != null && !finished; due = timers.poll(now)) {
            fire(due);
            done++;
        }
        done += conditioner.release(now);
        if (now >= finishAt) finish();
        if (finished) return done;
        seeker.tick();
        if (state != null) {
            done += conclude(detector.check(now, application(now)));
            renew(now);
            standBy(now);
            clock.tick(now);
            rejoinGroup(now);
            if (now >= nextRollCallAt) callRoll(now);
            if (now >= nextGaugeAt) gauge(now);
        }
        Lanes running = lanes;
        if (running != null && now >= nextLaneTickAt && !finished) {
            running.tick(now);
            nextLaneTickAt = now + timing().suspectNanos() / 10;
        }
        return done;
    }

    private void gauge(long now) {
        nextGaugeAt = now + GAUGE_NANOS;
        packageEveryNanos = rules.packageEveryMillis() * 1_000_000;
        Map<Long, Double> rtts = new HashMap<>();
        boolean leads = state != null && state.leads();
        double toServer = clock.rttMillis();
        if (!Double.isNaN(toServer)) clock.holder().ifPresent(holder -> rtts.put(holder.peer(), toServer));
        if (leads) for (Member m : roster()) detector.rttNanos(m.id()).ifPresent(nanos -> rtts.put(m.id().peer(), nanos / 1e6));
        Lanes running = lanes;
        double[] bytes = rates.perSecond(now, tallies.sentBytes(), tallies.receivedBytes());
        gauges = new Gauges(leads ? 0 : toServer, Map.copyOf(rtts), clock.errorMillis(now), bytes[0], bytes[1],
                running == null ? 0 : running.overflowed(), running == null ? 0 : running.stale(), running == null ? 0 : running.malformed());
    }

    private long waitingNanos(long now) {
        if (leaving) return 0;
        long restoringFor = game.restoringNanos(now);
        return restoringFor > 0 ? restoringFor : inbox.waitingNanos(now);
    }

    private FailureDetector.Application application(long now) {
        long waiting = waitingNanos(now);
        boolean restores = game.restoringNanos(now) > 0;
        return restores || waiting >= WAITS_NANOS ? new FailureDetector.Application(waiting, restores) : FailureDetector.Application.IDLE;
    }

    /** When {@link #dutyCycle} has something to do next, if nothing arrives: nanoseconds since the session began. */
    public long nextAt() {
        long now = time.now();
        long next = Math.min(Math.min(finishAt, conditioner.nextAt()), Math.min(timers.next(), seeker.nextAt()));
        if (state != null) {
            next = Math.min(next, Math.min(detector.nextAt(now), Math.min(rejoinGroupAt, nextRollCallAt)));
            // Only what is going to be done: what is due and waits for something else would keep the thread awake for nothing.
            if (state instanceof Standing) next = Math.min(next, nextStandByAt);
            if (renews(state)) next = Math.min(next, nextRenewalAt);
            next = Math.min(next, clock.nextAt());
        }
        if (lanes != null) next = Math.min(next, nextLaneTickAt);
        return mailbox.isEmpty() ? Math.max(next, now) : now;
    }

    /** This session's clock, nanoseconds since it began: what {@link #nextAt} is to be compared with. */
    public long now() {
        return time.now();
    }

    /** Whether everything is over and freed. Any thread. */
    public boolean isFinished() {
        return finished;
    }

    private void take(Input input) {
        if (input instanceof Input.Received received) frame(received.from(), received.frame());
        else if (input instanceof Input.Pump) pump();
        else if (input instanceof Input.Replied replied) replied.then().accept(replied.reply());
        else if (input instanceof Input.Packaged packaged) packaged(packaged);
        else if (input instanceof Input.InitialPackaged initial) initialPackaged(initial);
        else if (input instanceof Input.Restored restored) restored(restored);
        else if (input instanceof Input.Asked asked) asked(asked.event());
        else if (input instanceof Input.Advertised advertised) advertise(advertised.advert());
        else if (input instanceof Input.Conditioned conditioned) conditioner.set(conditioned.conditions());
        else if (input instanceof Input.Left) leave();
        else if (input instanceof Input.Pushed pushed) pushed(pushed.push());
        else if (input instanceof Input.WarmedUp) seeker.warmedUp();
        else fromTransport(input);
    }

    private void fromTransport(Input input) {
        if (input instanceof Input.Listening listening) listening(listening.self());
        else if (input instanceof Input.Connected connected) connected(connected);
        else if (input instanceof Input.Failed failed) failed(failed);
        else if (input instanceof Input.ViewSeen view) view(view);
        else if (input instanceof Input.SocketClosed closed) socketClosed(closed.peer());
        else if (input instanceof Input.Probed probed) probed(probed);
    }

    private void pump() {
        Lanes running = lanes;
        if (running == null) return;
        running.stateful(game.hasState());
        running.pump(time.now());
    }

    // ---- the machine

    /** Something happened: the machine is told once the present step is performed. */
    private void happen(Event event) {
        events.add(event);
        if (!stepping) run(null);
    }

    /** A first state, or the next life of this session. */
    private void start(Step first) {
        if (stepping) enter(first, null);
        else run(first);
    }

    private void run(@Nullable Step first) {
        stepping = true;
        try {
            if (first != null) enter(first, null);
            for (Event next = events.poll(); next != null && !finished; next = events.poll()) {
                if (state != null) enter(state.on(next), next);
            }
        } finally {
            stepping = false;
        }
    }

    private void enter(Step step, @Nullable Event cause) {
        MemberState before = state;
        state = step.state();
        if (LOG.isDebugEnabled() && ports.audible() && (before == null || !before.name().equals(state.name()))) {
            LOG.debug("{}: {} -> {} on {}", self, before == null ? "" : before.name(), state.name(), cause);
        }
        if (state.leads() && (before == null || !before.leads())) startsToLead();
        if (!state.leads() && before != null && before.leads()) clock.leadNoMore();
        settle();
        long now = time.now();
        for (Effect effect : step.effects()) {
            if (finished) return;
            performer.perform(effect, now);
        }
        settle();
        if (state instanceof Over && (before == null || !(before instanceof Over))) over();
    }

    /** What the detector and the maps must know of the state. */
    private void settle() {
        MemberState at = state;
        if (at == null) return;
        long now = time.now();
        List<Member> roster = roster();
        if (roster != settledRoster || !me.id().equals(settledFor)) {
            settledRoster = roster;
            settledFor = me.id();
            for (Member member : roster) neighbours.listens(member.id(), member.endpoint());
            others = List.copyOf(roster.stream().map(Member::id).filter(id -> !id.equals(me.id())).toList());
        }
        boolean collects = collects(at);
        detector.situation(new Situation(watches(at), at.promise(), at.leads(), at.leads() && !collects, others, at.log().end(),
                stable(at.log())), now);
        clock.follow(watches(at), now);
    }

    private static boolean collects(MemberState at) {
        return at.leads() && !at.log().end().epoch().equals(at.promise());
    }

    /** Who suspects still listens for whom it suspects: it may answer. */
    private Optional<MemberId> watches(MemberState at) {
        boolean searches = at.watches().isEmpty() && !at.leads() && !at.log().roster().members().isEmpty();
        return searches ? clock.holder() : at.watches();
    }

    private List<Member> roster() {
        MemberState at = state;
        if (at == null) return List.of();
        if (!at.log().roster().members().isEmpty()) return at.log().roster().members();
        return offer != null && at.leads() ? offer.roster() : List.of();
    }

    /** Up to here every member has delivered: right before the first frame that is kept. */
    static Position stable(Log log) {
        if (log.kept().isEmpty()) return log.end();
        Frame first = log.kept().get(0);
        if (first.body() instanceof FrameBody.Ack ack) return ack.end();
        return new Position(first.epoch(), first.seq() - 1);
    }

    private void fire(Timer timer) {
        // A recovery that has waited long enough for the callback goes on with the last package, however old.
        if (timer == Timer.CALLBACK && packageWanted) {
            packageWanted = false;
            if (lastPackage.isPresent()) happen(new Event.PackageTaken(lastPackage));
        }
        happen(new Event.TimerFired(timer));
    }

    private int conclude(List<Finding> findings) {
        if (findings.isEmpty()) return 0;
        for (Finding finding : findings) {
            if (finding instanceof Finding.Concluded concluded) {
                if (concluded.event() instanceof Event.MemberGone gone) suspectInGroup(gone.member());
                if (concluded.event() instanceof Event.MemberUnreachable away) suspectInGroup(away.member());
                happen(concluded.event());
            } else if (finding instanceof Finding.Say say) {
                voice.say(say.to(), (Record) say.signal());
            } else if (finding instanceof Finding.SayToAll say) {
                voice.cast((Record) say.signal());
            } else if (finding instanceof Finding.Dial dial) {
                Endpoint place = neighbours.placeOf(dial.member());
                if (place != null) ports.transport().probe(place);
                else conclude(detector.dialled(dial.member(), GroupListener.Probe.ANSWERED, time.now()));
            }
        }
        return findings.size();
    }

    private void suspectInGroup(MemberId dead) {
        Node node = neighbours.nodeOf(dead);
        if (node != null) ports.transport().suspect(node);
    }

    // ---- frames in

    private void frame(Node from, ByteBuffer bytes) {
        MemberState at = state;
        tallies.received(bytes.remaining());
        if (at == null || at instanceof Over) return;
        try {
            FrameHeader header = FrameHeader.read(bytes, familiar);
            if (header.game() != gameHash || header.sender().equals(me.id())) return;
            speaks(header.sender(), from);
            if (!passesFence(header, at)) return;
            long now = time.now();
            detector.sign(header.sender(), now);
            Lanes running = lanes;
            if (Lanes.carries(header.type())) {
                if (running != null) running.received(header, bytes, now);
            } else {
                hear(header, Frames.decode(header, bytes), now);
            }
        } catch (MalformedException malformed) {
            tallies.malformed(malformed);
        }
    }

    /**
     * P2, in this one place: nothing below the promise, and of an equal number only the same claim, binds or reaches anybody here; it is
     * counted, and its sender told. What asks for a seat, for frames or for help binds nobody, and passes.
     */
    private boolean passesFence(FrameHeader header, MemberState at) {
        if (header.epoch().allowedBy(at.promise()) || MessageTypes.admits(header.type())) return true;
        countStale();
        voice.sayStale(header.sender(), at.promise(), time.now());
        return false;
    }

    private void speaks(MemberId member, Node node) {
        if (neighbours.speaks(member, node) && lanes != null) lanes.resend(member, time.now());
        if (!neighbours.isCrowded()) return;
        Set<MemberId> known = new HashSet<>(Set.of(member));
        roster().forEach(m -> known.add(m.id()));
        neighbours.keepOnly(known);
    }

    private void hear(FrameHeader header, Record said, long now) {
        MemberId from = header.sender();
        if (Voice.isPersonal(said) && header.sequence() != me.id().incarnation().nonce()) return;
        if (said instanceof Message message) hearMessage(header, message, now);
        else if (said instanceof Signal.Alive) reconnect();
        else if (said instanceof Signal.Out out) hearOut(from, out);
        else if (said instanceof Signal signal) hearSignal(header, signal, now);
        else if (said instanceof ClockSignal.ClockPing ping && state != null && state.leads()) clock.answer(from, ping, now);
        else if (said instanceof ClockSignal.ClockPong pong) clock.hear(from, pong, now);
        else if (said instanceof Advert advert && narrator != null) narrator.advertised(advert, now);
    }

    private void hearMessage(FrameHeader header, Message message, long now) {
        MemberId from = header.sender();
        if (message instanceof Message.JoinRequest join) {
            if (!join.me().id().equals(from)) return;
            neighbours.listens(from, join.me().endpoint());
        } else if (message instanceof Message.Advertise ad) {
            if (!ad.holder().id().equals(from)) return;
            neighbours.listens(from, ad.holder().endpoint());
            names.learn(ad.holder());
            if (narrator != null && ad.epoch().isAfter(advertisedEpoch)) {
                advertisedEpoch = ad.epoch();
                narrator.decided(now);
            }
        } else if (message instanceof Message.InitialAck) {
            viewVersionTold = Math.max(1, header.sequence());
            clock.reach(now, header.sentAt());
        } else if (message instanceof Message.Answer answer) {
            Optional<Message.Answer> whole = undamaged(from, answer);
            if (whole.isEmpty()) return;
            message = whole.get();
            // The game's time goes on from the latest that anybody had (P43).
            if (state != null && state.leads()) clock.reach(now, header.sentAt());
        }
        happen(new Event.Heard(from, message));
        if (message instanceof Message.Suspicion s && !s.revoked()) conclude(detector.doubted(from, s.epoch(), now));
    }

    /** A package whose digest is wrong is asked for once more, by silence; the second time its sender counts as one without (HA36). */
    private Optional<Message.Answer> undamaged(MemberId from, Message.Answer a) {
        if (a.packed().isEmpty() || Frames.digest(a.packed().get().state().bytes()) == a.packed().get().digest()) return Optional.of(a);
        tallies.malformed(new MalformedException("a package of " + from + " with a wrong digest"));
        if (damagedOnce.add(from)) return Optional.empty();
        return Optional.of(new Message.Answer(a.epoch(), a.round(), a.full(), a.log(), a.rules(), a.heardAt(), a.serverLeaves(),
                Optional.empty()));
    }

    private void hearSignal(FrameHeader header, Signal signal, long now) {
        MemberState at = state;
        // A newcomer echoes too, so that nobody takes it for silent before it has its InitialAck.
        if (signal instanceof Signal.Heartbeat beat && at instanceof Joining) {
            voice.say(header.sender(), new Signal.Echo(header.epoch(), beat.number(), Position.NONE, ports.debugger()));
            return;
        }
        conclude(detector.hear(header.sender(), header.epoch(), signal, now));
    }

    /** My exit was stamped while I could not hear it: I come back as a newcomer (P25). */
    private void hearOut(MemberId from, Signal.Out out) {
        MemberState at = state;
        boolean mine = at != null && at.plays() && !at.leads() && at.watches().filter(from::equals).isPresent();
        if (!mine || leaving || !out.epoch().equals(at.promise())) return;
        rejoin(new Effect.Rejoin(at.promise(), "the server put me out while I could not hear it"));
    }

    private void reconnect() {
        List<Endpoint> known = roster().stream().filter(m -> !m.id().equals(me.id())).map(Member::endpoint).toList();
        // A spare has no roster of its own yet: it goes on with the places that it was offered.
        if (!known.isEmpty()) ports.transport().know(known);
    }

    // ---- frames out

    void say(MemberId to, Message message) {
        voice.say(to, (Record) message);
    }

    void sayToAll(Message message) {
        // Only the worker knows the group's views: who coordinates is asked to serve last (P33).
        if (message instanceof Message.Suspicion s) voice.cast(new Message.Suspicion(s.epoch(), s.revoked(), coordinates));
        else voice.cast((Record) message);
    }

    /** An {@code InitialAck} tells where the count of views stands at its place, in the header's sequence. */
    private Frames.Stamp stamp(Record message) {
        long sequence = message instanceof Message.InitialAck ack && narrator != null ? narrator.viewVersionAt(ack.log()) : 0;
        Epoch epoch = state == null ? Epoch.NONE : state.promise();
        return new Frames.Stamp(gameHash, epoch, me.id(), sequence, clock.secondsAt(time.now()));
    }

    // ---- what the performer calls

    Timers timers() {
        return timers;
    }

    DirectoryDesk desk() {
        return desk;
    }

    Narrator narrator() {
        Narrator telling = narrator;
        if (telling == null) throw new AssertionError("nobody to tell");
        return telling;
    }

    MemberId me() {
        return me.id();
    }

    void note(String text) {
        failovers.say(self, text);
    }

    void countStale() {
        tallies.stale();
    }

    long frozenMillis() {
        return narrator == null ? 0 : narrator.frozenMillis(time.now());
    }

    long lastHeard() {
        long now = time.now();
        MemberState at = state;
        if (at == null || at.log().authority().isEmpty()) return now;
        Long heard = detector.heardAt(at.log().authority().get(0));
        return heard == null ? now : heard;
    }

    long viewVersionTold() {
        return viewVersionTold;
    }

    void clockLeads() {
        clock.lead(time.now());
    }

    private void startsToLead() {
        clockLeads();
        nextRenewalAt = time.now();
        damagedOnce.clear();
        if (narrator != null && state != null) {
            advertisedEpoch = state.promise();
            narrator.decided(time.now());
        }
    }

    void admitted(Effect.Admitted admitted) {
        // Until the game packages for itself this is what it knows, and what a recovery may build on.
        admitted.state().ifPresent(p -> lastPackage = Optional.of(new PackedState(p.state(), false, p.takenAt(), p.stateEpoch(), p.stateTime(),
                p.marks(), p.players(), p.digest())));
        rules = admitted.rules();
        seatToken = token;
        detector.timing(timing());
        if (lanes != null) lanes.suspectAfter(timing().suspectNanos());
        rejoinGroupAt = Long.MAX_VALUE;
    }

    void resumed(long now) {
        detector.resumed(now);
    }

    /** Others must know at which end of the group I speak, and what is advertised, before they need it. */
    void delivered(Frame frame) {
        // Only members that the directory knows can speak for a successor (P12): one let in since the last renewal could follow nobody.
        if (state != null && state.leads() && !(frame.body() instanceof FrameBody.Ordered)) nextRenewalAt = time.now();
        if (!(frame.body() instanceof FrameBody.Joined join) || join.member().id().equals(me.id())) return;
        MemberId newcomer = join.member().id();
        neighbours.listens(newcomer, join.member().endpoint());
        voice.say(newcomer, new Present());
        if (state != null && state.leads() && narrator().advert().version() > 0) voice.say(newcomer, narrator().advert());
    }

    void takePackage() {
        if (!game.hasState()) {
            happen(new Event.PackageTaken(Optional.empty()));
        } else if (leaving) {
            happen(new Event.PackageTaken(lastPackage));
        } else {
            packageWanted = true;
            inbox.call(new Callback.TakePackage(), time.now());
        }
    }

    void takeInitialState(Effect.TakeInitialState take) {
        if (game.hasState()) inbox.call(new Callback.TakeInitialState(take.newcomer(), take.at()), time.now());
        else happen(new Event.InitialStateTaken(take.newcomer(), take.at(), Optional.empty()));
    }

    void restore(Effect.Restore restore) {
        if (!game.hasState() || restore.packages().isEmpty()) {
            happen(new Event.RestoreDone(true, 0, ""));
            return;
        }
        restoring = true;
        narrator().restore(restore.packages(), time.now());
    }

    void close(Effect.Close close) {
        String detail = close.detail();
        if (close.reason() == Reason.RECORDS_DIFFER && close.shapes().size() > 0) detail = difference(close.shapes(), detail);
        if (!leaving && seeker.triesAnother(close.reason())) {
            state = null;
            narrator = null;
            lanes = null;
            events.clear();
            timers.clear();
            return;
        }
        narrator().close(close.reason(), detail, time.now());
    }

    private String difference(Payload shapes, String otherwise) {
        try {
            Schema theirs = Schema.decode(ByteBuffer.wrap(shapes.bytes()));
            return setup.records().schema().firstDifference(theirs).map(d -> d
                    + ": build all processes from the same records").orElse(otherwise);
        } catch (MalformedException malformed) {
            tallies.malformed(malformed);
            return otherwise;
        }
    }

    // ---- the application

    private void asked(Event event) {
        if (state == null || state instanceof Over) return;
        if (event instanceof Event.KickAsked kick && state.log().roster().findPeer(kick.peer()).isEmpty()) {
            narrator().refuse("kick " + names.peer(kick.peer()), "it is not in the game", time.now());
            return;
        }
        happen(event);
    }

    private void advertise(Advert advert) {
        if (narrator == null || state == null || !state.leads()) return;
        Advert next = new Advert(narrator.advert().version() + 1, advert.open(), advert.attributes());
        narrator.advertised(next, time.now());
        voice.cast(next);
        nextRenewalAt = time.now();
        happen(new Event.OpenAsked(advert.open()));
    }

    private void leave() {
        if (leaving || finished) return;
        leaving = true;
        MemberState at = state;
        if (at == null) {
            finish();
            return;
        }
        // Closed is told, the last words are on their way: nothing is left to hand over.
        if (narrator != null && narrator.isOver()) return;
        if (at instanceof Standing) desk.standDown(me.id());
        if (at.leads()) {
            nextRenewalAt = time.now();
            renew(nextRenewalAt);
        }
        if (packageWanted) {
            packageWanted = false;
            happen(new Event.PackageTaken(lastPackage));
        }
        happen(new Event.LeaveAsked());
    }

    private void packaged(Input.Packaged packaged) {
        packaged.packed().ifPresent(p -> {
            // An earlier one may reflect a later state of the server: that one is kept, for what it contains may be forgotten elsewhere (P23).
            if (lanes == null || lanes.packaged(p.stateEpoch(), p.stateTime())) lastPackage = packaged.packed();
        });
        // A server that has said goodbye has no more than this to say.
        if (packaged.wanted() && (packageWanted || leaving)) {
            packageWanted = false;
            happen(new Event.PackageTaken(lastPackage));
        }
    }

    private void initialPackaged(Input.InitialPackaged initial) {
        if (initial.packed().isEmpty() && game.hasState() && state != null && state.leads() && state.log().roster().has(initial.newcomer())) {
            // packageState threw. Without the state nobody is let in, for it would ask again for what the state contains: the next update tries again.
            inbox.call(new Callback.TakeInitialState(initial.newcomer(), initial.at()), time.now());
            return;
        }
        initial.packed().ifPresent(p -> {
            if (lanes != null) lanes.gave(initial.newcomer(), new org.gamenet.rgs.core.lanes.StateMarks(p.stateEpoch(), p.stateTime(),
                    p.marks()));
        });
        happen(new Event.InitialStateTaken(initial.newcomer(), initial.at(), initial.packed()));
    }

    private void restored(Input.Restored restored) {
        if (restoring) {
            restoring = false;
            happen(new Event.RestoreDone(restored.done(), restored.millis(), restored.why()));
        }
        if (restored.done() || finished) return;
        // The state of an admission: nobody waits for it but this session, which cannot go on without.
        narrator().close(Reason.STATE_NOT_RESTORED, restored.why(), time.now());
        leaving = true;
        if (state != null && !(state instanceof Over)) happen(new Event.LeaveAsked());
    }

    // ---- the directory

    private void renew(long now) {
        MemberState at = state;
        if (at == null || !renews(at) || now < nextRenewalAt) return;
        nextRenewalAt = now + timing().beat();
        long askedAt = detector.lived(now);
        FailureDetector asking = detector;
        DirectoryRequest.Renew asked = renewal(at, now);
        desk.renew(asked, () -> {
            asking.renewed(askedAt);
            if (lanes != null) lanes.confirmed(asked.epoch(), asked.roster().stream().map(Member::id).toList());
        });
    }

    private boolean renews(MemberState at) {
        return at.leads() && desk.knowsGame() && !detector.stalled();
    }

    private DirectoryRequest.Renew renewal(MemberState at, long now) {
        Advert advert = narrator().advert();
        String group = entry == null ? "" : entry.group();
        return new DirectoryRequest.Renew(gameId(), at.promise(), me.id(), roster(), detector.echoed(now),
                at.log().roster().players().size(),
                advert.open(), at.log().authority().size() > 1, advert.attributes(),
                new DirectoryRequest.Revival(setup.kind(), group, rules, setup.records().schemaHash(), SessionSetup.version()));
    }

    private String gameId() {
        return entry == null ? "" : entry.id();
    }

    private void standBy(long now) {
        if (!(state instanceof Standing) || now < nextStandByAt) return;
        nextStandByAt = now + SPARE_BEAT_NANOS;
        desk.standBy(new DirectoryRequest.StandBy(setup.kind(), setup.records().schemaHash(), SessionSetup.version(), me.id(), me.name(),
                me.endpoint()), refused -> refused.ifPresent(r -> LOG.warn("{} stands by in vain: {} {}", self, r.reason(), r.detail())));
    }

    private void pushed(DirectoryPush push) {
        if (push instanceof DirectoryPush.LineUp) {
            nextRenewalAt = time.now();
            if (state instanceof Standing) nextStandByAt = time.now();
        }
        if (!(push instanceof DirectoryPush.Offer made) || !made.spare().equals(me.id())) return;
        if (state instanceof Standing && !leaving) {
            offer = made;
            narrator = null;
            entry = made.game();
            gameHash = Frames.gameHash(made.game().id());
            rules = made.game().rules();
            desk.game(made.game().id(), true);
            detector.timing(timing());
            startNarration();
            narrator().game(made.game().id(), rules);
            narrator().offered(made.roster(), made.frozenMillis(), time.now());
        } else if (offer == null || offer.offer() != made.offer()) {
            desk.answerOffer(new Effect.AnswerOffer(made.offer(), false, "busy"), me.id());
            return;
        }
        happen(new Event.Offered(made.offer(), made.game().rules(), made.failed(), made.roster(), made.supporters(), made.frozenMillis()));
    }

    // ---- the group

    private void listening(Endpoint where) {
        String name = setup.plays() ? setup.player() : where.toString();
        me = new Member(me.id(), name, me.kind(), where, me.tokenHash());
        self = names.learn(me);
        seeker.listening();
        if (seeker.warmsUp()) ports.warmUp().begin(() -> mailbox.offer(new Input.WarmedUp()));
    }

    private void connected(Input.Connected connected) {
        neighbours.enterGroup(connected.self(), connected.members());
        if (joiningOffered) {
            joiningOffered = false;
            nextRollCallAt = time.now() + ROLL_CALL_NANOS;
            happen(new Event.GroupJoined());
        } else if (state instanceof Joining) {
            voice.cast(new Present());
        } else {
            seeker.connected();
        }
    }

    private void failed(Input.Failed failure) {
        if (joiningOffered) {
            joiningOffered = false;
            happen(new Event.GroupFailed(failure.reason(), failure.detail()));
        } else if (state == null) {
            seeker.failed(failure.reason(), failure.detail());
        } else {
            LOG.warn("{}: the group transport: {} {}", self, failure.reason(), failure.detail());
        }
    }

    private void view(Input.ViewSeen view) {
        coordinates = view.coordinates();
        Neighbours.Turnover turnover = neighbours.see(view.members());
        turnover.lost().forEach(this::socketClosed);
        for (Node node : turnover.come()) {
            MemberId back = neighbours.speakerAt(node);
            if (back != null && lanes != null) lanes.resend(back, time.now());
        }
        if (state != null && !(state instanceof Over)) turnover.come().forEach(node -> voice.say(node, new Present()));
    }

    private void socketClosed(Node node) {
        MemberId member = neighbours.speakerAt(node);
        if (member != null) conclude(detector.socketClosed(member, time.now()));
    }

    private void probed(Input.Probed probed) {
        long now = time.now();
        for (MemberId member : neighbours.at(probed.process())) {
            // Its socket closed before I came.
            if (nextRollCallAt != Long.MAX_VALUE && probed.result() == GroupListener.Probe.REFUSED && neighbours.nodeOf(member) == null) {
                conclude(detector.socketClosed(member, now));
            }
            conclude(detector.dialled(member, probed.result(), now));
        }
    }

    /**
     * A spare that collects never had a socket to a member that died together with the server: it dials who has said nothing yet, or it
     * would wait for that one's state until the deadline. Only a refusal counts; who is merely slow answers later.
     */
    private void callRoll(long now) {
        MemberState at = state;
        nextRollCallAt = at != null && collects(at) ? now + ROLL_CALL_NANOS : Long.MAX_VALUE;
        if (nextRollCallAt == Long.MAX_VALUE) return;
        for (Member member : roster()) {
            if (!member.id().equals(me.id()) && neighbours.nodeOf(member.id()) == null) ports.transport().probe(member.endpoint());
        }
    }

    void joinOfferedGroup() {
        DirectoryPush.Offer made = offer;
        if (made == null) throw new AssertionError("no offer to join");
        joiningOffered = true;
        List<Endpoint> where = new java.util.ArrayList<>(made.roster().stream().map(Member::endpoint).toList());
        for (Endpoint other : made.game().endpoints()) if (!where.contains(other)) where.add(other);
        where.remove(me.endpoint());
        ports.transport().join(made.game().group(), where, JOIN_MILLIS);
    }

    private void leaveGroup() {
        conditioner.leaveGroup();
        neighbours.leaveGroup();
    }

    void standByAgain() {
        joiningOffered = false;
        nextRollCallAt = Long.MAX_VALUE;
        offer = null;
        ports.transport().disconnect();
        leaveGroup();
        nextStandByAt = time.now();
    }

    /** As the same peer in a new incarnation (P21, P25, P27). */
    void rejoin(Effect.Rejoin again) {
        // Whoever has left, or was told that it is over, does not come back.
        if (leaving || narrator().isOver()) return;
        long now = time.now();
        timers.clear();
        narrator().comesBack(again.why(), lastHeard(), now);
        failovers.say(self, "left behind: " + again.why());
        drawSelf();
        detector = newDetector();
        start(MemberState.rejoin(mine(), rules, again.promise()));
        rejoinGroupAt = now + REJOIN_GROUP_NANOS;
        lookUp(true);
    }

    private void drawSelf() {
        me = new Member(new MemberId(peer, drawIncarnation()), me.name(), me.kind(), me.endpoint(), me.tokenHash());
        if (narrator != null) narrator.call(me.id(), self);
    }

    private Self mine() {
        return new Self(me, setup.records().schemaHash(), new Payload(setup.records().schema().encode()), SessionSetup.version(),
                seatToken, setup.intLimit(Limit.MEMBERS), setup.intLimit(Limit.PENDING_JOINS));
    }

    /**
     * Not let in again for a while: perhaps the group has lost me without telling. Connects anew, where the directory says the members are.
     */
    private void rejoinGroup(long now) {
        if (now < rejoinGroupAt) return;
        rejoinGroupAt = Long.MAX_VALUE;
        if (!(state instanceof Joining)) return;
        rejoinGroupAt = now + 3 * REJOIN_GROUP_NANOS;
        lookUp(false);
    }

    /** The directory's answer, for the machine. */
    private void answered(Event event) {
        // The holder lives, says the directory: then it is the connection that is broken (P31).
        if (event instanceof Event.Denied denied && denied.why() == Event.DenialReason.NOT_NOW) reconnect();
        happen(event);
    }

    private void lookUp(boolean onlyTell) {
        if (!desk.knowsGame()) return;
        desk.ask(new DirectoryRequest.Lookup(gameId()), reply -> {
            if (!(state instanceof Joining)) return;
            // Over, or forgotten: which one, the arbiter knows.
            if (reply instanceof DirectoryReply.NoGame) desk.askStanding();
            if (!(reply instanceof DirectoryReply.Found found)) return;
            List<Endpoint> others = found.game().endpoints().stream().filter(e -> !e.equals(me.endpoint())).toList();
            ports.transport().know(others);
            if (onlyTell || others.isEmpty()) return;
            ports.transport().disconnect();
            leaveGroup();
            ports.transport().join(found.game().group(), others, JOIN_MILLIS);
        });
    }

    // ---- the way in, and out

    private final class Way implements Seeker.Way {
        @Override public Member me() {
            return me;
        }

        @Override public void another() {
            drawSelf();
            leaveGroup();
        }

        @Override public void founded(GameEntry game, Epoch first) {
            open(game);
            me = new Member(me.id(), me.name(), setup.plays() ? Kind.PLAYER : Kind.SERVER, me.endpoint(), me.tokenHash());
            seatToken = token;
            start(MemberState.found(mine(), rules, first));
        }

        @Override public void connected(GameEntry game) {
            open(game);
            if (!setup.plays()) me = new Member(me.id(), me.name(), Kind.SPECTATOR, me.endpoint(), me.tokenHash());
            voice.cast(new Present());
            start(MemberState.join(mine(), rules));
        }

        private void open(GameEntry game) {
            entry = game;
            gameHash = Frames.gameHash(game.id());
            rules = game.rules();
            desk.game(game.id(), false);
            detector = newDetector();
            detector.timing(timing());
            startNarration();
            narrator().game(game.id(), rules);
            narrator().call(me.id(), self);
        }

        @Override public void standsBy() {
            nextStandByAt = time.now();
            start(Step.to(MemberState.standBy(mine())));
        }

        @Override public void failed(Reason reason, String detail) {
            end(reason, detail);
        }

        @Override public long now() {
            return time.now();
        }
    }

    private void startNarration() {
        if (narrator != null) return;
        Lanes.Setup lanesSetup = new Lanes.Setup(gameHash, timing().suspectNanos(), setup.intLimit(Limit.SEND_MESSAGES), game.hasState());
        Lanes running = new Lanes(lanesSetup, names, outbox, inbox, new Exit());
        lanes = running;
        narrator = new Narrator(names, inbox, time, running, failovers, me.id(), self, rules);
    }

    /** What the lanes want done. */
    private final class Exit implements Sink {
        @Override public void transmit(MemberId to, byte[] frame, Lane lane) {
            voice.transmit(to, frame, lane);
        }

        @Override public void cast(byte[] frame, Lane lane) {
            voice.cast(frame, lane);
        }

        @Override public void order(long number, int type, double sentAt, Payload message) {
            Message.OrderRequest request = new Message.OrderRequest(number, type, sentAt, message);
            MemberState at = state;
            if (at == null || at.log().authority().isEmpty()) return;
            MemberId primary = at.log().authority().get(0);
            if (primary.equals(me.id())) mailbox.offer(new Input.Asked(new Event.Heard(me.id(), request)));
            else say(primary, request);
        }

        @Override public void stale(MemberId from) {
            if (state != null) voice.sayStale(from, state.promise(), time.now());
        }

        @Override public void full(MemberId receiver, long forNanos) {
            MemberState at = state;
            if (at == null || forNanos < timing().suspectNanos()) return;
            if (at.leads()) mailbox.offer(new Input.Asked(new Event.MemberSilent(receiver)));
        }

        @Override public void fellOut(String what, int messages) {
            LOG.warn("{}: {} messages were given up: {}", self, messages, what);
        }
    }

    /** Before there is a machine, or in spite of it. */
    private void end(Reason reason, String detail) {
        if (finished) return;
        gameHash = gameHash == 0 ? 1 : gameHash;
        if (!leaving) {
            try {
                startNarration();
                narrator().close(reason, detail, time.now());
            } catch (RuntimeException | AssertionError fault) {
                LOG.error("{}: and its end could not be told", self, fault);
            }
        }
        finish();
    }

    /** The machine is over, with a word (Close) or without (the application left). */
    private void over() {
        if (!(state instanceof Over)) return;
        timers.clear();
        if (narrator != null && !narrator.isOver()) narrator.leave(time.now());
        game.waits();
        long now = time.now();
        finishAt = Math.min(conditioner.lastAt(now), now + LAST_WORDS_HELD_NANOS) + LAST_WORDS_NANOS;
    }

    private void finish() {
        if (finished) return;
        finished = true;
        timers.clear();
        if (narrator != null && !narrator.isOver()) narrator.leave(time.now());
        ports.transport().close();
        ports.directory().close();
        game.waits();
    }

    /** Frees what the session holds, whatever it is doing. Any thread; idempotent. */
    public void stop() {
        finished = true;
        ports.transport().close();
        ports.directory().close();
    }

    // ---- for the session, any thread

    Mailbox mailbox() {
        return mailbox;
    }

    /** Runs on the thread that put something into the mailbox: wakes the worker's. Set before {@link #begin}. */
    public void onWork(Runnable wake) {
        mailbox.onOffer(wake);
    }

    Inbox inbox() {
        return inbox;
    }

    Outbox outbox() {
        return outbox;
    }

    SessionTime time() {
        return time;
    }

    Peers names() {
        return names;
    }

    Tallies tallies() {
        return tallies;
    }

    Peer self() {
        return self;
    }

    SessionSetup setup() {
        return setup;
    }

    boolean spectates() {
        return !setup.plays() && me.kind() == Kind.SPECTATOR;
    }

    long packageEveryNanos() {
        return packageEveryNanos;
    }

    /** Figures of the worker, as it left them last. */
    record Gauges(double rttMillis, Map<Long, Double> rtts, double clockErrorMillis, double sentPerSecond, double receivedPerSecond,
                  long lanesOverflowed, long lanesStale, long lanesMalformed) {}

    Gauges gauges() {
        return gauges;
    }

    /** What the transport tells: everything goes into the mailbox. */
    private final class Ears implements GroupListener {
        @Override public void listening(Endpoint where) {
            mailbox.offer(new Input.Listening(where));
        }

        @Override public void connected(Node node, List<Node> members) {
            mailbox.offer(new Input.Connected(node, List.copyOf(members)));
        }

        @Override public void failed(Reason reason, String detail) {
            mailbox.offer(new Input.Failed(reason, detail));
        }

        @Override public void received(Node from, ByteBuffer frame) {
            mailbox.offer(new Input.Received(from, frame));
        }

        @Override public void view(List<Node> members, boolean coordinates) {
            mailbox.offer(new Input.ViewSeen(List.copyOf(members), coordinates));
        }

        @Override public void closed(Node node) {
            mailbox.offer(new Input.SocketClosed(node));
        }

        @Override public void probed(Endpoint process, Probe result) {
            mailbox.offer(new Input.Probed(process, result));
        }
    }
}
