package org.gamenet.rgs.core.directory.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.line.LineFrame;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.DirectoryWire;
import org.gamenet.rgs.core.machine.Epoch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client against sockets that the test drives by hand. */
@Timeout(120)
class DirectoryClientTest {

    private static final DirectoryRequest REQUEST = new DirectoryRequest.AskStatus("k3f9-2");

    private final BlockingQueue<DirectoryReply> replies = new LinkedBlockingQueue<>();
    private final BlockingQueue<DirectoryPush> pushes = new LinkedBlockingQueue<>();

    private static <T> T next(BlockingQueue<? extends T> queue) throws InterruptedException {
        T next = queue.poll(30, TimeUnit.SECONDS);
        assertNotNull(next, "nothing came in 30 s");
        return next;
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
    }

    private static int unusedPort() throws IOException {
        try (ServerSocket socket = listen(0)) {
            return socket.getLocalPort();
        }
    }

    private static DirectoryClient client(int timeoutMillis, int... ports) {
        return new DirectoryClient(
                Arrays.stream(ports).mapToObj(port -> "127.0.0.1:" + port).toList(), null, timeoutMillis);
    }

    /** The directory's end of a line that has answered the greeting. */
    private record Served(Socket socket) implements AutoCloseable {

        static Served accept(ServerSocket server) throws IOException {
            Socket socket = server.accept();
            Served served = new Served(socket);
            assertEquals(LineFrame.Kind.PING, served.read().kind());
            served.send(LineFrame.ping());
            return served;
        }

        LineFrame read() throws IOException {
            LineFrame frame = LineFrame.read(socket.getInputStream());
            assertNotNull(frame, "the client ended the line");
            return frame;
        }

        LineFrame readRequest() throws IOException {
            LineFrame frame = read();
            return frame.kind() == LineFrame.Kind.PING ? readRequest() : frame;
        }

        void send(LineFrame frame) throws IOException {
            socket.getOutputStream().write(frame.toBytes());
        }

        void reply(LineFrame to, DirectoryReply reply) throws IOException {
            send(new LineFrame(LineFrame.Kind.REPLY, to.requestId(), DirectoryWire.encode(reply)));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    @DisplayName("T40 nobody there: one answer, in time, that names every address and what happened there")
    void saysWhoWasTried() throws Exception {
        int one = unusedPort();
        int two = unusedPort();
        try (DirectoryClient client = client(2_000, one, two)) {
            long asked = System.nanoTime();
            client.ask(REQUEST, replies::add);
            var answer = assertInstanceOf(DirectoryReply.Unreachable.class, next(replies));
            long millis = (System.nanoTime() - asked) / 1_000_000;
            assertTrue(millis >= 1_990 && millis < 20_000, millis + " ms");
            assertTrue(
                    answer.detail().contains("127.0.0.1:" + one + " (")
                            && answer.detail().contains("127.0.0.1:" + two + " ("),
                    answer.detail());
            assertTrue(answer.detail().contains("refused"), answer.detail());
        }
        assertNull(replies.poll());
    }

    @Test
    @DisplayName(
            "a port where something else listens is told from a directory: one that is silent, one that chatters, one that hangs up")
    void knowsADirectory() throws Exception {
        try (ServerSocket silent = listen(0);
                DirectoryClient client = client(3_000, silent.getLocalPort())) {
            client.ask(REQUEST, replies::add);
            String detail = assertInstanceOf(DirectoryReply.Unreachable.class, next(replies))
                    .detail();
            assertTrue(detail.contains("connected, but no reply within 500 ms: busy, or not a directory?"), detail);
        }
        byte[] greeting = "SSH-2.0-OpenSSH_9.9\r\n".getBytes(StandardCharsets.US_ASCII);
        try (ServerSocket chatter = listen(0);
                DirectoryClient client = client(2_000, chatter.getLocalPort())) {
            everyVisitor(chatter, visitor -> visitor.getOutputStream().write(greeting));
            client.ask(REQUEST, replies::add);
            String detail = assertInstanceOf(DirectoryReply.Unreachable.class, next(replies))
                    .detail();
            assertTrue(detail.contains("something else than a directory"), detail);
        }
        try (ServerSocket curt = listen(0);
                DirectoryClient client = client(2_000, curt.getLocalPort())) {
            everyVisitor(curt, Socket::close);
            client.ask(REQUEST, replies::add);
            String detail = assertInstanceOf(DirectoryReply.Unreachable.class, next(replies))
                    .detail();
            assertTrue(detail.contains("127.0.0.1:" + curt.getLocalPort()), detail);
        }
    }

    @Test
    @DisplayName("N11 a directory that is busy is told from none: nobody is sent to start one where one is")
    void tellsBusyFromAbsent() throws Exception {
        try (ServerSocket server = listen(0);
                DirectoryClient client = client(300, server.getLocalPort())) {
            client.listen(pushes::add);
            try (Served line = Served.accept(server)) {
                assertInstanceOf(DirectoryPush.LineUp.class, next(pushes));
                client.ask(REQUEST, replies::add);
                line.readRequest();
                String detail = assertInstanceOf(DirectoryReply.Unreachable.class, next(replies))
                        .detail();
                assertTrue(
                        detail.contains("(connected, but no reply within 300 ms: busy, or not a directory?)")
                                && !detail.contains("start"),
                        detail);
            }
        }
        int nobody = unusedPort();
        try (DirectoryClient client = client(2_000, nobody)) {
            client.ask(REQUEST, replies::add);
            String detail = assertInstanceOf(DirectoryReply.Unreachable.class, next(replies))
                    .detail();
            assertTrue(
                    detail.contains("127.0.0.1:" + nobody + " (cannot connect: ") && detail.contains("start one there"),
                    detail);
        }
    }

    private interface Welcome {
        void to(Socket visitor) throws IOException;
    }

    /** Until the server is closed; a client that is not satisfied calls again and again. */
    private static void everyVisitor(ServerSocket server, Welcome welcome) {
        Thread host = new Thread(
                () -> {
                    while (!server.isClosed()) {
                        try {
                            welcome.to(server.accept());
                        } catch (IOException gone) {
                            // the visitor, or the server
                        }
                    }
                },
                "welcomes");
        host.setDaemon(true);
        host.start();
    }

    @Test
    @DisplayName("T33 HA16 a request waits for the line; the address that answers is found among those that do not")
    void waitsForTheLine() throws Exception {
        int late = unusedPort();
        try (DirectoryClient client = client(5_000, unusedPort(), late)) {
            client.listen(pushes::add);
            client.ask(REQUEST, replies::add);
            assertInstanceOf(DirectoryPush.LineDown.class, next(pushes));
            try (ServerSocket server = listen(late);
                    Served line = Served.accept(server)) {
                assertInstanceOf(DirectoryPush.LineUp.class, next(pushes));
                LineFrame request = line.readRequest();
                assertEquals(REQUEST, DirectoryWire.decodeRequest(request.body()));
                line.reply(request, new DirectoryReply.NoGame("k3f9-2"));
                line.reply(request, new DirectoryReply.Done());
                assertEquals(new DirectoryReply.NoGame("k3f9-2"), next(replies));
                client.ask(REQUEST, replies::add);
                line.reply(line.readRequest(), new DirectoryReply.Renewed(Epoch.NONE));
                assertEquals(new DirectoryReply.Renewed(Epoch.NONE), next(replies), "one answer for each request");
            }
        }
    }

    @Test
    @DisplayName(
            "the end of a line is told, what was asked on it is answered at once, and a new line is made while somebody listens")
    void reconnects() throws Exception {
        try (ServerSocket server = listen(0);
                DirectoryClient client = client(5_000, server.getLocalPort())) {
            client.listen(pushes::add);
            try (Served line = Served.accept(server)) {
                assertInstanceOf(DirectoryPush.LineUp.class, next(pushes));
                client.ask(REQUEST, replies::add);
                line.readRequest();
            }
            assertInstanceOf(DirectoryReply.Unreachable.class, next(replies));
            assertInstanceOf(DirectoryPush.LineDown.class, next(pushes));
            try (Served line = Served.accept(server)) {
                assertNotNull(line);
                assertInstanceOf(DirectoryPush.LineUp.class, next(pushes));
                client.listen(
                        replacement -> pushes.add(new DirectoryPush.LineDown("second listener heard " + replacement)));
                assertEquals(
                        new DirectoryPush.LineDown("second listener heard " + new DirectoryPush.LineUp()),
                        next(pushes));
            }
        }
    }

    @Test
    @DisplayName("after a cut a line on which not even a ping is echoed is left for another, before TCP tries "
            + "again; who asked on it is answered")
    void leavesASilentLine() throws Exception {
        try (ServerSocket server = listen(0);
                DirectoryClient client = client(20_000, server.getLocalPort())) {
            client.listen(pushes::add);
            try (Served cut = Served.accept(server)) {
                assertInstanceOf(DirectoryPush.LineUp.class, next(pushes));
                client.ask(REQUEST, replies::add);
                cut.readRequest();
                try (Served whole = Served.accept(server)) {
                    assertInstanceOf(DirectoryReply.Unreachable.class, next(replies));
                    assertInstanceOf(
                            DirectoryPush.LineUp.class, next(pushes), "and nobody is told that there was none");
                    client.ask(REQUEST, replies::add);
                    whole.reply(whole.readRequest(), new DirectoryReply.Done());
                    assertEquals(new DirectoryReply.Done(), next(replies));
                }
            }
        }
    }

    @Test
    @DisplayName("a line whose pings are echoed is kept, however long an answer takes")
    void keepsABusyLine() throws Exception {
        try (ServerSocket server = listen(0);
                DirectoryClient client = client(20_000, server.getLocalPort())) {
            client.ask(REQUEST, replies::add);
            try (Served busy = Served.accept(server)) {
                LineFrame asked = busy.read();
                long until = System.nanoTime() + 1_500_000_000L;
                while (System.nanoTime() < until) {
                    assertEquals(LineFrame.Kind.PING, busy.read().kind());
                    busy.send(LineFrame.ping());
                }
                busy.reply(asked, new DirectoryReply.Done());
                assertEquals(new DirectoryReply.Done(), next(replies));
            }
        }
    }

    @Test
    @DisplayName(
            "P52 a directory that reads nothing holds nobody up: what does not fit is answered, the rest times out, ask returns at once")
    void neverBlocksTheCaller() throws Exception {
        try (ServerSocket server = listen(0);
                DirectoryClient client = client(1_000, server.getLocalPort())) {
            client.listen(pushes::add);
            try (Served line = Served.accept(server)) {
                assertInstanceOf(DirectoryPush.LineUp.class, next(pushes));
                var big = new DirectoryRequest.Lookup("x".repeat(200_000));
                int requests = 200;
                long slowest = 0;
                for (int i = 0; i < requests; i++) {
                    long before = System.nanoTime();
                    client.ask(big, replies::add);
                    slowest = Math.max(slowest, System.nanoTime() - before);
                }
                assertTrue(slowest < 2_000_000_000L, "an ask took " + slowest / 1_000_000 + " ms");
                for (int i = 0; i < requests; i++) {
                    assertInstanceOf(DirectoryReply.Unreachable.class, next(replies));
                }
                assertNotNull(line);
            }
        }
    }

    @Test
    @DisplayName("P53 an answer that is malformed is dropped and the line lives on; bytes that are no frame end it")
    void dropsMalformedAnswers() throws Exception {
        try (ServerSocket server = listen(0);
                DirectoryClient client = client(5_000, server.getLocalPort())) {
            client.listen(pushes::add);
            try (Served line = Served.accept(server)) {
                assertInstanceOf(DirectoryPush.LineUp.class, next(pushes));
                client.ask(REQUEST, replies::add);
                LineFrame request = line.readRequest();
                line.send(new LineFrame(LineFrame.Kind.REPLY, request.requestId(), new byte[] {(byte) 0xff, 1, 2, 3}));
                line.send(new LineFrame(LineFrame.Kind.PUSH, 0, DirectoryWire.encode(new DirectoryReply.Done())));
                line.reply(request, new DirectoryReply.Done());
                assertEquals(new DirectoryReply.Done(), next(replies));
                line.socket.getOutputStream().write(new byte[] {1, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, -1, -1, -1});
                var down = assertInstanceOf(DirectoryPush.LineDown.class, next(pushes));
                assertTrue(down.why().contains("2147483647 bytes"), down.why());
            }
        }
    }

    private static Map<String, String> endless() {
        Map<String, String> attributes = new TreeMap<>();
        for (int i = 0; i < LineFrame.BODY_BYTES_MAX / 8; i++) {
            attributes.put("attribute " + i, "");
        }
        return attributes;
    }

    @Test
    @DisplayName(
            "a request too long for the line is refused, a consumer that throws costs nobody else an answer, close answers all")
    void answersAlways() throws Exception {
        try (ServerSocket server = listen(0)) {
            DirectoryClient client = client(5_000, server.getLocalPort());
            client.ask(new DirectoryRequest.Discover("x", "", "", endless(), true, 1, ""), replies::add);
            assertEquals(
                    Reason.INTERNAL,
                    assertInstanceOf(DirectoryReply.Refused.class, next(replies))
                            .reason());
            try (Served line = Served.accept(serverAfter(client, server))) {
                client.ask(REQUEST, reply -> {
                    throw new IllegalStateException("a consumer's fault, thrown by the test");
                });
                client.ask(REQUEST, replies::add);
                LineFrame first = line.readRequest();
                LineFrame second = line.readRequest();
                line.reply(first, new DirectoryReply.Done());
                line.reply(second, new DirectoryReply.Done());
                assertEquals(new DirectoryReply.Done(), next(replies));
                client.ask(REQUEST, replies::add);
                client.close();
                assertInstanceOf(DirectoryReply.Unreachable.class, next(replies));
                assertEquals(
                        REQUEST,
                        DirectoryWire.decodeRequest(line.readRequest().body()),
                        "what was asked before close still goes out");
                client.ask(REQUEST, replies::add);
                assertInstanceOf(DirectoryReply.Unreachable.class, next(replies));
                client.close();
            }
        }
    }

    private static ServerSocket serverAfter(DirectoryClient client, ServerSocket server) {
        client.listen(push -> {});
        return server;
    }
}
