package org.gamenet.rgs.testkit.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.gamenet.rgs.core.machine.Mix;
import org.slf4j.LoggerFactory;

/**
 * By hand: from seed, to seed (excluded), what may go wrong (comma, or ALL, or CUTS: the mix of cut networks), what is
 * planted. With 0 as the second the first is a list of seeds (comma), and one alone is retold in words,
 * {@code -Dwithout=0,3/1/0} without two strikes and a player; {@code -Dlength=SHORT|LONG|AGAIN|CUTS} tells all of one
 * kind, {@code PUSH} as a push mixes them; {@code -Dretell=DIR} writes the story of each seed that went wrong into a
 * file there, {@code -Dseconds=N} ends it after so many, {@code -Dkeeps=true} has lost players kept,
 * {@code -Dsync=true} has all games synchronous, {@code -Dletters=true} has members send to one another alone,
 * {@code -Dcallbacks=true} has difficult state callbacks, {@code -Dorder=lamport} has them ordered by permission. After
 * {@code mvn test-compile}, with the class path of this module's tests: {@code java -cp ...
 * org.gamenet.rgs.testkit.simulation.SimulationMain 1 1001 ALL}
 */
final class SimulationMain {
    private static boolean cuts;

    private SimulationMain() {}

    private static Length length(long seed) {
        String all = System.getProperty("length");
        if (all == null) return cuts ? Length.CUTS : Length.of(seed);
        return all.equals("PUSH") ? Length.ofPush(seed) : Length.valueOf(all);
    }

    public static void main(String[] args) throws IOException {
        ((Logger) LoggerFactory.getLogger("org.gamenet.rgs"))
                .setLevel(Boolean.getBoolean("log") ? Level.DEBUG : Level.OFF);
        cuts = args.length > 2 && args[2].equals("CUTS");
        boolean mix = cuts || args.length <= 2 || args[2].equals("ALL");
        Set<Ill> ills = mix ? EnumSet.copyOf(cuts ? Ill.CUTS : Ill.ANY) : EnumSet.noneOf(Ill.class);
        if (!mix) for (String name : args[2].split(",")) ills.add(Ill.valueOf(name));
        if (Boolean.getBoolean("keeps")) ills.add(Ill.KEEPS);
        if (Boolean.getBoolean("sync")) ills.add(Ill.SYNC);
        if (Boolean.getBoolean("letters")) ills.add(Ill.LETTERS);
        if (Boolean.getBoolean("callbacks")) ills.add(Ill.CALLBACKS);
        if (System.getProperty("order", "").equals("lamport")) ills.add(Ill.ASKS);
        Mutant mutant = args.length > 3 ? Mutant.valueOf(args[3]) : Mutant.NONE;
        long to = Long.parseLong(args[1]);
        List<Long> seeds = to == 0
                ? Stream.of(args[0].split(",")).map(Long::valueOf).toList()
                : LongStream.range(Long.parseLong(args[0]), to).boxed().toList();
        if (to == 0 && seeds.size() == 1) {
            Scenario.Cut cut = Scenario.Cut.of(System.getProperty("without", "/0/0"));
            for (String line : Scenario.retell(seeds.get(0), length(seeds.get(0)), ills, mutant, cut))
                System.out.println(line);
            return;
        }
        long began = System.nanoTime();
        long processorBegan = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        long recoveries = 0;
        long revoked = 0;
        long events = 0;
        long virtual = 0;
        long hash = 0;
        int bad = 0;
        int lastResorts = 0;
        int twice = 0;
        Map<String, Set<Long>> open = new TreeMap<>();
        Map<String, Integer> reasons = new TreeMap<>();
        Map<String, List<Long>> kinds = new TreeMap<>();
        long seconds = Long.getLong("seconds", Long.MAX_VALUE / 1_000_000_000);
        int played = 0;
        for (long seed : seeds) {
            if (System.nanoTime() - began > seconds * 1_000_000_000) break;
            played++;
            Scenario.Outcome outcome = Scenario.run(seed, length(seed), ills, mutant);
            recoveries += outcome.recoveries();
            revoked += outcome.revoked();
            events += outcome.events();
            virtual += outcome.virtualMillis();
            hash = Mix.of(hash, outcome.hash());
            for (String reason : outcome.closed()) reasons.merge(reason, 1, Integer::sum);
            if (Boolean.getBoolean("closed") && !outcome.closed().isEmpty())
                System.out.println("seed " + seed + " closed " + outcome.closed());
            if (outcome.isLastResort()) lastResorts++;
            if (outcome.rare().diedInCollection() > 0) twice++;
            for (String each : outcome.open()) {
                if (open.computeIfAbsent(each.substring(0, each.indexOf(':')), k -> new TreeSet<>())
                                .add(seed)
                        && Boolean.getBoolean("open")) {
                    System.out.println("open, seed " + seed + " " + each);
                }
            }
            if (outcome.violations().isEmpty()) continue;
            bad++;
            if (System.getProperty("retell") != null)
                Files.write(
                        Path.of(System.getProperty("retell"), seed + ".txt"),
                        Scenario.retell(seed, length(seed), ills, mutant, Scenario.Cut.NOTHING));
            String first = outcome.violations().get(0);
            kinds.computeIfAbsent(first.substring(0, first.indexOf(':')), k -> new ArrayList<>())
                    .add(seed);
            if (bad <= 40)
                System.out.println("seed " + seed + " " + outcome.length() + " " + outcome.ills() + "\n    "
                        + String.join(
                                "\n    ",
                                outcome.violations()
                                        .subList(
                                                0,
                                                Math.min(3, outcome.violations().size()))));
        }
        double took = (System.nanoTime() - began) / 1e9;
        double processor = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - processorBegan) / 1e9;
        System.out.printf(
                "%d seeds, %d bad, %d recoveries, %d revoked, %d frames, %.0f virtual s in %.1f s, %.1f s "
                        + "of one core: %.0f recoveries a minute of it; hash %016x; closed %s%n%s%n",
                played,
                bad,
                recoveries,
                revoked,
                events,
                virtual / 1e3,
                took,
                processor,
                recoveries * 60 / processor,
                hash,
                reasons,
                kinds);
        System.out.printf(
                "%.1f stories a second of one core; in %d the last resort, in %d somebody died while a "
                        + "new server collected; not kept yet: %s%n",
                played / processor, lastResorts, twice, open);
    }
}
