package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.stream.Stream;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.directory.client.DirectoryClient;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.directory.server.Quotas;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Member;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Games are registered and end, far more of them than a directory holds: {@code -Drgs.long=true}, a hundred thousand.
 */
@Timeout(3_600)
class GamesComeAndGoTest {

    private static final boolean LONG = Boolean.getBoolean("rgs.long");
    private static final int GAMES = LONG ? 100_000 : 3_000;
    private static final int AT_ONCE = 100;
    private static final int SNAPSHOT_ENTRIES = LONG ? 10_000 : 1_000;
    private static final int MEASURED = 10;
    private static final long DISK_BYTES = 16 << 20;
    private static final long HEAP_BYTES = 32 << 20;

    @TempDir
    private Path temp;

    @Test
    @DisplayName("K5 games that were registered and have ended leave nothing behind, in memory or on the disk")
    void leaveNothing() throws Exception {
        Quotas wide = new Quotas(64, GAMES, GAMES, 32, 128, 4, 64);
        DirectorySetup setup =
                new DirectorySetup("127.0.0.1", 0, -1, temp.resolve("data"), null, wide, SNAPSHOT_ENTRIES);
        List<Long> heap = new ArrayList<>();
        List<Long> disk = new ArrayList<>();
        try (RunningDirectory directory = RunningDirectory.start(setup);
                DirectoryClient client = Caller.known(new DirectoryClient(List.of("127.0.0.1:" + directory.port())))) {
            Caller caller = new Caller(client);
            Member founder = Caller.member("founder");
            int registered = 0;
            for (int games = 0; games < GAMES; games += AT_ONCE) {
                registered += comeAndGo(caller, founder);
                if ((games + AT_ONCE) % (GAMES / MEASURED) == 0) {
                    Caller.until(() -> listed(caller) == 0, () -> listed(caller) + " games are listed");
                    heap.add(heapBytes());
                    disk.add(diskBytes());
                }
            }
            assertTrue(registered > GAMES / 2, "only " + registered + " were registered");
        }
        System.out.println(GAMES + " games; heap " + heap + ", disk " + disk);
        assertEquals(MEASURED, heap.size());
        long grown = heap.get(MEASURED - 1) - heap.get(1);
        assertTrue(grown < HEAP_BYTES, "the heap has grown by " + grown + " bytes: " + heap);
        assertTrue(disk.stream().allMatch(bytes -> bytes < DISK_BYTES), "on the disk: " + disk);
    }

    /** How many of them were registered in time: on a busy machine some are not, and are dropped unasked. */
    private static int comeAndGo(Caller caller, Member founder) {
        BlockingQueue<DirectoryReply> answers = new ArrayBlockingQueue<>(AT_ONCE);
        for (int i = 0; i < AT_ONCE; i++)
            caller.port().ask(new DirectoryRequest.Register(Caller.registration(founder, rules(i))), answers::add);
        List<GameEntry> registered = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++)
            if (Caller.next(answers) instanceof DirectoryReply.Registered made) registered.add(made.game());
        for (GameEntry game : registered)
            caller.port().ask(new DirectoryRequest.End(game.id(), game.epoch()), answers::add);
        for (int i = 0; i < registered.size(); i++) Caller.next(answers);
        return registered.size();
    }

    private static GameRules rules(int number) {
        return new GameRules("game" + number, 8, List.of(Failover.SPARE_SERVER), 1_000, 50, 50, Map.of());
    }

    private static int listed(Caller caller) {
        return caller.ask(DirectoryTest.discover("teapots"), DirectoryReply.Games.class)
                .games()
                .size();
    }

    private static long heapBytes() {
        System.gc();
        Runtime now = Runtime.getRuntime();
        return now.totalMemory() - now.freeMemory();
    }

    private long diskBytes() throws IOException {
        try (Stream<Path> all = Files.walk(temp)) {
            return all.mapToLong(GamesComeAndGoTest::size).sum();
        }
    }

    private static long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (NoSuchFileException purged) {
            return 0;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
