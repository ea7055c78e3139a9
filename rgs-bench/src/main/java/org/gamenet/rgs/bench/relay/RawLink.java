package org.gamenet.rgs.bench.relay;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * A connection of the JDK's, with a length before each message. Written to on the caller's thread, without blocking;
 * what does not fit waits for its selector.
 */
final class RawLink {
    private static final int READ_BYTES = 1 << 16;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Consumer<byte[]> heard;
    private ByteBuffer read = ByteBuffer.allocateDirect(READ_BYTES);
    private ByteBuffer out = ByteBuffer.allocateDirect(READ_BYTES);
    private final Deque<ByteBuffer> waiting = new ArrayDeque<>();

    RawLink(SocketChannel channel, Selector selector, Consumer<byte[]> heard) throws IOException {
        this.channel = channel;
        this.heard = heard;
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    /** Any thread. */
    synchronized void write(byte[] message) {
        try {
            if (out.capacity() < Integer.BYTES + message.length)
                out = ByteBuffer.allocateDirect(Integer.BYTES + message.length);
            out.clear().putInt(message.length).put(message).flip();
            if (waiting.isEmpty()) channel.write(out);
            if (!out.hasRemaining()) return;
            waiting.add(ByteBuffer.allocate(out.remaining()).put(out).flip());
            if (waiting.size() > 1) return;
            key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
            key.selector().wakeup();
        } catch (IOException broken) {
            throw new IllegalStateException("the relay broke", broken);
        }
    }

    private synchronized void flush() throws IOException {
        for (ByteBuffer next = waiting.peek(); next != null; next = waiting.peek()) {
            channel.write(next);
            if (next.hasRemaining()) return;
            waiting.remove();
        }
        key.interestOps(SelectionKey.OP_READ);
    }

    /** Does what the selector found ready. Its thread. */
    void ready() throws IOException {
        if (key.isWritable()) flush();
        if (!key.isReadable()) return;
        if (channel.read(read) < 0) throw new EOFException();
        read.flip();
        while (read.remaining() >= Integer.BYTES && read.remaining() - Integer.BYTES >= read.getInt(read.position())) {
            byte[] message = new byte[read.getInt()];
            read.get(message);
            heard.accept(message);
        }
        if (read.remaining() >= Integer.BYTES && Integer.BYTES + read.getInt(read.position()) > read.capacity()) {
            read = ByteBuffer.allocateDirect(Integer.BYTES + read.getInt(read.position()))
                    .put(read);
        } else {
            read.compact();
        }
    }

    void close() {
        try {
            channel.close();
        } catch (IOException gone) {
            // it is closed all the same
        }
    }
}
