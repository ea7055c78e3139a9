package org.gamenet.rgs.core.session.game;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.lanes.KnownPeers;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Position;

/**
 * The view that a log makes, and its version: all members count the same changes of an epoch, a newcomer is told where
 * the count stands.
 */
final class ViewCount {
    private static final int REMEMBERED = 1_024;
    private static final View NOTHING = new View(0, 0, List.of(), List.of());

    private final KnownPeers names;
    private final Deque<Place> places = new ArrayDeque<>();
    private View view = NOTHING;
    private Epoch epoch = Epoch.NONE;
    /** The members that the view was made of: most entries leave that as it is. */
    private Roster roster = Roster.EMPTY;

    private List<MemberId> authority = List.of();

    ViewCount(KnownPeers names) {
        this.names = names;
    }

    private record Place(Position at, long version) {}

    View view() {
        return view;
    }

    /** The view as the log has it now: the version rises if it differs, and is 1 in a new epoch. */
    View advance(Log log) {
        return set(log, log.end().epoch().equals(epoch) ? view.version() : 0);
    }

    /** The same for whoever was let in at the end of this log, where the count stood at {@code version}. */
    View begin(Log log, long version) {
        // The view of before may show the same players under another version.
        view = NOTHING;
        roster = Roster.EMPTY;
        set(log, Math.max(0, version - 1));
        return view;
    }

    private View set(Log log, long before) {
        boolean asBefore = before > 0 && log.roster() == roster && log.authority() == authority;
        if (asBefore) return view;
        roster = log.roster();
        authority = log.authority();
        List<Peer> players = log.roster().seated().stream().map(names::learn).toList();
        List<Peer> away = log.roster().awayPlayers().stream().map(names::learn).toList();
        List<Peer> servers = log.authority().stream()
                .map(id -> log.roster().find(id).map(names::learn).orElseGet(() -> names.peer(id.peer())))
                .toList();
        boolean same = before > 0
                && players.equals(view.players())
                && servers.equals(view.servers())
                && away.equals(view.away());
        epoch = log.end().epoch();
        if (same) return view;
        view = new View(epoch.number(), before + 1, players, servers, away);
        places.addLast(new Place(log.end(), view.version()));
        if (places.size() > REMEMBERED) places.removeFirst();
        return view;
    }

    /** Where the count stood at that place; 1 if that is forgotten. */
    long versionAt(Position at) {
        long version = 1;
        for (Place place : places) {
            if (place.at().epoch().equals(at.epoch()) && place.at().seq() <= at.seq()) version = place.version();
        }
        return version;
    }
}
