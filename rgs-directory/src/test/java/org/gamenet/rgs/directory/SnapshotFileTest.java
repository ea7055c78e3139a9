package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.statemachine.impl.SimpleStateMachineStorage;
import org.gamenet.rgs.core.directory.server.LedgersSnapshot;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots that did not become any. */
@Timeout(120)
class SnapshotFileTest {
    @TempDir
    private Path temp;

    private List<Path> unfinished() throws IOException {
        try (Stream<Path> all = Files.walk(temp)) {
            return all.filter(file -> file.toString().endsWith(".tmp")).toList();
        }
    }

    @Test
    @DisplayName("a snapshot that cannot be written leaves nothing that takes its room")
    void failed() throws IOException {
        var storage = new SimpleStateMachineStorage() {
            @Override
            public File getSnapshotFile(long term, long end) {
                return temp.resolve("snapshot.1_5").toFile();
            }
        };
        Files.createDirectories(temp.resolve("snapshot.1_5").resolve("in the way"));
        assertThrows(
                IOException.class,
                () -> SnapshotFile.write(storage, TermIndex.valueOf(1, 5), new LedgersSnapshot(1, 1, List.of())));
        assertEquals(List.of(), unfinished());
    }

    @Test
    @DisplayName("what a process that was killed had begun to write is gone once the directory has started again")
    void leftBehind() throws IOException {
        Directory.start(0, temp).close();
        Path folder;
        try (Stream<Path> all = Files.walk(temp)) {
            folder = all.filter(path -> path.endsWith("sm")).findFirst().orElseThrow();
        }
        Files.write(folder.resolve("snapshot.1_5.tmp"), new byte[100]);
        Files.write(folder.resolve("snapshot.1_5.md5.tmp"), new byte[10]);
        Directory.start(0, temp).close();
        assertEquals(List.of(), unfinished());
    }
}
