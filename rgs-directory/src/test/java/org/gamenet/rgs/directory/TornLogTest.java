package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.gamenet.rgs.core.directory.client.DirectoryClient;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Member;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The log that a process killed inside a write leaves: made by hand, for a kill seldom meets it. */
@Timeout(120)
class TornLogTest {

    private static final long PREALLOCATED = 256 * 1024;
    /** Bytes that made it to the disk, of an entry of about 100; Ratis adds an entry of its own behind it. */
    private static final int[] KEPT = {1, 2, 7, 80};

    @TempDir
    private Path temp;

    private Path folder = Path.of("");
    private String game = "";
    private Epoch second = Epoch.NONE;
    /** The open segment as the killed process left it, and its bytes up to the last entry and with it. */
    private Path segment = Path.of("");

    private byte[] before = {};
    private byte[] after = {};

    @BeforeEach
    void leaveALog() throws IOException {
        Path live = temp.resolve("live");
        folder = temp.resolve("left");
        Member holder = Caller.member("holder");
        try (Directory directory = Directory.start(0, live);
                DirectoryClient client = DirectoryTest.client(directory)) {
            Caller caller = new Caller(client);
            game = caller.ask(
                            new DirectoryRequest.Register(Caller.registration("duel", holder)),
                            DirectoryReply.Registered.class)
                    .game()
                    .id();
            second = caller.ask(
                            Caller.claim(game, 1, holder, Caller.claimId(), List.of()), DirectoryReply.Granted.class)
                    .epoch();
            before = written(openSegment(live));
            caller.ask(Caller.claim(game, 2, holder, Caller.claimId(), List.of()), DirectoryReply.Granted.class);
            after = written(openSegment(live));
            copy(live, folder);
        }
        segment = openSegment(folder);
        assertTrue(after.length > before.length + 20);
    }

    @Test
    @DisplayName("HA16 an entry cut off by the end of the file is dropped, all before it stand")
    void dropsTruncated() throws IOException {
        for (int kept : KEPT) {
            Files.write(segment, Arrays.copyOf(after, before.length + kept));
            assertEquals(second, current(), kept + " bytes kept");
        }
    }

    @Test
    @DisplayName("HA16 an entry cut off by the zeros of the file's preallocation is dropped, all before it stand")
    void dropsHalfWritten() throws IOException {
        for (int kept : KEPT) {
            byte[] torn = Arrays.copyOf(Arrays.copyOf(after, before.length + kept), (int) PREALLOCATED);
            Files.write(segment, torn);
            assertEquals(second, current(), kept + " bytes kept");
        }
    }

    @Test
    @DisplayName("damage inside the log is no torn write: the directory refuses to start and says what to do")
    void refusesDamage() throws IOException {
        byte[] damaged = after.clone();
        damaged[before.length - 10] ^= 0x55;
        refuses(damaged);
    }

    @Test
    @DisplayName(
            "so is a length inside the log that points past its end, or into the zeros of the file's preallocation")
    void refusesDamagedLengths() throws IOException {
        for (byte high : new byte[] {0x02, 0x7f}) {
            byte[] damaged = Arrays.copyOf(after, (int) PREALLOCATED);
            // Of the first entry: a varint of three bytes, of 32 KB or of 2 MB.
            damaged[8] = (byte) 0xff;
            damaged[9] = (byte) 0xff;
            damaged[10] = high;
            refuses(damaged);
        }
    }

    private void refuses(byte[] damaged) throws IOException {
        Files.write(segment, damaged);
        String message = assertThrows(IOException.class, () -> Directory.start(0, folder))
                .getMessage();
        assertTrue(message.contains(folder.toString()) && message.contains("restore the folder"), message);
        assertArrayEquals(damaged, Files.readAllBytes(segment));
    }

    private Epoch current() throws IOException {
        Path copy = Files.createTempDirectory(temp, "copy");
        copy(folder, copy);
        try (Directory directory = Directory.start(0, copy);
                DirectoryClient client = DirectoryTest.client(directory)) {
            return new Caller(client)
                    .ask(new DirectoryRequest.AskStatus(game), DirectoryReply.GameStatus.class)
                    .current();
        }
    }

    private static Path openSegment(Path folder) throws IOException {
        try (Stream<Path> files = Files.find(
                folder, 6, (path, facts) -> path.getFileName().toString().startsWith("log_inprogress_"))) {
            return files.findFirst().orElseThrow();
        }
    }

    /** Without the zeros at the end; no entry ends in one, for sums of these entries are not zero. */
    private static byte[] written(Path segment) throws IOException {
        byte[] all = Files.readAllBytes(segment);
        int length = all.length;
        while (length > 0 && all[length - 1] == 0) {
            length--;
        }
        return Arrays.copyOf(all, length);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
