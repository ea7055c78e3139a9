package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.ServingUnit;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.directory.Directory;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A game behind mutual TLS: the group, the line to the directory, and whoever is not trusted. */
class TlsGameTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    Path folder;

    /** A context that shows this store's certificate and trusts it alone; the JDK's keytool makes the store. */
    private SSLContext context(String name) throws IOException, GeneralSecurityException, InterruptedException {
        KeyStore own = keys(name, "CN=" + name);
        return context(own, own);
    }

    private KeyStore keys(String name, String subject)
            throws IOException, GeneralSecurityException, InterruptedException {
        Path store = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "key",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        subject,
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertTrue(keytool.waitFor(60, TimeUnit.SECONDS) && keytool.exitValue() == 0, "keytool");
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    private static SSLContext context(KeyStore own, KeyStore... all) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        for (int i = 0; i < all.length; i++) trusted.setCertificateEntry("key" + i, all[i].getCertificate("key"));
        KeyManagerFactory shown = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        shown.init(own, PASSWORD.toCharArray());
        TrustManagerFactory believed = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        believed.init(trusted);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(shown.getKeyManagers(), believed.getTrustManagers(), null);
        return context;
    }

    @Test
    @DisplayName(
            "tls: register, discover, join, play and a failover work end to end; outsiders, plain or with another certificate, are "
                    + "refused and told why")
    void playsBehindTls() throws Exception {
        SSLContext ours = context("ours");
        SSLContext theirs = context("theirs");
        try (Directory directory = Directory.builder()
                        .port(0)
                        .folder(folder.resolve("data"))
                        .tls(ours)
                        .start();
                Tavern tavern = new Tavern(directory.port(), directory.httpPort())) {
            Rgs first = tavern.start(tavern.process().player("ann").tls(ours));
            Guest ann = tavern.playing(tavern.guest(first.register(Tavern.game())));
            Rgs second = tavern.start(tavern.process().player("bob").tls(ours));
            GameInfo game = tavern.untilListed("found", second, Query.any(), list -> list.size() == 1)
                    .get(0);
            Guest bob = tavern.playing(tavern.guest(second.join(game)));
            bob.hit(3);
            tavern.until("they play", () -> ann.sum() == 3 && bob.sum() == 3);
            List<String> reasons = new ArrayList<>();
            for (Rgs outsider : List.of(
                    tavern.player("plain"),
                    tavern.start(tavern.process().player("other").tls(theirs)))) {
                CompletableFuture<List<GameInfo>> asked = outsider.discover(Query.any());
                tavern.until("answered", asked::isDone);
                RgsException why = (RgsException) Assertions.assertThrows(CompletionException.class, asked::join)
                        .getCause();
                assertEquals(Reason.NO_DIRECTORY, why.reason());
                reasons.add(why.getMessage());
                assertTrue(why.getMessage().contains(tavern.directoryAddress()), why.getMessage());
            }
            assertTrue(reasons.get(0).contains("something else than a directory"), reasons.get(0));
            assertTrue(reasons.get(1).contains("of nobody who is trusted here"), reasons.get(1));
            ann.hit(1);
            tavern.until("undisturbed", () -> ann.sum() == 4 && bob.sum() == 4);
            ann.session.leave();
            tavern.until(
                    "and survive a server's leaving",
                    () -> bob.session.isServer() && bob.session.view().players().size() == 1);
            assertEquals(4, bob.sum());
        }
    }

    @Test
    @DisplayName(
            "G20 mayServe: a player whose certificate does not name the unit joins, and serves nothing, whatever its own set-up says")
    void servesByItsCertificateAlone() throws Exception {
        KeyStore host = keys("host", "CN=host, OU=game servers");
        KeyStore guest = keys("guest", "CN=\"guest, OU=game servers\"");
        ServingUnit unit = new ServingUnit("game servers");
        SSLContext hosts = context(host, host, guest);
        SSLContext guests = context(guest, host, guest);
        try (Directory directory = Directory.builder()
                        .port(0)
                        .folder(folder.resolve("data"))
                        .tls(hosts)
                        .mayServe(unit)
                        .start();
                Tavern tavern = new Tavern(directory.port(), directory.httpPort())) {
            Rgs honest = tavern.start(tavern.process().player("eve").tls(guests).mayServe(unit));
            String why = assertThrows(IllegalStateException.class, () -> honest.register(Tavern.game()))
                    .getMessage();
            assertTrue(why.contains("certificate does not permit serving"), why);
            // One that does not say mayServe, and so thinks of itself that it may.
            Rgs liar = tavern.start(tavern.process().player("bob").tls(guests));
            Guest refused = tavern.guest(liar.register(Tavern.game()));
            tavern.until("its game is refused", () -> refused.session.phase() == Session.Phase.CLOSED);
            Rgs first = tavern.start(tavern.process().player("ann").tls(hosts).mayServe(unit));
            Guest ann = tavern.playing(tavern.guest(first.register(Tavern.game())));
            GameInfo game = tavern.untilListed("found", liar, Query.any(), list -> list.size() == 1)
                    .get(0);
            Guest bob = tavern.playing(tavern.guest(liar.join(game)));
            Rgs third = tavern.start(tavern.process().player("cat").tls(hosts).mayServe(unit));
            Guest cat = tavern.playing(tavern.guest(third.join(game)));
            bob.hit(3);
            tavern.until("they play", () -> ann.sum() == 3 && bob.sum() == 3 && cat.sum() == 3);
            ann.session.leave();
            tavern.until("cat serves, though bob came first", () -> cat.session.isServer());
            bob.hit(1);
            tavern.until("they go on", () -> bob.sum() == 4 && cat.sum() == 4);
            assertFalse(bob.session.isServer());
        }
    }
}
