package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Keys and certificates as the recipe in SECURITY.md makes them, in a folder. */
record Keytool(Path folder) {

    static final char[] PASSWORD = "for this test".toCharArray();

    /** A key whose certificate the authority has signed, by the recipe in SECURITY.md. */
    KeyStore signed(String name, String from, String days) throws Exception {
        keys(name);
        Path store = folder.resolve(name + ".p12");
        Path authority = folder.resolve("authority.p12");
        Path request = folder.resolve(name + ".csr");
        Path certificate = folder.resolve(name + ".crt");
        Path root = folder.resolve("authority.crt");
        keytool(authority, "-exportcert", "-alias", "authority", "-file", root.toString());
        keytool(store, "-certreq", "-alias", name, "-file", request.toString());
        keytool(
                authority,
                "-gencert",
                "-alias",
                "authority",
                "-infile",
                request.toString(),
                "-outfile",
                certificate.toString(),
                "-startdate",
                from,
                "-validity",
                days);
        keytool(store, "-importcert", "-noprompt", "-alias", "authority", "-file", root.toString());
        keytool(store, "-importcert", "-alias", name, "-file", certificate.toString());
        KeyStore pair = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            pair.load(in, PASSWORD);
        }
        return pair;
    }

    private static void keytool(Path store, String... what) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(what));
        command.addAll(
                List.of("-storetype", "PKCS12", "-storepass", new String(PASSWORD), "-keystore", store.toString()));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(keytool.waitFor(30, TimeUnit.SECONDS) && keytool.exitValue() == 0, said);
    }

    static SSLContext context(@Nullable KeyStore own, KeyStore trusted) throws Exception {
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
    KeyStore keys(String name, String... more) throws Exception {
        Path file = folder.resolve(name + ".p12");
        List<String> what = new ArrayList<>(List.of(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=" + name,
                "-validity",
                "2"));
        what.addAll(List.of(more));
        keytool(file, what.toArray(String[]::new));
        KeyStore pair = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            pair.load(in, PASSWORD);
        }
        KeyStore both = KeyStore.getInstance("PKCS12");
        both.load(null, null);
        both.setEntry(
                name,
                pair.getEntry(name, new KeyStore.PasswordProtection(PASSWORD)),
                new KeyStore.PasswordProtection(PASSWORD));
        both.setCertificateEntry(name + "-trusted", pair.getCertificate(name));
        return both;
    }
}
