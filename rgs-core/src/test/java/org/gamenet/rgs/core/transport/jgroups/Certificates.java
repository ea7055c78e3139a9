package org.gamenet.rgs.core.transport.jgroups;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Key stores made with the JDK's keytool for one test run: two that trust the same certificate, and one that nobody
 * trusts.
 */
public final class Certificates {
    private static final String PASSWORD = "changeit";

    private Certificates() {}

    /** A context that shows this store's only certificate and trusts it and nothing else. */
    public static SSLContext own(Path folder, String name)
            throws IOException, GeneralSecurityException, InterruptedException {
        return context(keys(folder, name), List.of(keys(folder, name)));
    }

    /** One that shows the first of these, and trusts all of them. */
    static SSLContext among(Path folder, String own, String... others)
            throws IOException, GeneralSecurityException, InterruptedException {
        List<KeyStore> all = new ArrayList<>(List.of(keys(folder, own)));
        for (String other : others) all.add(keys(folder, other));
        return context(all.get(0), all);
    }

    private static KeyStore keys(Path folder, String name)
            throws IOException, GeneralSecurityException, InterruptedException {
        Path store = folder.resolve(name + ".p12");
        if (!Files.exists(store)) {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    "key",
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-dname",
                    "CN=" + name,
                    "-validity",
                    "2",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    store.toString(),
                    "-storepass",
                    PASSWORD));
            Process keytool = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                throw new IOException("keytool failed");
            }
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    private static SSLContext context(KeyStore keys, List<KeyStore> all) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        for (int i = 0; i < all.size(); i++)
            trusted.setCertificateEntry("key" + i, all.get(i).getCertificate("key"));
        KeyManagerFactory shown = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        shown.init(keys, PASSWORD.toCharArray());
        TrustManagerFactory believed = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        believed.init(trusted);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(shown.getKeyManagers(), believed.getTrustManagers(), null);
        return context;
    }
}
