package org.gamenet.rgs.processes;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.bench.ground.Ground;

/**
 * Any machine, with no rights at all. The players reach their directory through a gate, which can reset all of their
 * lines.
 */
final class Loopback implements Ground {
    private final List<Socket> open = new ArrayList<>();
    private final ServerSocket gate;
    private volatile int directoryPort;

    private final List<String> enter;

    Loopback() throws IOException {
        this(InetAddress.getByName("127.0.0.1"), List.of());
    }

    /** At that address of this machine, each process begun by these words. */
    Loopback(InetAddress at, List<String> enter) throws IOException {
        this.gate = new ServerSocket(0, 50, at);
        this.enter = enter;
        aside(this::accept);
    }

    @Override
    public List<String> enter(int process) {
        return enter;
    }

    @Override
    public String host(int process) {
        String host = gate.getInetAddress().getHostAddress();
        return host.indexOf(':') < 0 ? host : "[" + host + "]";
    }

    @Override
    public String directory(String at) {
        directoryPort = Integer.parseInt(at.substring(at.lastIndexOf(':') + 1));
        return host(0) + ":" + gate.getLocalPort();
    }

    private void accept() {
        while (!gate.isClosed()) {
            try {
                Socket player = kept(gate.accept());
                Socket directory = kept(new Socket(gate.getInetAddress(), directoryPort));
                aside(() -> pass(player, directory));
                aside(() -> pass(directory, player));
            } catch (IOException refused) {
                // closed, or the player calls again
            }
        }
    }

    private synchronized Socket kept(Socket socket) {
        open.add(socket);
        return socket;
    }

    private static void pass(Socket from, Socket to) {
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException reset) {
            // both ends are closed
        }
    }

    /** Says how many. */
    synchronized int resetLines() {
        int reset = 0;
        for (Socket socket : open) {
            if (socket.isClosed()) continue;
            try {
                socket.setSoLinger(true, 0);
                socket.close();
                reset++;
            } catch (IOException closed) {
                // by its other end
            }
        }
        open.clear();
        return reset;
    }

    @Override
    public void close() {
        try {
            gate.close();
        } catch (IOException cannot) {
            throw new UncheckedIOException(cannot);
        }
        resetLines();
    }

    private static void aside(Runnable work) {
        Thread thread = new Thread(work, "gate");
        thread.setDaemon(true);
        thread.start();
    }
}
