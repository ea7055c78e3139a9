package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The members that could play, and the time that the game may take until they do: D + 2.5 s after the last thing that
 * went wrong, if more than half of those whom the directory lists reach each other and the directory; and if no half
 * does, that much after the time at which fewer may go on.
 */
final class Recovery {
    static final long BEYOND_D_MILLIS = 2_500;
    private static final long SLOW = 5 * VirtualTime.MILLI;

    private final SimulatedCluster cluster;
    /** Since when each one has been in such a core, as far as anybody looked. */
    private final Map<CountingProcess, Long> since = new HashMap<>();
    /** Since when each one has served a game that the directory does not know. */
    private final Map<CountingProcess, Long> forgotten = new HashMap<>();
    /** When each one was last seen to reach nobody who may serve. */
    private final Map<CountingProcess, Long> unable = new HashMap<>();

    private long played = VirtualTime.BEGINNING;

    Recovery(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Members of the game: who was let in and neither closed nor certainly dead; a host that died is out of reach for
     * good, as far as anybody can tell (P74).
     */
    private List<CountingProcess> members() {
        List<CountingProcess> members = new ArrayList<>();
        for (CountingProcess p : cluster.processes) {
            if ((!p.isDead() || p.hostDied()) && p.witness.isMember()) members.add(p);
        }
        return members;
    }

    private boolean reachesDirectory(CountingProcess p) {
        return p.runs() && p.wire.isWhole() && cluster.directory.isQuick();
    }

    private boolean reach(CountingProcess a, CountingProcess b) {
        return a == b || cluster.network.reaches(a, b) && cluster.network.reaches(b, a);
    }

    /**
     * Whether this one and more than half of those listed (P71) all reach each other and the directory, and nothing
     * slows them down. Where nobody listed lives, nothing is left to go on from; and whose application threw within its
     * restoreState has no state to go on from (P40). Where a synchronous game has lost its server and its backup the
     * others wait for them, until fewer may go on (P74).
     */
    boolean isInCore(CountingProcess me) {
        if (!isFair() || !isNear(me, me)) return false;
        List<CountingProcess> listed =
                listed(me).stream().filter(p -> !hasBegunAnew(p)).toList();
        List<CountingProcess> near = listed.stream()
                .filter(p -> isThere(p) && p.witness.holdsState() && isNear(me, p))
                .toList();
        return near.size() * 2 > listed.size()
                && near.stream()
                        .anyMatch(p ->
                                cluster.directory.letsTakeOver(p.session.self().id()))
                && near.stream().allMatch(a -> near.stream().allMatch(b -> reach(a, b)));
    }

    /**
     * Whether a spare stands by: of a game that lists it still it has nothing, it says so (P49.3), and nobody waits for
     * it.
     */
    boolean hasBegunAnew(CountingProcess spare) {
        return isThere(spare) && !spare.plays && !cluster.judge.hasLog(spare);
    }

    /**
     * The listed members that {@code me} has to count. A member that has died counts too if it died behind a cut, where
     * no dial is refused, and a member that is gone if nobody who is left has heard of its coming: it had died, or was
     * frozen, before its application was told that it is in (P74).
     */
    private List<CountingProcess> listed(CountingProcess me) {
        return cluster.processes.stream()
                .filter(p -> isThere(p) || p.isDead() && diedUnseen(me, p) || isUnknown(p))
                .filter(this::isListed)
                .toList();
    }

    private boolean isListed(CountingProcess p) {
        return cluster.directory.lists(p.session.self().id());
    }

    private boolean diedUnseen(CountingProcess me, CountingProcess dead) {
        return dead.hostDied() || !cluster.network.isOpen(me, dead);
    }

    private static boolean isThere(CountingProcess p) {
        return !p.isDead() && p.takesPart() && !p.witness.isClosed();
    }

    /** It has gone, and nobody who is left has heard of its coming: so nobody dials it, or hears that it went (P74). */
    private boolean isUnknown(CountingProcess gone) {
        return !isThere(gone)
                && cluster.processes.stream().filter(Recovery::isThere).noneMatch(p -> cluster.judge.knows(p, gone));
    }

    private boolean isNear(CountingProcess me, CountingProcess p) {
        return reachesDirectory(p) && p.latency <= SLOW && reach(me, p);
    }

    private boolean isFair() {
        SimulatedNetwork.Weather weather = cluster.network.weather;
        return weather.latency() <= 30 * VirtualTime.MILLI
                && weather.loss() <= 0.05
                && weather.lateView() <= 100
                && !weather.strays()
                && !cluster.network.isClogged();
    }

    private boolean somebodyPlays() {
        return cluster.processes.stream().anyMatch(p -> p.takesPart() && p.witness.plays());
    }

    /** Milliseconds since which nothing happened that this frozen member has to wait for. */
    private long waits(CountingProcess me) {
        long since = Math.max(me.witness.frozenAt(), cluster.time.quietSince());
        return (cluster.time.now() - Math.max(since, unable.getOrDefault(me, 0L))) / VirtualTime.MILLI;
    }

    /**
     * Milliseconds for which it has been so, whoever is listed by now: nobody can recover ahead of the core that there
     * is to recover.
     */
    private long inCore(CountingProcess me) {
        if (!isInCore(me)) {
            since.remove(me);
            return -1;
        }
        return (cluster.time.now() - since.computeIfAbsent(me, p -> cluster.time.now())) / VirtualTime.MILLI;
    }

    /** Somebody plays, or did so until now. */
    void plays() {
        played = cluster.time.now();
    }

    /**
     * Milliseconds since which everybody stands still and knows it, the directory as well (P12, P13), by this one's
     * clock: where that slept, the time of P74 did not pass.
     */
    private long still(CountingProcess me) {
        long since = Math.max(played, cluster.directory.leadsSince());
        return somebodyPlays() ? 0 : (cluster.time.now() - since - me.sleptSince(since)) / VirtualTime.MILLI;
    }

    /**
     * Whether nobody goes on though they had the time for it: half of those listed or fewer may once the game has stood
     * still for the time of P74, whatever was cut meanwhile. A game that the directory has dropped nobody brings back
     * (P28), and one that it lost only a server that plays does (P14): see {@link #isForgotten}.
     */
    private boolean hadTheLastResort(CountingProcess me) {
        return cluster.directory.hasGames() && still(me) >= cluster.lastResortMillis + bound();
    }

    /**
     * Whether somebody should have gone on by now, so that this one may not be told that nobody did, however long it
     * had looked on before everything healed (P35).
     */
    boolean hadItsTime(CountingProcess me) {
        return waits(me) >= bound() && (inCore(me) >= bound() || hadTheLastResort(me)) && !nobodyMayServe(me);
    }

    /**
     * The members that are listed, live, and are reached from this one, or where none of them is left whoever else is
     * in the game (P74): each of them never serves, as a would-be rogue (G20), or has a package that cannot be read.
     */
    private boolean nobodyMayServe(CountingProcess me) {
        List<CountingProcess> left = cluster.processes.stream()
                .filter(p -> isThere(p) && !hasBegunAnew(p) && reach(me, p))
                .toList();
        List<CountingProcess> listed = left.stream().filter(this::isListed).toList();
        return !left.isEmpty()
                && (listed.isEmpty() ? left : listed)
                        .stream().allMatch(p -> p.mayTurnRogue || p.game.callbacks.hasTorn());
    }

    /**
     * Whether a directory that lost its disk still knows of no game, though this one serves it and has had the time to
     * say so (P14). One that dropped the game, because nobody served it for so long, knows of it no more (P28).
     */
    boolean isForgotten(CountingProcess me) {
        if (!cluster.directory.isEmpty() || !reachesDirectory(me) || me.latency > SLOW) {
            forgotten.remove(me);
            return false;
        }
        long since = Math.max(cluster.time.quietSince(), forgotten.computeIfAbsent(me, p -> cluster.time.now()));
        return (cluster.time.now() - since) / VirtualTime.MILLI >= bound();
    }

    /** D + 2.5 s. */
    private long bound() {
        return cluster.suspectAfter + BEYOND_D_MILLIS;
    }

    /** The fault of a member that is frozen now, or empty. Looked at in every frame. */
    String tooLong(CountingProcess me) {
        boolean core = inCore(me) >= bound();
        boolean lastResort = hadTheLastResort(me);
        if (nobodyMayServe(me)) unable.put(me, cluster.time.now());
        long waits = waits(me);
        if (waits < bound()) return "";
        if (core) {
            return "frozen for " + waits
                    + " ms though more than half of those listed reach each other and the directory; " + bound()
                    + " are enough";
        }
        if (lastResort && reachesDirectory(me) && isFair())
            return "frozen for " + waits + " ms, and nobody went on for " + still(me) + "; "
                    + (cluster.lastResortMillis + bound()) + " are enough";
        return "";
    }

    /**
     * Why it may not be told that the game is over, or empty: it may once it was out of reach for as long as it looks
     * for a server, and where nobody listed lives.
     */
    String mayNotClose(CountingProcess me, boolean full) {
        // Nobody keeps a seat for whoever was put out: a newcomer has taken the last one (P27).
        if (full && cluster.judge.isFull(me)) return "";
        long frozen = (cluster.time.now() - me.witness.frozenAt()) / VirtualTime.MILLI;
        boolean lookedOn = me.witness.isFrozen() && frozen >= cluster.giveUpAfter - 100;
        if (listed(me).stream().noneMatch(p -> isThere(p) && p.witness.holdsState())) return "";
        if (lookedOn && (nobodyMayServe(me) || !(isInCore(me) && waits(me) >= bound()))) return "";
        long others = members().stream().filter(p -> p != me && p.runs()).count();
        return "frozen for " + (me.witness.isFrozen() ? frozen : 0) + " ms, " + others + " other members live"
                + (isInCore(me) ? ", and it is one of a healthy core" : "");
    }
}
