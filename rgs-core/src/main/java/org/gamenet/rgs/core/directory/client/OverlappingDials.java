package org.gamenet.rgs.core.directory.client;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Connects to one place by several dials that overlap: one that began during a cut waits for TCP, which tries ever
 * later, while the next one gets through. The first that is there wins. A refusal ends it.
 */
final class OverlappingDials {

    /** Connects this socket within so many milliseconds, or throws. May block. */
    interface Dial {
        void connect(Socket socket, int millis) throws IOException;
    }

    private final String name;
    private final Dial dial;
    private final long againMillis;

    /** {@code againMillis}: the pause between two dials. */
    OverlappingDials(String name, long againMillis, Dial dial) {
        this.name = name;
        this.againMillis = againMillis;
        this.dial = dial;
    }

    /** Waits for so long at most. */
    Socket connect(int millis) throws IOException {
        BlockingQueue<Object> came = new LinkedBlockingQueue<>();
        List<Socket> dialled = new ArrayList<>();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        try {
            for (long left = millis; left > 0; left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
                Socket next = new Socket();
                dialled.add(next);
                start(next, (int) left, came);
                Object first = came.poll(Math.min(left, againMillis), TimeUnit.MILLISECONDS);
                if (first instanceof Socket winner) {
                    dialled.remove(winner);
                    return winner;
                }
                if (first instanceof IOException refused && !(refused instanceof SocketTimeoutException)) {
                    throw refused;
                }
            }
            throw new SocketTimeoutException("no answer within " + millis + " ms");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stopped);
        } finally {
            for (Socket loser : dialled) {
                loser.close();
            }
        }
    }

    private void start(Socket socket, int millis, BlockingQueue<Object> came) {
        Thread thread = new Thread(
                () -> {
                    try {
                        dial.connect(socket, millis);
                        came.add(socket);
                    } catch (IOException refused) {
                        came.add(refused);
                    }
                },
                name + "-connect");
        thread.setDaemon(true);
        thread.start();
    }
}
