package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.machine.GameRules;

/** One seed's story: who plays, what goes wrong, and that everything ends well. */
final class Scenario {
    private static final long SHORT_MILLIS = 600;
    /** How long a game that keeps lost players keeps them: some come back before, and some do not. */
    private static final long KEPT_MILLIS = 3_000;
    /** The ills that most often befall a short story first: those that take its server. */
    private static final List<Ill> HITS_THE_SERVER = List.of(
            Ill.KILL_SERVER,
            Ill.KILL_SERVER,
            Ill.KILL_AGAIN,
            Ill.KILL_WHILE_JOINING,
            Ill.HANG_SERVER,
            Ill.SERVER_LEAVES,
            Ill.CUT_SERVER_OFF,
            Ill.RESTORE_THROWS);

    private final long seed;
    private final Length length;
    private final SimulatedCluster cluster;
    private final Dice dice;
    private final Misfortune misfortune;
    private final List<Ill> ills;
    private final int wanted;
    private final int sparesWanted;
    private final Cut cut;
    private final boolean synchronous;
    private final boolean asks;
    private long suspectAfter;
    private int strikes;

    /**
     * The parts that are left out of a seed's story.
     *
     * @param strikes by number, from 0
     * @param players of those who are there from the beginning
     * @param spares likewise
     */
    record Cut(Set<Integer> strikes, int players, int spares) {
        static final Cut NOTHING = new Cut(Set.of(), 0, 0);

        /** As it stands in a line that plays a story again. */
        static Cut of(String text) {
            String[] parts = text.split("/", -1);
            if (parts.length != 3)
                throw new IllegalArgumentException("a cut is strikes/players/spares, as in 0,3/1/0, not " + text);
            Set<Integer> strikes = new TreeSet<>();
            for (String number : parts[0].split(",")) if (!number.isEmpty()) strikes.add(Integer.valueOf(number));
            return new Cut(strikes, Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
        }

        @Override
        public String toString() {
            return strikes.stream().sorted().map(String::valueOf).collect(Collectors.joining(",")) + "/" + players + "/"
                    + spares;
        }
    }

    /**
     * Happenings that few stories have.
     *
     * @param lastResorts epochs that began by the last resort
     * @param diedInCollection deaths while a new server collected
     * @param handed epochs into which a game was handed
     */
    record Rare(int lastResorts, int diedInCollection, int handed) {}

    /**
     * @param strikes how often something was to go wrong
     * @param recoveries epochs into which somebody resumed
     * @param struck ills that found whom to befall
     * @param hash of everything that happened
     * @param outside of what can be seen from outside alone
     */
    record Outcome(
            long seed,
            Length length,
            List<String> violations,
            int strikes,
            int recoveries,
            int revoked,
            int struck,
            long hash,
            long outside,
            long events,
            long virtualMillis,
            List<String> closed,
            List<Ill> ills,
            List<String> open,
            Rare rare) {

        boolean isLastResort() {
            return rare.lastResorts > 0;
        }
    }

    private Scenario(long seed, Length length, Set<Ill> only, Mutant mutant, Cut cut, boolean words) {
        this.seed = seed;
        this.length = length;
        this.cut = cut;
        this.cluster = new SimulatedCluster(seed, mutant, words);
        cluster.hasRogue = only.contains(Ill.ROGUE);
        cluster.writes = only.contains(Ill.LETTERS);
        cluster.difficult = only.contains(Ill.CALLBACKS);
        this.dice = cluster.dice;
        this.misfortune =
                new Misfortune(cluster, length == Length.LONG || length == Length.CUTS ? Long.MAX_VALUE : SHORT_MILLIS);
        if (only.contains(Ill.KEEPS)) cluster.keeps(KEPT_MILLIS);
        List<Ill> pool = only.stream().filter(ill -> !Ill.KINDS.contains(ill)).toList();
        this.synchronous = only.contains(Ill.SYNC);
        this.asks = only.contains(Ill.ASKS);
        this.ills = switch (length) {
            case LONG -> many(pool);
            case SHORT -> few(pool);
            case AGAIN -> List.of(Ill.KILL_IN_COLLECTION);
            case HANDOVERS -> handovers(pool);
            case CUTS -> pool.stream().anyMatch(Ill.CUTS::contains) ? pool : List.copyOf(Ill.CUTS);
        };
        this.wanted = 2 + dice.below(3);
        this.sparesWanted = dice.likely(0.3) ? 0 : 1 + dice.below(2);
    }

    static Outcome run(long seed, Length length, Set<Ill> only, Mutant mutant) {
        return run(seed, length, only, mutant, Cut.NOTHING);
    }

    /** With something left out; what chance says after that is another story. */
    static Outcome run(long seed, Length length, Set<Ill> only, Mutant mutant, Cut cut) {
        return new Scenario(seed, length, only, mutant, cut, false).play();
    }

    /** The same again, with words. */
    static Iterable<String> retell(long seed, Length length, Set<Ill> only, Mutant mutant, Cut cut) {
        Scenario again = new Scenario(seed, length, only, mutant, cut, true);
        try (Overheard log = new Overheard(again.cluster.trace::aside)) {
            again.play();
        }
        return again.cluster.trace.tail();
    }

    /** Kinds of ill; which comes when is drawn as the story goes on. */
    private List<Ill> many(List<Ill> pool) {
        Set<Ill> chosen = EnumSet.noneOf(Ill.class);
        int kinds = 1 + dice.below(5);
        for (int i = 0; i < kinds; i++) chosen.add(dice.of(pool));
        if (pool.contains(Ill.KILL_SERVER) && dice.likely(0.8)) chosen.add(Ill.KILL_SERVER);
        return List.copyOf(chosen);
    }

    /** One ill after another. */
    private List<Ill> few(List<Ill> pool) {
        List<Ill> chosen = new ArrayList<>();
        if (dice.likely(0.4)) chosen.add(dice.of(pool));
        chosen.add(dice.likely(0.85) ? dice.of(HITS_THE_SERVER) : dice.of(pool));
        if (dice.likely(0.2)) chosen.add(dice.of(pool));
        if (cluster.difficult && dice.likely(0.3)) chosen.add(0, Ill.KILL_BACKUP);
        return chosen;
    }

    /** Mostly handovers; between them all else that was asked for. */
    private List<Ill> handovers(List<Ill> pool) {
        List<Ill> chosen = new ArrayList<>();
        int strikes = 2 + dice.below(5);
        for (int i = 0; i < strikes; i++) chosen.add(i == 0 || dice.likely(0.6) ? Ill.HAND_OVER : dice.of(pool));
        return chosen;
    }

    private Outcome play() {
        try {
            if (length == Length.CUTS) beginCuts();
            else begin();
            if (length == Length.CUTS) cuts();
            else if (length == Length.LONG) goOn();
            else strike();
            cluster.heal();
            if (cluster.judge.violations().isEmpty()) cluster.settle(60_000);
            cluster.sleepsWell();
            cluster.keepsQuiet();
        } catch (RuntimeException | AssertionError fault) {
            cluster.judge.violates(
                    "fault",
                    fault + " at "
                            + List.of(fault.getStackTrace()).subList(0, Math.min(6, fault.getStackTrace().length)));
        }
        return new Outcome(
                seed,
                length,
                cluster.judge.violations(),
                strikes,
                cluster.judge.recoveries(),
                cluster.judge.revoked,
                misfortune.struck(),
                cluster.trace.hash(),
                cluster.trace.outside(),
                cluster.trace.events(),
                cluster.time.millis(),
                cluster.closed().stream().map(Enum::name).toList(),
                ills,
                cluster.judge.open(),
                new Rare(cluster.judge.losses.lastResorts(), misfortune.diedInCollection(), cluster.judge.handed()));
    }

    private void begin() {
        List<Failover> ways = length == Length.HANDOVERS || synchronous
                ? List.of(Failover.HOT_BACKUP, Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER)
                : asks || dice.likely(0.5)
                        ? List.of(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER)
                        : dice.likely(0.5)
                                ? List.of(Failover.HOT_BACKUP, Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER)
                                : dice.likely(0.5)
                                        ? List.of(Failover.PROMOTED_PLAYER, Failover.SPARE_SERVER)
                                        : List.of(Failover.PROMOTED_PLAYER);
        if (length == Length.LONG) suspectAfter = dice.likely(0.7) ? 1_000 : 200 + dice.below(1_000);
        else suspectAfter = dice.likely(0.9) ? 200 + dice.below(200) : 1_000;
        if (cluster.difficult) cluster.drawsLinks = dice.likely(0.3);
        cluster.registers(dice.likely(0.5), shows(SimulatedCluster.rules(ways, suspectAfter, 30_000)));
        for (int i = 0; i < wanted - cut.players(); i++) cluster.joins();
        for (int i = 0; i < sparesWanted - cut.spares(); i++) cluster.standsBy();
        if (length == Length.LONG) cluster.pass(dice.between(100, 600));
        else if (dice.likely(0.2)) cluster.pass(dice.between(1, 150));
        else everybodyIsIn();
        // The backup is recruited.
        if (length == Length.HANDOVERS || synchronous) cluster.pass(dice.between(300, 1_500));
    }

    private GameRules shows(GameRules rules) {
        if (asks) return rules.orderedBy(Order.LAMPORT);
        return synchronous ? rules.showingSafely() : rules;
    }

    // ---- one of a cut network

    private void beginCuts() {
        suspectAfter = dice.likely(0.7) ? 1_000 : 200 + dice.below(1_000);
        long giveUpAfter = dice.likely(0.8) ? 30_000 : dice.between(12_000, 20_000);
        List<Failover> ways = dice.likely(0.6)
                ? List.of(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER)
                : List.of(Failover.PROMOTED_PLAYER);
        boolean crowd = dice.likely(0.1);
        int players = crowd ? 7 + dice.below(9) : 2 + dice.below(4);
        int spares = dice.below(4);
        misfortune.perils().draw(players + spares + 1);
        cluster.registers(dice.likely(0.5), shows(SimulatedCluster.rules(ways, suspectAfter, giveUpAfter, 20)));
        for (int i = 0; i < players - cut.players(); i++) cluster.joins();
        for (int i = 0; i < spares - cut.spares(); i++) cluster.standsBy();
        everybodyIsIn();
    }

    private void cuts() {
        int steps = 1 + dice.below(3);
        for (int i = 0;
                i < steps
                        && cluster.judge.violations().isEmpty()
                        && !cluster.players().isEmpty();
                i++) {
            befall(
                    dice.likely(0.6) || i == 0
                            ? ills.contains(Ill.CUT_GROUPS) ? Ill.CUT_GROUPS : dice.of(ills)
                            : dice.of(ills));
            cluster.pass(dice.between(100, dice.likely(0.5) ? 1_000 : 5_000));
        }
        if (misfortune.struck() == 0) befall(Ill.KILL_SERVER);
    }

    private void everybodyIsIn() {
        cluster.until(() -> cluster.players().stream().allMatch(p -> p.session.phase() == Phase.PLAYING), 1_000);
        cluster.pass(dice.between(1, 150));
    }

    /** While a callback runs nothing is done but what time brings. */
    private void befallSoon(Ill ill) {
        if (cluster.difficult && dice.likely(0.5))
            cluster.time.after(dice.between(0, suspectAfter) * VirtualTime.MILLI, () -> befall(ill));
        else befall(ill);
    }

    private void befall(Ill ill) {
        if (!cut.strikes().contains(strikes++)) misfortune.befall(ill);
    }

    // ---- a short one

    private void strike() {
        for (Ill ill : ills) {
            if (!cluster.judge.violations().isEmpty() || cluster.players().isEmpty()) break;
            befallSoon(ill);
            cluster.pass(dice.likely(0.3) ? dice.between(1, 100) : dice.between(100, suspectAfter + 300));
        }
        if (misfortune.struck() == 0) befall(Ill.KILL_SERVER);
    }

    // ---- a long one

    private void goOn() {
        int steps = 6 + dice.below(14);
        for (int i = 0;
                i < steps
                        && cluster.judge.violations().isEmpty()
                        && !cluster.players().isEmpty();
                i++) step();
    }

    private void step() {
        refill();
        befall(dice.of(ills));
        cluster.pass(dice.likely(0.2) ? dice.between(1, 150) : dice.between(100, dice.likely(0.5) ? 600 : 1_800));
    }

    /** Others come in the place of those who are gone. */
    private void refill() {
        int players = cluster.players().size();
        for (int i = players; i < wanted - cut.players(); i++) cluster.joins();
        int spares = cluster.spares().size();
        for (int i = spares; i < sparesWanted - cut.spares(); i++) cluster.standsBy();
        if (dice.likely(0.2)) return;
        cluster.pass(dice.between(50, 500));
    }
}
