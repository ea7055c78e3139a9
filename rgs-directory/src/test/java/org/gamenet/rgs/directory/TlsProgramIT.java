package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.gamenet.rgs.core.directory.client.DirectoryClient;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The file that people start, with TLS: all of it has it, or it does not start. */
@Timeout(150)
class TlsProgramIT {

    private static final int HALF_A_REQUEST_SECONDS = 20;
    private static final List<String> OPTIONS = List.of("--tls-keystore", "--truststore", "--tls-password-file");

    @TempDir
    private Path temp;

    private Process starts(String... tls) throws IOException {
        Path file = Path.of(System.getProperty("basedir", "."), "target", "rgs-directory.jar")
                .toAbsolutePath();
        assertTrue(Files.exists(file), () -> "not built: " + file);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-jar",
                file.toString()));
        command.addAll(List.of(
                "--port",
                "0",
                "--http-port",
                "0",
                "--data",
                temp.resolve("data").toString()));
        command.addAll(List.of(tls));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static BufferedReader output(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private void assertRefuses(String sentence, String... tls) throws Exception {
        Process program = starts(tls);
        try (BufferedReader out = output(program)) {
            List<String> said =
                    out.lines().filter(line -> !line.startsWith("WARNING: ")).toList();
            assertEquals(1, said.size(), said::toString);
            assertTrue(said.get(0).contains(sentence), said::toString);
            assertFalse(said.get(0).contains(new String(Keytool.PASSWORD)), "the password");
            assertTrue(program.waitFor(30, TimeUnit.SECONDS), "it does not end");
            assertEquals(1, program.exitValue());
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    @DisplayName(
            "K10 with one of the TLS options missing, or a certificate that has expired, the program says so and does not start")
    void allOrNothing() throws Exception {
        Keytool keytool = new Keytool(temp);
        keytool.keys("ours");
        keytool.keys("late", "-startdate", "-10d");
        Path ours = temp.resolve("ours.p12");
        Path password = Files.writeString(temp.resolve("password"), new String(Keytool.PASSWORD) + "\n");
        List<Path> files = List.of(ours, ours, password);
        for (int missing = 0; missing < OPTIONS.size(); missing++) {
            List<String> two = new ArrayList<>();
            for (int i = 0; i < OPTIONS.size(); i++)
                if (i != missing)
                    two.addAll(List.of(OPTIONS.get(i), files.get(i).toString()));
            assertRefuses("something would stay in the clear", two.toArray(String[]::new));
        }
        assertRefuses(
                "expired on",
                OPTIONS.get(0),
                temp.resolve("late.p12").toString(),
                OPTIONS.get(1),
                ours.toString(),
                OPTIONS.get(2),
                password.toString());
    }

    @Test
    @DisplayName(
            "K10 HF13 with TLS no port of the program speaks in the clear; who has no certificate, another's or one that"
                    + " expired is not heard, and says why; half a request over HTTP is hung up")
    void nothingInTheClear() throws Exception {
        Keytool keytool = new Keytool(temp);
        KeyStore trust = trusted(keytool.keys("authority", "-ext", "bc:c"));
        keytool.signed("directory", "-1d", "20");
        KeyStore ann = keytool.signed("ann", "-1d", "20");
        KeyStore late = keytool.signed("late", "-10d", "2");
        KeyStore foreign = keytool.keys("foreign");
        Path password = Files.writeString(temp.resolve("password"), new String(Keytool.PASSWORD) + "\n");
        Process program = starts(
                OPTIONS.get(0),
                temp.resolve("directory.p12").toString(),
                OPTIONS.get(1),
                temp.resolve("trust.p12").toString(),
                OPTIONS.get(2),
                password.toString());
        try (BufferedReader out = output(program)) {
            String ready = out.lines()
                    .filter(line -> line.startsWith("directory ready on "))
                    .findFirst()
                    .orElse("nothing");
            assertTrue(ready.contains(", https://127.0.0.1:"), ready);
            String line = ready.substring("directory ready on ".length(), ready.indexOf(','));
            int http = Integer.parseInt(ready.replaceAll(".*https://127.0.0.1:(\\d+)/.*", "$1"));
            assertInstanceOf(DirectoryReply.Games.class, ask(line, ann, trust));
            for (int port : ProgramIT.ports(program)) assertSaysNothingInTheClear(port);
            assertRefused(ask(line, null, trust), "certificate");
            assertRefused(ask(line, foreign, trust), "certificate");
            assertRefused(ask(line, late, trust), "refuses this process's certificate");
            assertRefused(ask(line, ann, foreign), "is of nobody who is trusted here");
            assertHangsUp(http, ann, trust);
        } finally {
            program.destroyForcibly();
        }
    }

    /** The store of those that this authority has signed, and the same as a file. */
    private KeyStore trusted(KeyStore authority) throws Exception {
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry("authority", authority.getCertificate("authority"));
        try (OutputStream out = Files.newOutputStream(temp.resolve("trust.p12"))) {
            trust.store(out, Keytool.PASSWORD);
        }
        return trust;
    }

    private static DirectoryReply ask(String line, @Nullable KeyStore own, KeyStore trusted) throws Exception {
        try (DirectoryClient client =
                new DirectoryClient(List.of(line), Keytool.context(own, trusted), own == null ? 1_000 : 5_000)) {
            return new Caller(Caller.known(client)).ask(DirectoryTest.discover("teapots"));
        }
    }

    private static void assertRefused(DirectoryReply reply, String why) {
        String detail =
                assertInstanceOf(DirectoryReply.Unreachable.class, reply).detail();
        assertTrue(detail.contains(why), detail);
    }

    /** Neither to HTTP nor to whoever says nothing that is TLS. */
    private static void assertSaysNothingInTheClear(int port) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write("GET /api/games HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String said = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertFalse(said.contains("HTTP") || said.contains("games"), port + " says " + said);
        } catch (SocketException reset) {
            // That is nothing as well.
        }
    }

    private static void assertHangsUp(int http, KeyStore own, KeyStore trusted) throws Exception {
        try (SSLSocket socket =
                (SSLSocket) Keytool.context(own, trusted).getSocketFactory().createSocket("127.0.0.1", http)) {
            socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(HALF_A_REQUEST_SECONDS));
            socket.getOutputStream().write("GET /api/games HTTP/1.1\r\nHost: ".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            while (socket.getInputStream().read() >= 0) continue;
        } catch (SocketException reset) {
            // That is an end as well.
        }
    }
}
