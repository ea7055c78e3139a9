package org.gamenet.rgs.core.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.reconfiguration.Timer;

/**
 * How much may happen in a searched world. An event without a chance never happens.
 *
 * @param founderPlays whether the founder has a seat
 * @param newcomers processes that may join
 * @param chances how often each {@link Chance} may be taken
 * @param epochs no claim is granted beyond this number
 * @param patience how many timers of a process may run out
 * @param slow whether callbacks take their time
 * @param timers those that may run out at any time
 */
record Bounds(
        int players,
        int spares,
        boolean founderPlays,
        int newcomers,
        List<Failover> ways,
        long chances,
        int epochs,
        int patience,
        boolean slow,
        Set<Timer> timers) {

    /** Timers that only repeat a message: here nothing sent is lost for good. */
    private static final Set<Timer> REPEATS = EnumSet.of(
            Timer.ASK,
            Timer.ADVERTISE,
            Timer.RESEND,
            Timer.FETCH,
            Timer.SUSPECT,
            Timer.AWAIT_ACK,
            Timer.GOODBYE,
            Timer.DEPART,
            Timer.CLAIM,
            Timer.ACTIVATE,
            Timer.ASK_ARBITER,
            Timer.ENLIST);

    private static final Set<Timer> LAST = EnumSet.of(
            Timer.NO_GAME,
            Timer.GIVE_UP,
            Timer.GO,
            Timer.CLOSE,
            Timer.LAPSE,
            Timer.PACKAGE,
            Timer.RESTORE,
            Timer.END,
            Timer.LAST_RESORT);

    Bounds {
        ways = List.copyOf(ways);
        timers = timers.isEmpty() ? Set.of() : Set.copyOf(timers);
    }

    static Bounds of(int players, int spares) {
        Set<Timer> timers = EnumSet.allOf(Timer.class);
        timers.removeAll(REPEATS);
        timers.removeAll(LAST);
        return new Bounds(
                players,
                spares,
                false,
                0,
                List.of(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER),
                0,
                3,
                1,
                false,
                timers);
    }

    Bounds withPlayingFounder() {
        return new Bounds(players, spares, true, newcomers, ways, chances, epochs, patience, slow, timers);
    }

    Bounds ways(Failover... only) {
        return new Bounds(
                players, spares, founderPlays, newcomers, List.of(only), chances, epochs, patience, slow, timers);
    }

    Bounds may(Chance what, int times) {
        return new Bounds(
                players,
                spares,
                founderPlays,
                newcomers,
                ways,
                what.with(chances, times),
                epochs,
                patience,
                slow,
                timers);
    }

    /** So many processes that may join, each once. */
    Bounds newcomers(int n) {
        return new Bounds(
                players, spares, founderPlays, n, ways, Chance.JOIN.with(chances, n), epochs, patience, slow, timers);
    }

    Bounds epochs(int n) {
        return new Bounds(players, spares, founderPlays, newcomers, ways, chances, n, patience, slow, timers);
    }

    Bounds patience(int n) {
        return new Bounds(players, spares, founderPlays, newcomers, ways, chances, epochs, n, slow, timers);
    }

    Bounds withSlowCallbacks() {
        return new Bounds(players, spares, founderPlays, newcomers, ways, chances, epochs, patience, true, timers)
                .with(Timer.PACKAGE, Timer.RESTORE, Timer.END);
    }

    Bounds with(Timer... more) {
        Set<Timer> all = timers.isEmpty() ? EnumSet.noneOf(Timer.class) : EnumSet.copyOf(timers);
        all.addAll(List.of(more));
        return new Bounds(players, spares, founderPlays, newcomers, ways, chances, epochs, patience, slow, all);
    }

    // ---- as text, for a scenario file

    @Override
    public String toString() {
        List<String> words = new ArrayList<>(
                List.of("players " + players, "spares " + spares, "epochs " + epochs, "patience " + patience));
        if (newcomers > 0) words.add("newcomers " + newcomers);
        if (founderPlays) words.add("founder-plays");
        if (slow) words.add("slow");
        for (Failover way : ways) words.add("way " + way);
        for (Chance chance : Chance.values())
            if (chance.left(chances) > 0)
                words.add(chance.name().toLowerCase(Locale.ROOT) + " " + chance.left(chances));
        for (Timer timer : Timer.values()) if (timers.contains(timer)) words.add("timer " + timer);
        return String.join(" ", words);
    }

    static Bounds parse(String text) {
        Deque<String> words = new ArrayDeque<>(List.of(text.trim().split("\\s+")));
        Bounds b = new Bounds(0, 0, false, 0, List.of(), 0, 0, 0, false, Set.of());
        List<Failover> ways = new ArrayList<>();
        while (!words.isEmpty()) {
            String word = words.poll();
            switch (word) {
                case "founder-plays" -> b = b.withPlayingFounder();
                case "slow" ->
                    b = new Bounds(
                            b.players,
                            b.spares,
                            b.founderPlays,
                            b.newcomers,
                            b.ways,
                            b.chances,
                            b.epochs,
                            b.patience,
                            true,
                            b.timers);
                case "players" ->
                    b = new Bounds(
                            number(words),
                            b.spares,
                            b.founderPlays,
                            b.newcomers,
                            b.ways,
                            b.chances,
                            b.epochs,
                            b.patience,
                            b.slow,
                            b.timers);
                case "spares" ->
                    b = new Bounds(
                            b.players,
                            number(words),
                            b.founderPlays,
                            b.newcomers,
                            b.ways,
                            b.chances,
                            b.epochs,
                            b.patience,
                            b.slow,
                            b.timers);
                case "newcomers" ->
                    b = new Bounds(
                            b.players,
                            b.spares,
                            b.founderPlays,
                            number(words),
                            b.ways,
                            b.chances,
                            b.epochs,
                            b.patience,
                            b.slow,
                            b.timers);
                case "epochs" -> b = b.epochs(number(words));
                case "patience" -> b = b.patience(number(words));
                case "way" -> ways.add(Failover.valueOf(words.remove()));
                case "timer" -> b = b.with(Timer.valueOf(words.remove()));
                default -> b = b.may(Chance.valueOf(word.toUpperCase(Locale.ROOT)), number(words));
            }
        }
        return b.ways(ways.toArray(Failover[]::new));
    }

    private static int number(Deque<String> words) {
        return Integer.parseInt(words.remove());
    }
}
