package org.gamenet.rgs.testkit;

import java.util.HashSet;
import java.util.Set;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.Away;
import org.gamenet.rgs.SessionEvent.Back;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.SessionEvent.RoleChanged;
import org.gamenet.rgs.View;
import org.gamenet.rgs.testkit.simulation.OrderBook;

/**
 * Everything with an order that one session is told: taken down, so that it can be compared with what the others were
 * told.
 */
final class Ear {
    private final Session session;
    private final boolean plays;
    private final OrderBook.Reader book;
    private final Set<Long> players = new HashSet<>();
    private final Set<Long> away = new HashSet<>();
    private boolean outside = true;
    private boolean frozen;
    /** Told of the players of a game that stands still, which no frame of the order says. */
    private boolean introduced;
    /** It took over a game in which it was not. */
    private boolean spare;

    private boolean complete;
    private boolean restored;
    private long epoch;

    Ear(String who, Session session, boolean plays, OrderBook orders) {
        this.session = session;
        this.plays = plays;
        this.book = orders.reader(who, () -> session.self().id());
    }

    private long now() {
        return session.view().epoch();
    }

    private long version() {
        return session.view().version();
    }

    void restored() {
        restored = true;
        if (frozen) book.restored();
    }

    void ordered(Peer from, long digest) {
        book.add(now(), version(), OrderBook.item('T', from.id(), digest));
    }

    void event(SessionEvent event) {
        if (!(event instanceof Joined) && !(event instanceof Away)) introduced = false;
        if (event instanceof Joined joined) joined(joined.peer().id());
        else if (event instanceof Left left) left(left);
        else if (event instanceof Away lost) away(lost.peer().id());
        else if (event instanceof Back back) back(back.peer().id());
        else if (event instanceof Frozen) freeze();
        else if (event instanceof Resumed resumed) resumed(resumed.view().epoch());
        else if (event instanceof RoleChanged) changed();
    }

    private void joined(long peer) {
        players.add(peer);
        if (outside) {
            outside = false;
            frozen = session.phase() == Phase.FROZEN;
            introduced = frozen;
            spare = frozen;
            book.begin(now(), false);
            if (spare) {
                book.freeze();
                book.restored();
            }
        } else if (!introduced && (complete || frozen)) {
            book.add(now(), version(), OrderBook.item('J', peer, 0));
        }
        if (peer == session.self().id()) complete = true;
        toldOfAll();
        if (peer == session.self().id()) epoch = now();
    }

    /** A session that does not play has no Joined of its own, which would be the last. */
    private void toldOfAll() {
        View view = session.view();
        boolean all = players.size() == view.players().size()
                && away.size() == view.away().size();
        if (all && !plays) complete = true;
        if (all) introduced = false;
    }

    private void away(long peer) {
        away.add(peer);
        if (!introduced && (complete || frozen)) book.add(now(), version(), OrderBook.item('A', peer, 0));
        toldOfAll();
    }

    private void back(long peer) {
        away.remove(peer);
        book.add(now(), version(), OrderBook.item('B', peer, 0));
    }

    private void left(Left left) {
        away.remove(left.peer().id());
        boolean there = players.remove(left.peer().id());
        // A restored package may be older than an exit: who is inside it is told to be out again, here and nowhere
        // else.
        if (!there && restored && left.why() == Left.Why.LEFT) return;
        book.add(
                now(),
                version(),
                OrderBook.item('L', left.peer().id(), left.why().ordinal()));
    }

    private void freeze() {
        frozen = true;
        restored = false;
        book.freeze();
    }

    private void resumed(long next) {
        frozen = false;
        complete = true;
        boolean reloaded = restored && !session.isServer();
        if (!reloaded && restored) book.forgetWhatCameAgain(next, spare);
        spare = false;
        if (reloaded) book.begin(next, true);
        else if (next > epoch) book.resume(next);
        else book.thaw();
        restored = false;
        epoch = next;
    }

    private void changed() {
        // It was handed the game, and has missed nothing.
        if (!frozen) restored = false;
        if (!outside) return;
        outside = false;
        epoch = now();
        book.begin(epoch, true);
        if (!plays) complete = true;
    }
}
