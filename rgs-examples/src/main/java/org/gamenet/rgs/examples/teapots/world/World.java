package org.gamenet.rgs.examples.teapots.world;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.gamenet.rgs.Peer;

/**
 * Everything there is in a duel at one tick. A value: each method returns the world that follows, and the same world
 * and the same commands lead to the same world everywhere.
 *
 * @param tick ticks since the duel began
 * @param thrown how much was ever thrown
 * @param seated how many teapots were ever put on the table
 * @param pots the players' teapots, in the order of the peers
 * @param flying what is in the air
 * @param lying sugar on the table, the oldest first
 * @param round which one, and how it stands
 */
public record World(
        long tick,
        long thrown,
        int seated,
        Map<Peer, Teapot> pots,
        List<Projectile> flying,
        List<Lying> lying,
        Round round) {
    /** An empty table. */
    public static final World EMPTY = new World(0, 0, 0, Map.of(), List.of());
    /** Enough for everybody who may sit here. */
    private static final int GLAZES = 8;

    /** Keeps copies, in the order of the peers: every process goes through the teapots alike. */
    public World {
        pots = Collections.unmodifiableMap(new TreeMap<>(pots));
        flying = List.copyOf(flying);
        lying = List.copyOf(lying);
    }

    /** At the beginning of the first round, with a clean table. */
    public World(long tick, long thrown, int seated, Map<Peer, Teapot> pots, List<Projectile> flying) {
        this(tick, thrown, seated, pots, flying, List.of(), Round.FIRST);
    }

    /** With a teapot for this player; the one it has, if it has one. */
    public World with(Peer player) {
        if (pots.containsKey(player)) return this;
        Map<Peer, Teapot> more = new TreeMap<>(pots);
        more.put(player, Teapot.seated(seated, freeGlaze()));
        return new World(tick, thrown, seated + 1, more, flying, lying, round);
    }

    private int freeGlaze() {
        int glaze = 0;
        while (glaze < GLAZES && taken(glaze)) glaze++;
        return glaze < GLAZES ? glaze : seated % GLAZES;
    }

    private boolean taken(int glaze) {
        return pots.values().stream().anyMatch(pot -> pot.glaze() == glaze);
    }

    /** Without this player's teapot, and without what it has in the air: nothing of it scores any more. */
    public World without(Peer player) {
        if (!pots.containsKey(player)) return this;
        Map<Peer, Teapot> fewer = new TreeMap<>(pots);
        fewer.remove(player);
        return new World(
                tick,
                thrown,
                seated,
                fewer,
                flying.stream().filter(p -> !p.owner().equals(player)).toList(),
                lying,
                round.without(player));
    }

    /** After this command; nothing changes for a player without a teapot. */
    public World after(Peer player, Command command) {
        if (!pots.containsKey(player)) return this;
        if (command instanceof Steer steer) return changed(player, pot -> pot.steered(steer));
        if (command instanceof Fire) return thrown(player, 1, Sugar::thrown);
        if (command instanceof Lob) return thrown(player, Rules.LOAF_LUMPS, Loaf::lobbed);
        throw new AssertionError("a command without a rule: " + command);
    }

    /** With each teapot changed: for those who tamper with a world on purpose. */
    public World each(UnaryOperator<Teapot> change) {
        Map<Peer, Teapot> changed = new TreeMap<>(pots);
        changed.replaceAll((player, pot) -> change.apply(pot));
        return new World(tick, thrown, seated, changed, flying, lying, round);
    }

    /** One tick later. */
    public World step() {
        Map<Peer, Teapot> moved = new TreeMap<>(pots);
        moved.replaceAll((player, pot) -> pot.moved());
        bump(moved);
        List<Projectile> stillFlying = new ArrayList<>();
        List<Lying> fallen = new ArrayList<>(lying);
        for (Projectile projectile : flying) {
            Projectile flown = projectile.flown();
            Flight flight = flown.flight();
            if (hit(flown, moved) || flight.lost()) continue;
            if (flight.landed()) fallen.add(new Lying(flown.number(), flight.x(), flight.z()));
            else stillFlying.add(flown);
        }
        fallen.removeIf(lump -> pickedUp(lump, moved));
        List<Lying> newest = fallen.subList(Math.max(0, fallen.size() - Rules.LYING_MAX), fallen.size());
        return new World(tick + 1, thrown, seated, moved, stillFlying, newest, round.ticked(moved));
    }

    /** How a kind of projectile leaves the spout. */
    private interface Throw {
        Projectile of(long number, Peer owner, Body from);
    }

    /** With one more of that kind in the air, if the bowl has the sugar for it. */
    private World thrown(Peer player, int lumps, Throw kind) {
        World told = changed(player, Teapot::told);
        Teapot pot = told.pots.get(player);
        if (pot.bowl().lumps() < lumps) return told;
        List<Projectile> more = new ArrayList<>(told.flying);
        more.add(kind.of(thrown + 1, player, pot.body()));
        World emptied = told.changed(player, thrower -> thrower.emptied(lumps));
        return new World(tick, thrown + 1, seated, emptied.pots, more, lying, round);
    }

    private World changed(Peer player, UnaryOperator<Teapot> change) {
        Map<Peer, Teapot> changed = new TreeMap<>(pots);
        changed.computeIfPresent(player, (p, pot) -> change.apply(pot));
        return new World(tick, thrown, seated, changed, flying, lying, round);
    }

    /** Teapots that stand too close part, pair by pair in the order of the peers. */
    private static void bump(Map<Peer, Teapot> pots) {
        List<Peer> all = List.copyOf(pots.keySet());
        for (int i = 0; i < all.size(); i++) {
            for (int j = i + 1; j < all.size(); j++) {
                Teapot one = pots.get(all.get(i));
                Teapot other = pots.get(all.get(j));
                pots.put(all.get(i), one.bumped(other));
                pots.put(all.get(j), other.bumped(one));
            }
        }
    }

    /** Whether a teapot took it into its bowl. */
    private static boolean pickedUp(Lying lump, Map<Peer, Teapot> pots) {
        for (Map.Entry<Peer, Teapot> each : pots.entrySet()) {
            Teapot pot = each.getValue();
            if (pot.bowl().full() || !lump.reachedBy(pot.body())) continue;
            each.setValue(pot.fed());
            return true;
        }
        return false;
    }

    /** Whether it struck a teapot; then it is gone, so no throw counts twice. */
    private static boolean hit(Projectile flown, Map<Peer, Teapot> pots) {
        for (Map.Entry<Peer, Teapot> target : pots.entrySet()) {
            if (target.getKey().equals(flown.owner())
                    || !flown.flight().touches(target.getValue().body())) continue;
            Flight flight = flown.flight();
            target.setValue(target.getValue().struck(flight.vx() * flown.weight(), flight.vz() * flown.weight()));
            pots.computeIfPresent(flown.owner(), (owner, pot) -> pot.scored());
            return true;
        }
        return false;
    }
}
