package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.gamenet.rgs.core.directory.client.DirectoryClient;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LineTlsTest {

    private static final char[] PASSWORD = "for this test".toCharArray();

    @TempDir
    private Path temp;

    @Test
    @DisplayName("T33 lines over mutual TLS: who is trusted is served, who shows no certificate or another one is not, plain TCP is not")
    void servesTheTrustedOnly() throws Exception {
        KeyStore ours = keys("ours");
        KeyStore others = keys("others");
        try (Directory directory = Directory.builder().port(0).folder(temp.resolve("data")).tls(context(ours, ours)).start()) {
            List<String> address = List.of("127.0.0.1:" + directory.port());
            try (DirectoryClient trusted = Caller.known(new DirectoryClient(address, context(ours, ours), 5_000))) {
                var made = new Caller(trusted).ask(new DirectoryRequest.Register(Caller.registration("duel", Caller.member("ada"))),
                        DirectoryReply.Registered.class);
                assertEquals(1, made.game().epoch().number());
            }
            try (DirectoryClient nameless = new DirectoryClient(address, context(null, ours), 1_000);
                    DirectoryClient stranger = new DirectoryClient(address, context(others, ours), 1_000);
                    DirectoryClient fooled = new DirectoryClient(address, context(ours, others), 1_000);
                    DirectoryClient plain = new DirectoryClient(address, null, 1_000)) {
                for (DirectoryClient client : List.of(nameless, stranger, fooled, plain)) {
                    var answer = assertInstanceOf(DirectoryReply.Unreachable.class, new Caller(client).ask(DirectoryTest.discover("teapots")));
                    assertTrue(answer.detail().contains(address.get(0)), answer.detail());
                }
            }
        }
    }

    private static SSLContext context(@Nullable KeyStore own, KeyStore trusted) throws Exception {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        KeyManager[] keys = {};
        if (own != null) {
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(own, PASSWORD);
            keys = factory.getKeyManagers();
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust.getTrustManagers(), null);
        return context;
    }

    /** A key and its self-signed certificate, made by the JDK's own tool. */
    private KeyStore keys(String name) throws Exception {
        Path file = temp.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair",
                "-alias", name, "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=" + name, "-validity", "2",
                "-storetype", "PKCS12", "-storepass", new String(PASSWORD), "-keystore", file.toString()).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(keytool.waitFor(30, TimeUnit.SECONDS) && keytool.exitValue() == 0, said);
        KeyStore pair = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            pair.load(in, PASSWORD);
        }
        KeyStore both = KeyStore.getInstance("PKCS12");
        both.load(null, null);
        both.setEntry(name, pair.getEntry(name, new KeyStore.PasswordProtection(PASSWORD)), new KeyStore.PasswordProtection(PASSWORD));
        both.setCertificateEntry(name + "-trusted", pair.getCertificate(name));
        return both;
    }
}
