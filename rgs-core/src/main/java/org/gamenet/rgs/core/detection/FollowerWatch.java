package org.gamenet.rgs.core.detection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.core.detection.Signal.Echo;
import org.gamenet.rgs.core.detection.Signal.Heartbeat;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Event;

/** A holder's view of its followers: they echo its heartbeats, which also proves that it may act (P18, P19, P25). */
final class FollowerWatch {
    private static final int BEATS_REMEMBERED = 64;
    /** A heartbeat that nobody echoed when so many more were sent counts as lost. */
    private static final int BEATS_FOR_AN_ECHO = 3;
    /** As many members are named, and no more (P52). */
    private static final int POOR_MAX = 32;

    private final Surroundings in;
    private final boolean debugger;
    private long beatNumber;
    private long nextBeatAt;
    private long leadsSince;
    /** The last heartbeat before a pause of mine, while nobody has echoed a later one; otherwise negative. */
    private long pausedAfterBeat = -1;

    private long deafUntil;
    /** Nobody's last echo is older: a follower echoes later and later, and a new one begins with the present. */
    private long oldestEcho;

    private final Map<Long, Long> beats = new HashMap<>();
    private boolean mayAct = true;
    private long renewedLivedAt;
    private boolean privateDirectory;
    private boolean plays;
    /** Until when a right that only the wall clock has called into question is taken to be there. */
    private long checkedUntil;

    FollowerWatch(Surroundings in, boolean debugger) {
        this.in = in;
        this.debugger = debugger;
    }

    /** This member leads in another epoch from now on. */
    void begin(long nanos) {
        beatNumber = 0;
        beats.clear();
        nextBeatAt = nanos;
        leadsSince = nanos;
        pausedAfterBeat = -1;
        mayAct = true;
        for (Sightings s : in.seen.values()) {
            s.echoed = false;
            s.connection.begin();
        }
    }

    /** A private directory, inside this process, never denies that the holder may act. */
    void directoryIsPrivate() {
        privateDirectory = true;
    }

    /** This member is one of the players, and counts among those who are together. */
    void plays() {
        plays = true;
    }

    /** The directory has renewed the lease, as was asked at that {@link Surroundings#lived} time. */
    void renewed(long askedLivedAt) {
        renewedLivedAt = Math.max(renewedLivedAt, askedLivedAt);
    }

    void echo(MemberId from, Echo echo, long nanos, List<Finding> found) {
        Sightings s = in.seen.get(from);
        Long sent = beats.get(echo.number());
        if (!in.now.leads() || !echo.epoch().equals(in.now.epoch())) return;
        // It has played in this epoch, so it is no newcomer: its exit never reached it.
        if (s == null && in.now.weighs() && echo.delivered().epoch().equals(in.now.epoch()))
            found.add(new Finding.Say(from, new Signal.Out(in.now.epoch())));
        if (s == null || sent == null) return;
        if (pausedAfterBeat >= 0 && echo.number() > pausedAfterBeat) hearsAgain(nanos);
        s.echoAt = nanos;
        s.debugger = echo.debugger();
        s.echoedBeatLivedAt = s.echoed ? Math.max(s.echoedBeatLivedAt, sent) : sent;
        s.echoed = true;
        s.connection.echoed(echo.number(), in.lived(nanos) - sent);
        found.add(new Finding.Concluded(new Event.EchoSeen(from, echo.delivered())));
        if (!echo.full()) s.reads = true;
        else if (in.now.weighs() && (s.reads || nanos - s.knownSince > in.timing.newcomer()))
            found.add(new Finding.Concluded(
                    new Event.MemberOverdue(from, "its application does not take what it is sent")));
    }

    /** The way to the others is open again: from here on each has D to be heard. */
    private void hearsAgain(long nanos) {
        pausedAfterBeat = -1;
        for (Sightings s : in.seen.values()) s.echoAt = Math.max(s.echoAt, nanos);
    }

    /**
     * A holder that may not act acts again once its right reaches to its next heartbeat (P18): where echoes take nearly
     * as long as a right lasts, each of them would give the right for a moment, and the game would stand still and go
     * on with every heartbeat.
     */
    void judge(long nanos, List<Finding> found) {
        boolean may = proven(nanos) && (mayAct || in.now.others().isEmpty() || proven(nanos + in.timing.beat()));
        if (may == mayAct || !may && nanos < checkedUntil) return;
        mayAct = may;
        found.add(new Finding.Concluded(new Event.MayAct(may)));
    }

    /**
     * It slept, or its clock was set: only an answer tells. It is asked for at once, and may take as long as a pause
     * that goes unnoticed.
     */
    void checkRight(long nanos) {
        nextBeatAt = nanos;
        checkedUntil = nanos + in.timing.pause();
    }

    /** A pause of this process: until now nobody could be heard. */
    void freshStart(long nanos) {
        for (Sightings s : in.seen.values()) s.echoAt = Math.max(s.echoAt, nanos);
        if (!in.now.weighs()) return;
        // Of pauses that follow each other unheard the first one counts, or it would be deaf without end.
        if (pausedAfterBeat < 0) deafUntil = nanos + in.timing.deaf();
        pausedAfterBeat = beatNumber;
    }

    /** Time has passed. Frames that came after {@code read} were not read yet. */
    void check(long nanos, long read, boolean stalled, List<Finding> found) {
        judge(nanos, found);
        if (in.now.weighs()) tellSilent(read, found);
        if (stalled || nanos < nextBeatAt) return;
        nextBeatAt = nanos + in.timing.beat();
        beats.put(++beatNumber, in.lived(nanos));
        beats.remove(beatNumber - BEATS_REMEMBERED);
        found.add(new Finding.SayToAll(
                new Heartbeat(beatNumber, in.now.delivered(), in.now.stable(), unheard(read), poor(), debugger)));
    }

    /** Members with a poor connection, the poorest last; of one grade in the order of their ranks. */
    private List<MemberId> poor() {
        List<MemberId> poor = new ArrayList<>();
        for (MemberId follower : in.now.others()) {
            Sightings s = in.seen.get(follower);
            if (s == null) continue;
            s.connection.due(beatNumber - BEATS_FOR_AN_ECHO);
            if (s.connection.grade() > 0) poor.add(follower);
        }
        poor.sort(Comparator.comparingInt(
                follower -> in.seen.get(follower).connection.grade()));
        return poor.size() <= POOR_MAX ? poor : poor.subList(poor.size() - POOR_MAX, poor.size());
    }

    private void tellSilent(long nanos, List<Finding> found) {
        // The group has put me out meanwhile, and takes longer than D to take me in again: till then nobody can be
        // heard (HA24).
        if (pausedAfterBeat >= 0 && nanos < deafUntil) return;
        if (nanos - oldestEcho <= in.timing.silence(false) - in.timing.almost()) return;
        oldestEcho = nanos;
        for (Sightings s : in.seen.values()) oldestEcho = Math.min(oldestEcho, s.echoAt);
        boolean more = isAnyAboutToBeMissed(nanos);
        for (MemberId follower : in.now.others()) {
            Sightings s = in.seen.get(follower);
            if (s == null || nanos - s.echoAt <= in.timing.silence(s.debugger) || nanos < s.nextSilentAt) continue;
            // A cut takes many away within a beat: they are missed together, so that a server that misses most of them
            // doubts itself (P71).
            if (more && nanos - s.echoAt <= in.timing.silence(s.debugger) + in.timing.unheard()) continue;
            s.nextSilentAt = nanos + in.timing.beat();
            found.add(new Finding.Concluded(
                    new Event.MemberOverdue(follower, "silent for " + (nanos - s.echoAt) / 1_000_000 + " ms")));
        }
    }

    private boolean isAnyAboutToBeMissed(long nanos) {
        for (MemberId follower : in.now.others()) {
            Sightings s = in.seen.get(follower);
            if (s == null || s.debugger) continue;
            long silent = nanos - s.echoAt;
            if (silent > in.timing.silence(false) - in.timing.almost() && silent <= in.timing.silence(false))
                return true;
        }
        return false;
    }

    /**
     * Of whom nothing comes. A follower that suspects this member does not echo, and asks: naming it would have it
     * suspect again, by heartbeats that were under way when it was answered, where the way takes longer than 0.5 D.
     */
    private List<MemberId> unheard(long nanos) {
        List<MemberId> named = new ArrayList<>();
        for (MemberId follower : in.now.others()) {
            Sightings s = in.seen.get(follower);
            if (s != null && nanos - Math.max(s.heardAt(), leadsSince) > in.timing.unheard()) named.add(follower);
        }
        return named;
    }

    boolean proven(long nanos) {
        if (!in.now.weighs() || privateDirectory) return true;
        if (in.now.others().isEmpty()) {
            // A newcomer has as long to echo as a renewal lasts.
            renewedLivedAt = in.lived(nanos);
            return true;
        }
        int self = plays ? 1 : 0;
        return in.lived(nanos) - renewedLivedAt <= in.timing.proof()
                || 2 * (echoed(nanos) + self) > in.now.others().size() + self;
    }

    /** How many echoed, within 0.8 D, a heartbeat that was sent within 0.8 D. */
    int echoed(long nanos) {
        int count = 0;
        for (MemberId follower : in.now.others()) if (echoes(follower, nanos)) count++;
        return count;
    }

    /** The followers that did. */
    List<MemberId> echoing(long nanos) {
        return in.now.others().stream()
                .filter(follower -> echoes(follower, nanos))
                .toList();
    }

    private boolean echoes(MemberId follower, long nanos) {
        Sightings s = in.seen.get(follower);
        return s != null && s.echoed && in.lived(nanos) - s.echoedBeatLivedAt <= in.timing.proof();
    }

    boolean mayAct() {
        return mayAct;
    }

    /** When {@link #check} has something to do next, at the latest. */
    long nextAt(long nanos, boolean stalled) {
        return stalled ? nanos + in.timing.beat() / 4 : nextBeatAt;
    }
}
