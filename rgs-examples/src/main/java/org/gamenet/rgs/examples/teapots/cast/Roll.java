package org.gamenet.rgs.examples.teapots.cast;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.gamenet.rgs.Peer;

/**
 * The peers that are processes of this user on this machine, kept in a folder of their own. So a drill that kills a
 * server takes nobody's word for its process: no message from the network ever names one.
 */
public final class Roll {
    private final Path folder;

    /**
     * A process that has entered itself.
     *
     * @param label what it is called
     * @param pid its number at the operating system
     */
    public record Entry(String label, long pid) {}

    Roll(Path folder) {
        this.folder = folder;
    }

    /** This user's. */
    public static Roll here() {
        return new Roll(
                Path.of(System.getProperty("java.io.tmpdir"), "teapots-roll-" + System.getProperty("user.name")));
    }

    /**
     * Says that this process is that peer. Without a folder that is ours alone nothing is entered, and nobody can be
     * killed by key.
     */
    public void enter(Peer self, String label) {
        try {
            if (!ours()) return;
            strikeTheDead();
            Files.writeString(
                    file(self), ProcessHandle.current().pid() + " " + started(ProcessHandle.current()) + " " + label);
        } catch (IOException noFolder) {
            // It is a convenience: without it the keys for killing say that they do not know the process.
        }
    }

    /** The living process that is this peer, if it is one of this machine. */
    public Optional<Entry> find(Peer peer) {
        try {
            return ours() && Files.isRegularFile(file(peer)) ? read(file(peer)) : Optional.empty();
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private Path file(Peer peer) {
        return folder.resolve(Long.toHexString(peer.id()));
    }

    /** Somebody else could have made the folder, to have us kill what they like. */
    private boolean ours() throws IOException {
        Files.createDirectories(folder);
        return Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS)
                        .equals(Files.getOwner(Path.of(System.getProperty("user.home"))))
                && !Files.isSymbolicLink(folder);
    }

    private void strikeTheDead() throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(folder)) {
            files = found.toList();
        }
        for (Path file : files) if (read(file).isEmpty()) Files.deleteIfExists(file);
    }

    /** Empty if that process has ended, even if another has its number now. */
    private static Optional<Entry> read(Path file) throws IOException {
        String[] parts = Files.readString(file).split(" ", 3);
        if (parts.length < 3) return Optional.empty();
        try {
            long pid = Long.parseLong(parts[0]);
            return ProcessHandle.of(pid)
                    .filter(p -> p.isAlive() && Long.toString(started(p)).equals(parts[1]))
                    .map(p -> new Entry(parts[2], pid));
        } catch (NumberFormatException notOurs) {
            return Optional.empty();
        }
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
