package org.gamenet.rgs.core.detection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.gamenet.rgs.core.detection.Signal.Alive;
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
    private static final int BEATS_REMEMBERED = 64;

    private final MemberId me;
    private final boolean debugger;
    private final GameTime time;
    private final Map<MemberId, Sightings> seen = new TreeMap<>();
    private Timing timing;
    private Situation now = Situation.NONE;

    // whom I watch
    private long beatHeardAt;
    private boolean holderDebugged;
    private long namedUnheardSince = -1;
    private boolean suspected;
    private long nextPingAt;
    private long pingNumber;
    private long oldestPing = Long.MAX_VALUE;
    /** Members that suspect the holder that I hear, with the first ping sent after the suspicion came. */
    private final Map<MemberId, Long> doubters = new TreeMap<>();

    // whom I lead
    private long beatNumber;
    private long nextBeatAt;
    private long leadsSince;
    /** The last heartbeat before a pause of mine, while nobody has echoed a later one; otherwise negative. */
    private long pausedAfterBeat = -1;

    private long deafUntil;
    private final Map<Long, Long> beats = new HashMap<>();
    /** The findings of {@link #check}: it is asked after every message, and mostly there is nothing. */
    private List<Finding> due = new ArrayList<>();
    /** At the last of these: for how long what came had not been read. */
    private long unread;

    private boolean mayAct = true;
    private long renewedLivedAt;
    private boolean privateDirectory;
    private boolean plays;
    private boolean stalled;
    private boolean tellsLost;

    // myself
    private long checkedAt;
    private long checkedWallMillis;
    private long sleptNanos;
    /** Until when a right that only the wall clock has called into question is taken to be there. */
    private long checkedUntil;

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
        this.me = me;
        this.timing = timing;
        this.debugger = debugger;
        this.time = time;
    }

    // ---- what others and the process itself tell

    /** The game's own D, once it is known. */
    public void timing(Timing ofTheGame) {
        timing = ofTheGame;
    }

    /** How the machine stands after its last step. */
    public void situation(Situation next, long nanos) {
        if (next.equals(now)) return;
        boolean otherHolder =
                !next.watches().equals(now.watches()) || !next.epoch().equals(now.epoch());
        if (otherHolder) {
            beatHeardAt = nanos;
            holderDebugged = false;
            namedUnheardSince = -1;
            suspected = false;
            oldestPing = Long.MAX_VALUE;
            doubters.clear();
        } else if (now.searches() && !next.searches()) {
            // By another way than an answer to me, its advertisement say: it may fall silent again, or die.
            heldToBeAlive(nanos);
        }
        if (next.leads() && (!now.leads() || !next.epoch().equals(now.epoch()))) {
            beatNumber = 0;
            beats.clear();
            nextBeatAt = nanos;
            leadsSince = nanos;
            pausedAfterBeat = -1;
            mayAct = true;
            tellsLost = !next.weighs();
            for (Sightings s : seen.values()) s.echoed = false;
        }
        boolean weighsFromNow = next.weighs() && (!now.weighs() || !next.epoch().equals(now.epoch()));
        if (weighsFromNow) renewedLivedAt = Math.max(renewedLivedAt, lived(nanos));
        Set<MemberId> known = new HashSet<>(next.others());
        next.watches().ifPresent(known::add);
        seen.keySet().retainAll(known);
        for (MemberId other : known) {
            Sightings s = seen.computeIfAbsent(other, m -> new Sightings(nanos));
            // A member that waited for the ACK, however long that took, has D from here on to be heard.
            if (weighsFromNow) {
                s.echoAt = Math.max(s.echoAt, nanos);
                s.signAt = Math.max(s.signAt, nanos);
            }
        }
        now = next;
    }

    /** A private directory, inside this process, never denies that the holder may act. */
    public void directoryIsPrivate() {
        privateDirectory = true;
    }

    /** I am one of the players myself, and count among those who are together. */
    public void plays() {
        plays = true;
    }

    /**
     * Time as it has passed for others: monotonic nanoseconds and what this process slept through. The time by which
     * proofs of life are dated.
     */
    public long lived(long nanos) {
        return nanos + sleptNanos;
    }

    /** The directory has renewed the lease, as was asked at that {@link #lived} time. */
    public void renewed(long askedLivedAt) {
        renewedLivedAt = Math.max(renewedLivedAt, askedLivedAt);
    }

    /** Any frame came from it: its process lives. */
    public void sign(MemberId from, long nanos) {
        Sightings s = seen.get(from);
        if (s == null) return;
        s.signAt = nanos;
        s.gone = false;
        s.unreachable = false;
    }

    /** A signal came, in a frame of that epoch. */
    public List<Finding> hear(MemberId from, Epoch epoch, Signal signal, long nanos) {
        List<Finding> found = new ArrayList<>();
        if (signal instanceof Heartbeat beat) beat(from, epoch, beat, nanos, found);
        else if (signal instanceof Echo echo) echo(from, echo, nanos, found);
        else if (signal instanceof Ping ping) ping(from, ping, found);
        else if (signal instanceof Pong pong) pong(from, pong, nanos, found);
        return found;
    }

    private void beat(MemberId from, Epoch epoch, Heartbeat beat, long nanos, List<Finding> found) {
        if (!watched(from) || !epoch.equals(now.epoch())) return;
        if (suspected) {
            ask(nanos, found);
            return;
        }
        beatHeardAt = nanos;
        holderDebugged = beat.debugger();
        if (!beat.unheard().contains(me)) namedUnheardSince = -1;
        else if (namedUnheardSince < 0) namedUnheardSince = nanos;
        found.add(new Finding.Say(from, new Echo(epoch, beat.number(), now.delivered(), debugger, full)));
        found.add(new Finding.Concluded(new Event.HeartbeatSeen(from, now.epoch(), beat.last(), beat.stable())));
    }

    private void echo(MemberId from, Echo echo, long nanos, List<Finding> found) {
        Sightings s = seen.get(from);
        Long sent = beats.get(echo.number());
        if (!now.leads() || !echo.epoch().equals(now.epoch())) return;
        // It has played in this epoch, so it is no newcomer: its exit never reached it.
        if (s == null && now.weighs() && echo.delivered().epoch().equals(now.epoch()))
            found.add(new Finding.Say(from, new Signal.Out(now.epoch())));
        if (s == null || sent == null) return;
        if (pausedAfterBeat >= 0 && echo.number() > pausedAfterBeat) hearsAgain(nanos);
        s.echoAt = nanos;
        s.debugger = echo.debugger();
        s.echoedBeatLivedAt = s.echoed ? Math.max(s.echoedBeatLivedAt, sent) : sent;
        s.echoed = true;
        long rtt = lived(nanos) - sent;
        s.rttNanos = s.rttNanos < 0 ? rtt : s.rttNanos + (rtt - s.rttNanos) / 8;
        found.add(new Finding.Concluded(new Event.EchoSeen(from, echo.delivered())));
        if (!echo.full()) s.reads = true;
        else if (now.weighs() && (s.reads || nanos - s.knownSince > timing.newcomer()))
            found.add(new Finding.Concluded(
                    new Event.MemberOverdue(from, "its application does not take what it is sent")));
    }

    /** The way to the others is open again: from here on each has D to be heard. */
    private void hearsAgain(long nanos) {
        pausedAfterBeat = -1;
        for (Sightings s : seen.values()) s.echoAt = Math.max(s.echoAt, nanos);
    }

    private void ping(MemberId from, Ping ping, List<Finding> found) {
        // A primary whose application hangs must not look alive (P20).
        if (!now.leads() || stalled || !ping.epoch().equals(now.epoch())) return;
        // Only who plays in this epoch pings: that one was put out, and neither its exit nor a heartbeat reaches it.
        boolean isOut = now.weighs() && !seen.containsKey(from);
        found.add(new Finding.Say(from, isOut ? new Signal.Out(now.epoch()) : new Pong(ping.epoch(), ping.number())));
    }

    private void pong(MemberId from, Pong pong, long nanos, List<Finding> found) {
        if (!watched(from) || !pong.epoch().equals(now.epoch())) return;
        doubters.entrySet().removeIf(doubter -> {
            if (pong.number() < doubter.getValue()) return false;
            found.add(new Finding.Say(doubter.getKey(), new Alive(now.epoch(), from)));
            return true;
        });
        // As good as a heartbeat: it says neither while its application hangs. Nothing else is, for its process may say
        // the rest by itself.
        if (!suspected) beatHeardAt = Math.max(beatHeardAt, nanos);
        if (!suspected || pong.number() < oldestPing) return;
        heldToBeAlive(nanos);
        found.add(new Finding.Concluded(new Event.HolderAnswered(from)));
    }

    private boolean watched(MemberId member) {
        return now.watches().isPresent() && now.watches().get().equals(member);
    }

    /**
     * Somebody suspects the holder of this epoch: if I watch it too and do not, I ask it myself, and say so if it
     * answers (P31).
     */
    public List<Finding> doubted(MemberId by, Epoch epoch, long nanos) {
        List<Finding> found = new ArrayList<>();
        if (by.equals(me) || suspected || now.watches().isEmpty() || !epoch.equals(now.epoch())) return found;
        doubters.put(by, pingNumber + 1);
        ask(nanos, found);
        return found;
    }

    /** Its ACK was accepted: whom I watch is heard, whatever I suspected while I waited for it. */
    public void resumed(long nanos) {
        heldToBeAlive(nanos);
    }

    private void heldToBeAlive(long nanos) {
        suspected = false;
        oldestPing = Long.MAX_VALUE;
        beatHeardAt = nanos;
        namedUnheardSince = -1;
    }

    private void ask(long nanos, List<Finding> found) {
        found.add(new Finding.Say(now.watches().orElseThrow(), new Ping(now.epoch(), ++pingNumber)));
        nextPingAt = nanos + timing.beat();
    }

    /** The transport saw a socket to it close, or a view without it: a hint, to be tried by dialling. */
    public List<Finding> socketClosed(MemberId member, long nanos) {
        Sightings s = seen.get(member);
        if (s == null || s.gone) return List.of();
        s.dialsLeft = DIALS;
        if (s.dialling) return List.of();
        s.dialling = true;
        return List.of(new Finding.Dial(member));
    }

    /** The result of dialling it. */
    public List<Finding> dialled(MemberId member, Probe result, long nanos) {
        Sightings s = seen.get(member);
        if (s == null || !s.dialling) return List.of();
        s.dialling = false;
        if (s.dialsLeft == 0 || s.gone) return List.of();
        // The group puts a process out that stands at a breakpoint, and that answers no dial either: only a refusal
        // tells of its death (P20).
        boolean mayBeHalted = result == Probe.SILENT && (watched(member) ? holderDebugged : s.debugger);
        if (result == Probe.ANSWERED || mayBeHalted) {
            s.dialsLeft--;
            s.nextDialAt = nanos + (FIRST_DIAL_AGAIN_NANOS << DIALS - 1 - s.dialsLeft);
            s.unreachable &= result != Probe.ANSWERED;
            return List.of();
        }
        s.dialsLeft = 0;
        s.nextDialAt = nanos + timing.unheard();
        s.gone = result == Probe.REFUSED;
        if (!s.gone && s.unreachable) return List.of();
        s.unreachable = !s.gone;
        List<Finding> found = new ArrayList<>();
        if (watched(member)) suspect(member, s.gone ? "its process is gone" : "it is out of reach", nanos, found);
        found.add(new Finding.Concluded(s.gone ? new Event.MemberGone(member) : new Event.MemberUnreachable(member)));
        return found;
    }

    // ---- time passes

    /**
     * First thing in every duty cycle, before anything is done: after a pause whoever leads must prove anew that it may
     * (P19).
     */
    public List<Finding> wake(long nanos, long wallMillis) {
        if (!noticePause(nanos, wallMillis) || !now.leads()) return List.of();
        List<Finding> found = new ArrayList<>();
        judge(nanos, found);
        return found;
    }

    /**
     * After what has arrived was heard; nobody's silence reaches into the last {@code unreadNanos}: it was not read.
     */
    public List<Finding> check(long nanos, long unreadNanos, Application application) {
        List<Finding> found = due;
        unread = unreadNanos;
        full = application.full() && Math.min(application.waitingNanos(), nanos - wokeAt) > timing.suspectNanos();
        stalled = now.leads() && application.waitingNanos() > timing.stall(application.restoring());
        dialAgain(nanos, found);
        if (tellsLost) tellLost(found);
        if (now.watches().isPresent()) watch(now.watches().get(), nanos - unreadNanos, found);
        if (now.leads()) lead(nanos, nanos - unreadNanos, found);
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
            boolean sleptByWall = slept > timing.pause();
            if (sleptByWall && monotonic <= timing.pause() && proven(nanos)) checkRight(nanos);
            if (sleptByWall) sleptNanos += slept;
            paused = sleptByWall || monotonic > timing.pause();
            if (paused) freshStart(nanos);
        }
        awake = true;
        checkedAt = nanos;
        checkedWallMillis = wallMillis;
        return paused;
    }

    private void judge(long nanos, List<Finding> found) {
        boolean may = proven(nanos);
        if (may == mayAct || !may && nanos < checkedUntil) return;
        mayAct = may;
        found.add(new Finding.Concluded(new Event.MayAct(may)));
    }

    /**
     * It slept, or its clock was set: only an answer tells. It is asked for at once, and may take as long as a pause
     * that goes unnoticed.
     */
    private void checkRight(long nanos) {
        nextBeatAt = nanos;
        checkedUntil = nanos + timing.pause();
    }

    private void freshStart(long nanos) {
        wokeAt = nanos;
        full = false;
        if (!suspected) beatHeardAt = nanos;
        namedUnheardSince = -1;
        for (Sightings s : seen.values()) s.echoAt = Math.max(s.echoAt, nanos);
        if (!now.weighs()) return;
        pausedAfterBeat = beatNumber;
        deafUntil = nanos + timing.deaf();
    }

    private void dialAgain(long nanos, List<Finding> found) {
        for (Map.Entry<MemberId, Sightings> entry : seen.entrySet()) {
            Sightings s = entry.getValue();
            if (s.dialling || nanos < s.nextDialAt) continue;
            // A member out of reach that died or left meanwhile need not be waited for: only a refusal says so (P74).
            if (s.dialsLeft == 0 && s.unreachable && standsStill()) s.dialsLeft = 1;
            if (s.dialsLeft == 0) continue;
            s.dialling = true;
            found.add(new Finding.Dial(entry.getKey()));
        }
    }

    private void tellLost(List<Finding> found) {
        tellsLost = false; // what was told before concerned another state
        seen.forEach((member, s) -> {
            if (s.gone) found.add(new Finding.Concluded(new Event.MemberGone(member)));
            else if (s.unreachable) found.add(new Finding.Concluded(new Event.MemberUnreachable(member)));
        });
    }

    private boolean standsStill() {
        return now.searches() || now.leads() && !now.weighs();
    }

    private void watch(MemberId holder, long nanos, List<Finding> found) {
        if (!suspected) {
            long silent = nanos - beatHeardAt;
            if (silent > timing.silence(holderDebugged))
                suspect(holder, "silent for " + silent / 1_000_000 + " ms", nanos, found);
            else if (namedUnheardSince >= 0 && nanos - namedUnheardSince > timing.unheard())
                suspect(holder, "it does not hear me", nanos, found);
        }
        if (asks(nanos) && nanos >= nextPingAt) ask(nanos, found);
    }

    /**
     * A member that is missed is asked, and not only one that is suspected: heartbeats go to all at once, a way that
     * may be shut while another is open.
     */
    private boolean asks(long nanos) {
        return suspected || !doubters.isEmpty() || nanos - beatHeardAt > timing.unheard();
    }

    private void suspect(MemberId holder, String why, long nanos, List<Finding> found) {
        if (suspected) return;
        suspected = true;
        doubters.clear();
        oldestPing = pingNumber + 1;
        nextPingAt = nanos;
        Long sign = heardAt(holder);
        long heardAt = sign == null ? beatHeardAt : Math.max(beatHeardAt, sign);
        found.add(new Finding.Concluded(new Event.HolderSuspected(holder, why, time.secondsAt(heardAt))));
    }

    private void lead(long nanos, long read, List<Finding> found) {
        judge(nanos, found);
        if (now.weighs()) tellSilent(read, found);
        else dialUnheard(read, found);
        if (stalled || nanos < nextBeatAt) return;
        nextBeatAt = nanos + timing.beat();
        beats.put(++beatNumber, lived(nanos));
        beats.remove(beatNumber - BEATS_REMEMBERED);
        found.add(new Finding.SayToAll(
                new Heartbeat(beatNumber, now.delivered(), now.stable(), unheard(read), debugger)));
    }

    /**
     * A holder that collects does not wait for members that a cut has taken away: a dial tells them from those that are
     * slow.
     */
    private void dialUnheard(long nanos, List<Finding> found) {
        for (MemberId other : now.others()) {
            Sightings s = seen.get(other);
            if (s == null
                    || s.dialling
                    || s.gone
                    || s.unreachable
                    || s.dialsLeft > 0
                    || nanos - Math.max(s.signAt, leadsSince) <= timing.unanswered()) continue;
            s.signAt = nanos;
            s.dialsLeft = 1;
            s.nextDialAt = nanos;
        }
    }

    private void tellSilent(long nanos, List<Finding> found) {
        // The group has put me out meanwhile, and takes longer than D to take me in again: till then nobody can be
        // heard (HA24).
        if (pausedAfterBeat >= 0 && nanos < deafUntil) return;
        boolean more = isAnyAboutToBeMissed(nanos);
        for (MemberId follower : now.others()) {
            Sightings s = seen.get(follower);
            if (s == null || nanos - s.echoAt <= timing.silence(s.debugger) || nanos < s.nextSilentAt) continue;
            // A cut takes many away within a beat: they are missed together, so that a server that misses most of them
            // doubts itself (P71).
            if (more && nanos - s.echoAt <= timing.silence(s.debugger) + timing.unheard()) continue;
            s.nextSilentAt = nanos + timing.beat();
            found.add(new Finding.Concluded(
                    new Event.MemberOverdue(follower, "silent for " + (nanos - s.echoAt) / 1_000_000 + " ms")));
        }
    }

    private boolean isAnyAboutToBeMissed(long nanos) {
        for (MemberId follower : now.others()) {
            Sightings s = seen.get(follower);
            if (s == null || s.debugger) continue;
            long silent = nanos - s.echoAt;
            if (silent > timing.silence(false) - timing.almost() && silent <= timing.silence(false)) return true;
        }
        return false;
    }

    private List<MemberId> unheard(long nanos) {
        List<MemberId> named = new ArrayList<>();
        for (MemberId follower : now.others()) {
            Sightings s = seen.get(follower);
            if (s != null && nanos - s.echoAt > timing.unheard()) named.add(follower);
        }
        return named;
    }

    private boolean proven(long nanos) {
        if (!now.weighs() || privateDirectory) return true;
        if (now.others().isEmpty()) {
            // A newcomer has as long to echo as a renewal lasts.
            renewedLivedAt = lived(nanos);
            return true;
        }
        int self = plays ? 1 : 0;
        return lived(nanos) - renewedLivedAt <= timing.proof()
                || 2 * (echoed(nanos) + self) > now.others().size() + self;
    }

    // ---- to be asked

    /** How many echoed, within 0.8 D, a heartbeat that was sent within 0.8 D. */
    public int echoed(long nanos) {
        int count = 0;
        for (MemberId follower : now.others()) if (echoes(follower, nanos)) count++;
        return count;
    }

    /** Which of them did. */
    public List<MemberId> echoing(long nanos) {
        return now.others().stream().filter(follower -> echoes(follower, nanos)).toList();
    }

    private boolean echoes(MemberId follower, long nanos) {
        Sightings s = seen.get(follower);
        return s != null && s.echoed && lived(nanos) - s.echoedBeatLivedAt <= timing.proof();
    }

    /** Whether a socket to it closed and its listener refuses. */
    public boolean isGone(MemberId member) {
        Sightings s = seen.get(member);
        return s != null && s.gone;
    }

    /** Whether the application lets something wait for too long (P20): no renewal then. */
    public boolean stalled() {
        return stalled;
    }

    /** Whether I may stamp and serve (P18). */
    public boolean mayAct() {
        return mayAct;
    }

    /** Round trip to a follower, nanoseconds, smoothed. */
    public Optional<Long> rttNanos(MemberId follower) {
        Sightings s = seen.get(follower);
        return s == null || s.rttNanos < 0 ? Optional.empty() : Optional.of(s.rttNanos);
    }

    /** When {@link #check} has something to do next, at the latest. */
    public long nextAt(long nanos) {
        long next = nanos + timing.pause() / 2;
        if (now.leads()) next = Math.min(next, stalled ? nanos + timing.beat() / 4 : nextBeatAt);
        if (now.watches().isPresent()) {
            long missed = asks(nanos - unread) ? nextPingAt : beatHeardAt + timing.unheard() + 1;
            if (!suspected) missed = Math.min(missed, beatHeardAt + timing.silence(holderDebugged) + 1);
            next = Math.min(next, missed + unread);
        }
        for (Sightings s : seen.values()) if (s.dialsLeft > 0 && !s.dialling) next = Math.min(next, s.nextDialAt);
        return next;
    }

    /** When something was last heard of it. */
    public @Nullable Long heardAt(MemberId member) {
        Sightings s = seen.get(member);
        return s == null ? null : s.signAt;
    }
}
