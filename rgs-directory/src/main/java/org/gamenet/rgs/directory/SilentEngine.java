package org.gamenet.rgs.directory;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.jspecify.annotations.Nullable;

/**
 * The log engine opens a port for its peers, and has none: TLS without a certificate and without trust in any, so that
 * nobody is heard there.
 */
final class SilentEngine {

    private SilentEngine() {}

    static Parameters parameters() {
        Parameters parameters = new Parameters();
        GrpcTlsConfig nobody = new GrpcTlsConfig(new NoKeys(), new NoTrust(), true);
        GrpcConfigKeys.TLS.setConf(parameters, nobody);
        GrpcConfigKeys.Server.setTlsConf(parameters, nobody);
        return parameters;
    }

    private static final class NoKeys extends X509ExtendedKeyManager {

        @Override
        public String @Nullable [] getClientAliases(String type, Principal[] issuers) {
            return null;
        }

        @Override
        public @Nullable String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return null;
        }

        @Override
        public String @Nullable [] getServerAliases(String type, Principal[] issuers) {
            return null;
        }

        @Override
        public @Nullable String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            return null;
        }

        @Override
        public X509Certificate @Nullable [] getCertificateChain(String alias) {
            return null;
        }

        @Override
        public @Nullable PrivateKey getPrivateKey(String alias) {
            return null;
        }
    }

    private static final class NoTrust extends X509ExtendedTrustManager {

        private static CertificateException nobody() {
            return new CertificateException("nobody is trusted here");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw nobody();
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw nobody();
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            throw nobody();
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            throw nobody();
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            throw nobody();
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            throw nobody();
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
