package org.gamenet.rgs.core.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What became of each guard that was taken away: {@code src/test/resources/model/guards.txt}, a line each, what found it and the guard. Run
 * as a program it tries those that are not in it yet: arguments are how many seconds at most, walks, and worlds a ground.
 */
public final class GuardTable {
    static final String UNTRIED = "untried";
    static final String SURVIVES = "survives";
    static final String STILLBORN = "does not compile without it";

    private GuardTable() {}

    static Path file() {
        Path here = Path.of("src/test/resources/model/guards.txt");
        return Files.isDirectory(Path.of("src/main")) ? here : Path.of("rgs-core").resolve(here);
    }

    /** By key of the guard: the way that found it, {@link #STILLBORN}, or a reason why nothing can. */
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
        long until = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000L;
        int walks = Integer.parseInt(arguments[1]);
        int states = Integer.parseInt(arguments[2]);
        Map<String, String> before = read();
        Map<String, String> now = new LinkedHashMap<>();
        List<Guards.Guard> all = Guards.all();
        for (Guards.Guard guard : all) now.put(guard.key(), before.getOrDefault(guard.key(), UNTRIED));
        for (Guards.Guard guard : all) {
            if (!now.get(guard.key()).equals(UNTRIED) || System.nanoTime() > until) continue;
            String fate = attempt(guard, walks, states);
            now.put(guard.key(), fate);
            System.out.println(fate + " | " + guard.key());
            write(now);
        }
        write(now);
    }

    static String attempt(Guards.Guard guard, int walks, int states) throws IOException, ReflectiveOperationException {
        String source = Files.readString(Mutation.sources().resolve(guard.file() + ".java"));
        try {
            String found = Mutation.of(Map.of(guard.file(), guard.removed(source))).hunted("everything", walks, states);
            return found.isEmpty() ? SURVIVES : found.substring(0, found.indexOf(':'));
        } catch (Mutation.Stillborn stillborn) {
            return STILLBORN;
        }
    }

    private static void write(Map<String, String> table) throws IOException {
        StringBuilder text = new StringBuilder("# What breaks when a guard of the machines is taken away. GuardTable, as a program, tries the new ones.\n");
        table.forEach((key, fate) -> text.append(fate).append(" | ").append(key).append('\n'));
        Files.writeString(file(), text);
    }
}
