package org.gamenet.rgs.testkit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.View;

/** How the processes of a cluster stand: who is in the game, who serves, whether the game goes on. */
final class ClusterStatuses {
    private final List<ClusterProcess> processes;

    ClusterStatuses(List<ClusterProcess> processes) {
        this.processes = processes;
    }

    Stream<ClusterProcess> alive() {
        return processes.stream().filter(process -> !process.isDead());
    }

    /** The process that serves in the newest epoch, if anybody does. */
    Optional<ClusterProcess> server() {
        return alive().flatMap(process -> process.sessions().stream())
                .filter(Session::isServer)
                .reduce((one, other) -> other.view().epoch() > one.view().epoch() ? other : one)
                .map(WatchedSession::process);
    }

    /** The process that holds a copy of the server's state in the newest epoch, if anybody does. */
    Optional<ClusterProcess> backup() {
        Optional<Peer> backup = alive().flatMap(process -> process.sessions().stream())
                .map(WatchedSession::view)
                .max(Comparator.comparingLong(View::epoch))
                .flatMap(View::backup);
        return alive().filter(
                        process -> process.sessions().stream().anyMatch(s -> backup.equals(Optional.of(s.self()))))
                .findFirst();
    }

    /** Sessions of processes that run, unless they are over, or wait outside and do not play. */
    List<WatchedSession> members() {
        List<WatchedSession> found = new ArrayList<>();
        for (ClusterProcess process : processes) {
            if (!process.runs()) continue;
            for (WatchedSession session : process.sessions()) {
                Phase phase = session.phase();
                if (phase == Phase.CLOSED || phase == Phase.WAITING && !process.plays()) continue;
                found.add(session);
            }
        }
        return found;
    }

    boolean isSettled() {
        List<WatchedSession> members = members();
        if (members.isEmpty()) return false;
        View view = members.get(0).view();
        Set<Peer> players = new HashSet<>();
        for (WatchedSession member : members) {
            if (member.phase() != Phase.PLAYING || !member.view().equals(view)) return false;
            if (member.process().plays()) players.add(member.self());
        }
        // Players that are away were killed, and stay in the view for a while.
        Set<Peer> present = new HashSet<>(view.players());
        view.away().forEach(present::remove);
        return players.equals(present) && whyNotOneServer().isEmpty();
    }

    String whyNotOneServer() {
        List<WatchedSession> serving =
                members().stream().filter(Session::isServer).toList();
        if (serving.isEmpty()) return "nobody serves";
        if (serving.size() > 1) return serving.size() + " processes serve";
        Peer server = serving.get(0).self();
        for (WatchedSession member : members()) {
            if (member.phase() == Phase.PLAYING && !member.view().server().equals(server)) {
                return member.process() + " takes " + member.view().server() + " for the server, and not " + server;
            }
        }
        return "";
    }

    void assertSameState() {
        List<States.Place> places = new ArrayList<>();
        for (WatchedSession member : members()) {
            WatchedState<?> state = member.watchedState();
            if (state == null || member.phase() != Phase.PLAYING) continue;
            places.add(new States.Place(member.process().toString(), state.packageState()));
            String difference = States.difference(places.get(0), places.get(places.size() - 1), Set.of());
            if (!difference.isEmpty()) {
                throw new Violation("not one state: " + difference
                        + ". Nothing was under way any more, so one of them computes from something else than the "
                        + "totally ordered messages, or restoreState forgets something");
            }
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (ClusterProcess process : processes) {
            text.append(text.length() == 0 ? "" : "; ").append(process);
            if (process.isDead()) text.append(" is dead");
            else if (process.isStopped()) text.append(" is paused");
            if (process.isDead()) continue;
            for (WatchedSession session : process.sessions()) {
                text.append(' ')
                        .append(session.phase())
                        .append(session.isServer() ? " serves" : "")
                        .append(session.role() == ServerRole.BACKUP ? " backs up" : "")
                        .append(" epoch ")
                        .append(session.view().epoch())
                        .append(" players ")
                        .append(session.view().players());
            }
        }
        return text.toString();
    }
}
