package org.gamenet.rgs.strangers;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.gamenet.rgs.core.directory.line.LineFrame;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.DirectoryWire;
import org.gamenet.rgs.core.keys.LineProof;
import org.gamenet.rgs.core.port.Keys;

/** Somebody with a socket who has read the documentation. One thread listens; whichever may speak. */
final class Stranger implements AutoCloseable {

    private static final int PING = 1;
    private static final int REQUEST = 2;
    private static final int REPLY = 3;
    private static final int PROOF = 5;
    private static final int PATIENCE_MILLIS = 10_000;

    private final Socket socket = new Socket();
    private final DataInputStream in;
    private long requests;
    private byte[] challenge = {};

    /** From that address of this machine, 127.0.0.7 say. */
    Stranger(String address, int port) throws IOException {
        socket.bind(new InetSocketAddress(address, 0));
        socket.connect(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), PATIENCE_MILLIS);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
    }

    /** Says what everybody says first. */
    void speak() throws IOException {
        knock();
        in.readNBytes(10);
        challenge = in.readNBytes(in.readInt());
    }

    /** Says it, and does not wait for an answer. */
    void knock() throws IOException {
        send(PING, 0, new byte[0]);
    }

    /** Shows that a key is its own. */
    void prove(Keys.Key key) throws IOException {
        if (challenge.length == 0) speak();
        proveBy(LineProof.of(key, challenge));
    }

    void proveBy(byte[] body) throws IOException {
        send(PROOF, 0, body);
    }

    byte[] challenge() {
        return challenge;
    }

    /** Gives the number of the request. */
    synchronized long send(DirectoryRequest request) throws IOException {
        send(REQUEST, ++requests, DirectoryWire.encode(request));
        return requests;
    }

    /** A request that somebody else has encoded. */
    synchronized long sendBytes(byte[] request) throws IOException {
        send(REQUEST, ++requests, request);
        return requests;
    }

    DirectoryReply ask(DirectoryRequest request) throws IOException {
        return replyTo(send(request));
    }

    DirectoryReply replyTo(long request) throws IOException {
        while (true) {
            byte version = in.readByte();
            byte kind = in.readByte();
            long number = in.readLong();
            byte[] body = in.readNBytes(in.readInt());
            if (version == LineFrame.VERSION && kind == REPLY && number == request)
                return DirectoryWire.decodeReply(body);
        }
    }

    /** The next bytes, for a stranger that listens only; somebody else may speak meanwhile. */
    LineFrame next() throws IOException {
        LineFrame frame = LineFrame.read(in);
        if (frame == null) throw new EOFException("the directory hung up");
        return frame;
    }

    private synchronized void send(int kind, long request, byte[] body) throws IOException {
        socket.getOutputStream()
                .write(ByteBuffer.allocate(14 + body.length)
                        .put((byte) LineFrame.VERSION)
                        .put((byte) kind)
                        .putLong(request)
                        .putInt(body.length)
                        .put(body)
                        .array());
    }

    /** Whether the directory hangs up. */
    boolean isHungUp() {
        try {
            InputStream all = socket.getInputStream();
            while (all.read() >= 0) {
                // what was said before
            }
            return true;
        } catch (java.net.SocketTimeoutException still) {
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
