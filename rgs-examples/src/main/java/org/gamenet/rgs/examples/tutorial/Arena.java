package org.gamenet.rgs.examples.tutorial;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.Peer;

/** The floor, who stands where on it, and whose colour each tile has. It knows neither windows nor networks. */
public final class Arena {
    public static final int WIDE = 16;
    public static final int HIGH = 12;

    public record Spot(int x, int y) {}

    /** A player's wish. */
    public record Step(int dx, int dy) {}

    /** All there is to know. */
    public record Floor(Map<Peer, Spot> players, Map<Spot, Peer> paint) {}

    private final Map<Peer, Spot> players = new TreeMap<>();
    private final Map<Spot, Peer> paint = new HashMap<>();

    /** A new player gets a corner; one who is there already stays where it is. */
    public void enter(Peer who) {
        int corner = players.size() % 4;
        players.putIfAbsent(who, new Spot(corner % 2 * (WIDE - 1), corner / 2 * (HIGH - 1)));
    }

    public void step(Peer who, Step step) {
        Spot from = players.get(who);
        if (from == null) return;
        Spot to = new Spot(within(from.x() + Integer.signum(step.dx()), WIDE), within(from.y() + Integer.signum(step.dy()), HIGH));
        players.put(who, to);
        paint.put(to, who);
    }

    private static int within(int place, int size) { return Math.max(0, Math.min(size - 1, place)); }

    public void leave(Peer who) {
        players.remove(who);
        paint.values().removeIf(who::equals);
    }

    public Floor floor() { return new Floor(Map.copyOf(players), Map.copyOf(paint)); }

    public void know(Floor floor) {
        players.clear();
        players.putAll(floor.players());
        paint.clear();
        paint.putAll(floor.paint());
    }

    public long tiles(Peer who) { return paint.values().stream().filter(who::equals).count(); }
}
