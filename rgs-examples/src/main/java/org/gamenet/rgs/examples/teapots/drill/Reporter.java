package org.gamenet.rgs.examples.teapots.drill;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.examples.teapots.play.Snapshot;
import org.gamenet.rgs.examples.teapots.play.Witness;
import org.gamenet.rgs.examples.teapots.world.World;

/** Writes down what a member is shown and told, one line each, for the drill. Game thread. */
final class Reporter implements Witness {
    private static final long STATUS_EVERY_MILLIS = 1_000;

    private final PrintStream out;
    private final Session session;
    private int asked;
    private long nextStatus;

    /** @param asked how many requests to fire the same player's earlier process had counted */
    Reporter(PrintStream out, Session session, int asked) {
        this.out = out;
        this.session = session;
        this.asked = asked;
        tell(new Report.Self(now(), session.self().toString()));
    }

    @Override
    public void shown(Snapshot snapshot) {
        World world = snapshot.world();
        Map<String, Report.Pot> pots = new TreeMap<>();
        world.pots()
                .forEach((who, pot) ->
                        pots.put(who.toString(), new Report.Pot(pot.x(), pot.z(), pot.score(), pot.asked())));
        tell(new Report.Shown(now(), world.tick(), pots));
    }

    @Override
    public void happened(Peer about, SessionEvent event) {
        if (event instanceof SessionEvent.Joined) joined(about);
        else if (event instanceof SessionEvent.Away) tell(new Report.Away(now(), about.toString()));
        else if (event instanceof SessionEvent.Back) tell(new Report.Back(now(), about.toString()));
        else if (event instanceof SessionEvent.Refused e) tell(new Report.Refused(now(), e.request(), e.why()));
        else if (event instanceof SessionEvent.Left e)
            tell(new Report.Left(now(), about.toString(), e.why().toString()));
        else if (event instanceof SessionEvent.Frozen e) tell(new Report.Frozen(now(), e.why()));
        else if (event instanceof SessionEvent.Resumed e) tell(resumed(e));
        else if (event instanceof SessionEvent.RoleChanged e) tell(new Report.Role(now(), e.to().toString()));
        else if (event instanceof SessionEvent.Closed e)
            tell(new Report.Closed(now(), e.why().toString(), e.detail()));
    }

    private void joined(Peer who) {
        tell(new Report.Joined(now(), who.toString()));
        if (who.equals(session.self())) tell(new Report.Seat(now(), session.rejoinToken()));
    }

    @Override
    public void restored(World world, int packages) {
        tell(new Report.Restored(now(), world.tick(), packages));
    }

    @Override
    public void asked() {
        tell(new Report.Asked(now(), ++asked));
    }

    @Override
    public void framed() {
        if (now() < nextStatus) return;
        nextStatus = now() + STATUS_EVERY_MILLIS;
        tell(new Report.Status(
                now(),
                session.phase().toString(),
                session.role().toString(),
                session.view().epoch(),
                session.stats().rttMillis(),
                session.stats().dataAgeMillis()));
    }

    private static Report.Resumed resumed(SessionEvent.Resumed e) {
        SessionEvent.Outage o = e.outage();
        Report.Spent spent =
                new Report.Spent(millis(o.detect()), millis(o.decide()), millis(o.transfer()), millis(o.rebuild()));
        List<String> players = e.view().players().stream().map(Peer::toString).toList();
        return new Report.Resumed(
                now(), e.view().epoch(), e.view().server().toString(), players, spent, millis(e.stateAge()));
    }

    private void tell(Report report) {
        out.println(ReportLine.format(report));
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }

    private static long now() {
        return System.currentTimeMillis();
    }
}
