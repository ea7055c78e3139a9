package org.gamenet.rgs.examples.recipes;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.FailoverEvent;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;

/** The game of the recipes: everybody has a dot, and puts it somewhere. Game thread. */
final class Dots implements StateHandler<Dots.Board> {
    /** Where a dot is to be; both from 0 to 1. */
    record Dot(double x, double y) { }

    /** Where all dots are. */
    record Board(Map<Peer, Dot> dots) { }

    private final Session session;
    private final Map<Peer, Dot> dots = new TreeMap<>();
    private String news = "";

    Dots(Session session) {
        this.session = session;
        session.on(Dot.class, this::put)
               .on(Board.class, (server, board) -> know(board))
               .on(Left.class, (who, event) -> dots.remove(who))
               .on(FailoverEvent.class, (who, event) -> news = event.getClass().getSimpleName())
               .state(Board.class, this);
    }

    static Rgs.Builder setUp(String player) {
        return Rgs.game("dots").directory("localhost:7400").player(player).records(Dot.class, Board.class);
    }

    static GameSpec spec() { return GameSpec.clientServer("table", 8); }

    Session session() { return session; }

    Map<Peer, Dot> dots() { return dots; }

    /** The last word of a failover. */
    String news() { return news; }

    /** The player wants its dot there. A window may be open for longer than its game. */
    void move(double x, double y) {
        if (session.phase() != Session.Phase.CLOSED) session.sendToServer(new Dot(x, y));
    }

    private void put(Peer who, Dot dot) {
        dots.put(who, dot);
        session.send(packageState(), Delivery.UNRELIABLE_SEQUENCED);
    }

    private void know(Board board) {
        if (session.isServer()) return;
        dots.clear();
        dots.putAll(board.dots());
    }

    @Override public Board packageState() { return new Board(dots); }

    @Override public void restoreState(List<StatePackage<Board>> packages) {
        dots.clear();
        dots.putAll(packages.get(0).state().dots());
    }
}
