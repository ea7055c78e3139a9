package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.core.directory.client.DirectoryClient;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DirectoryTest {

    @TempDir
    private Path temp;

    static DirectoryClient client(Directory directory) {
        return Caller.known(new DirectoryClient(List.of("127.0.0.1:" + directory.port())));
    }

    @Test
    @DisplayName(
            "T33 T34 T36 T37 T39 T40 Z1 a game is registered at the address given, listed, and found with its members' places")
    void listsWhatIsRegistered() throws IOException {
        try (Directory directory = Directory.start(0, temp);
                DirectoryClient one = client(directory);
                DirectoryClient two = client(directory)) {
            Caller host = new Caller(one);
            Caller guest = new Caller(two);
            Member founder = Caller.member("ada");
            GameEntry made = host.ask(
                            new DirectoryRequest.Register(Caller.registration("duel", founder)),
                            DirectoryReply.Registered.class)
                    .game();
            assertEquals(1, made.epoch().number());

            Member joiner = Caller.member("bob");
            host.ask(
                    Caller.renewal(made.id(), made.epoch(), founder, List.of(founder, joiner)),
                    DirectoryReply.Renewed.class);

            var listed =
                    guest.ask(discover("teapots"), DirectoryReply.Games.class).games();
            assertEquals(List.of(made.id()), listed.stream().map(GameEntry::id).toList());
            assertEquals(2, listed.get(0).players());
            assertEquals(
                    List.of(),
                    guest.ask(discover("mazes"), DirectoryReply.Games.class).games());
            GameEntry found = guest.ask(new DirectoryRequest.Lookup(made.id()), DirectoryReply.Found.class)
                    .game();
            assertEquals(List.of(founder.endpoint(), joiner.endpoint()), found.endpoints());
            assertEquals(
                    "none-1",
                    guest.ask(new DirectoryRequest.Lookup("none-1"), DirectoryReply.NoGame.class)
                            .game());
        }
    }

    static DirectoryRequest.Discover discover(String kind) {
        return new DirectoryRequest.Discover(kind, "", "", Map.of(), true, 50, "");
    }

    @Test
    @DisplayName("P12 P13 T38 a holder whose line ends weighs nothing at once, and the next claim replaces it")
    void lineEndIsTheHoldersDeath() throws IOException {
        long suspectAfterMillis = 10_000;
        try (Directory directory = Directory.start(0, temp);
                DirectoryClient survivor = client(directory)) {
            List<DirectoryPush> lineEvents = Collections.synchronizedList(new ArrayList<>());
            survivor.listen(lineEvents::add);
            DirectoryClient server = client(directory);
            Member holder = Caller.member("server");
            Member player = Caller.member("player");
            GameEntry game = new Caller(server)
                    .ask(
                            new DirectoryRequest.Register(
                                    Caller.registration(holder, Caller.rules("duel", suspectAfterMillis))),
                            DirectoryReply.Registered.class)
                    .game();
            new Caller(server)
                    .ask(
                            Caller.renewal(game.id(), game.epoch(), holder, List.of(holder, player)),
                            DirectoryReply.Renewed.class);

            Caller caller = new Caller(survivor);
            var claim = Caller.claim(game.id(), 1, player, Caller.claimId(), List.of(player.id()));
            assertEquals(
                    DirectoryReply.Why.ALIVE,
                    assertInstanceOf(DirectoryReply.Denied.class, caller.insist(claim))
                            .why());

            long closed = System.nanoTime();
            server.close();
            Epoch granted =
                    ((DirectoryReply.Granted) caller.insist(claim, DirectoryReply.Granted.class::isInstance)).epoch();
            long millis = (System.nanoTime() - closed) / 1_000_000;
            assertEquals(new Epoch(2, claim.claimId()), granted);
            // A directory that was halted itself does not remember whose line has ended, and its lines are all made
            // anew.
            assertTrue(
                    millis < suspectAfterMillis / 2 || lineEvents.size() > 1,
                    "the end of a line must be seen before its silence is; it took " + millis + " ms");
            assertTrue(caller.ask(
                            new DirectoryRequest.Activate(game.id(), granted, List.of()),
                            DirectoryReply.Activated.class)
                    .active());
        }
    }

    @Test
    @DisplayName("HA19 Z21 a grant whose answer was lost is granted again, as the same epoch, also after a restart")
    void repeatsGrants() throws IOException {
        Member holder = Caller.member("server");
        long claimId = Caller.claimId();
        String id;
        Epoch granted;
        try (Directory directory = Directory.start(0, temp);
                DirectoryClient client = client(directory)) {
            Caller caller = new Caller(client);
            GameEntry game = caller.ask(
                            new DirectoryRequest.Register(Caller.registration("duel", holder)),
                            DirectoryReply.Registered.class)
                    .game();
            id = game.id();
            var claim = Caller.claim(id, 1, holder, claimId, List.of());
            granted = caller.ask(claim, DirectoryReply.Granted.class).epoch();
            assertEquals(
                    granted, caller.ask(claim, DirectoryReply.Granted.class).epoch());
        }
        try (Directory directory = Directory.start(0, temp);
                DirectoryClient client = client(directory)) {
            assertEquals(
                    new DirectoryReply.Granted(granted, List.of(holder.id()), List.of(holder.id())),
                    new Caller(client).insist(Caller.claim(id, 1, holder, claimId, List.of())));
            var stands = new Caller(client).ask(new DirectoryRequest.AskStatus(id), DirectoryReply.GameStatus.class);
            assertEquals(granted, stands.current());
            assertEquals(1, stands.active().number());
        }
    }

    @Test
    @DisplayName("P14 HA16 a directory that lost its disk hears of the game from its holder, and grants "
            + "numbers that nobody can have been granted")
    void hearsAnewAfterADiskIsLost() throws IOException {
        Member holder = Caller.member("server");
        Directory first = Directory.start(0, temp.resolve("lost"));
        try (DirectoryClient client = client(first)) {
            Caller caller = new Caller(client);
            GameEntry game = caller.ask(
                            new DirectoryRequest.Register(Caller.registration("duel", holder)),
                            DirectoryReply.Registered.class)
                    .game();
            first.close();
            try (Directory second = Directory.start(first.port(), temp.resolve("empty"))) {
                var renewal = Caller.renewal(game.id(), game.epoch(), holder, List.of(holder));
                assertInstanceOf(DirectoryReply.Renewed.class, caller.insist(renewal));
                var claim = Caller.claim(game.id(), 1, holder, Caller.claimId(), List.of());
                var granted = assertInstanceOf(DirectoryReply.Granted.class, caller.insist(claim));
                assertEquals(game.epoch().number() + (1L << 32), granted.epoch().number());
                assertEquals(first.port(), second.port());
            }
        } finally {
            first.close();
        }
    }

    @Test
    @DisplayName("P13 a directory that was started anew grants others nothing for 0.83 D, for the holder may "
            + "yet renew; then silence counts again")
    void givesTheHolderTimeAfterARestart() throws IOException {
        long suspectAfterMillis = 3_000;
        Member holder = Caller.member("server");
        Member player = Caller.member("player");
        Directory first = Directory.start(0, temp);
        try (DirectoryClient survivor = client(first)) {
            Caller caller = new Caller(survivor);
            GameEntry game = caller.ask(
                            new DirectoryRequest.Register(
                                    Caller.registration(holder, Caller.rules("duel", suspectAfterMillis))),
                            DirectoryReply.Registered.class)
                    .game();
            caller.ask(
                    Caller.renewal(game.id(), game.epoch(), holder, List.of(holder, player)),
                    DirectoryReply.Renewed.class);
            caller.ask(
                    new DirectoryRequest.Enlist(
                            game.id(),
                            game.epoch(),
                            Listing.of(holder.id()).count(),
                            List.of(holder.id(), player.id())),
                    DirectoryReply.Listed.class);
            first.close();
            long before = System.nanoTime();
            try (Directory second = Directory.start(first.port(), temp)) {
                assertEquals(first.port(), second.port());
                var claim = Caller.claim(game.id(), 1, player, Caller.claimId(), List.of(player.id()));
                DirectoryReply early = caller.insist(claim, reply -> !(reply instanceof DirectoryReply.Unreachable));
                long millis = (System.nanoTime() - before) / 1_000_000;
                assertTrue(
                        early instanceof DirectoryReply.Denied || millis > suspectAfterMillis * 0.83,
                        () -> early + " after " + millis + " ms");
            }
        } finally {
            first.close();
        }
    }

    @Test
    @DisplayName("several directories run in one process, each with its folder; a path with spaces works")
    void sharesAProcess() throws IOException {
        Path spaced = temp.resolve("a folder with spaces/and another");
        try (Directory one = Directory.start(0, temp.resolve("one"));
                Directory two = Directory.start(0, spaced);
                DirectoryClient ofOne = client(one);
                DirectoryClient ofTwo = client(two)) {
            assertNotEquals(one.port(), two.port());
            new Caller(ofOne)
                    .ask(
                            new DirectoryRequest.Register(Caller.registration("duel", Caller.member("ada"))),
                            DirectoryReply.Registered.class);
            assertEquals(
                    1,
                    new Caller(ofOne)
                            .ask(discover("teapots"), DirectoryReply.Games.class)
                            .games()
                            .size());
            assertEquals(
                    0,
                    new Caller(ofTwo)
                            .ask(discover("teapots"), DirectoryReply.Games.class)
                            .games()
                            .size());
        }
    }

    @Test
    @DisplayName("a taken port, a folder in use and a folder that is a file are errors that say what to do")
    void namesCauseAndCure() throws IOException {
        try (Directory directory = Directory.start(0, temp.resolve("mine"));
                ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String taken = assertThrows(
                            IOException.class, () -> Directory.start(other.getLocalPort(), temp.resolve("b")))
                    .getMessage();
            assertTrue(
                    taken.contains(String.valueOf(other.getLocalPort())) && taken.contains("choose another port"),
                    taken);
            String inUse = assertThrows(IOException.class, () -> Directory.start(0, temp.resolve("mine")))
                    .getMessage();
            assertTrue(inUse.contains("in use by another directory"), inUse);
            Path file = Files.writeString(temp.resolve("file"), "not a folder");
            String notAFolder = assertThrows(IOException.class, () -> Directory.start(0, file))
                    .getMessage();
            assertTrue(notAFolder.contains(file.toString()) && notAFolder.contains("choose"), notAFolder);
            String noHost = assertThrows(
                            IOException.class,
                            () -> Directory.builder()
                                    .host("256.0.0.1.invalid")
                                    .port(0)
                                    .folder(temp.resolve("c"))
                                    .start())
                    .getMessage();
            assertTrue(noHost.contains("256.0.0.1.invalid"), noHost);
            assertInstanceOf(DirectoryReply.Games.class, ask(directory), "the one that runs was not disturbed");
        }
        assertThrows(IllegalArgumentException.class, () -> Directory.builder().port(70_000));
    }

    private static DirectoryReply ask(Directory directory) {
        try (DirectoryClient client = client(directory)) {
            return new Caller(client).insist(discover("teapots"));
        }
    }

    @Test
    @DisplayName("close ends the lines and frees port and folder; closing twice does nothing")
    void frees() throws IOException {
        Directory first = Directory.start(0, temp);
        int port = first.port();
        first.close();
        first.close();
        try (Directory second = Directory.start(port, temp)) {
            assertEquals(port, second.port());
        }
    }
}
