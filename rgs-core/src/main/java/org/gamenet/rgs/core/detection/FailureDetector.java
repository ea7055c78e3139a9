package org.gamenet.rgs.core.detection;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.detection.Signal.Echo;
import org.gamenet.rgs.core.detection.Signal.Heartbeat;
import org.gamenet.rgs.core.detection.Signal.Ping;
import org.gamenet.rgs.core.detection.Signal.Pong;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.GroupListener.Probe;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.jspecify.annotations.Nullable;

/**
 * Tells which members live, as far as this member can (P18-P20, P25, P30, P31). It says heartbeats, echoes and pings,
 * has listeners dialled, and concludes; every conclusion may be wrong and may be taken back. Deterministic: time comes
 * in as a parameter, monotonic nanoseconds unless said otherwise. One thread.
 */
public final class FailureDetector {
    /**
     * A dying process closes its sockets one after another: a listener that still answers is dialled again, this often
     * and ever later.
     */
    private static final int DIALS = 6;

    private static final long FIRST_DIAL_AGAIN_NANOS = 10_000_000;

    private final boolean debugger;
    private final Surroundings in;
    private final HolderWatch holder;
    private final FollowerWatch followers;
    /** The findings of {@link #check}: it is asked after every message, and mostly there is nothing. */
    private List<Finding> due = new ArrayList<>();
    /** At the last of these: for how long what came had not been read. */
    private long unread;

    private boolean stalled;
    private boolean tellsLost;
    /** From when on the game has stood still for this member as it does now. */
    private long stillSince;

    // myself
    private long checkedAt;
    private long checkedWallMillis;
    private boolean awake;
    /** When it woke last: what had waited until then waited for the process, not for the application. */
    private long wokeAt;

    private boolean full;

    /** Game time at a reading of the monotonic clock, seconds. */
    @FunctionalInterface
    public interface GameTime {
        double secondsAt(long nanos);
    }

    /** The application: how long something has waited for it, if that is restoreState, if senders have no room. */
    public record Application(long waitingNanos, boolean restoring, boolean full) {
        /** Nothing waits. */
        public static final Application IDLE = new Application(0, false, false);
    }

    public FailureDetector(MemberId me, Timing timing, boolean debugger, GameTime time) {
        this.debugger = debugger;
        this.in = new Surroundings(me, timing);
        this.holder = new HolderWatch(in, time);
        this.followers = new FollowerWatch(in, debugger);
    }

    // ---- what others and the process itself tell

    /** The game's own D, once it is known. */
    public void timing(Timing ofTheGame) {
        in.timing = ofTheGame;
    }

    /** How the machine stands after its last step. */
    public void situation(Situation next, long nanos) {
        if (next.isAs(in.now)) {
            in.now = next;
            return;
        }
        boolean otherHolder =
                !next.watches().equals(in.now.watches()) || !next.epoch().equals(in.now.epoch());
        if (otherHolder) {
            holder.begin(nanos);
        } else if (in.now.searches() && !next.searches()) {
            // By another way than an answer to me, its advertisement say: it may fall silent again, or die.
            holder.heldToBeAlive(nanos);
        }
        if (next.leads() && (!in.now.leads() || !next.epoch().equals(in.now.epoch()))) {
            followers.begin(nanos);
            tellsLost = !next.weighs();
        }
        boolean weighsFromNow =
                next.weighs() && (!in.now.weighs() || !next.epoch().equals(in.now.epoch()));
        if (weighsFromNow) followers.renewed(lived(nanos));
        if (otherHolder || next.searches() != in.now.searches() || next.leads() != in.now.leads()) stillSince = nanos;
        Set<MemberId> known = next.known();
        in.seen.keySet().retainAll(known);
        for (MemberId other : known) {
            Sightings s = in.seen.computeIfAbsent(other, m -> new Sightings(nanos));
            // A member that waited for the ACK, however long that took, has D from here on to be heard.
            if (weighsFromNow) s.begin(nanos);
        }
        in.now = next;
    }

    /** A private directory, inside this process, never denies that the holder may act. */
    public void directoryIsPrivate() {
        followers.directoryIsPrivate();
    }

    /** I am one of the players myself, and count among those who are together. */
    public void plays() {
        followers.plays();
    }

    /**
     * Time as it has passed for others: monotonic nanoseconds and what this process slept through. The time by which
     * proofs of life are dated.
     */
    public long lived(long nanos) {
        return in.lived(nanos);
    }

    /** The directory has renewed the lease, as was asked at that {@link #lived} time. */
    public void renewed(long askedLivedAt) {
        followers.renewed(askedLivedAt);
    }

    /** Any frame came from it: its process lives. */
    public void sign(MemberId from, long nanos) {
        Sightings s = in.seen.get(from);
        if (s == null) return;
        s.signAt = nanos;
        s.frameAt = nanos;
        if (s.gone) {
            // Of one that has died something may still have been under way.
            in.dial(s, 1, nanos + in.timing.unheard());
        }
        s.gone = false;
        s.unreachable = false;
    }

    /** A signal came, in a frame of that epoch. */
    public List<Finding> hear(MemberId from, Epoch epoch, Signal signal, long nanos) {
        List<Finding> found = new ArrayList<>();
        if (signal instanceof Heartbeat beat) beat(from, epoch, beat, nanos, found);
        else if (signal instanceof Echo echo) followers.echo(from, echo, nanos, found);
        else if (signal instanceof Ping ping) ping(from, ping, found);
        else if (signal instanceof Pong pong) holder.pong(from, pong, nanos, found);
        return found;
    }

    private void beat(MemberId from, Epoch epoch, Heartbeat beat, long nanos, List<Finding> found) {
        if (!holder.heard(from, epoch, beat, nanos, found)) return;
        found.add(new Finding.Say(from, new Echo(epoch, beat.number(), in.now.delivered(), debugger, full)));
        found.add(new Finding.Concluded(new Event.HeartbeatSeen(from, in.now.epoch(), beat.last(), beat.stable())));
    }

    private void ping(MemberId from, Ping ping, List<Finding> found) {
        // A primary whose application hangs must not look alive (P20).
        if (!in.now.leads() || stalled || !ping.epoch().equals(in.now.epoch())) return;
        // Only who plays in this epoch pings: that one was put out, and neither its exit nor a heartbeat reaches it.
        boolean isOut = in.now.weighs() && !in.seen.containsKey(from);
        found.add(
                new Finding.Say(from, isOut ? new Signal.Out(in.now.epoch()) : new Pong(ping.epoch(), ping.number())));
    }

    /**
     * Somebody suspects the holder of this epoch: if I watch it too and do not, I ask it myself, and say so if it
     * answers (P31).
     */
    public List<Finding> doubted(MemberId by, Epoch epoch, long nanos) {
        return holder.doubted(by, epoch, nanos);
    }

    /** Its ACK was accepted: the holder is heard, whatever I suspected while I waited for it. */
    public void resumed(long nanos) {
        holder.heldToBeAlive(nanos);
    }

    /** The transport saw a socket to it close, or a view without it: a hint, to be tried by dialling. */
    public List<Finding> socketClosed(MemberId member, long nanos) {
        Sightings s = in.seen.get(member);
        if (s == null || s.gone) return List.of();
        in.dial(s, DIALS, s.nextDialAt);
        if (s.dialling) return List.of();
        s.dialling = true;
        return List.of(new Finding.Dial(member));
    }

    /** The result of dialling it. */
    public List<Finding> dialled(MemberId member, Probe result, long nanos) {
        Sightings s = in.seen.get(member);
        if (s == null || !s.dialling) return List.of();
        s.dialling = false;
        if (s.dialsLeft == 0 || s.gone) return List.of();
        // The group puts a process out that stands at a breakpoint, and that answers no dial either: only a refusal
        // tells of its death (P20).
        boolean mayBeHalted = result == Probe.SILENT && (in.watches(member) ? holder.isDebugged() : s.debugger);
        if (result == Probe.ANSWERED || mayBeHalted) {
            s.dialsLeft--;
            s.nextDialAt = nanos + (FIRST_DIAL_AGAIN_NANOS << DIALS - 1 - s.dialsLeft);
            s.unreachable &= result != Probe.ANSWERED;
            s.triedAt = nanos;
            return List.of();
        }
        s.dialsLeft = 0;
        s.nextDialAt = nanos + in.timing.unheard();
        s.gone = result == Probe.REFUSED;
        if (!s.gone && s.unreachable) return List.of();
        s.unreachable = !s.gone;
        List<Finding> found = new ArrayList<>();
        if (in.watches(member))
            holder.suspect(member, s.gone ? "its process is gone" : "it is out of reach", nanos, found);
        found.add(new Finding.Concluded(s.gone ? new Event.MemberGone(member) : new Event.MemberUnreachable(member)));
        return found;
    }

    // ---- time passes

    /**
     * First thing in every duty cycle, before anything is done: after a pause whoever leads must prove anew that it may
     * (P19).
     */
    public List<Finding> wake(long nanos, long wallMillis) {
        if (!noticePause(nanos, wallMillis) || !in.now.leads()) return List.of();
        List<Finding> found = new ArrayList<>();
        followers.judge(nanos, found);
        return found;
    }

    /**
     * After what has arrived was heard; nobody's silence reaches into the last {@code unreadNanos}: it was not read.
     */
    public List<Finding> check(long nanos, long unreadNanos, Application application) {
        List<Finding> found = due;
        unread = unreadNanos;
        full = application.full() && Math.min(application.waitingNanos(), nanos - wokeAt) > in.timing.suspectNanos();
        stalled = in.now.leads() && application.waitingNanos() > in.timing.stall(application.restoring());
        dialAgain(nanos, found);
        if (tellsLost) tellLost(found);
        if (in.now.watches().isPresent()) holder.check(in.now.watches().get(), nanos - unreadNanos, found);
        if (in.now.leads()) followers.check(nanos, nanos - unreadNanos, stalled, found);
        if (standsStill()) dialUnheard(nanos - unreadNanos);
        if (found.isEmpty()) return List.of();
        due = new ArrayList<>();
        return found;
    }

    /** P19: after a pause what I have not heard says nothing about others, and what I had heard nothing about me. */
    private boolean noticePause(long nanos, long wallMillis) {
        boolean paused = false;
        if (awake) {
            long monotonic = nanos - checkedAt;
            long slept = (wallMillis - checkedWallMillis) * 1_000_000 - monotonic;
            boolean sleptByWall = slept > in.timing.pause();
            if (sleptByWall && monotonic <= in.timing.pause() && followers.proven(nanos)) followers.checkRight(nanos);
            if (sleptByWall) in.sleptNanos += slept;
            paused = sleptByWall || monotonic > in.timing.pause();
            if (paused) freshStart(nanos);
        }
        awake = true;
        checkedAt = nanos;
        checkedWallMillis = wallMillis;
        return paused;
    }

    private void freshStart(long nanos) {
        wokeAt = nanos;
        full = false;
        holder.freshStart(nanos);
        followers.freshStart(nanos);
    }

    private void dialAgain(long nanos, List<Finding> found) {
        if (!in.dials) return;
        in.dials = false;
        for (Map.Entry<MemberId, Sightings> entry : in.seen.entrySet()) {
            Sightings s = entry.getValue();
            in.dials |= s.dialsLeft > 0 || s.unreachable;
            if (s.dialling || nanos < s.nextDialAt) continue;
            // A member out of reach that died or left meanwhile need not be waited for: only a refusal says so (P74).
            if (s.dialsLeft == 0 && s.unreachable && standsStill()) s.dialsLeft = 1;
            if (s.dialsLeft == 0) continue;
            s.dialling = true;
            found.add(new Finding.Dial(entry.getKey()));
        }
    }

    /**
     * Nobody waits for members that a cut has taken away, and no number is wanted that they would be too many for
     * (P74): a dial tells them from those that are slow.
     */
    private void dialUnheard(long nanos) {
        for (MemberId other : in.now.others()) {
            Sightings s = in.seen.get(other);
            if (s == null || !isHeldToBeThere(s) || nanos - heardSince(s) <= in.timing.unanswered()) continue;
            s.triedAt = nanos;
            in.dial(s, 1, nanos);
        }
    }

    /** Nothing speaks against it, and no dial is under way that would tell. */
    private static boolean isHeldToBeThere(Sightings s) {
        return !s.dialling && !s.gone && !s.unreachable && s.dialsLeft == 0;
    }

    /** From when on a member's silence counts while the game stands still: a holder waits for an echo (P37.5). */
    private long heardSince(Sightings s) {
        return Math.max(Math.max(in.now.leads() ? s.echoAt : s.signAt, s.triedAt), stillSince);
    }

    private void tellLost(List<Finding> found) {
        tellsLost = false; // what was told before concerned another state
        in.seen.forEach((member, s) -> {
            if (s.gone) found.add(new Finding.Concluded(new Event.MemberGone(member)));
            else if (s.unreachable) found.add(new Finding.Concluded(new Event.MemberUnreachable(member)));
        });
    }

    private boolean standsStill() {
        return in.now.searches() || in.now.leads() && !in.now.weighs();
    }

    // ---- to be asked

    /** How many echoed, within 0.8 D, a heartbeat that was sent within 0.8 D. */
    public int echoed(long nanos) {
        return followers.echoed(nanos);
    }

    /** The followers that did. */
    public List<MemberId> echoing(long nanos) {
        return followers.echoing(nanos);
    }

    /** Whether a socket to it closed and its listener refuses. */
    public boolean isGone(MemberId member) {
        Sightings s = in.seen.get(member);
        return s != null && s.gone;
    }

    /** Whether the application lets something wait for too long (P20): no renewal then. */
    public boolean stalled() {
        return stalled;
    }

    /** Whether I may stamp and serve (P18). */
    public boolean mayAct() {
        return followers.mayAct();
    }

    /** Round trip to a follower, nanoseconds, smoothed. */
    public Optional<Long> rttNanos(MemberId follower) {
        Sightings s = in.seen.get(follower);
        return s == null || s.connection.nanos() < 0 ? Optional.empty() : Optional.of(s.connection.nanos());
    }

    /** When {@link #check} has something to do next, at the latest. */
    public long nextAt(long nanos) {
        long next = nanos + in.timing.pause() / 2;
        if (in.now.leads()) next = Math.min(next, followers.nextAt(nanos, stalled));
        if (in.now.watches().isPresent()) next = Math.min(next, holder.nextAt(nanos, unread));
        boolean still = standsStill();
        if (in.dials)
            for (Sightings s : in.seen.values())
                if (!s.dialling && (s.dialsLeft > 0 || still && s.unreachable)) next = Math.min(next, s.nextDialAt);
        return still ? Math.min(next, nextUnheardAt()) : next;
    }

    /** When the next member has been silent for so long that {@link #dialUnheard} has it dialled. */
    private long nextUnheardAt() {
        long next = Long.MAX_VALUE;
        for (MemberId other : in.now.others()) {
            Sightings s = in.seen.get(other);
            if (s != null && isHeldToBeThere(s)) next = Math.min(next, heardSince(s) + in.timing.unanswered() + 1);
        }
        return next == Long.MAX_VALUE ? next : next + unread;
    }

    /** When something was last heard of it. */
    public @Nullable Long heardAt(MemberId member) {
        Sightings s = in.seen.get(member);
        return s == null ? null : s.signAt;
    }

    /** When the last frame of it came, or when it became known; null of whoever is not known. */
    public @Nullable Long frameAt(MemberId member) {
        Sightings s = in.seen.get(member);
        return s == null ? null : s.frameAt;
    }
}
