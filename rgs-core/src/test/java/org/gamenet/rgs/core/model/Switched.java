package org.gamenet.rgs.core.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The machines with a switch at every guard, compiled once, so that any guard can be taken away while they are warm.
 *
 * @param guards a guard's number is its place
 * @param machines with the switches
 * @param stillborn guards without a switch: what follows them does not compile without them
 */
record Switched(List<Guards.Guard> guards, Mutation machines, Set<Integer> stillborn) {

    static Switched all() throws IOException {
        List<Guards.Guard> guards = Guards.all();
        Map<String, List<Integer>> files = new LinkedHashMap<>();
        for (int i = 0; i < guards.size(); i++)
            files.computeIfAbsent(guards.get(i).file(), f -> new ArrayList<>()).add(i);
        Map<String, String> sources = new LinkedHashMap<>();
        Set<Integer> stillborn = new LinkedHashSet<>();
        for (Map.Entry<String, List<Integer>> file : files.entrySet()) {
            List<Integer> some = file.getValue();
            if (!compiles(file.getKey(), guards, some)) {
                some = some.stream()
                        .filter(i -> compiles(file.getKey(), guards, List.of(i)))
                        .toList();
                file.getValue().stream()
                        .filter(i -> !compiles(file.getKey(), guards, List.of(i)))
                        .forEach(stillborn::add);
            }
            sources.put(file.getKey(), source(file.getKey(), guards, some));
        }
        try {
            return new Switched(guards, Mutation.of(sources), stillborn);
        } catch (Mutation.Stillborn both) {
            throw new AssertionError(both);
        }
    }

    private static boolean compiles(String file, List<Guards.Guard> guards, List<Integer> some) {
        try {
            Mutation.of(Map.of(file, source(file, guards, some)));
            return true;
        } catch (Mutation.Stillborn stillborn) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String source(String file, List<Guards.Guard> guards, List<Integer> some) {
        try {
            String source = Files.readString(Mutation.sources().resolve(file + ".java"));
            for (int i = some.size() - 1; i >= 0; i--)
                source = guards.get(some.get(i)).switched(source, some.get(i));
            return source;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
