package org.gamenet.rgs.core.model;

import com.sun.source.tree.IfTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Every {@code if} and every row of the machines, the lanes and the codecs, found in their sources: each can be taken
 * away.
 */
final class Guards {
    private static final List<String> FOLDERS = List.of(
            "reconfiguration",
            "replication",
            "ordering",
            "membership",
            "arbiter",
            "detection",
            "clock",
            "directory/protocol",
            "directory/server",
            "directory/memory",
            "lanes",
            "wire");

    /** In these folders, and no machines: what carries a directory's words. */
    private static final String LINE = "(LinesInMemory|DirectoryWire)\\.java";

    /**
     * A guard.
     *
     * @param file without ".java"
     * @param key where it stands and what it asks: no variable's name, no layout and no line changes it
     * @param at where its condition begins, at its opening parenthesis
     * @param end behind its closing one
     * @param then where that begins which it guards
     * @param thenEnd behind that
     * @param row of a row of a table: what stands instead of its reaction, {@code %} for a condition
     */
    record Guard(String file, String key, int at, int end, int then, int thenEnd, Optional<String> row) {

        /** The source of its file, with a switch of this number at it. */
        String switched(String source, int number) {
            if (row.isPresent())
                return source.substring(0, at)
                        + row.get()
                                .replace(
                                        "%",
                                        "org.gamenet.rgs.core.model.Switches.on(" + number
                                                + ") && org.gamenet.rgs.core.model.Switches.holds(" + number + ")")
                        + source.substring(end);
            return source.substring(0, at) + "(org.gamenet.rgs.core.model.Switches.on(" + number + ") && "
                    + source.substring(at, end) + " && org.gamenet.rgs.core.model.Switches.holds(" + number + "))"
                    + source.substring(end);
        }
    }

    private Guards() {}

    static List<Guard> all() throws IOException {
        return of(Source.of(texts()).values());
    }

    /** The texts of the files that have guards, by name. */
    static Map<String, String> texts() throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String folder : FOLDERS) {
            try (Stream<Path> files = Files.list(Mutation.sources().resolve(folder))) {
                for (Path file : files.filter(f -> f.toString().endsWith(".java")
                                && !f.getFileName().toString().matches(LINE))
                        .sorted()
                        .toList())
                    texts.put(
                            folder + "/" + file.getFileName().toString().replace(".java", ""), Files.readString(file));
            }
        }
        return texts;
    }

    static List<Guard> of(Collection<Source> sources) {
        return sources.stream().flatMap(s -> of(s).stream()).toList();
    }

    /** In the order of their places. */
    static List<Guard> of(Source source) {
        List<Guard> all = new ArrayList<>(Rows.of(source));
        all.addAll(ifs(source));
        all.sort(Comparator.comparingInt(Guard::at));
        return all;
    }

    private static List<Guard> ifs(Source source) {
        List<TreePath> ifs = new ArrayList<>();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitIf(IfTree guard, Void none) {
                ifs.add(getCurrentPath());
                return super.visitIf(guard, none);
            }
        }.scan(source.unit(), null);
        ifs.sort(Comparator.comparingInt(path -> source.from(path.getLeaf())));
        Map<String, Integer> alike = new HashMap<>();
        return ifs.stream().map(path -> guard(source, path, alike)).toList();
    }

    /** Guards of one method that ask the same are told apart by a number, from the second on. */
    private static Guard guard(Source source, TreePath path, Map<String, Integer> alike) {
        IfTree guard = (IfTree) path.getLeaf();
        Tree condition = guard.getCondition();
        String asks = source.where(path) + ": " + Condition.words(source, new TreePath(path, condition));
        int which = alike.merge(asks, 1, Integer::sum);
        return new Guard(
                source.name(),
                which > 1 ? asks + " #" + which : asks,
                source.from(condition),
                source.to(condition),
                source.from(guard.getThenStatement()),
                source.to(guard.getThenStatement()),
                Optional.empty());
    }
}
