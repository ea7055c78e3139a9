package org.gamenet.rgs.core.transport.jgroups;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener.Probe;

/**
 * Dials probe listeners. A connection alone proves nothing: the kernel accepts for a process that is stopped. Only the
 * process itself can close again, and that is the answer.
 */
final class Dialler implements AutoCloseable {
    private static final int AT_ONCE = 16;
    /** A reset of all links has everybody dialled: one that is not dialled would count as out of reach. */
    private static final int WAITING_MOST = 1_024;

    private static final int WAIT_MILLIS = 250;
    private static final int ATTEMPTS = 4;

    private final ThreadPoolExecutor threads = DaemonThreads.queued("probe", AT_ONCE, WAITING_MOST);

    void dial(Endpoint process, BiConsumer<Endpoint, Probe> then) {
        try {
            threads.execute(() -> then.accept(process, dial(process)));
        } catch (RejectedExecutionException busy) {
            then.accept(process, Probe.SILENT);
        }
    }

    private static Probe dial(Endpoint process) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS);
        Probe found = Probe.SILENT;
        for (int attempt = 0; attempt < ATTEMPTS && found == Probe.SILENT && millisUntil(end) > 1; attempt++) {
            found = dial(process, end);
        }
        return found;
    }

    private static Probe dial(Endpoint process, long end) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(process.host(), process.probePort()), millisUntil(end));
            // Nothing to say: whoever lives closes again.
            socket.shutdownOutput();
            socket.setSoTimeout(millisUntil(end));
            return socket.getInputStream().read() < 0 ? Probe.ANSWERED : Probe.SILENT;
        } catch (ConnectException refused) {
            return Probe.REFUSED;
        } catch (IOException silent) {
            // Nothing came in time, or the connection was reset: what reset the others may have met this one as well.
            return Probe.SILENT;
        }
    }

    private static int millisUntil(long end) {
        return (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
