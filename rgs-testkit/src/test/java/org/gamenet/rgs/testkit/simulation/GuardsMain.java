package org.gamenet.rgs.testkit.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/**
 * By hand: plays stories without those guards of the machines that the search did not miss. Arguments are the folder to
 * which the core's {@code GuardTable FOLDER} wrote the machines with their switches, and which stands first in the
 * class path; the table, {@code guards.txt}; the first seed; how many; and for how many seconds at most per guard. What
 * survived, and is found here, becomes {@code simulation, seed N} in the table.
 */
final class GuardsMain {
    private static final int NONE = -1;
    private static final long MOST_SECONDS = 30;
    private static final String SURVIVES = "survives | ";

    /** The result of one story: the guards that held in it, its hash, and whether it ended well. */
    private record Told(BitSet held, long hash, List<String> violations) {}

    private final Method off;
    private final Method held;
    private final Method stop;

    private GuardsMain() throws ReflectiveOperationException {
        Class<?> switches = Class.forName("org.gamenet.rgs.core.model.Switches");
        off = switches.getMethod("off", int.class);
        held = switches.getMethod("held");
        stop = switches.getMethod("stop");
    }

    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        ((Logger) LoggerFactory.getLogger("org.gamenet.rgs")).setLevel(Level.OFF);
        List<String> guards = Files.readAllLines(Path.of(arguments[0], "guards.txt"));
        Path table = Path.of(arguments[1]);
        long first = Long.parseLong(arguments[2]);
        int many = Integer.parseInt(arguments[3]);
        long seconds = Long.parseLong(arguments[4]);
        GuardsMain main = new GuardsMain();
        List<Told> usual = new ArrayList<>();
        for (long seed = first; seed < first + many; seed++) usual.add(main.play(NONE, seed));
        for (String line : Files.readAllLines(table)) {
            if (!line.startsWith(SURVIVES)) continue;
            String key = line.substring(SURVIVES.length());
            if (!guards.contains(key)) continue;
            String fate = main.without(guards.indexOf(key), usual, first, seconds);
            System.out.println(fate + " | " + key);
            if (fate.startsWith("simulation"))
                Files.write(
                        table,
                        Files.readAllLines(table).stream()
                                .map(l -> l.equals(line) ? fate + " | " + key : l)
                                .collect(Collectors.toList()));
        }
    }

    /** Where the guard never holds, the story is the same without it. */
    private String without(int guard, List<Told> usual, long first, long seconds) throws ReflectiveOperationException {
        long until = System.nanoTime() + seconds * 1_000_000_000;
        int played = 0;
        int others = 0;
        for (int i = 0; i < usual.size() && System.nanoTime() < until; i++) {
            if (!usual.get(i).held().get(guard)) continue;
            played++;
            Told told = play(guard, first + i);
            if (!told.violations().isEmpty()) {
                System.out.println(
                        "# " + told.violations().get(0).lines().findFirst().orElse(""));
                return "simulation, seed " + (first + i);
            }
            if (told.hash() != usual.get(i).hash()) others++;
        }
        return "survives " + played + " stories in which it holds, " + others + " of them become others";
    }

    private Told play(int guard, long seed) throws ReflectiveOperationException {
        off.invoke(null, guard);
        AtomicBoolean late = new AtomicBoolean();
        Thread watch = watch(late);
        try {
            Scenario.Outcome outcome = Scenario.run(seed, Length.of(seed), Ill.ANY, Mutant.NONE);
            return new Told(
                    (BitSet) held.invoke(null),
                    outcome.hash(),
                    late.get() ? List.of("does not end") : outcome.violations());
        } catch (Error thrown) {
            return new Told(new BitSet(), 0, List.of(thrown.toString()));
        } finally {
            watch.interrupt();
        }
    }

    /** Stops a story that takes more than {@link #MOST_SECONDS} of the processor. */
    private Thread watch(AtomicBoolean late) {
        long player = Thread.currentThread().getId();
        long most = processor(player) + MOST_SECONDS * 1_000_000_000;
        Thread watch = new Thread(() -> {
            try {
                while (processor(player) < most) Thread.sleep(500);
                late.set(true);
                stop.invoke(null);
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        });
        watch.setDaemon(true);
        watch.start();
        return watch;
    }

    private static long processor(long thread) {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread);
    }
}
