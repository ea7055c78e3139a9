package org.gamenet.rgs.core.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Every {@code if} of the machines, the lanes and the codecs, found in their sources: each can be taken away. */
final class Guards {
    private static final List<String> FOLDERS = List.of("reconfiguration", "ordering", "membership", "arbiter", "detection", "clock", "directory",
            "lanes", "wire");

    /** In the directory's folder, but the line to it: as Floors tells them apart. */
    private static final String LINE = "(Line|DirectoryClient|DirectoryAddress|DirectoryWire)\\w*\\.java";

    /**
     * A guard.
     *
     * @param file without ".java"
     * @param condition on one line
     * @param which counts those of one file that read alike, from 1
     * @param at where its condition begins, at its opening parenthesis
     * @param end behind its closing one
     */
    record Guard(String file, String condition, int which, int at, int end) {

        String key() {
            return file + ": " + condition + (which > 1 ? " #" + which : "");
        }

        /** The source of its file, with a switch of this number at it. */
        String switched(String source, int number) {
            return source.substring(0, at) + "(org.gamenet.rgs.core.model.Switches.on(" + number + ") && " + source.substring(at, end)
                    + " && org.gamenet.rgs.core.model.Switches.holds(" + number + "))" + source.substring(end);
        }
    }

    private Guards() {}

    static List<Guard> all() throws IOException {
        List<Guard> found = new ArrayList<>();
        for (String folder : FOLDERS) {
            try (Stream<Path> files = Files.list(Mutation.sources().resolve(folder))) {
                for (Path file : files.filter(f -> f.toString().endsWith(".java") && !f.getFileName().toString().matches(LINE)).sorted().toList())
                    in(folder + "/" + file.getFileName().toString().replace(".java", ""), Files.readString(file), found);
            }
        }
        return found;
    }

    private static void in(String file, String source, List<Guard> found) {
        Map<String, Integer> alike = new HashMap<>();
        for (int at = source.indexOf("if ("); at >= 0; at = source.indexOf("if (", at + 1)) {
            if (at > 0 && Character.isJavaIdentifierPart(source.charAt(at - 1))) continue;
            int open = at + 3;
            int end = closing(source, open);
            String condition = source.substring(open + 1, end - 1).replaceAll("\\s+", " ");
            found.add(new Guard(file, condition, alike.merge(condition, 1, Integer::sum), open, end));
        }
    }

    /** Behind the parenthesis that closes this one; their strings hold none that are not paired. */
    private static int closing(String source, int open) {
        int depth = 0;
        for (int i = open;; i++) {
            char c = source.charAt(i);
            if (c == '(') depth++;
            if (c == ')' && --depth == 0) return i + 1;
        }
    }
}
