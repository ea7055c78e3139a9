package org.gamenet.rgs.directory;

import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.gamenet.rgs.CheckReturnValue;
import org.gamenet.rgs.ServingUnit;
import org.gamenet.rgs.core.directory.server.Quotas;
import org.gamenet.rgs.core.transport.links.Trust;
import org.jspecify.annotations.Nullable;

/**
 * A directory in this process: one node, its grants on disk, several in one JVM if each has its folder. A grant
 * survives the death of the process at any moment; the servers of running games tell the rest anew. Methods: any
 * thread.
 */
public final class Directory implements AutoCloseable {

    private final RunningDirectory running;

    private Directory(RunningDirectory running) {
        this.running = running;
    }

    /**
     * Starts a directory on loopback, without HTTP, and waits until it is ready, 30 s at most.
     *
     * @param port TCP port of the lines; 0 picks a free one
     * @param folder for the log and its snapshots; made if it is not there; one directory at a time
     * @throws IOException naming cause and cure: port taken, folder in use, not writable, or damaged
     */
    @CheckReturnValue
    public static Directory start(int port, Path folder) throws IOException {
        return builder().port(port).folder(folder).start();
    }

    /** A directory to be set up. */
    public static Builder builder() {
        return new Builder();
    }

    /** TCP port of the lines. */
    public int port() {
        return running.port();
    }

    /** TCP port of {@code GET /api/games} and {@code /api/spares}; -1 without HTTP. */
    public int httpPort() {
        return running.httpPort();
    }

    /** Ends all lines and closes the log. Waits for that, 5 s at most; idempotent. */
    @Override
    public void close() {
        running.close();
    }

    /** Runs it, on any thread, when the directory has ended by a fault of its own: its log cannot be written, say. */
    void whenEnded(Runnable task) {
        running.whenFailed(task);
    }

    /** The set-up. One thread. */
    public static final class Builder {

        private String host = "127.0.0.1";
        private int port = 7400;
        private int httpPort = -1;
        private @Nullable Path folder;
        private @Nullable SSLContext tls;
        private @Nullable Predicate<X509Certificate> permits;
        private Quotas quotas = Quotas.standard();

        private Builder() {}

        /** Address that both ports listen on: loopback unless set, {@code "0.0.0.0"} for every interface. */
        public Builder host(String address) {
            this.host = address;
            return this;
        }

        /** TCP port of the lines, 7400 unless set; 0 picks a free one. */
        public Builder port(int number) {
            this.port = checked(number, 0);
            return this;
        }

        /** TCP port of {@code GET /api/games} and {@code /api/spares}; 0 picks a free one; without, no HTTP. */
        public Builder httpPort(int number) {
            this.httpPort = checked(number, -1);
            return this;
        }

        /** Folder of the log and its snapshots; made if it is not there. */
        public Builder folder(Path path) {
            this.folder = path;
            return this;
        }

        /**
         * Mutual TLS on the lines: only processes whose certificate this context trusts are heard, on the lines and by
         * HTTP alike.
         */
        public Builder tls(SSLContext context) {
            this.tls = context;
            return this;
        }

        /**
         * Which certificates permit serving, of those that {@link #tls} trusts: all of them unless set. A process with
         * another one registers no game, does not stand by, and is granted none. The games' processes say the same
         * ({@code Rgs.Builder.mayServe}). Called on threads of the directory; one that throws has said no.
         *
         * @param permitting such as {@link ServingUnit}
         */
        public Builder mayServe(Predicate<X509Certificate> permitting) {
            this.permits = permitting;
            return this;
        }

        /**
         * The bounds for one process and one address; {@link Quotas#standard} unless set. A process that wants more is
         * told which bound it met.
         */
        public Builder quotas(Quotas bounds) {
            this.quotas = bounds;
            return this;
        }

        private static int checked(int port, int least) {
            if (port < least || port > 65535) {
                throw new IllegalArgumentException(
                        "Port " + port + ": a TCP port is 1 to 65535, or 0 for any free one");
            }
            return port;
        }

        /** Starts it and waits until it is ready, 30 s at most; errors as in {@link Directory#start}. */
        public Directory start() throws IOException {
            if (folder == null) {
                throw new IllegalArgumentException("A directory needs a folder for its log: folder(path)");
            }
            return new Directory(RunningDirectory.start(
                    new DirectorySetup(host, port, httpPort, folder.toAbsolutePath(), trust(), quotas)));
        }

        private @Nullable Trust trust() {
            if (tls != null) {
                return new Trust(tls, permits);
            }
            if (permits != null) {
                throw new IllegalArgumentException(
                        "mayServe(permits): without tls(context) nobody shows a certificate: say tls(context), or leave it out");
            }
            return null;
        }
    }
}
