package org.gamenet.rgs.examples.contract;

import java.util.*;
import org.gamenet.rgs.*;
import org.gamenet.rgs.SessionEvent.*;

/** The contract's program of equals: every peer applies the same moves in the same order, its own included. */
class G2Maze implements StateHandler<G2Maze.Maze> {
    record Spawn() {}

    record Move(int dx, int dy) {}

    record Shot(int dir) {}

    record Cell(int x, int y) {}

    record Maze(Map<Peer, Cell> rats) {}

    final Map<Peer, Cell> rats = new TreeMap<>(); // ordered: every peer must iterate alike

    void play(Rgs rgs) {
        Session s = rgs.hostOrJoin(GameSpec.peerToPeer("maze", 4).order(Order.LAMPORT));
        s.on(Spawn.class, (who, m) -> rats.put(who, freeCell()))
                .on(Move.class, (who, m) -> rats.computeIfPresent(who, (k, p) -> walk(p, m)))
                .on(Shot.class, this::hit)
                .on(Left.class, (who, e) -> rats.remove(who))
                .state(Maze.class, this); // a newcomer gets the maze of its place in the order
        s.send(new Spawn(), Delivery.TOTAL_ORDER); // goes out as soon as I am in

        while (s.update() && running()) {
            Key k = key();
            if (k == Key.LEFT) s.send(new Move(-1, 0), Delivery.TOTAL_ORDER);
            if (k == Key.FIRE) s.send(new Shot(0), Delivery.TOTAL_ORDER);
        }
        s.leave();
    }

    @Override
    public Maze packageState() {
        return new Maze(rats);
    }

    @Override
    public void restoreState(List<StatePackage<Maze>> packages) {
        rats.clear();
        rats.putAll(packages.get(0).state().rats());
    }

    Cell walk(Cell p, Move m) {
        Cell to = new Cell(p.x() + m.dx(), p.y() + m.dy());
        return free(to) ? to : p;
    }

    Cell freeCell() {
        int x = 0;
        while (!free(new Cell(x, 0))) x++;
        return new Cell(x, 0);
    }

    boolean free(Cell c) {
        return !rats.containsValue(c);
    }

    enum Key {
        NONE,
        LEFT,
        FIRE
    }

    Key key() {
        return Key.NONE;
    }

    boolean running() {
        return false;
    }

    void hit(Peer who, Shot s) {}
}
