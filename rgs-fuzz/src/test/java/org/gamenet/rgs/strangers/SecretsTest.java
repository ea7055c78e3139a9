package org.gamenet.rgs.strangers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.lang.reflect.Field;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.core.port.Keys;
import org.gamenet.rgs.core.session.base.Seat;
import org.gamenet.rgs.directory.Directory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** All that is logged, at every level, in a game with TLS whose server goes: nothing of it is a secret. */
@Timeout(120)
class SecretsTest {
    private static final Logger ROOT = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private static final int SEED_BYTES = 32;

    record Tick(long number) {}

    @TempDir
    private Path folder;

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Level before = ROOT.getLevel();
    private final AppenderBase<ILoggingEvent> ear = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage() + ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
    };

    @BeforeEach
    void listen() {
        ear.start();
        ROOT.setLevel(Level.TRACE);
        ROOT.addAppender(ear);
    }

    @AfterEach
    void stop() {
        ROOT.detachAppender(ear);
        ROOT.setLevel(before);
    }

    @Test
    @Tag("HF23")
    @Tag("S16")
    @DisplayName("HF23 no password, no key of a seat and no id of a claim to come is in any log, at any level")
    void logsNoSecret() throws Exception {
        Set<String> secrets = new LinkedHashSet<>(Set.of(SelfSigned.PASSWORD));
        SSLContext tls = SelfSigned.context(folder);
        try (Directory directory = Directory.builder()
                        .port(0)
                        .folder(folder.resolve("data"))
                        .tls(tls)
                        .start();
                Rgs one = rgs(directory, tls, "ann");
                Rgs two = rgs(directory, tls, "bob");
                Rgs three = rgs(directory, tls, "eve")) {
            Session server = one.register(GameSpec.clientServer("secrets", 8));
            await(server);
            Session bob = two.hostOrJoin(GameSpec.clientServer("secrets", 8));
            Session eve = three.hostOrJoin(GameSpec.clientServer("secrets", 8));
            await(server, bob, eve);
            for (Session each : List.of(server, bob, eve)) addSecrets(each, secrets);
            one.close();
            until(() -> bob.view().epoch() > 1 && eve.view().epoch() > 1, bob, eve);
            await(bob, eve);
        }
        assertTrue(lines.size() > 20, lines.size() + " lines");
        assertEquals(List.of(), told(secrets));
        LoggerFactory.getLogger("planted")
                .trace("a key {}", List.copyOf(secrets).get(secrets.size() - 1));
        assertEquals(1, told(secrets).size(), "one that is there is found");
    }

    private List<String> told(Set<String> secrets) {
        return lines.stream()
                .filter(line -> secrets.stream().anyMatch(line::contains))
                .toList();
    }

    /** In each form in which somebody may print them. */
    private static void addSecrets(Session session, Set<String> secrets) throws ReflectiveOperationException {
        secrets.add(session.rejoinToken());
        Object worker = session.getClass().getMethod("worker").invoke(session);
        Seat seat = (Seat) field(field(worker, "parts"), "seat");
        Keys.Key key = seat.key();
        byte[] encoded = ((PrivateKey) field(key, "half")).getEncoded();
        byte[] seed = Arrays.copyOfRange(encoded, encoded.length - SEED_BYTES, encoded.length);
        for (byte[] each : List.of(encoded, seed)) {
            secrets.add(HexFormat.of().formatHex(each));
            secrets.add(HexFormat.of().withUpperCase().formatHex(each));
            secrets.add(Base64.getEncoder().encodeToString(each));
            secrets.add(new BigInteger(1, each).toString());
            secrets.add(Arrays.toString(each));
        }
        long claims = (Long) field(seat, "claims");
        secrets.add(Long.toString(claims));
        secrets.add(Long.toHexString(claims));
        secrets.add(Long.toUnsignedString(claims));
    }

    private static Object field(Object of, String name) throws ReflectiveOperationException {
        Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }

    private static Rgs rgs(Directory directory, SSLContext tls, String player) {
        return Rgs.game("secrets")
                .directory("127.0.0.1:" + directory.port())
                .player(player)
                .bind("127.0.0.1:0")
                .records(SecretsTest.Tick.class)
                .tls(tls)
                .start();
    }

    private interface Condition {
        boolean holds();
    }

    private static void await(Session... all) throws InterruptedException {
        until(() -> Arrays.stream(all).allMatch(each -> each.phase() == Session.Phase.PLAYING), all);
    }

    private static void until(Condition condition, Session... all) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.holds()) {
            assertTrue(System.nanoTime() < until, "waited in vain");
            for (Session each : all) each.update();
            Thread.sleep(5);
        }
    }
}
