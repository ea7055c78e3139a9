package org.gamenet.rgs.core.detection;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.core.detection.FailureDetector.GameTime;
import org.gamenet.rgs.core.detection.Signal.Alive;
import org.gamenet.rgs.core.detection.Signal.Heartbeat;
import org.gamenet.rgs.core.detection.Signal.Ping;
import org.gamenet.rgs.core.detection.Signal.Pong;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Event;

/** A follower's view of the holder: heard, asked, suspected (P18, P20, P31). */
final class HolderWatch {
    private final Surroundings in;
    private final GameTime time;
    private long beatHeardAt;
    private boolean holderDebugged;
    private long namedUnheardSince = -1;
    private boolean suspected;
    /** The server, as the machine was told last, and whether it was since the holder or the epoch changed. */
    private List<MemberId> placed = List.of();

    private boolean placesKnown;

    private long nextPingAt;
    private long pingNumber;
    private long oldestPing = Long.MAX_VALUE;
    /** Members that suspect the holder that I hear, with the first ping sent after the suspicion came. */
    private final Map<MemberId, Long> doubters = new TreeMap<>();

    HolderWatch(Surroundings in, GameTime time) {
        this.in = in;
        this.time = time;
    }

    /** There is another holder, or another epoch. */
    void begin(long nanos) {
        heldToBeAlive(nanos);
        holderDebugged = false;
        placesKnown = false;
        doubters.clear();
    }

    void heldToBeAlive(long nanos) {
        suspected = false;
        oldestPing = Long.MAX_VALUE;
        beatHeardAt = nanos;
        namedUnheardSince = -1;
    }

    /** A heartbeat came; whether it counts, and is to be echoed. */
    boolean heard(MemberId from, Epoch epoch, Heartbeat beat, long nanos, List<Finding> found) {
        if (!in.watches(from) || !epoch.equals(in.now.epoch())) return false;
        if (suspected) {
            ask(nanos, found);
            return false;
        }
        beatHeardAt = nanos;
        holderDebugged = beat.debugger();
        place(from, beat.poor(), found);
        if (!beat.unheard().contains(in.me)) namedUnheardSince = -1;
        else if (namedUnheardSince < 0) namedUnheardSince = nanos;
        return true;
    }

    /** The machine is told when it changes, and at another holder's first heartbeat: it may know them no more. */
    private void place(MemberId from, List<MemberId> poor, List<Finding> found) {
        boolean known = poor.equals(placed) && (placesKnown || poor.isEmpty());
        placesKnown = true;
        if (known) return;
        placed = poor;
        found.add(new Finding.Concluded(new Event.PlacesTold(from, poor)));
    }

    void pong(MemberId from, Pong pong, long nanos, List<Finding> found) {
        if (!in.watches(from) || !pong.epoch().equals(in.now.epoch())) return;
        doubters.entrySet().removeIf(doubter -> {
            if (pong.number() < doubter.getValue()) return false;
            found.add(new Finding.Say(doubter.getKey(), new Alive(in.now.epoch(), from)));
            return true;
        });
        // As good as a heartbeat: it says neither while its application hangs. Nothing else is, for its process may say
        // the rest by itself.
        if (!suspected) beatHeardAt = Math.max(beatHeardAt, nanos);
        if (!suspected || pong.number() < oldestPing) return;
        heldToBeAlive(nanos);
        found.add(new Finding.Concluded(new Event.HolderAnswered(from)));
    }

    /**
     * Somebody suspects the holder of this epoch: if I watch it too and do not, I ask it myself, and say so if it
     * answers (P31).
     */
    List<Finding> doubted(MemberId by, Epoch epoch, long nanos) {
        List<Finding> found = new ArrayList<>();
        if (by.equals(in.me) || suspected || in.now.watches().isEmpty() || !epoch.equals(in.now.epoch())) return found;
        doubters.put(by, pingNumber + 1);
        ask(nanos, found);
        return found;
    }

    private void ask(long nanos, List<Finding> found) {
        found.add(new Finding.Say(in.now.watches().orElseThrow(), new Ping(in.now.epoch(), ++pingNumber)));
        nextPingAt = nanos + in.timing.beat();
    }

    /** A pause of this process: until now nothing could be heard. */
    void freshStart(long nanos) {
        if (!suspected) beatHeardAt = nanos;
        namedUnheardSince = -1;
    }

    /** Time has passed. */
    void check(MemberId holder, long nanos, List<Finding> found) {
        if (!suspected) {
            long silent = nanos - beatHeardAt;
            if (silent > in.timing.silence(holderDebugged))
                suspect(holder, "silent for " + silent / 1_000_000 + " ms", nanos, found);
            else if (namedUnheardSince >= 0 && nanos - namedUnheardSince > in.timing.unheard())
                suspect(holder, "it does not hear me", nanos, found);
        }
        if (asks(nanos) && nanos >= nextPingAt) ask(nanos, found);
    }

    /**
     * A member that is missed is asked, and not only one that is suspected: heartbeats go to all at once, a way that
     * may be shut while another is open.
     */
    private boolean asks(long nanos) {
        return suspected || !doubters.isEmpty() || nanos - beatHeardAt > in.timing.unheard();
    }

    void suspect(MemberId holder, String why, long nanos, List<Finding> found) {
        if (suspected) return;
        suspected = true;
        doubters.clear();
        oldestPing = pingNumber + 1;
        nextPingAt = nanos;
        long heardAt = Math.max(beatHeardAt, signOf(holder));
        found.add(new Finding.Concluded(new Event.HolderSuspected(holder, why, time.secondsAt(heardAt))));
    }

    private long signOf(MemberId member) {
        Sightings s = in.seen.get(member);
        return s == null ? Long.MIN_VALUE : s.signAt;
    }

    boolean isDebugged() {
        return holderDebugged;
    }

    /** When {@link #check} has something to do next, at the latest, if {@code unread} stays as it is. */
    long nextAt(long nanos, long unread) {
        long missed = asks(nanos - unread) ? nextPingAt : beatHeardAt + in.timing.unheard() + 1;
        if (!suspected) missed = Math.min(missed, beatHeardAt + in.timing.silence(holderDebugged) + 1);
        return missed + unread;
    }
}
