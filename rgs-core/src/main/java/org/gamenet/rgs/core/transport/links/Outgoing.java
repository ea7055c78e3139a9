package org.gamenet.rgs.core.transport.links;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * What waits to be written on one link. Everything on links is said again until it is answered and can be heard twice, and the newest says
 * most: where too much waits, the oldest is dropped that has not been begun. The owner's lock.
 */
final class Outgoing {
    private static final int PIECE_BYTES = 64 * 1024;

    private final int framesMax;
    private final long bytesMax;
    private final Deque<Item> waiting = new ArrayDeque<>();
    private long bytes;
    private long dropped;

    private record Item(ByteBuffer head, ByteBuffer body) {
        long remaining() {
            return (long) head.remaining() + body.remaining();
        }

        /** In pieces: the JDK keeps a copy of what is written at once, for each thread that ever did. */
        void write(SocketChannel channel) throws IOException {
            int end = body.limit();
            long written;
            int piece;
            do {
                body.limit(Math.min(end, body.position() + PIECE_BYTES));
                piece = head.remaining() + body.remaining();
                written = channel.write(new ByteBuffer[] {head, body});
                body.limit(end);
            } while (written == piece && body.hasRemaining());
        }

        boolean isBegun() {
            return head.position() > 0;
        }
    }

    Outgoing(LinkLimits limits) {
        this.framesMax = limits.waitingFrames();
        this.bytesMax = limits.waitingBytes();
    }

    /** Behind all that waits; true if something still waits when as much as possible has been written. */
    boolean put(SocketChannel channel, ByteBuffer head, ByteBuffer body) throws IOException {
        Item item = new Item(head, body);
        if (waiting.isEmpty()) {
            item.write(channel);
            if (item.remaining() == 0) {
                return false;
            }
        }
        waiting.add(item);
        bytes += item.remaining();
        for (Iterator<Item> oldest = waiting.iterator(); oldest.hasNext() && isTooMuch(); ) {
            Item next = oldest.next();
            if (!next.isBegun() && next != item) {
                oldest.remove();
                bytes -= next.remaining();
                dropped++;
            }
        }
        return true;
    }

    private boolean isTooMuch() {
        return waiting.size() > framesMax || bytes > bytesMax;
    }

    /** Writes as much as possible; true if something still waits. */
    boolean flush(SocketChannel channel) throws IOException {
        for (Item first = waiting.peek(); first != null; first = waiting.peek()) {
            long before = first.remaining();
            first.write(channel);
            bytes -= before - first.remaining();
            if (first.remaining() > 0) {
                return true;
            }
            waiting.remove();
        }
        return false;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Frames that fell out. */
    long dropped() {
        return dropped;
    }
}
