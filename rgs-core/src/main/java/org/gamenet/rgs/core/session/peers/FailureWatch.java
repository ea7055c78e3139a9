package org.gamenet.rgs.core.session.peers;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.detection.FailureDetector;
import org.gamenet.rgs.core.detection.FailureDetector.Application;
import org.gamenet.rgs.core.detection.Finding;
import org.gamenet.rgs.core.detection.Signal;
import org.gamenet.rgs.core.detection.Situation;
import org.gamenet.rgs.core.detection.Timing;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.port.GroupListener.Probe;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.Dialling.Stance;
import org.jspecify.annotations.Nullable;

/**
 * Between the machine and the failure detector: whom to watch goes to the one, what was found to the other. Worker's
 * thread only.
 */
public final class FailureWatch {
    private static final Timing BEFORE_A_GAME = Timing.ofMillis(1_000);

    private final ThisMember my;
    private final Routes routes;
    private final SessionPorts ports;
    private final SessionSetup setup;
    private final ClockTalk clock;
    private FailureDetector detector;
    /** Of the roster that was settled last, in which incarnation of mine. */
    private List<Member> settledRoster = List.of();

    private @Nullable MemberId settledFor;
    private @Nullable MemberState settledState;
    private @Nullable GameRules settledRules;
    private List<MemberId> others = List.of();

    public FailureWatch(ThisMember my, Routes routes, SessionPorts ports, SessionSetup setup, ClockTalk clock) {
        this.my = my;
        this.routes = routes;
        this.ports = ports;
        this.setup = setup;
        this.clock = clock;
        this.detector = newDetector();
    }

    private FailureDetector newDetector() {
        Timing timing = my.stepper().state() == null ? BEFORE_A_GAME : my.game().timing();
        FailureDetector fresh = new FailureDetector(my.seat().id(), timing, ports.debugger(), clock::secondsAt);
        if (ports.privateDirectory()) fresh.directoryIsPrivate();
        if (setup.plays()) fresh.plays();
        return fresh;
    }

    /** In another game, or as another incarnation: nothing is known of anybody. */
    public void begin() {
        settledState = null;
        detector = newDetector();
    }

    /** In no game any more. */
    public void leaveGame() {
        clock.forget();
        begin();
    }

    // ---- what was seen: the detector is told, and what it finds is concluded

    /** The game's own D, once it is known. */
    public void timing(Timing ofTheGame) {
        detector.timing(ofTheGame);
    }

    /** First thing in every duty cycle; returns how much was found. */
    public int wake(long now, long wallMillis) {
        return conclude(detector.wake(now, wallMillis));
    }

    /** Time has passed; returns how much was found. */
    public int check(long now, Application application) {
        return conclude(detector.check(now, ports.transport().unreadNanos(), application));
    }

    public long nextAt(long now) {
        return detector.nextAt(now);
    }

    /** Any frame came from it. */
    public void sign(MemberId from, long now) {
        detector.sign(from, now);
    }

    public void hear(MemberId from, Epoch epoch, Signal signal, long now) {
        conclude(detector.hear(from, epoch, signal, now));
    }

    /** A newcomer echoes too, so that nobody takes it for silent before it has its InitialAck. */
    public void echoAsNewcomer(MemberId leader, Epoch epoch, Signal.Heartbeat beat) {
        routes.frameSender().say(leader, new Signal.Echo(epoch, beat.number(), Position.NONE, ports.debugger(), false));
    }

    public void doubted(MemberId by, Epoch epoch, long now) {
        conclude(detector.doubted(by, epoch, now));
    }

    public void socketClosed(MemberId member, long now) {
        conclude(detector.socketClosed(member, now));
    }

    public void dialled(MemberId member, Probe result, long now) {
        conclude(detector.dialled(member, result, now));
    }

    /** Its ACK was accepted. */
    public void resumed(long now) {
        detector.resumed(now);
    }

    /** The lease is about to be asked for. Returns the task to run if it is renewed. */
    public Runnable asksForRenewal(long now) {
        FailureDetector asking = detector;
        long askedAt = asking.lived(now);
        return () -> asking.renewed(askedAt);
    }

    // ---- to be asked

    public boolean stalled() {
        return detector.stalled();
    }

    public int echoed(long now) {
        return detector.echoed(now);
    }

    /** The members that echoed within 0.8 D. */
    public List<MemberId> echoing(long now) {
        return detector.echoing(now);
    }

    /** Whether its process is known to be dead. */
    public boolean isGone(MemberId member) {
        return detector.isGone(member);
    }

    /** How long nothing has come from it; as long as can be if it was never to be heard. */
    public long silentMillis(MemberId member, long now) {
        Long heard = detector.frameAt(member);
        return heard == null ? Long.MAX_VALUE : (now - heard) / 1_000_000;
    }

    public Optional<Long> rttNanos(MemberId follower) {
        return detector.rttNanos(follower);
    }

    // ---- what the detector must know, and what it found

    /** The facts of the state that the detector and the neighbours must know. */
    public void settle() {
        MemberState at = my.stepper().state();
        if (at == null) return;
        MemberId me = my.seat().id();
        // A step is settled ahead of what it wants done, and after it.
        boolean isSettled =
                at == settledState && me.equals(settledFor) && my.game().rules() == settledRules;
        if (isSettled && at.plays()) return;
        settledState = at;
        settledRules = my.game().rules();
        long now = my.time().now();
        List<Member> roster = roster();
        if (roster != settledRoster || !me.equals(settledFor)) {
            settledRoster = roster;
            settledFor = me;
            routes.neighbours().settle(roster);
            others = List.copyOf(
                    roster.stream().map(Member::id).filter(id -> !id.equals(me)).toList());
        }
        boolean collects = collects(at);
        dial(at, roster, now);
        Optional<MemberId> watched = searches(at) ? clock.holder() : at.watches();
        detector.situation(
                new Situation(
                        watched,
                        searches(at),
                        at.promise(),
                        at.leads(),
                        at.leads() && !collects,
                        collects ? withListed(at) : others,
                        at.log().end(),
                        stable(at.log())),
                now);
        clock.follow(watched, now);
    }

    private void dial(MemberState at, List<Member> roster, long now) {
        Stance stance = Stance.of(at.leads(), speaksToAll(), searches(at));
        routes.linkTargets()
                .settle(new LinkTargets.Game(my.seat().id(), roster, at.log().authority(), at.watches(), stance), now);
    }

    /** Equals speak to each other, and so does whoever asks all before it stamps (P68). */
    private boolean speaksToAll() {
        return my.game().rules().peers() || my.game().rules().byPermission();
    }

    /**
     * A holder waits for everybody listed, also for one that its own log does not have yet: whether it lives counts
     * (P74).
     */
    private List<MemberId> withListed(MemberState at) {
        Set<MemberId> all = new LinkedHashSet<>(others);
        all.addAll(at.listing().members());
        all.remove(my.seat().id());
        return List.copyOf(all);
    }

    public static boolean collects(MemberState at) {
        return at.leads() && !at.log().end().epoch().equals(at.promise());
    }

    /** Whether it has lost whom it watched, and looks for another: it still listens for that one, which may answer. */
    private static boolean searches(MemberState at) {
        return at.watches().isEmpty()
                && !at.leads()
                && !at.log().roster().members().isEmpty();
    }

    public List<Member> roster() {
        return my.game().rosterIn(my.stepper().state());
    }

    /** Up to here every member has delivered: right before the first entry that is kept. */
    static Position stable(Log log) {
        if (log.kept().isEmpty()) return log.end();
        LogEntry first = log.kept().get(0);
        if (first.body() instanceof EntryBody.Ack ack) return ack.end();
        return new Position(first.epoch(), first.seq() - 1);
    }

    /** When the old server was heard last; now if there is none. */
    public long lastHeard() {
        long now = my.time().now();
        MemberState at = my.stepper().state();
        if (at == null || at.log().authority().isEmpty()) return now;
        Long heard = detector.heardAt(at.log().authority().get(0));
        return heard == null ? now : heard;
    }

    /** Tells the machine, the others or the transport what was found; returns how much it was. */
    private int conclude(List<Finding> findings) {
        if (findings.isEmpty()) return 0;
        for (Finding finding : findings) {
            if (finding instanceof Finding.Concluded concluded) {
                if (concluded.event() instanceof Event.MemberGone gone) suspectInGroup(gone.member());
                if (concluded.event() instanceof Event.MemberUnreachable away) suspectInGroup(away.member());
                my.stepper().happen(concluded.event());
            } else if (finding instanceof Finding.Say say) {
                routes.frameSender().say(say.to(), (Record) say.signal());
            } else if (finding instanceof Finding.SayToAll say) {
                routes.frameSender().cast((Record) say.signal());
            } else if (finding instanceof Finding.Dial dial) {
                Endpoint place = routes.neighbours().placeOf(dial.member());
                if (place != null) ports.transport().probe(place);
                else
                    conclude(detector.dialled(
                            dial.member(), Probe.ANSWERED, my.time().now()));
            }
        }
        return findings.size();
    }

    private void suspectInGroup(MemberId dead) {
        Node node = routes.neighbours().nodeOf(dead);
        if (node != null) ports.transport().suspect(node);
    }
}
