package org.gamenet.rgs.core.transport.jgroups;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jgroups.util.DefaultSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of one stack. It does not open its port itself but is lent the transport's, so that the port outlives the
 * group; with TLS both ends show a certificate.
 */
final class StackSockets extends DefaultSocketFactory {
    private static final int WAITING_MAX = 128;
    private static final String[] TLS_VERSIONS = {"TLSv1.3"};

    private final LentPort lent;
    private final @Nullable SSLContext tls;

    StackSockets(int port, @Nullable SSLContext tls) throws IOException {
        this.lent = new LentPort(port);
        this.tls = tls;
    }

    /** Hands a visitor to the stack; false if it no longer or not yet listens. */
    boolean visit(Socket visitor) {
        return lent.visit(visitor);
    }

    @Override
    public ServerSocket createServerSocket(String service) {
        return lent;
    }

    @Override
    public Socket createSocket(String service) throws IOException {
        if (tls == null) {
            return new Socket();
        }
        SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket();
        socket.setEnabledProtocols(TLS_VERSIONS);
        return socket;
    }

    @Override
    public void close(@Nullable ServerSocket socket) throws IOException {
        if (socket != null) {
            socket.close();
        }
    }

    private final class LentPort extends ServerSocket {
        private final BlockingQueue<Socket> visitors = new LinkedBlockingQueue<>(WAITING_MAX);
        private final Socket none = new Socket();
        private final int port;
        private volatile boolean open;
        private volatile boolean ended;

        LentPort(int port) throws IOException {
            this.port = port;
        }

        boolean visit(Socket visitor) {
            return open && visitors.offer(visitor);
        }

        @Override
        public void bind(SocketAddress address) {
            open = true;
        }

        @Override
        public int getLocalPort() {
            return port;
        }

        @Override
        public InetAddress getInetAddress() {
            return InetAddress.getLoopbackAddress();
        }

        @Override
        public SocketAddress getLocalSocketAddress() {
            return new InetSocketAddress(port);
        }

        @Override
        public void setReuseAddress(boolean on) {
            // the real one was bound long ago
        }

        @Override
        public void setReceiveBufferSize(int bytes) {
            // the real one was bound long ago
        }

        @Override
        public Socket accept() throws IOException {
            try {
                Socket visitor = visitors.take();
                if (visitor == none || ended) {
                    visitor.close();
                    throw new SocketException("closed");
                }
                return tls == null ? visitor : greet(visitor, tls);
            } catch (InterruptedException closing) {
                Thread.currentThread().interrupt();
                throw new SocketException("closed");
            }
        }

        private Socket greet(Socket visitor, SSLContext context) throws IOException {
            try {
                SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(visitor, null, true);
                socket.setUseClientMode(false);
                socket.setNeedClientAuth(true);
                socket.setEnabledProtocols(TLS_VERSIONS);
                return socket;
            } catch (IOException refused) {
                visitor.close();
                throw refused;
            }
        }

        @Override
        public boolean isClosed() {
            return ended;
        }

        @Override
        public void close() throws IOException {
            open = false;
            ended = true;
            for (Socket visitor = visitors.poll(); visitor != null; visitor = visitors.poll()) {
                visitor.close();
            }
            visitors.add(none);
            super.close();
        }
    }
}
