package org.gamenet.rgs.core.transport.links;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.cert.Certificate;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import tlschannel.ClientTlsChannel;
import tlschannel.HeapBufferAllocator;
import tlschannel.NeedsReadException;
import tlschannel.NeedsTaskException;
import tlschannel.NeedsWriteException;
import tlschannel.ServerTlsChannel;
import tlschannel.TlsChannel;
import tlschannel.TlsChannelBuilder;

/**
 * Mutual TLS 1.3. The arithmetic of a handshake is done beside the loop's thread, which a stranger would otherwise keep
 * busy; until then the wire is busy, and {@code then} is called when it is not any more.
 */
final class TlsWire implements Wire {
    private static final String[] VERSIONS = {"TLSv1.3"};
    private static final int WORKERS = 2;
    /** Handshakes that wait to be worked on. A further visitor is sent away. */
    private static final int WAITING_MAX = 256;

    private static final Executor WORK = workers();

    private final TlsChannel channel;
    private final SSLEngine engine;
    private final Runnable then;
    private volatile boolean working;
    private volatile boolean wantsRead = true;
    private volatile boolean full;

    TlsWire(SocketChannel socket, SSLContext context, boolean dialled, Runnable then) {
        engine = context.createSSLEngine();
        engine.setUseClientMode(dialled);
        if (!dialled) {
            engine.setNeedClientAuth(true);
        }
        engine.setEnabledProtocols(VERSIONS);
        this.channel = dialled
                ? with(ClientTlsChannel.newBuilder(socket, engine)).build()
                : with(ServerTlsChannel.newBuilder(socket, context).withEngineFactory(any -> engine))
                        .build();
        this.then = then;
    }

    static String[] versions() {
        return VERSIONS.clone();
    }

    private static <T extends TlsChannelBuilder<T>> T with(T builder) {
        return builder.withRunTasks(false)
                .withReleaseBuffers(false)
                .withPlainBufferAllocator(new HeapBufferAllocator())
                .withEncryptedBufferAllocator(new HeapBufferAllocator());
    }

    private static Executor workers() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                WORKERS, WORKERS, 2, TimeUnit.SECONDS, new LinkedBlockingQueue<>(WAITING_MAX), work -> {
                    Thread thread = new Thread(work, "rgs-handshake");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        if (working) {
            return 0;
        }
        try {
            int read = channel.read(into);
            wantsRead = false;
            return read;
        } catch (NeedsReadException nothing) {
            return 0;
        } catch (NeedsWriteException room) {
            full = true;
            return 0;
        } catch (NeedsTaskException task) {
            work(task.getTask());
            return 0;
        }
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        if (working) {
            return 0;
        }
        int before = from.position();
        try {
            channel.write(from);
            full = false;
            wantsRead = false;
        } catch (NeedsReadException handshake) {
            full = false;
            wantsRead = true;
        } catch (NeedsWriteException room) {
            full = true;
            wantsRead = false;
        } catch (NeedsTaskException task) {
            work(task.getTask());
        }
        return from.position() - before;
    }

    private void work(Runnable task) throws IOException {
        working = true;
        try {
            WORK.execute(() -> {
                try {
                    task.run();
                } finally {
                    working = false;
                    then.run();
                }
            });
        } catch (RejectedExecutionException tooMany) {
            throw new IOException("too many handshakes at once", tooMany);
        }
    }

    @Override
    public @Nullable Certificate certificate() {
        try {
            return engine.getSession().getPeerCertificates()[0];
        } catch (SSLPeerUnverifiedException none) {
            return null;
        }
    }

    @Override
    public boolean isFull() {
        return full;
    }

    @Override
    public boolean holdsBack() {
        return true;
    }

    @Override
    public boolean isBusy() {
        return working || wantsRead;
    }

    @Override
    public boolean isWorking() {
        return working;
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
