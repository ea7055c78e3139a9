package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.gamenet.rgs.Codec;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Bad input of any kind is a clear error or a counted drop, and play goes on. */
@ExtendWith(InTavern.class)
class BadInputTest {

    private static Closed closed(Tavern tavern, Guest guest) {
        tavern.until(guest.session.self() + " is closed", () -> guest.session.phase() == Phase.CLOSED);
        return guest.all(Closed.class).get(0);
    }

    private static void assertPlays(Tavern tavern, Guest server, Guest... others) {
        int before = server.sum();
        for (Guest guest : others) guest.hit(1);
        tavern.until(
                "play goes on",
                () -> server.sum() == before + others.length
                        && Stream.of(others).allMatch(g -> g.sum() == server.sum()));
        assertFalse(server.story().contains("Frozen"), server.toString());
    }

    @Test
    @DisplayName("schema mismatch: RECORDS_DIFFER, and the detail names the record and the component")
    void otherRecords(Tavern tavern, @TempDir Path folder) throws Exception {
        Guest ann = tavern.host("ann");
        Rgs other = tavern.start(Rgs.game(tavern.kind)
                .player("bob")
                .directory(tavern.directoryAddress())
                .bind("127.0.0.1:0")
                .records(OtherBuild.of(folder, "Hit", "public record Hit(long points) {}"), Count.class, Blob.class));
        Closed refused = closed(tavern, tavern.attend(Guest.noting(other.join(ann.session.game()))));
        assertEquals(Closed.Why.RECORDS_DIFFER, refused.why());
        assertTrue(refused.detail().contains("Hit") && refused.detail().contains("points"), refused.detail());
        Guest cat = tavern.join("cat", ann);
        assertPlays(tavern, ann, cat);
    }

    @Test
    @DisplayName("G20 a process that never serves may not found a game, nor stand by for one, and is told to join")
    void neverServes(Tavern tavern) {
        Rgs rgs = tavern.start(Rgs.game(tavern.kind)
                .player("bob")
                .directory(tavern.directoryAddress())
                .bind("127.0.0.1:0")
                .records(Count.class)
                .neverServe());
        GameSpec spec = GameSpec.clientServer("kitchen", 2);
        for (Supplier<Session> founds : List.<Supplier<Session>>of(
                () -> rgs.register(spec),
                () -> rgs.hostOrJoin(spec),
                () -> rgs.hostOrJoin(spec, Duration.ofSeconds(1)),
                rgs::standBy)) {
            String why = assertThrows(IllegalStateException.class, founds::get).getMessage();
            assertTrue(why.contains("neverServe()") && why.contains("join(query)"), why);
        }
    }

    @Test
    @DisplayName("schema mismatch: a record that the other does not know is named")
    void fewerRecords(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Rgs other = tavern.start(Rgs.game(tavern.kind)
                .player("bob")
                .directory(tavern.directoryAddress())
                .bind("127.0.0.1:0")
                .records(Hit.class, Count.class));
        Closed refused = closed(tavern, tavern.attend(Guest.noting(other.join(ann.session.game()))));
        assertEquals(Closed.Why.RECORDS_DIFFER, refused.why());
        assertTrue(refused.detail().contains("Blob"), refused.detail());
    }

    /** A state handler that goes wrong. */
    private record Failing(Supplier<Blob> what, int[] asked) implements StateHandler<Blob> {
        @Override
        public Blob packageState() {
            asked[0]++;
            return what.get();
        }

        @Override
        public void restoreState(List<StatePackage<Blob>> packages) {
            asked[0]++;
        }
    }

    @Test
    @DisplayName(
            "HA33 HA35 a package callback that throws, returns null or 50 MB: update returns, play goes on, and a failover goes "
                    + "without it")
    void packagesThatFail(Tavern tavern) {
        GameSpec withoutBackup = Tavern.game().failover(Failover.PROMOTED_PLAYER);
        Guest ann = Guest.noting(tavern.player("ann").register(withoutBackup));
        ann.session.state(Blob.class, new Failing(() -> new Blob(1, new byte[9]), new int[1]));
        tavern.playing(tavern.attend(ann));
        List<Supplier<Blob>> bad = List.of(
                () -> {
                    throw new IllegalStateException("a game's own mistake");
                },
                () -> null,
                () -> new Blob(1, new byte[50 << 20]));
        List<Guest> guests = new ArrayList<>();
        for (Supplier<Blob> what : bad) {
            Guest bob = Guest.noting(tavern.player("bob").join(ann.session.game()));
            int[] asked = {0};
            bob.session.state(Blob.class, new Failing(what, asked));
            tavern.playing(tavern.attend(bob));
            guests.add(bob);
            tavern.until("asked again and again", () -> asked[0] >= 2);
            assertEquals(Phase.PLAYING, bob.session.phase());
            bob.session.send(new Hit(1));
            tavern.until("it plays", () -> ann.all(Hit.class).size() == guests.size());
        }
        assertFalse(ann.story().contains("Frozen"));
        ann.session.leave();
        tavern.until(
                "the next one has the server's package at least",
                () -> guests.stream().allMatch(g -> g.story().contains("Resumed")));
    }

    @Test
    @DisplayName(
            "HA34 L5 a package callback that blocks for ever: nobody waits for it; its player is put out as CRASHED, the others "
                    + "play")
    void aPackageThatBlocks(Tavern tavern) throws Exception {
        GameSpec withoutBackup =
                Tavern.game().failover(Failover.PROMOTED_PLAYER).suspectAfter(Duration.ofSeconds(2));
        Guest ann = tavern.host("ann", withoutBackup);
        Guest cat = tavern.join("cat", ann);
        Session stuck = tavern.player("bob").join(ann.session.game());
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        stuck.state(Count.class, new StateHandler<>() {
            @Override
            public Count packageState() {
                inside.countDown();
                try {
                    release.await();
                } catch (InterruptedException over) {
                    Thread.currentThread().interrupt();
                }
                return new Count(java.util.Map.of());
            }

            @Override
            public void restoreState(List<StatePackage<Count>> packages) {}
        });
        Thread game = new Thread(
                () -> {
                    while (stuck.phase() != Phase.CLOSED && release.getCount() > 0) stuck.update();
                },
                "bob's game");
        game.setDaemon(true);
        game.start();
        tavern.until("blocked", () -> inside.getCount() == 0);
        ann.session.send(new Blob(1, new byte[1]));
        assertPlays(tavern, ann, cat);
        ann.session.leave();
        tavern.until(
                "the game goes on without ann and without bob's package",
                () -> cat.story().contains("Resumed") && cat.session.phase() == Phase.PLAYING);
        release.countDown();
        game.join(10_000);
    }

    @Test
    @DisplayName(
            "HA37 restoreState that throws: Closed(STATE_NOT_RESTORED) and update throws what was thrown; the others play on")
    void aRestoreThatThrows(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Guest cat = tavern.join("cat", ann);
        Session session = tavern.player("bob").join(ann.session.game());
        IllegalStateException mine = new IllegalStateException("mine");
        session.state(Count.class, new StateHandler<>() {
            @Override
            public Count packageState() {
                return new Count(java.util.Map.of());
            }

            @Override
            public void restoreState(List<StatePackage<Count>> packages) {
                throw mine;
            }
        });
        List<Closed> ends = new ArrayList<>();
        session.on(Closed.class, (peer, event) -> ends.add(event));
        List<RuntimeException> thrown = new ArrayList<>();
        tavern.until("closed", () -> {
            try {
                session.update();
            } catch (IllegalStateException e) {
                thrown.add(e);
            }
            return !ends.isEmpty();
        });
        assertEquals(List.of(mine), thrown);
        assertEquals(Closed.Why.STATE_NOT_RESTORED, ends.get(0).why());
        assertPlays(tavern, ann, cat);
    }

    @Test
    @DisplayName(
            "HF1 HF2 garbage, truncated frames and huge lengths on the game's port and the directory's line: play goes "
                    + "on")
    void garbage(Tavern tavern) throws IOException {
        Guest ann = tavern.host("ann");
        Guest bob = tavern.join("bob", ann);
        List<Integer> ports = OwnPorts.listening();
        assertTrue(ports.contains(tavern.directoryPort()) && ports.size() >= 3, ports.toString());
        Random random = new Random(7);
        for (int port : ports) {
            for (byte[] bytes : List.of(
                    new byte[0],
                    new byte[] {0},
                    ByteBuffer.allocate(4).putInt(Integer.MAX_VALUE).array(),
                    ByteBuffer.allocate(4).putInt(-1).array(),
                    ByteBuffer.allocate(8).putInt(1 << 20).putInt(1).array(),
                    noise(random, 64),
                    noise(random, 20_000),
                    "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII))) {
                throwAt(port, bytes);
            }
        }
        assertPlays(tavern, ann, bob);
        Guest cat = tavern.join("cat", ann);
        assertPlays(tavern, ann, bob, cat);
        assertEquals(1, tavern.discover(tavern.player("looker"), Query.any()).size());
    }

    private static byte[] noise(Random random, int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }

    private static void throwAt(int port, byte[] bytes) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 2_000);
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
        } catch (IOException refused) {
            // hung up on: as it should be
        }
    }

    @Test
    @DisplayName("a record decoded to nonsense by the game's own codec is counted as malformed, its sender plays on")
    void aCodecThatThrows(Tavern tavern) {
        record Picky(int number) {}
        Codec<Picky> codec = new Codec<>() {
            @Override
            public void encode(Picky value, ByteBuffer room) {
                room.putInt(value.number());
            }

            @Override
            public Picky decode(ByteBuffer bytes) {
                int number = bytes.getInt();
                if (number < 0) throw new IllegalArgumentException("negative");
                return new Picky(number);
            }
        };
        Guest ann = tavern.playing(tavern.guest(
                tavern.start(tavern.process().codec(Picky.class, codec).player("ann"))
                        .register(Tavern.game())));
        Guest bob = tavern.playing(tavern.guest(
                tavern.start(tavern.process().codec(Picky.class, codec).player("bob"))
                        .join(ann.session.game())));
        bob.session.send(ann.session.self(), new Picky(-1), Delivery.RELIABLE_ORDERED);
        bob.session.send(ann.session.self(), new Picky(1), Delivery.RELIABLE_ORDERED);
        tavern.until("the good one comes", () -> ann.all(Picky.class).size() == 1);
        assertEquals(1, ann.session.stats().malformed());
        assertPlays(tavern, ann, bob);
    }

    @Test
    @DisplayName("unhandled messages are counted, nothing else happens")
    void unhandled(Tavern tavern) {
        Session ann = tavern.player("ann").register(Tavern.game());
        ann.on(Hit.class, (peer, hit) -> {});
        tavern.until("it plays", () -> ann.update() && ann.phase() == Phase.PLAYING);
        for (int i = 0; i < 3; i++) ann.send(new Blob(i, new byte[1]));
        tavern.until("counted", () -> ann.update() && ann.stats().unhandled() == 3);
    }

    @Test
    @DisplayName(
            "Z2 Z3 a port that is taken: Closed(NETWORK), naming it; with another one, or 0, the same player plays, and listens there")
    void takenPort(Tavern tavern) throws IOException {
        int free;
        try (java.net.ServerSocket taken = new java.net.ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                java.net.ServerSocket other = new java.net.ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Closed refused = closed(
                    tavern,
                    tavern.attend(Guest.noting(
                            tavern.start(tavern.process().player("ann").bind("127.0.0.1:" + taken.getLocalPort()))
                                    .register(Tavern.game()))));
            assertEquals(Closed.Why.NETWORK, refused.why());
            assertTrue(refused.detail().contains(Integer.toString(taken.getLocalPort())), refused.detail());
            free = other.getLocalPort();
        }
        Guest ann = tavern.playing(
                tavern.guest(tavern.start(tavern.process().player("ann").bind("127.0.0.1:" + free))
                        .register(Tavern.game())));
        assertEquals("ann", ann.session.self().name());
        assertTrue(OwnPorts.listening().contains(free), () -> free + " is not listened to");
        assertPlays(tavern, ann, tavern.join("bob", ann));
    }

    @Test
    @DisplayName("an address that is not ours: Closed(NETWORK), naming what would help")
    void unboundable(Tavern tavern) {
        Closed open = closed(
                tavern,
                tavern.attend(
                        Guest.noting(tavern.start(tavern.process().player("ann").bind("8.8.8.8:0"))
                                .register(Tavern.game()))));
        assertEquals(Closed.Why.NETWORK, open.why());
        assertTrue(open.detail().contains("tls"), open.detail());
        Closed all = closed(
                tavern,
                tavern.attend(
                        Guest.noting(tavern.start(tavern.process().player("ann").bind("0.0.0.0:0"))
                                .register(Tavern.game()))));
        assertEquals(Closed.Why.NETWORK, all.why());
    }

    @Test
    @DisplayName(
            "no interface but loopback is needed: a process without bind plays with one that listens on loopback alone")
    void loopbackAlone(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Guest bob = tavern.playing(tavern.guest(
                tavern.start(tavern.process().bind("[::1]:0").player("bob")).register(Tavern.game("six", 2))));
        Guest cat = tavern.playing(tavern.guest(
                tavern.start(tavern.process().bind("[::1]:0").player("cat")).join(bob.session.game())));
        assertPlays(tavern, bob, cat);
        assertPlays(tavern, ann);
    }

    @Test
    @DisplayName("messages at the limit of MESSAGE_BYTES arrive; one byte more is refused where it is sent")
    void largeMessages(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Guest bob = tavern.join("bob", ann);
        int most = (int) Limit.MESSAGE_BYTES.byDefault() - 16;
        for (int i = 0; i < 6; i++) bob.session.send(new Blob(i, new byte[most]));
        String told = assertThrows(
                        IllegalArgumentException.class, () -> bob.session.send(new Blob(9, new byte[2 << 20])))
                .getMessage();
        assertTrue(told.contains("MESSAGE_BYTES") && told.contains("Blob"), told);
        tavern.until("all large ones are there", () -> ann.all(Blob.class).size() == 6);
        assertPlays(tavern, ann, bob);
        assertFalse(ann.story().stream().anyMatch(Left.class.getSimpleName()::startsWith));
    }
}
