package org.gamenet.rgs.examples.teapots.stage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.examples.teapots.play.Snapshot;
import org.gamenet.rgs.examples.teapots.play.Witness;
import org.gamenet.rgs.examples.teapots.screen.Scene;
import org.gamenet.rgs.examples.teapots.world.Flight;
import org.gamenet.rgs.examples.teapots.world.Lying;
import org.gamenet.rgs.examples.teapots.world.Projectile;
import org.gamenet.rgs.examples.teapots.world.Rules;
import org.gamenet.rgs.examples.teapots.world.Steer;
import org.gamenet.rgs.examples.teapots.world.Teapot;

/** Turns the worlds that arrive, thirty a second, into scenes, one for each frame. Game thread. */
public final class DuelStage implements Witness {
    private static final double FRAME_MAX_SECONDS = 0.1;
    private static final double HEAVIEST = 3;

    private final Peer me;
    private final Map<Peer, PotTrack> pots = new HashMap<>();
    private final Set<Peer> away = new HashSet<>();
    private final Map<Long, LumpTrack> lumps = new HashMap<>();
    private List<Lying> lying = List.of();
    private final Crumbs crumbs = new Crumbs();
    private final Camera camera = new Camera();
    private final Foresight foresight = new Foresight();
    private double last = Double.NaN;
    private int hitsSeen;

    /** Seen by that player; by anybody, if it has no teapot. */
    public DuelStage(Peer me) {
        this.me = me;
    }

    @Override
    public void shown(Snapshot snapshot) {
        Map<Peer, Teapot> there = snapshot.world().pots();
        pots.keySet().retainAll(there.keySet());
        there.forEach((who, pot) -> receive(who, pot, snapshot.takenAt()));
        Map<Long, Projectile> flying = new HashMap<>();
        snapshot.world().flying().forEach(projectile -> flying.put(projectile.number(), projectile));
        for (Iterator<LumpTrack> known = lumps.values().iterator(); known.hasNext(); ) {
            LumpTrack lump = known.next();
            if (flying.containsKey(lump.newest().number())) continue;
            known.remove();
            gone(lump, there);
        }
        lying = snapshot.world().lying();
        flying.forEach((number, projectile) -> lumps.computeIfAbsent(
                        number, n -> new LumpTrack(snapshot.takenAt(), projectile))
                .received(snapshot.takenAt(), projectile));
    }

    /** A player that is away is drawn grey until it is back. */
    @Override
    public void happened(Peer about, SessionEvent event) {
        if (event instanceof SessionEvent.Away) away.add(about);
        else if (event instanceof SessionEvent.Back || event instanceof SessionEvent.Left) away.remove(about);
    }

    /**
     * The scene of one frame, while the duel runs.
     *
     * @param now game time in seconds
     * @param held what this player is doing just now
     * @param wayMillis how long a command takes to the server, NaN if nobody knows
     */
    public Scene scene(double now, Steer held, double wayMillis) {
        double seconds = passed(now);
        foresight.held(now, held);
        pots.values().forEach(pot -> pot.advance(now, seconds, foresight, wayMillis));
        lumps.values().forEach(lump -> lump.advance(now, seconds));
        return drawn(seconds);
    }

    /** The scene of one frame, while the duel stands still. */
    public Scene still(double now) {
        double seconds = passed(now);
        pots.values().forEach(pot -> pot.hold(now, seconds));
        lumps.values().forEach(lump -> lump.hold(now));
        return drawn(seconds);
    }

    /** The other point of view. */
    public void changeView() {
        camera.change();
    }

    /** The glaze of a player's teapot; -1 without one. */
    public int colour(Peer who) {
        PotTrack pot = pots.get(who);
        return pot == null ? -1 : pot.colour();
    }

    /** How many hits anybody took, as far as this process has seen: for who makes a noise of it. */
    public int hitsSeen() {
        return hitsSeen;
    }

    private void receive(Peer who, Teapot pot, double takenAt) {
        PotTrack track = pots.get(who);
        if (track == null) {
            pots.put(who, new PotTrack(who.equals(me), pot.glaze(), takenAt, pot));
            return;
        }
        hitsSeen += track.received(takenAt, pot);
    }

    /** It struck a teapot or the table: the nearest teapot tells which. */
    private void gone(LumpTrack lump, Map<Peer, Teapot> there) {
        Projectile last = lump.newest();
        Flight flight = last.flight();
        if (!flight.overTable()) return;
        boolean landed = flight.y() + flight.vy() * 0.04 < 0.3;
        crumbs.burst(
                lump.x(), lump.y(), lump.z(), flight.vx(), flight.vz(), landed ? 3 : 9, 0.4 + 0.12 * last.weight());
        PotTrack mine = pots.get(me);
        if (landed || mine == null || !there.containsKey(me)) return;
        if (Math.hypot(flight.x() - mine.x(), flight.z() - mine.z()) < 3.5)
            camera.struck(0.4 + 0.6 * last.weight() / HEAVIEST);
    }

    private double passed(double now) {
        double seconds = Double.isNaN(last) ? 0 : Math.max(0, Math.min(now - last, FRAME_MAX_SECONDS));
        last = now;
        return seconds;
    }

    private Scene drawn(double seconds) {
        crumbs.advance(seconds);
        camera.advance(seconds);
        List<Scene.Pot> drawnPots = new ArrayList<>();
        pots.forEach((who, pot) -> drawnPots.add(pot.shown(PlayerNames.of(who, pots.keySet()), away.contains(who))));
        List<Scene.Lump> drawnLumps = new ArrayList<>();
        lumps.values().forEach(lump -> drawnLumps.add(lump.shown()));
        lying.forEach(lump -> drawnLumps.add(Looks.of(lump)));
        crumbs.addTo(drawnLumps);
        // Beside the table there is nothing, not even a shadow.
        drawnLumps.removeIf(lump -> Math.abs(lump.x()) > Rules.HALF_TABLE || Math.abs(lump.z()) > Rules.HALF_TABLE);
        PotTrack mine = pots.get(me);
        Scene.Eye eye = mine == null ? camera.around() : camera.behind(mine.x(), mine.z(), mine.heading(), seconds);
        return new Scene(eye, drawnPots, drawnLumps);
    }
}
