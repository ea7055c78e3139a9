package org.gamenet.rgs.strangers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.DirectoryWire;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.keys.Ed25519;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Fingerprint;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.Keys;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.Records;
import org.gamenet.rgs.core.wire.SizeLimit;
import org.gamenet.rgs.directory.Directory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Names that no terminal should see, over a real link to a server and a real line to a directory. */
@Timeout(120)
class PoisonedTextTest {
    /** A question for a proof has at least its nonce, and a head. */
    private static final int QUESTION_BYTES = 48;

    private static final Logger ROOT = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private static final Logger RGS = (Logger) LoggerFactory.getLogger("org.gamenet.rgs");
    private static final SizeLimit ANY = new SizeLimit("what a stranger sends", 1 << 28);
    private static final long JOIN_MILLIS = 2_000;
    private static final long REGISTER_MILLIS = 500;
    private static final byte FRAME = 1;
    private static final int ENCODED_MOST = 1 << 20;
    private static final String LONG = "x".repeat(300);

    private static final List<String> POISON = List.of(
            "\u001b[31mred",
            "\u001b]0;owned\u0007",
            "a line\n12:00:00 ERROR another",
            "\u009b2J",
            "\u202eright to left",
            "x".repeat(300_000),
            "x".repeat(6 << 20));

    private static final Keys.Key KEY = new Ed25519().draw();

    record Word(int says) {}

    @TempDir
    private Path folder;

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Queue<String> joined = new ConcurrentLinkedQueue<>();
    private final Level before = ROOT.getLevel();
    private final AppenderBase<ILoggingEvent> ear = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage() + ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
    };
    private final List<Rgs> processes = new ArrayList<>();
    private Directory directory;
    private Session server;
    private int port;

    @BeforeEach
    void serve() throws Exception {
        ear.start();
        ROOT.setLevel(Level.INFO);
        RGS.setLevel(Level.DEBUG);
        ROOT.addAppender(ear);
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = free.getLocalPort();
        }
        directory =
                Directory.builder().port(0).folder(folder.resolve("directory")).start();
        server = start("server", port).register(GameSpec.clientServer("tavern", 16));
        server.on(Joined.class, (who, event) -> joined.add(who.name())).updateOn(Runnable::run);
        await("serving", () -> joined.contains("server"));
    }

    @AfterEach
    void close() {
        processes.forEach(Rgs::shutdown);
        directory.close();
        ROOT.detachAppender(ear);
        ROOT.setLevel(before);
        RGS.setLevel(null);
    }

    private Rgs start(String name, int at) {
        Rgs started = Rgs.game("poison")
                .directory("127.0.0.1:" + directory.port())
                .bind("127.0.0.1:" + at)
                .records(Word.class)
                .player(name)
                .start();
        processes.add(started);
        return started;
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "waited in vain for " + what);
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Nothing of it stands in a log, in the view or in an event, and whoever comes now is let in. */
    private void assertUnharmed() throws Exception {
        long from = System.nanoTime();
        start("late", 0)
                .hostOrJoin(GameSpec.clientServer("tavern", 16))
                .on(Joined.class, (who, event) -> {})
                .updateOn(Runnable::run);
        await("one more player", () -> joined.contains("late"));
        long millis = (System.nanoTime() - from) / 1_000_000;
        System.out.println("joined after " + millis + " ms");
        assertTrue(millis < JOIN_MILLIS, "joined after " + millis + " ms");
        List<String> told = new ArrayList<>(lines);
        told.addAll(joined);
        server.view().players().forEach(player -> told.add(player.name()));
        assertEquals(
                List.of(), told.stream().filter(PoisonedTextTest::isPoisoned).toList());
    }

    private static boolean isPoisoned(String text) {
        String one = text.strip();
        return one.contains(LONG)
                || one.contains("12:00:00 ERROR")
                || one.chars().anyMatch(c -> c == 0x1b || c == 0x9b || c == 0x202e || c == 7);
    }

    /** A text that is refused by its length, whatever is in it: this process has little memory. */
    private static byte[] filled(String name) {
        return name.getBytes(StandardCharsets.US_ASCII);
    }

    // ---- over a link

    /** A request for a seat in this name, by somebody who listens at that port. */
    private byte[] request(String name, int listens, long schema) {
        if (name.length() > ENCODED_MOST) return filled(name);
        Keys.Key key = new Ed25519().draw();
        Fingerprint print = Fingerprint.of(key.publicKey());
        MemberId me = new MemberId(print.peer(), new Incarnation(1, listens));
        Member member = new Member(me, name, Kind.PLAYER, new Endpoint("127.0.0.1", listens, listens), 5);
        Message.JoinRequest join = new Message.JoinRequest(member, schema, FrameHeader.VERSION, 0);
        Records unchecked =
                Records.ofIds(Map.of(MessageTypes.RECORDS.idOf(Message.JoinRequest.class), Message.JoinRequest.class));
        byte[] frame = unchecked.encodeBody(join, ANY, FrameHeader.BYTES);
        new FrameHeader(
                        MessageTypes.RECORDS.idOf(Message.JoinRequest.class),
                        Frames.gameHash(server.game().id()),
                        org.gamenet.rgs.core.machine.Epoch.NONE,
                        me,
                        0,
                        0,
                        frame.length - FrameHeader.BYTES)
                .write(ByteBuffer.wrap(frame));
        return frame;
    }

    private Socket greet(int listens) throws IOException {
        Socket visitor = new Socket("127.0.0.1", port);
        DataOutputStream out = new DataOutputStream(visitor.getOutputStream());
        byte[] host = "127.0.0.1".getBytes(StandardCharsets.US_ASCII);
        out.writeInt(0x52475320);
        out.writeByte(3);
        out.writeByte(host.length);
        out.writeShort(listens);
        out.writeShort(listens);
        out.write(host);
        return visitor;
    }

    /** Seven bits a byte, lowest first. */
    private static void number(DataOutputStream out, int number) throws IOException {
        int rest = number;
        for (; rest > 0x7f; rest >>>= 7) out.writeByte(rest | 0x80);
        out.writeByte(rest);
    }

    private Socket asks(String name, int listens, long schema) throws IOException {
        Socket visitor = greet(listens);
        byte[] frame = request(name, listens, schema);
        DataOutputStream out = new DataOutputStream(visitor.getOutputStream());
        try {
            out.writeByte(FRAME);
            number(out, frame.length);
            out.write(frame);
            out.flush();
        } catch (IOException sentAway) {
            // before all of it was said
        }
        return visitor;
    }

    /** More than the port's own greeting. */
    private static boolean isAnswered(Socket visitor) {
        try {
            return visitor.getInputStream().available() >= QUESTION_BYTES;
        } catch (IOException sentAway) {
            return false;
        }
    }

    @Test
    @DisplayName(
            "K8 HF9 names with colours, titles and lines, of 300 KB and of 6 MB in a request for a seat, over a real link")
    void overALink() throws Exception {
        long schema = entry().schema();
        List<Socket> visitors = new ArrayList<>();
        try {
            Socket dan = asks("dan", 4_000, schema);
            visitors.add(dan);
            await("dan, whose name is like any other, to be asked for a proof", () -> isAnswered(dan));
            for (int i = 0; i < POISON.size(); i++) visitors.add(asks(POISON.get(i), 4_001 + i, schema));
            await(
                    "all that fits into a frame to be refused",
                    () -> server.stats().malformed() >= POISON.size() - 2);
            visitors.remove(dan);
            for (Socket each : visitors) assertFalse(isAnswered(each), "a poisoned name is asked for a proof");
            visitors.add(dan);
            assertUnharmed();
        } finally {
            for (Socket each : visitors) each.close();
        }
    }

    private GameEntry entry() throws IOException {
        try (Stranger asks = new Stranger("127.0.0.1", directory.port())) {
            asks.speak();
            return assertInstanceOf(
                            DirectoryReply.Found.class,
                            asks.ask(new DirectoryRequest.Lookup(server.game().id())))
                    .game();
        }
    }

    // ---- over a line

    private static Member named(String name, long number) {
        return new Member(
                new MemberId(Fingerprint.of(KEY.publicKey()).peer(), new Incarnation(1, number)),
                name,
                Kind.PLAYER,
                new Endpoint("127.0.0.1", 20_000, 20_001),
                number);
    }

    private static DirectoryRequest registers(String game, String name, long number) {
        GameRules rules =
                new GameRules(game, 8, List.of(Failover.SPARE_SERVER), 60_000, 600_000, 50, Map.of("map", name));
        return new DirectoryRequest.Register(
                new DirectoryRequest.Registration("poison", "group", rules, 77, 1, named(name, number), number));
    }

    /** As somebody says it whose encoder checks nothing. */
    private static byte[] unchecked(String name) throws ReflectiveOperationException {
        if (name.length() > ENCODED_MOST) return filled(name);
        DirectoryRequest request = registers("evil", name, 2);
        Field field = DirectoryWire.class.getDeclaredField("RECORDS");
        field.setAccessible(true);
        Records world = (Records) field.get(null);
        Map<Integer, Class<? extends Record>> ids = new HashMap<>();
        ids.put(world.idOf(request.getClass()), ((Record) request).getClass());
        return Records.ofIds(ids).encode((Record) request);
    }

    @Test
    @DisplayName(
            "K8 HF9 the same names in a registration, over a real line: it is refused or hung up, and others register at once")
    void overALine() throws Exception {
        try (Stranger player = new Stranger("127.0.0.1", directory.port())) {
            player.prove(KEY);
            assertInstanceOf(DirectoryReply.Registered.class, player.ask(registers("clean", "ann", 1)));
            for (String name : POISON) {
                byte[] body = unchecked(name);
                try (Stranger evil = new Stranger("127.0.0.7", directory.port())) {
                    evil.prove(KEY);
                    long asked = evil.sendBytes(body);
                    lines.add(assertInstanceOf(DirectoryReply.Refused.class, evil.replyTo(asked))
                            .detail());
                    assertTrue(body.length < DirectoryWire.BYTES_MAX, "so much was read");
                } catch (IOException hungUp) {
                    assertTrue(body.length > DirectoryWire.BYTES_MAX, "hung up: " + hungUp);
                }
            }
            long from = System.nanoTime();
            assertInstanceOf(DirectoryReply.Registered.class, player.ask(registers("after", "ann", 3)));
            long millis = (System.nanoTime() - from) / 1_000_000;
            assertTrue(millis < REGISTER_MILLIS, "registered after " + millis + " ms");
        }
        assertUnharmed();
    }
}
