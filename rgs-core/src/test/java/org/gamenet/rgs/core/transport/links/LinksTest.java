package org.gamenet.rgs.core.transport.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.Lane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links on loopback, with real sockets. */
class LinksTest {
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    private <T extends AutoCloseable> T open(T some) {
        open.push(some);
        return some;
    }

    @AfterEach
    void closeAll() throws Exception {
        while (!open.isEmpty()) open.pop().close();
    }

    private End end() throws IOException {
        return open(new End());
    }

    private Stranger stranger(End at) throws IOException {
        return open(new Stranger(at));
    }

    private static void isIntact(End end, End... others) {
        for (End other : others) assertEquals(ByteBuffer.wrap(new byte[] {4, 2}), other.sayTo(end, (byte) 4, (byte) 2));
    }

    // ---- two that talk

    @Test
    @DisplayName("one dials, both say and hear, and each knows who speaks")
    void saysBothWays() throws Exception {
        End ann = end();
        End bob = end();
        assertFalse(ann.links.say(bob.place, new byte[] {1}, Lane.URGENT));
        ann.link(bob);
        assertEquals(ByteBuffer.wrap(new byte[] {1, 2, 3}), ann.sayTo(bob, (byte) 1, (byte) 2, (byte) 3));
        assertEquals(ByteBuffer.wrap(new byte[] {9}), bob.sayTo(ann, (byte) 9));
    }

    @Test
    @DisplayName("both dial at once: both agree on one link, and the other is closed when it is idle")
    void dialsFromBothEnds() throws Exception {
        End ann = end();
        End bob = end();
        bob.links.want(Set.of(ann.place));
        ann.link(bob);
        End.await(() -> bob.links.isLinked(ann.place));
        isIntact(ann, bob);
        isIntact(bob, ann);
        End.await(() -> ann.links.count() == 1 && bob.links.count() == 1);
        isIntact(ann, bob);
        isIntact(bob, ann);
        assertTrue(ann.unlinked.isEmpty() && bob.unlinked.isEmpty(), "a superfluous link that goes is no hint");
    }

    @Test
    @DisplayName(
            "a frame as large as may be arrives whole, a larger one is not sent, and what is said next is heard behind it")
    void keepsFramesWhole() throws Exception {
        End ann = end();
        End bob = end();
        ann.link(bob);
        byte[] large = new byte[1_000_000];
        large[999_999] = 7;
        assertTrue(ann.links.say(bob.place, large, Lane.RELIABLE));
        assertFalse(ann.links.say(bob.place, new byte[1_000_001], Lane.RELIABLE));
        assertFalse(ann.links.say(bob.place, new byte[0], Lane.RELIABLE));
        assertTrue(ann.links.say(bob.place, new byte[] {5}, Lane.RELIABLE));
        assertEquals(ByteBuffer.wrap(large), End.next(bob.heard).frame());
        assertEquals(ByteBuffer.wrap(new byte[] {5}), End.next(bob.heard).frame());
    }

    // ---- links that break

    @Test
    @DisplayName("a link that is reset is told of at both ends, and stands again without anybody asking")
    void dialsAnew() throws Exception {
        End ann = end();
        End bob = end();
        ann.link(bob);
        for (int i = 0; i < 5; i++) {
            ann.links.reset();
            assertEquals(bob.place, End.next(ann.unlinked));
            assertEquals(ann.place, End.next(bob.unlinked));
            End.await(() -> ann.links.isLinked(bob.place) && bob.links.isLinked(ann.place));
            isIntact(ann, bob);
        }
    }

    @Test
    @DisplayName("whoever dies: that is told, and nothing is said there any more")
    void tellsOfADeath() throws Exception {
        End ann = end();
        End bob = new End();
        ann.link(bob);
        bob.close();
        assertEquals(bob.place, End.next(ann.unlinked));
        assertFalse(ann.links.say(bob.place, new byte[] {1}, Lane.URGENT));
    }

    @Test
    @DisplayName(
            "a process that stands still is not taken for linked: what was said to it is believed lost, and it is dialled anew")
    void doubts() throws Exception {
        End ann = end();
        try (ServerSocket still = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
            Endpoint place = new Endpoint("127.0.0.1", 1, still.getLocalPort());
            AtomicInteger visits = new AtomicInteger();
            List<Socket> kept = new ArrayList<>();
            Thread greeting = new Thread(() -> {
                try {
                    for (Socket visitor = still.accept(); ; visitor = still.accept()) {
                        kept.add(visitor);
                        visits.incrementAndGet();
                        visitor.getOutputStream().write(new Hello(place).toBytes());
                    }
                } catch (IOException closed) {
                    // the test is over
                }
            });
            greeting.start();
            ann.links.want(Set.of(place));
            End.await(() -> ann.links.say(place, new byte[] {1}, Lane.URGENT));
            End.await(() -> visits.get() > 1);
            assertTrue(ann.unlinked.isEmpty(), "it may only be slow");
            still.close();
            greeting.join();
            for (Socket each : kept) each.close();
        }
    }

    @Test
    @DisplayName("a link at whose end nobody reads holds up nobody and takes no more memory than it may: the "
            + "oldest goes, the rest comes whole and in order")
    void dropsTheOldest() throws Exception {
        End ann = end();
        Stranger lazy = stranger(ann).greets();
        int size = 10_000;
        long longest = 0;
        int said = 0;
        End.await(() -> ann.links.isLinked(Stranger.PLACE));
        assertFalse(ann.links.waits(Stranger.PLACE));
        for (; said < 2_000; said++) {
            long before = System.nanoTime();
            if (!ann.links.say(
                    Stranger.PLACE, ByteBuffer.allocate(size).putInt(said).array(), Lane.RELIABLE)) break;
            longest = Math.max(longest, System.nanoTime() - before);
        }
        assertTrue(ann.links.waits(Stranger.PLACE));
        assertTrue(ann.links.dropped() > 0, said + " frames of " + size + " bytes, nothing dropped");
        DataInputStream in = new DataInputStream(lazy.socket.getInputStream());
        int last = -1;
        int came = 0;
        while (last < said - 1) {
            byte kind = in.readByte();
            byte[] body = new byte[length(in)];
            in.readFully(body);
            if (kind != Decoder.FRAME) continue;
            int number = ByteBuffer.wrap(body).getInt();
            assertTrue(number > last, number + " behind " + last);
            assertEquals(size, body.length);
            last = number;
            came++;
        }
        assertTrue(came < said);
        System.out.println(
                "nobody read: " + said + " said, " + came + " came, the slowest call " + longest / 1_000 + " us");
    }

    private static int length(DataInputStream in) throws IOException {
        int length = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.readByte();
            length |= (next & 0x7f) << shift;
            if (next >= 0) return length;
        }
    }

    // ---- visitors

    @Test
    @DisplayName("who says nothing and has nothing to say is closed at once: that is the answer to a probe")
    void answersProbes() throws Exception {
        End ann = end();
        End bob = end();
        ann.link(bob);
        for (int i = 0; i < 100; i++) {
            Stranger probe = stranger(bob);
            probe.socket.shutdownOutput();
            assertEquals(-1, probe.socket.getInputStream().read());
        }
        isIntact(bob, ann);
    }

    @Test
    @DisplayName(
            "a packet for whom no link leads to waits until it is dialled; where nobody listens it is dropped, and that is known")
    void calls() throws Exception {
        End ann = end();
        End bob = end();
        for (int i = 0; i < 3; i++) ann.links.carry(bob.place, new byte[] {(byte) i});
        for (int i = 0; i < 3; i++) assertEquals(ByteBuffer.wrap(new byte[] {(byte) i}), End.next(bob.packets));
        bob.links.carry(ann.place, new byte[] {9});
        assertEquals(ByteBuffer.wrap(new byte[] {9}), End.next(ann.packets));
        Endpoint nobody;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            nobody = new Endpoint("127.0.0.1", gone.getLocalPort(), gone.getLocalPort());
        }
        ann.links.carry(nobody, new byte[] {1});
        End.await(() -> ann.links.isRefused(nobody));
        assertEquals(0, ann.links.waiting(nobody));
        assertFalse(ann.links.isRefused(bob.place));
    }

    @Test
    @DisplayName(
            "one port takes links, group packets and probes; who goes and comes again at the same port is heard again")
    void comesAgain() throws Exception {
        End ann = end();
        End bob = end();
        ann.link(bob);
        isIntact(ann, bob);
        bob.links.carry(ann.place, new byte[] {1});
        End.next(ann.packets);
        ann.links.reset();
        isIntact(bob, ann);
        // Frames that a link has taken may be lost with it.
        End.await(() -> {
            bob.links.carry(ann.place, new byte[] {2});
            return !ann.packets.isEmpty();
        });
        assertEquals(ByteBuffer.wrap(new byte[] {2}), End.next(ann.packets));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1\r\n", "X", "\u0016\u0003\u0001", "RGS"})
    @DisplayName(
            "whoever speaks another language is sent away at the first wrong byte, and who is too slow after a second")
    void refusesNoise(String noise) throws Exception {
        End ann = end();
        End bob = end();
        assertTrue(
                stranger(ann).says(noise.getBytes(StandardCharsets.ISO_8859_1)).isSentAway());
        bob.link(ann);
        isIntact(ann, bob);
    }

    @Test
    @DisplayName(
            "a hello of another version, of another address, of this process itself, without a port or a host, is refused")
    void refusesWrongHellos() throws Exception {
        End ann = end();
        byte[] version = new Hello(Stranger.PLACE).toBytes();
        version[4] = 1;
        byte[] hostless = new Hello(Stranger.PLACE).toBytes();
        hostless[5] = 0;
        byte[] endless = new Hello(Stranger.PLACE).toBytes();
        endless[5] = (byte) 255;
        List<byte[]> wrong = List.of(
                version,
                hostless,
                endless,
                new Hello(new Endpoint("127.0.0.2", 1, 2)).toBytes(),
                new Hello(new Endpoint("127.0.0.1", 0, 2)).toBytes(),
                new Hello(new Endpoint("127.0.0.1", 1, 0)).toBytes(),
                new Hello(new Endpoint("a b", 1, 2)).toBytes(),
                new Hello(ann.place).toBytes());
        for (byte[] each : wrong) assertTrue(stranger(ann).says(each).isSentAway());
        assertEquals(0, ann.links.count());
    }

    @Test
    @DisplayName("a frame that is too long, empty, negative or of no kind ends the link; nothing of it is heard")
    void refusesWrongFrames() throws Exception {
        End ann = end();
        for (int length : new int[] {0, -1, 1_000_001, Integer.MAX_VALUE, Integer.MIN_VALUE})
            assertTrue(stranger(ann).greets().frame(length).isSentAway());
        assertTrue(stranger(ann).greets().says((byte) 9, (byte) 0).isSentAway());
        assertTrue(stranger(ann).greets().says(Decoder.PING, (byte) 1).isSentAway());
        assertTrue(stranger(ann)
                .greets()
                .says(Decoder.FRAME, (byte) 0x81, (byte) 0)
                .isSentAway());
        assertTrue(ann.heard.isEmpty());
        stranger(ann).greets().frame(1, (byte) 3);
        assertEquals(new End.Heard(Stranger.PLACE, ByteBuffer.wrap(new byte[] {3})), End.next(ann.heard));
    }

    @Test
    @DisplayName("of visitors that do not say who they are the oldest goes, and who does say it is let in")
    void forgetsTheUnfinished() throws Exception {
        End ann = end();
        End bob = end();
        List<Stranger> dripping = new ArrayList<>();
        for (int i = 0; i < 140; i++) dripping.add(stranger(ann).says((byte) 'R'));
        bob.link(ann);
        isIntact(ann, bob);
        assertTrue(dripping.get(0).isSentAway());
        for (Stranger each : dripping) assertTrue(each.isSentAway(), "after a second at the latest");
    }

    @Test
    @DisplayName(
            "of visitors to whom nothing was said a crowd's oldest goes first; who comes from elsewhere stays, and who is answered")
    void crowdsGiveWay() throws Exception {
        LinkLimits narrow = new LinkLimits(1_000_000, 16, 1_000_000, 8, 100, 50, 50, 1_000_000);
        End ann = open(new End(narrow, null));
        Stranger elsewhere =
                open(new Stranger(new Endpoint("127.0.0.3", 1, 2), ann)).greets();
        Stranger answered = stranger(ann).greets();
        End.await(() -> ann.links.count() == 2);
        assertTrue(ann.links.say(Stranger.PLACE, new byte[] {1}, Lane.RELIABLE));
        List<Stranger> crowd = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            crowd.add(stranger(ann).greets());
            int count = i + 3;
            if (i < 7) End.await(() -> ann.links.count() == count);
        }
        assertTrue(crowd.get(0).isSentAway());
        End.await(() -> ann.links.count() == 9);
        elsewhere.frame(1, (byte) 5);
        assertEquals(ByteBuffer.wrap(new byte[] {5}), End.next(ann.heard).frame());
        answered.frame(1, (byte) 6);
        assertEquals(ByteBuffer.wrap(new byte[] {6}), End.next(ann.heard).frame());
    }

    @Test
    @DisplayName("a visitor that greets and says nothing more is sent away within three seconds")
    void silentOnesGo() throws Exception {
        End ann = end();
        Stranger silent = stranger(ann).greets();
        long from = System.nanoTime();
        assertTrue(silent.isSentAway());
        assertTrue(System.nanoTime() - from < 3_000_000_000L);
    }

    @Test
    @DisplayName(
            "one process has few links, one address a limited number, and frames that are never finished have limited room")
    void hasLimits() throws Exception {
        LinkLimits narrow = new LinkLimits(1_000_000, 16, 1_000_000, 8, 100, 6, 2, 1_000_000);
        End ann = open(new End(narrow, null));
        List<Stranger> same = new ArrayList<>();
        for (int i = 0; i < 3; i++) same.add(stranger(ann).greets());
        assertTrue(same.get(0).isSentAway());
        assertEquals(2, ann.links.count());
        byte[] much = new byte[600_000];
        same.get(1).frame(1_000_000, much);
        assertTrue(
                same.get(2).frame(1_000_000, much).isSentAway() || same.get(1).isSentAway());
        End other = open(new End(narrow, null));
        List<Stranger> all = new ArrayList<>();
        for (int i = 0; i < 7; i++) all.add(stranger(other).says((byte) 'R'));
        assertTrue(all.get(6).isSentAway());
    }

    @Test
    @DisplayName(
            "P53 where too much is held that is not whole the link goes that holds most, not the one that adds a little")
    void theHeaviestGoes() throws Exception {
        LinkLimits narrow = new LinkLimits(1_000_000, 64, 1_000_000, 8, 100, 8, 4, 1_500_000);
        End ann = open(new End(narrow, null));
        End bob = open(new End(narrow, null));
        bob.link(ann);
        Stranger heavy = stranger(ann).greets().frame(1_000_000, new byte[900_000]);
        Stranger light = stranger(ann).greets().frame(400_000, new byte[300_000]);
        for (int i = 0; i < 20; i++) bob.sayTo(ann, new byte[300_000]);
        assertTrue(heavy.isSentAway());
        assertTrue(ann.unlinked.stream().noneMatch(bob.place::equals));
        light.frame(1);
    }
}
