package org.gamenet.rgs.directory;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Mutual TLS out of two PKCS12 files, as the JDK's keytool makes them. */
final class TlsFiles {

    private TlsFiles() {}

    /**
     * The context: who am I, and whom do I hear.
     *
     * @param keystore a key and its certificate
     * @param truststore certificates, of those who are trusted or of who signs theirs
     * @param passwordFile whose first line is the password of both
     * @throws IOException naming the file, what is wrong with it, and what would do
     */
    static SSLContext load(Path keystore, Path truststore, Path passwordFile) throws IOException {
        char[] password = password(passwordFile);
        try {
            KeyStore own = read(keystore, password);
            checkOwn(keystore, own);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(own, password);
            KeyStore trusted = read(truststore, password);
            if (trusted.size() == 0) {
                throw new IOException("The truststore " + truststore
                        + " is empty: import the certificates of those who are trusted, or of their authority");
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "TLS cannot be set up from " + keystore + " and " + truststore + ": " + e.getMessage(), e);
        }
    }

    private static char[] password(Path file) throws IOException {
        try (var lines = Files.lines(file, StandardCharsets.UTF_8)) {
            return lines.findFirst()
                    .orElseThrow(() -> new IOException("The password file " + file + " is empty"))
                    .toCharArray();
        } catch (IOException e) {
            throw new IOException("The password file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static KeyStore read(Path file, char[] password) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, password);
            return store;
        } catch (IOException e) {
            throw new IOException(
                    "The file " + file + " cannot be read as PKCS12 with the password given: " + e.getMessage(), e);
        }
    }

    private static void checkOwn(Path file, KeyStore own) throws IOException, GeneralSecurityException {
        for (String alias : Collections.list(own.aliases())) {
            if (own.isKeyEntry(alias) && own.getCertificate(alias) instanceof X509Certificate certificate) {
                if (certificate.getNotAfter().before(new Date())) {
                    throw new IOException("The certificate " + alias + " in " + file + " expired on "
                            + certificate.getNotAfter() + ": make another");
                }
                return;
            }
        }
        throw new IOException("The keystore " + file
                + " holds no key with its certificate: see SECURITY.md for how keytool makes one");
    }
}
