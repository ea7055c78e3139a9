package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.gamenet.rgs.core.directory.client.DirectoryClient;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LineTlsTest {

    private static final char[] PASSWORD = Keytool.PASSWORD;

    @TempDir
    private Path temp;

    private KeyStore keys(String name, String... more) throws Exception {
        return new Keytool(temp).keys(name, more);
    }

    private KeyStore signed(String name, String from, String days) throws Exception {
        return new Keytool(temp).signed(name, from, days);
    }

    private static SSLContext context(@Nullable KeyStore own, KeyStore trusted) throws Exception {
        return Keytool.context(own, trusted);
    }

    @Test
    @DisplayName(
            "T33 lines over mutual TLS: who is trusted is served, who shows no certificate or another one is not, plain TCP is not")
    void servesTheTrustedOnly() throws Exception {
        KeyStore ours = keys("ours");
        KeyStore others = keys("others");
        try (Directory directory = Directory.builder()
                .port(0)
                .folder(temp.resolve("data"))
                .tls(context(ours, ours))
                .start()) {
            List<String> address = List.of("127.0.0.1:" + directory.port());
            try (DirectoryClient trusted = Caller.known(new DirectoryClient(address, context(ours, ours), 5_000))) {
                var made = new Caller(trusted)
                        .ask(
                                new DirectoryRequest.Register(Caller.registration("duel", Caller.member("ada"))),
                                DirectoryReply.Registered.class);
                assertEquals(1, made.game().epoch().number());
            }
            try (DirectoryClient nameless = new DirectoryClient(address, context(null, ours), 1_000);
                    DirectoryClient stranger = new DirectoryClient(address, context(others, ours), 1_000);
                    DirectoryClient fooled = new DirectoryClient(address, context(ours, others), 1_000);
                    DirectoryClient plain = new DirectoryClient(address, null, 1_000)) {
                assertRefused(nameless, "certificate");
                assertRefused(stranger, "certificate");
                assertRefused(fooled, "is of nobody who is trusted here");
                assertRefused(plain, address.get(0));
            }
        }
    }

    private static void assertRefused(DirectoryClient client, String why) {
        var answer = assertInstanceOf(
                DirectoryReply.Unreachable.class, new Caller(client).ask(DirectoryTest.discover("teapots")));
        assertTrue(answer.detail().contains(why), answer.detail());
    }

    @Test
    @DisplayName("K10 HF13 a certificate that has expired is named as the reason, at either end")
    void namesWhatHasExpired() throws Exception {
        KeyStore authority = keys("authority", "-ext", "bc:c");
        KeyStore good = signed("good", "-10d", "20");
        KeyStore late = signed("late", "-10d", "2");
        try (Directory directory = Directory.builder()
                        .port(0)
                        .folder(temp.resolve("one"))
                        .tls(context(late, authority))
                        .start();
                DirectoryClient client = new DirectoryClient(
                        List.of("127.0.0.1:" + directory.port()), context(good, authority), 1_000)) {
            assertRefused(client, "the directory's certificate has expired");
        }
        try (Directory directory = Directory.builder()
                        .port(0)
                        .folder(temp.resolve("two"))
                        .tls(context(good, authority))
                        .start();
                DirectoryClient late1 =
                        new DirectoryClient(List.of("127.0.0.1:" + directory.port()), context(late, authority), 1_000);
                DirectoryClient fine = new DirectoryClient(
                        List.of("127.0.0.1:" + directory.port()), context(good, authority), 5_000)) {
            assertInstanceOf(DirectoryReply.Games.class, new Caller(fine).ask(DirectoryTest.discover("teapots")));
            assertRefused(late1, "refuses this process's certificate");
        }
    }

    @Test
    @DisplayName("K10 HTTP has the TLS of the lines: who is trusted reads the games, who has no certificate "
            + "and who speaks in the clear does not")
    void securesHttpToo() throws Exception {
        KeyStore ours = keys("ours", "-ext", "SAN=ip:127.0.0.1");
        try (Directory directory = Directory.builder()
                .port(0)
                .httpPort(0)
                .folder(temp.resolve("data"))
                .tls(context(ours, ours))
                .start()) {
            String page = "://127.0.0.1:" + directory.httpPort() + "/api/games";
            HttpRequest request = HttpRequest.newBuilder(URI.create("https" + page))
                    .timeout(Duration.ofSeconds(30))
                    .build();
            HttpClient trusted =
                    HttpClient.newBuilder().sslContext(context(ours, ours)).build();
            assertEquals(
                    200,
                    trusted.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
            HttpClient nameless =
                    HttpClient.newBuilder().sslContext(context(null, ours)).build();
            assertThrows(IOException.class, () -> nameless.send(request, HttpResponse.BodyHandlers.ofString()));
            HttpRequest plain = HttpRequest.newBuilder(URI.create("http" + page))
                    .timeout(Duration.ofSeconds(30))
                    .build();
            assertThrows(
                    IOException.class,
                    () -> HttpClient.newHttpClient().send(plain, HttpResponse.BodyHandlers.ofString()));
        }
    }

    @Test
    @DisplayName(
            "K10 TLS from files: the keystores of keytool make the context; what is wrong with one is said in a sentence")
    void readsFiles() throws Exception {
        keys("ours");
        keys("late", "-startdate", "-10d");
        Path password = Files.writeString(temp.resolve("password"), new String(PASSWORD) + "\n");
        Path wrong = Files.writeString(temp.resolve("wrong"), "something else\n");
        Path ours = temp.resolve("ours.p12");
        TlsFiles.load(ours, ours, password);
        assertSays("cannot be read as PKCS12", () -> TlsFiles.load(ours, ours, wrong));
        assertSays("expired on", () -> TlsFiles.load(temp.resolve("late.p12"), ours, password));
        assertSays("nowhere", () -> TlsFiles.load(temp.resolve("nowhere"), ours, password));
    }

    private static void assertSays(String what, Executable loading) {
        IOException said = assertThrows(IOException.class, loading);
        assertTrue(said.getMessage().contains(what), said.getMessage());
        assertFalse(said.getMessage().contains(new String(PASSWORD)), "the password");
    }
}
