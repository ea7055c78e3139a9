package org.gamenet.rgs.directory;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gamenet.rgs.core.directory.protocol.DirectoryWire;
import org.gamenet.rgs.core.directory.server.Quotas;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of a directory, started in one order and ended in the other. */
final class RunningDirectory implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RunningDirectory.class);
    private static final long READY_SECONDS = 30;

    private final DirectoryLoop loop;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final CompletableFuture<Throwable> fault = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private @Nullable DataFolder folder;
    private @Nullable LineServer lines;
    private @Nullable GamesPage page;
    private @Nullable LedgerLog log;
    private @Nullable WarmUp warmUp;
    private int port;
    private int httpPort = -1;

    private RunningDirectory(String name, Quotas quotas) {
        loop = new DirectoryLoop(
                name,
                quotas,
                1 + new SecureRandom().nextInt(Integer.MAX_VALUE),
                () -> ready.complete(null),
                this::failed);
    }

    static RunningDirectory start(DirectorySetup setup) throws IOException {
        RunningDirectory running = new RunningDirectory("rgs-directory-loop", setup.quotas());
        try {
            running.open(setup);
            return running;
        } catch (IOException | RuntimeException e) {
            running.close();
            throw e;
        }
    }

    private void open(DirectorySetup setup) throws IOException {
        loop.post(DirectoryWire::prepare);
        lines = LineServer.bind(setup, loop);
        port = lines.port();
        if (setup.httpPort() >= 0) {
            page = GamesPage.bind(setup, loop);
            httpPort = page.port();
        }
        folder = DataFolder.hold(setup.folder());
        loop.signWith(GrantKey.of(setup.folder()));
        try {
            log = LedgerLog.open(setup.folder(), setup.snapshotEntries(), loop);
        } catch (IOException | RuntimeException e) {
            throw new IOException(
                    "The log in " + setup.folder() + " cannot be read (" + e.getMessage()
                            + "): restore the folder from a copy, or use an "
                            + "empty one; running games then come back from those who serve them",
                    e);
        }
        awaitReady();
        lines.accept();
        warmUp = WarmUp.begin();
    }

    private void awaitReady() throws IOException {
        try {
            ready.get(READY_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IOException(
                    "The directory was not ready within " + READY_SECONDS + " s; is the disk full or very slow?", e);
        } catch (ExecutionException e) {
            throw new IOException(
                    "The directory could not start: " + e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the directory started", e);
        }
    }

    /** The loop has ended by a fault. On a thread of its own, for the log's end waits for the loop. */
    private void failed(Throwable cause) {
        ready.completeExceptionally(cause);
        Thread thread = new Thread(
                () -> {
                    close();
                    fault.complete(cause);
                },
                "rgs-directory-end");
        thread.setDaemon(true);
        thread.start();
    }

    void whenFailed(Runnable task) {
        fault.thenRun(task);
    }

    int port() {
        return port;
    }

    int httpPort() {
        return httpPort;
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        closeOne(warmUp);
        closeOne(lines);
        closeOne(page);
        closeOne(log);
        loop.stop();
        closeOne(folder);
    }

    private static void closeOne(@Nullable AutoCloseable part) {
        if (part != null) {
            try {
                part.close();
            } catch (Exception e) {
                LOG.warn("A part of the directory was not closed in good order", e);
            }
        }
    }
}
