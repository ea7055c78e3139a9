package org.gamenet.rgs.examples.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The TCP ports on which this process listens, as the kernel sees it. Linux only. */
final class OwnPorts {
    private static final String LISTENS = "0A";
    private static final int ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private OwnPorts() {}

    static List<Integer> listening() throws IOException {
        Set<String> mine = inodes();
        Set<Integer> ports = new TreeSet<>();
        for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
            if (!Files.exists(Path.of(table))) continue;
            for (String line : Files.readAllLines(Path.of(table))) {
                String[] words = line.strip().split("\\s+");
                if (words.length > INODE && words[STATE].equals(LISTENS) && mine.contains(words[INODE])) {
                    ports.add(Integer.parseInt(words[ADDRESS].substring(words[ADDRESS].indexOf(':') + 1), 16));
                }
            }
        }
        return new ArrayList<>(ports);
    }

    private static Set<String> inodes() throws IOException {
        Set<String> found = new HashSet<>();
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            for (Path file : files.toList()) {
                try {
                    String target = Files.readSymbolicLink(file).toString();
                    if (target.startsWith("socket:[")) found.add(target.substring(8, target.length() - 1));
                } catch (IOException closedMeanwhile) {
                    // no longer one of mine
                }
            }
        }
        return found;
    }
}
