package org.gamenet.rgs.examples.maze.world;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.Peer;
import org.jspecify.annotations.Nullable;

/**
 * All rats, after so many moves. Two that apply the same moves in the same order have the same maze: no clock, no
 * chance, and a map that every peer walks through alike.
 *
 * @param rats by player
 * @param applied how many moves and exits came before
 * @param digest of all of them in their order
 */
public record Maze(Map<Peer, Rat> rats, long applied, long digest) {
    /** Nobody is there yet. */
    public static final Maze EMPTY = new Maze(Map.of(), 0, 0);

    private static final int STRIDE = 37;
    private static final long PRIME = 1_099_511_628_211L;

    /** Keeps an ordered copy. */
    public Maze {
        rats = Collections.unmodifiableMap(new TreeMap<>(rats));
    }

    /**
     * As it is after this move; one of a rat that is not there, or that has come already, changes nothing but the
     * count.
     */
    public Maze after(Peer who, Move move) {
        Map<Peer, Rat> next = new TreeMap<>(rats);
        Rat rat = rats.get(who);
        if (move.act() == Act.SPAWN) {
            if (rat == null) next.put(who, fresh(place(applied * STRIDE), move.number()));
        } else if (rat != null) {
            act(next, who, rat.moved(move.number()), move.act());
        }
        return new Maze(
                next, applied + 1, mixed(who, 31L * move.number() + move.act().ordinal()));
    }

    /** As it is without this player. Nothing changes if it never came. */
    public Maze without(Peer who) {
        if (!rats.containsKey(who)) return this;
        Map<Peer, Rat> next = new TreeMap<>(rats);
        next.remove(who);
        return new Maze(next, applied + 1, mixed(who, -1));
    }

    /** The rat that stands there. */
    public @Nullable Peer at(Cell cell) {
        for (Map.Entry<Peer, Rat> each : rats.entrySet())
            if (each.getValue().at().equals(cell)) return each.getKey();
        return null;
    }

    /** The rat that a shot of this one would hit. */
    public @Nullable Peer target(Rat rat) {
        for (Cell cell = rat.at().towards(rat.heading()); !Walls.at(cell); cell = cell.towards(rat.heading())) {
            Peer there = at(cell);
            if (there != null) return there;
        }
        return null;
    }

    private void act(Map<Peer, Rat> next, Peer who, Rat rat, Act act) {
        switch (act) {
            case LEFT -> next.put(who, rat.facing(rat.heading().left()));
            case RIGHT -> next.put(who, rat.facing(rat.heading().right()));
            case FORWARD -> next.put(who, walk(rat, rat.heading()));
            case BACK -> next.put(who, walk(rat, rat.heading().back()));
            case FIRE -> {
                Peer hit = target(rat);
                next.put(who, hit == null ? rat : rat.scores(1));
                if (hit != null)
                    next.computeIfPresent(hit, (k, struck) -> struck.scores(-1).at(place(applied * STRIDE)));
            }
            case SPAWN -> next.put(who, rat);
        }
    }

    /** It looks where it can walk. */
    private static Rat fresh(Cell at, int number) {
        Heading way = Heading.SOUTH;
        for (int i = 0; i < Heading.values().length && Walls.at(at.towards(way)); i++) way = way.right();
        return new Rat(at, way, 0, number);
    }

    /** Of two that step to the same place, the one whose move comes first gets it. */
    private Rat walk(Rat rat, Heading way) {
        Cell to = rat.at().towards(way);
        return Walls.at(to) || at(to) != null ? rat : rat.at(to);
    }

    private Cell place(long from) {
        int all = Walls.places().size();
        int first = (int) Math.floorMod(from, (long) all);
        for (int i = 0; i < all; i++) {
            Cell cell = Walls.places().get((first + i) % all);
            if (at(cell) == null) return cell;
        }
        throw new IllegalStateException("the maze is full");
    }

    private long mixed(Peer who, long what) {
        return ((digest ^ who.id()) * PRIME ^ what) * PRIME;
    }
}
