package org.gamenet.rgs.core.model;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * The fate of each guard that was taken away: {@code src/test/resources/model/guards.txt}, a line each, the way that
 * found it and the guard. Run as a program it tries those that are not in it yet: arguments are how many seconds at
 * most, walks, and worlds a ground; a fourth, {@code survivors} or {@code golden}, tries those that survived, or that
 * only the golden files miss, too, in the ways that follow it, or in all; after {@code new} none of them. With one
 * argument, a folder, it writes the machines with their switches there, and their guards in order.
 */
public final class GuardTable {
    static final String UNTRIED = "untried";
    static final String SURVIVES = "survives";
    static final String SIMULATION = "simulation, seed ";
    static final String EQUIVALENT = "equivalent: ";
    /**
     * The machine does something else than is written down in {@code steps.txt} or {@code totality.txt}, and nothing
     * that is asserted breaks.
     */
    static final String ONLY_GOLDEN = "only golden";

    static final String STILLBORN = "does not compile without it";

    private GuardTable() {}

    static Path file() {
        Path here = Path.of("src/test/resources/model/guards.txt");
        return Files.isDirectory(Path.of("src/main"))
                ? here
                : Path.of("rgs-core").resolve(here);
    }

    /**
     * By key of the guard: the way that found it, {@link #SIMULATION} and a seed, {@link #STILLBORN},
     * {@link #ONLY_GOLDEN}, or {@link #EQUIVALENT} and why.
     */
    static Map<String, String> read() throws IOException {
        Map<String, String> table = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file())) {
            if (line.isBlank() || line.startsWith("#")) continue;
            int bar = line.indexOf(" | ");
            table.put(line.substring(bar + 3), line.substring(0, bar));
        }
        return table;
    }

    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        if (arguments.length == 1) {
            Path folder = Path.of(arguments[0]);
            Switched switched = Switched.all();
            switched.machines().write(folder, Switches.class, Switches.Stopped.class);
            Files.write(
                    folder.resolve("guards.txt"),
                    switched.guards().stream().map(Guards.Guard::key).toList());
            return;
        }
        long until = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000L;
        String which = arguments.length > 3 ? arguments[3] : "new";
        Map<String, String> before = read();
        Map<String, String> now = new LinkedHashMap<>();
        for (Guards.Guard guard : Guards.all()) now.put(guard.key(), before.getOrDefault(guard.key(), UNTRIED));
        write(now);
        if (System.nanoTime() > until) return;
        List<String> ways = arguments.length > 4 ? List.of(arguments).subList(4, arguments.length) : ways();
        attempt(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]), which, ways, until, now);
    }

    private static void attempt(
            int walks, int states, String which, List<String> ways, long until, Map<String, String> table)
            throws IOException, ReflectiveOperationException {
        Switched switched = Switched.all();
        Object trial = trial(switched, walks, states);
        Map<String, BitSet> held = held(trial, ways);
        for (int i = 0; i < switched.guards().size() && System.nanoTime() < until; i++) {
            String key = switched.guards().get(i).key();
            String known = table.get(key);
            boolean again = which.equals("survivors") && known.equals(SURVIVES)
                    || which.equals("golden") && known.equals(ONLY_GOLDEN);
            if (!known.equals(UNTRIED) && !again) continue;
            String fate = switched.stillborn().contains(i) ? STILLBORN : attempt(trial, i, held);
            int colon = fate.indexOf(':');
            table.put(key, colon < 0 ? fate : fate.substring(0, colon));
            System.out.println(fate.lines().findFirst().orElse("") + " | " + key);
            write(table);
        }
    }

    /** The guards whose fate is not as written: each is tried in the way that found it, and a survivor in all ways. */
    static List<String> lies(int walks, int states) throws IOException, ReflectiveOperationException {
        Map<String, String> table = read();
        Switched switched = Switched.all();
        Object trial = trial(switched, walks, states);
        Map<String, BitSet> held = held(trial, ways());
        List<String> lies = new ArrayList<>();
        for (int i = 0; i < switched.guards().size(); i++) {
            String key = switched.guards().get(i).key();
            String fate = table.getOrDefault(key, UNTRIED);
            boolean stillborn = switched.stillborn().contains(i);
            if (stillborn || fate.equals(STILLBORN)) {
                if (!stillborn || !fate.equals(STILLBORN)) lies.add(fate + " | " + key);
            } else if (held.containsKey(fate)) {
                if (hunted(trial, i, fate).isEmpty()) lies.add(fate + " | " + key);
            } else if (fate.startsWith(EQUIVALENT) || fate.equals(SURVIVES)) {
                if (!attempt(trial, i, held).equals(SURVIVES)) lies.add(fate + " | " + key);
            } else if (!fate.startsWith(SIMULATION)) {
                lies.add(fate + " | " + key);
            }
        }
        return lies;
    }

    /** The way that is only written down comes last. */
    private static List<String> ways() {
        List<String> ways = new ArrayList<>(Hunt.ways());
        ways.add(ONLY_GOLDEN);
        return ways;
    }

    private static Object trial(Switched switched, int walks, int states) throws ReflectiveOperationException {
        Constructor<?> make = switched.machines().twin(Trial.class).getDeclaredConstructor(int.class, int.class);
        make.setAccessible(true);
        return make.newInstance(walks, states);
    }

    /** By way: the guards that hold in it. Where a guard never holds, nothing changes without it. */
    @SuppressWarnings("unchecked")
    private static Map<String, BitSet> held(Object trial, List<String> ways) {
        Map<String, BitSet> held = new LinkedHashMap<>();
        for (String way : ways) {
            long from = System.nanoTime();
            String wrong = hunted(trial, Switches.NONE, way);
            if (!wrong.isEmpty()) throw new IllegalStateException("broken before any guard is taken away: " + wrong);
            held.put(way, ((Supplier<BitSet>) trial).get());
            System.out.println("# " + way + ": " + held.get(way).cardinality() + " guards hold, "
                    + (System.nanoTime() - from) / 1_000_000 + " ms");
        }
        return held;
    }

    @SuppressWarnings("unchecked")
    private static String hunted(Object trial, int guard, String way) {
        String wrong = ((BiFunction<Integer, String, String>) trial).apply(guard, way);
        return guard == Switches.NONE ? wrong : Hunt.broken(wrong);
    }

    private static String attempt(Object trial, int guard, Map<String, BitSet> held) {
        List<String> ways = held.keySet().stream()
                .filter(w -> !w.equals(ONLY_GOLDEN) && held.get(w).get(guard))
                .toList();
        for (String way : ways) {
            String wrong = hunted(trial, guard, way);
            if (!wrong.isEmpty()) return wrong;
        }
        System.out.println("# it holds in " + ways);
        if (held.containsKey(ONLY_GOLDEN)
                && held.get(ONLY_GOLDEN).get(guard)
                && !hunted(trial, guard, ONLY_GOLDEN).isEmpty()) return ONLY_GOLDEN;
        return SURVIVES;
    }

    private static void write(Map<String, String> table) throws IOException {
        StringBuilder text =
                new StringBuilder("# What breaks when a guard of the machines, the lanes or the codecs is taken away. "
                        + "GuardTable, as a program, tries the new ones.\n");
        table.forEach((key, fate) -> text.append(fate).append(" | ").append(key).append('\n'));
        Files.writeString(file(), text);
    }
}
