package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.ordering.EntryBody;

/**
 * The events that one application is told while its game stands still and it has restored a state: a process that
 * serves, or that was to serve and gave its number up, as that state asks for; one that is let in again, what differs
 * from what it was told before.
 */
final class Restored {
    private final History history;
    private final CountingProcess process;
    /** The players that are in, as it was told. */
    private final Set<Long> players;
    /** The players of them that are away, as it was told. */
    private final Set<Long> away;

    private final BiConsumer<String, String> violates;
    private final List<Replays.Heard> heard = new ArrayList<>();
    private boolean listens;
    private boolean spare;
    private long base;

    Restored(History history, CountingProcess process, PlayersTold present, BiConsumer<String, String> violates) {
        this.away = present.away;
        this.history = history;
        this.process = process;
        this.players = present.players;
        this.violates = violates;
    }

    /** It restored a state of this one. */
    void begin(long from) {
        base = from;
        listens = true;
        heard.clear();
    }

    /** Nothing that comes is told because of that state. */
    void stop() {
        listens = false;
        heard.clear();
    }

    boolean listens() {
        return listens;
    }

    /**
     * It is in, by what it was told. One that took over a game in which it was not is told without a place of those who
     * are in it, and the state that it was given may be older, and name players of its time (HG15).
     */
    void enters(boolean standsStill) {
        if (standsStill) spare = true;
        else stop();
    }

    void turn(long peer, long number) {
        hear('T', peer, OrderBook.item('T', peer, number));
    }

    void coming(long peer) {
        hear('J', peer, OrderBook.item('J', peer, 0));
    }

    void going(long peer, Left.Why why) {
        hear('L', peer, OrderBook.item('L', peer, why.ordinal()));
    }

    void away(long peer) {
        hear('A', peer, OrderBook.item('A', peer, 0));
    }

    void back(long peer) {
        hear('B', peer, OrderBook.item('B', peer, 0));
    }

    private void hear(char kind, long peer, long item) {
        View view = process.session.view();
        heard.add(new Replays.Heard(kind, peer, item, view.epoch(), view.version()));
    }

    /**
     * A member that was left behind and goes on from what it kept (P75) is admitted by its own ACK; or by the old
     * server, which died before it could say so: then its own exit is in the history, and it is told of that.
     */
    boolean isBack(long epoch) {
        EntryBody.Ack began = history.ack(epoch);
        long me = process.session.self().id();
        boolean isTold = heard.stream().anyMatch(each -> each.kind() == 'L' && each.peer() == me);
        if (isTold && history.seen(epoch).stream().anyMatch(seen -> seen.isGoing() && seen.peer() == me)) return true;
        return began != null
                && began.admitted().filter(holder -> holder.id().peer() == me).isPresent();
    }

    /** It goes on, in this epoch: what of all that it was told is new to it. */
    List<Replays.Heard> resumed(long epoch) {
        List<Replays.Heard> all = List.copyOf(heard);
        boolean listened = listens;
        boolean introduced = spare;
        // From here on it is a member like any other, and may back up whom it hands the game over to.
        spare = false;
        stop();
        if (!listened) return List.of();
        for (String wrong : Replays.leftTwice(all)) violates.accept("S7", wrong);
        boolean gaveUp = history.restores().gaveUp(process, epoch);
        if (!process.session.isServer() && !gaveUp) {
            all.forEach(this::differs);
            return List.of();
        }
        List<String> wrong = new ArrayList<>();
        List<Replays.Heard> fresh = Replays.fresh(
                all, due(epoch, introduced), process.session.self().id(), wrong);
        wrong.forEach(each -> violates.accept("P40", each));
        for (Replays.Heard each : fresh) {
            if (each.kind() == 'J') players.add(each.peer());
            else if (each.kind() == 'L') players.remove(each.peer());
            if (each.kind() == 'A') away.add(each.peer());
            else if (each.kind() != 'T') away.remove(each.peer());
        }
        // The order in which a follower hears begins anew with the state.
        return gaveUp ? List.of() : fresh;
    }

    private Replays.Due due(long epoch, boolean introduced) {
        List<Seen> upToItsBeginning = history.seen(epoch).stream()
                .filter(seen -> seen.at().epoch().number() < epoch || seen.at().seq() == 0)
                .toList();
        Restores.Began began = history.restores().of(process, epoch);
        Replays.Due due = Replays.Due.of(upToItsBeginning, began.place(base), began.told(), began.copy());
        return introduced ? due.toSpare() : due;
    }

    private void differs(Replays.Heard each) {
        boolean fits = switch (each.kind()) {
            case 'T' -> players.contains(each.peer());
            case 'J' -> players.add(each.peer());
            case 'A' -> players.contains(each.peer()) && away.add(each.peer());
            case 'B' -> away.remove(each.peer());
            default -> {
                away.remove(each.peer());
                yield players.remove(each.peer()) || each.isGhost();
            }
        };
        if (!fits) violates.accept("S7", each + " does not fit " + players);
    }
}
