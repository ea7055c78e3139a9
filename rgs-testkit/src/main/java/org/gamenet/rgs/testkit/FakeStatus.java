package org.gamenet.rgs.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.SessionEvent.RoleChanged;
import org.gamenet.rgs.View;

/**
 * Phase, role and view of a session without a network: as the test sets them, and as events that are handed out say.
 */
final class FakeStatus {
    private final Consumer<Peer> seen;
    private Phase phase = Phase.PLAYING;
    private ServerRole role = ServerRole.IDLE;
    private View view = new View(1, 1, List.of(), List.of());

    /** @param seen is told each peer that comes into view */
    FakeStatus(Consumer<Peer> seen) {
        this.seen = seen;
    }

    Phase phase() {
        return phase;
    }

    void phase(Phase now) {
        phase = now;
    }

    ServerRole role() {
        return role;
    }

    void role(ServerRole now) {
        role = now;
    }

    View view() {
        return view;
    }

    void view(View now) {
        view = now;
        now.players().forEach(seen);
        now.servers().forEach(seen);
    }

    /** The state of things from this item on. */
    void follow(Record item) {
        if (item instanceof Frozen) {
            phase = Phase.FROZEN;
        } else if (item instanceof Closed) {
            phase = Phase.CLOSED;
        } else if (item instanceof RoleChanged changed) {
            role = changed.to();
        } else if (item instanceof Joined joined) {
            seen.accept(joined.peer());
            players(joined.peer(), true);
        } else if (item instanceof Left gone) {
            players(gone.peer(), false);
        } else if (item instanceof Resumed resumed) {
            view(resumed.view());
            phase = Phase.PLAYING;
        }
    }

    private void players(Peer peer, boolean in) {
        List<Peer> players = new ArrayList<>(view.players());
        players.remove(peer);
        if (in) players.add(peer);
        view = new View(view.epoch(), view.version() + 1, players, view.servers());
    }
}
