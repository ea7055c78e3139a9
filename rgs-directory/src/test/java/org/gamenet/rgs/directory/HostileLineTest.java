package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.client.DirectoryClient;
import org.gamenet.rgs.core.directory.line.LineFrame;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.DirectoryWire;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Member;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One connection may send anything: the games on other lines go on. Their holder renews all the while, on a line that
 * must not break, unless this whole process was halted.
 */
@Timeout(120)
class HostileLineTest {

    private final Directory directory;
    private final DirectoryClient client;
    private final Caller host;
    private final Member holder = Caller.member("holder");
    private final GameEntry game;
    private final List<Object> lineEvents = Collections.synchronizedList(new ArrayList<>());
    private final Halts halts = new Halts();

    HostileLineTest(@TempDir Path folder) throws IOException {
        directory = Directory.start(0, folder);
        client = DirectoryTest.client(directory);
        host = new Caller(client);
        game = host.ask(
                        new DirectoryRequest.Register(Caller.registration("duel", holder)),
                        DirectoryReply.Registered.class)
                .game();
    }

    @BeforeEach
    void watchTheGoodLine() {
        client.listen(lineEvents::add);
    }

    @AfterEach
    void theOthersGoOn() {
        renew();
        assertTrue(
                lineEvents.size() == 1 || halts.mayBreakLines(),
                () -> "the good line broke: " + lineEvents + "; " + halts);
        halts.close();
        client.close();
        directory.close();
    }

    private void renew() {
        host.ask(Caller.renewal(game.id(), game.epoch(), holder, List.of(holder)), DirectoryReply.Renewed.class);
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), directory.port());
        socket.setSoTimeout(30_000);
        return socket;
    }

    /** True once the directory has closed this connection. */
    private static boolean isDropped(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        try {
            while (in.read() >= 0) {
                // an answer that came before
            }
            return true;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Test
    @DisplayName("P53 HF1 random bytes and mutated requests harm nobody else")
    void survivesGarbage() throws Exception {
        long seed = Long.getLong("rgs.seed", 1);
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        byte[] valid = frame(
                2,
                7,
                DirectoryWire.encode(Caller.renewal(game.id(), game.epoch(), Caller.member("forged"), List.of())));
        for (int i = 0; i < 300; i++) {
            byte[] bytes;
            if (i % 3 == 0) {
                bytes = new byte[random.nextInt(200)];
                random.nextBytes(bytes);
            } else {
                bytes = valid.clone();
                for (int flips = random.nextInt(4); flips >= 0; flips--) {
                    bytes[14 + random.nextInt(bytes.length - 14)] = (byte) random.nextInt();
                }
            }
            try (Socket socket = connect()) {
                socket.getOutputStream().write(bytes);
            }
            if (i % 50 == 0) {
                renew();
            }
        }
    }

    @Test
    @DisplayName(
            "P53 HF2 a length of 2 GB, a negative one, another version, another protocol: the connection ends, at once")
    void dropsWhatIsNoFrame() throws Exception {
        List<byte[]> openings = List.of(
                head(1, 2, Integer.MAX_VALUE),
                head(1, 2, -1),
                head(1, 2, LineFrame.BODY_BYTES_MAX + 1),
                head(2, 2, 0),
                head(1, 0, 0),
                head(1, 5, 0),
                head(1, 3, 0),
                "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        for (byte[] opening : openings) {
            try (Socket socket = connect()) {
                socket.getOutputStream().write(opening);
                assertTrue(isDropped(socket));
            }
        }
    }

    @Test
    @DisplayName(
            "P53 HF1 a request that is no record of the directory is answered with Refused; who sends many is dropped")
    void refusesUnknownRecords() throws Exception {
        try (Socket socket = connect()) {
            var in = new DataInputStream(socket.getInputStream());
            socket.getOutputStream().write(frame(2, 42, new byte[] {99, 1, 2, 3}));
            assertEquals(LineFrame.VERSION, in.readByte());
            assertEquals(3, in.readByte());
            assertEquals(42, in.readLong());
            byte[] body = in.readNBytes(in.readInt());
            var refused = assertInstanceOf(DirectoryReply.Refused.class, DirectoryWire.decodeReply(body));
            assertEquals(Reason.VERSIONS_DIFFER, refused.reason());
            try {
                for (int i = 0; i < 100; i++) {
                    socket.getOutputStream().write(frame(2, i, new byte[] {99}));
                }
            } catch (SocketException dropped) {
                // while still writing
            }
            assertTrue(isDropped(socket));
        }
    }

    @Test
    @DisplayName(
            "P52 HF16 more connections that say nothing than there are places for keep no line out, and are all dropped after their time")
    void dropsTheSilent() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 400; i++) {
                silent.add(connect());
            }
            silent.get(0).getOutputStream().write(head(1, 2, 1_000));
            try (DirectoryClient newcomer = DirectoryTest.client(directory)) {
                assertInstanceOf(
                        DirectoryReply.Found.class,
                        new Caller(newcomer).insist(new DirectoryRequest.Lookup(game.id())));
            }
            for (Socket socket : silent) {
                assertTrue(isDropped(socket));
            }
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    @DisplayName("P52 HF18 who asks and never reads is dropped when its answers are too many, and slows nobody down")
    void dropsSlowReaders() throws Exception {
        try (Socket socket = connect()) {
            socket.setSoTimeout(0);
            byte[] lookup = frame(2, 1, DirectoryWire.encode(new DirectoryRequest.Lookup(game.id())));
            Thread flood = new Thread(() -> {
                try {
                    while (true) {
                        socket.getOutputStream().write(lookup);
                    }
                } catch (IOException dropped) {
                    // as it should
                }
            });
            flood.start();
            while (flood.isAlive()) {
                renew();
            }
        }
    }

    private static byte[] head(int version, int kind, int length) {
        return ByteBuffer.allocate(14)
                .put((byte) version)
                .put((byte) kind)
                .putLong(1)
                .putInt(length)
                .array();
    }

    private static byte[] frame(int kind, long requestId, byte[] body) {
        return ByteBuffer.allocate(14 + body.length)
                .put((byte) 1)
                .put((byte) kind)
                .putLong(requestId)
                .putInt(body.length)
                .put(body)
                .array();
    }
}
