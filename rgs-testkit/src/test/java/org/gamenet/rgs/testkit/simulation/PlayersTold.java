package org.gamenet.rgs.testkit.simulation;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.View;
import org.jspecify.annotations.Nullable;

/** The players in the game, and those of them that are away (P76), as one application was told. */
final class PlayersTold {
    final Set<Long> players = new TreeSet<>();
    final Set<Long> away = new TreeSet<>();
    private final CountingProcess process;
    private final BiConsumer<String, String> violates;
    /** The players of the view that the session showed last: it is asked after every update. */
    private Set<Long> viewed = Set.of();

    private Set<Long> viewedAway = Set.of();
    private @Nullable View viewedIn;

    PlayersTold(CountingProcess process, BiConsumer<String, String> violates) {
        this.process = process;
        this.violates = violates;
    }

    Set<Long> viewed() {
        View view = process.session.view();
        if (view == viewedIn) return viewed;
        viewedIn = view;
        viewed = ids(view.players());
        viewedAway = ids(view.away());
        return viewed;
    }

    private static Set<Long> ids(Iterable<Peer> peers) {
        Set<Long> ids = new TreeSet<>();
        for (Peer peer : peers) ids.add(peer.id());
        return ids;
    }

    /** Whether it was told of as many as the view has. */
    boolean isAll() {
        return players.size() == viewed().size() && away.size() == viewedAway.size();
    }

    void lost(long peer) {
        if (!players.contains(peer) || !away.add(peer)) violates.accept("P76", "Away of " + peer + " among " + this);
    }

    void back(long peer) {
        if (!away.remove(peer)) violates.accept("P76", "Back of " + peer + " among " + this);
    }

    void compare() {
        if (!players.equals(viewed())) violates.accept("S6", "players " + players + " but the view says " + viewed);
        if (!away.equals(viewedAway)) violates.accept("P76", "away " + away + " but the view says " + viewedAway);
    }

    @Override
    public String toString() {
        return players + ", away " + away;
    }
}
