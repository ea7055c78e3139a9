package org.gamenet.rgs.core.session;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.detection.FailureDetector;
import org.gamenet.rgs.core.detection.Finding;
import org.gamenet.rgs.core.detection.Situation;
import org.gamenet.rgs.core.detection.Timing;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Frame;
import org.gamenet.rgs.core.ordering.FrameBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.port.GroupListener.Probe;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.jspecify.annotations.Nullable;

/** Between the machine and the failure detector: whom to watch goes to the one, what was found to the other. Worker's thread only. */
final class Watch {
    private static final Timing BEFORE_A_GAME = Timing.ofMillis(1_000);

    private final Common with;
    private FailureDetector detector;
    /** Of the roster that was settled last, in which incarnation of mine. */
    private List<Member> settledRoster = List.of();
    private @Nullable MemberId settledFor;
    private List<MemberId> others = List.of();

    Watch(Common with) {
        this.with = with;
        this.detector = newDetector();
    }

    private FailureDetector newDetector() {
        Timing timing = with.stepper().state() == null ? BEFORE_A_GAME : with.game().timing();
        FailureDetector fresh = new FailureDetector(with.seat().id(), timing, with.ports().debugger(), with.clock()::secondsAt);
        if (with.ports().privateDirectory()) fresh.directoryIsPrivate();
        if (with.setup().plays()) fresh.plays();
        return fresh;
    }

    /** In another game, or as another incarnation: nothing is known of anybody. */
    void begin() {
        detector = newDetector();
    }

    FailureDetector detector() {
        return detector;
    }

    /** What the detector and the neighbours must know of the state. */
    void settle() {
        MemberState at = with.stepper().state();
        if (at == null) return;
        long now = with.time().now();
        MemberId me = with.seat().id();
        List<Member> roster = roster();
        if (roster != settledRoster || !me.equals(settledFor)) {
            settledRoster = roster;
            settledFor = me;
            for (Member member : roster) with.neighbours().listens(member.id(), member.endpoint());
            with.ties().roster(roster);
            others = List.copyOf(roster.stream().map(Member::id).filter(id -> !id.equals(me)).toList());
        }
        boolean collects = collects(at);
        Optional<MemberId> watched = searches(at) ? with.clock().holder() : at.watches();
        detector.situation(new Situation(watched, searches(at), at.promise(), at.leads(), at.leads() && !collects, others, at.log().end(),
                stable(at.log())), now);
        with.clock().follow(watched, now);
    }

    static boolean collects(MemberState at) {
        return at.leads() && !at.log().end().epoch().equals(at.promise());
    }

    /** Whoever does still listens for whom it suspects: it may answer. */
    private static boolean searches(MemberState at) {
        return at.watches().isEmpty() && !at.leads() && !at.log().roster().members().isEmpty();
    }

    List<Member> roster() {
        return with.game().rosterIn(with.stepper().state());
    }

    /** Up to here every member has delivered: right before the first frame that is kept. */
    static Position stable(Log log) {
        if (log.kept().isEmpty()) return log.end();
        Frame first = log.kept().get(0);
        if (first.body() instanceof FrameBody.Ack ack) return ack.end();
        return new Position(first.epoch(), first.seq() - 1);
    }

    /** When the old server was heard last; now if there is none. */
    long lastHeard() {
        long now = with.time().now();
        MemberState at = with.stepper().state();
        if (at == null || at.log().authority().isEmpty()) return now;
        Long heard = detector.heardAt(at.log().authority().get(0));
        return heard == null ? now : heard;
    }

    /** Tells the machine, the others or the transport what was found; returns how much it was. */
    int conclude(List<Finding> findings) {
        if (findings.isEmpty()) return 0;
        for (Finding finding : findings) {
            if (finding instanceof Finding.Concluded concluded) {
                if (concluded.event() instanceof Event.MemberGone gone) suspectInGroup(gone.member());
                if (concluded.event() instanceof Event.MemberUnreachable away) suspectInGroup(away.member());
                with.stepper().happen(concluded.event());
            } else if (finding instanceof Finding.Say say) {
                with.voice().say(say.to(), (Record) say.signal());
            } else if (finding instanceof Finding.SayToAll say) {
                with.voice().cast((Record) say.signal());
            } else if (finding instanceof Finding.Dial dial) {
                Endpoint place = with.neighbours().placeOf(dial.member());
                if (place != null) with.ports().transport().probe(place);
                else conclude(detector.dialled(dial.member(), Probe.ANSWERED, with.time().now()));
            }
        }
        return findings.size();
    }

    private void suspectInGroup(MemberId dead) {
        Node node = with.neighbours().nodeOf(dead);
        if (node != null) with.ports().transport().suspect(node);
    }
}
