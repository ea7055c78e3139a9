package org.gamenet.rgs.core.transport.links;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.gamenet.rgs.core.machine.Endpoint;

/** A stranger that dials the port and does there what it likes. */
final class Stranger implements AutoCloseable {
    static final Endpoint PLACE = new Endpoint("127.0.0.1", 1, 2);

    final Socket socket = new Socket();

    private final Endpoint place;

    Stranger(End dialled) throws IOException {
        this(PLACE, dialled);
    }

    /** From that address of this machine. */
    Stranger(Endpoint place, End dialled) throws IOException {
        this.place = place;
        socket.bind(new InetSocketAddress(place.host(), 0));
        socket.setReceiveBufferSize(8_192);
        socket.connect(new InetSocketAddress("127.0.0.1", dialled.place.probePort()));
        socket.setSoTimeout(10_000);
    }

    Stranger says(byte... bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    Stranger greets() throws IOException {
        says(new Hello(place).toBytes());
        hearsHello();
        return this;
    }

    void hearsHello() throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] head = new byte[Hello.HEAD_BYTES];
        in.readFully(head);
        in.readFully(new byte[Hello.hostLength(head)]);
    }

    /** It may be sent away before all of it is written: {@link #isSentAway} tells. */
    Stranger frame(int announced, byte... body) throws IOException {
        try {
            ByteBuffer item = ByteBuffer.allocate(16 + body.length);
            Decoder.putItemHead(item, Decoder.FRAME, announced);
            item.put(body);
            return says(Arrays.copyOf(item.array(), item.position()));
        } catch (SocketException reset) {
            return this;
        }
    }

    /** Waits until the other end has closed. */
    boolean isSentAway() {
        try {
            while (socket.getInputStream().read() >= 0) continue;
            return true;
        } catch (java.net.SocketTimeoutException kept) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
