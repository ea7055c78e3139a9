package org.gamenet.rgs.core.transport.links;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that wait to be written on one link. It leaves in as few writes as possible: all that waits is put together
 * first. Urgent frames overtake the rest. Whatever travels on links is said again until it is answered, can be heard
 * twice, and the newest says most: where too much waits, the oldest is dropped that has not been begun, what may get
 * lost before anything else. The owner's lock.
 */
final class WriteQueue {
    /** How much is written at once. */
    private static final int PIECE_BYTES = 64 * 1024;
    /** Frames that may get lost wait behind bytes that the socket does not take, but not many of them. */
    private static final int LOOSE_MAX = 64;

    private static final int HEADS_MAX = 2 * Decoder.ITEM_HEAD_BYTES + Heads.SAID_BYTES + Heads.SHORT_MAX;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();
    /** Direct: the JDK would copy into one of its own otherwise, and keep that for each thread. */
    private static final ThreadLocal<ByteBuffer> PIECES =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(PIECE_BYTES));

    /** How an item may be treated on its way. */
    enum Care {
        /** Ahead of all others. */
        URGENT,
        /** Behind others like it. */
        IN_ORDER,
        /** May get lost. */
        LOOSE
    }

    private final int framesMax;
    private final long bytesMax;
    private final Heads heads = new Heads();
    private final Deque<Item> urgent = new ArrayDeque<>();
    private final Deque<Item> ordered = new ArrayDeque<>();
    private @Nullable Item begun;
    /** Put together, and not taken by the socket yet. */
    private ByteBuffer left = NOTHING;

    private long bytes;
    private int loose;
    private long dropped;

    private static final class Item {
        final byte kind;
        final byte[] body;
        final boolean loose;
        /** The next byte of the body to be put on the way. */
        int at;

        Item(byte kind, byte[] body, boolean loose) {
            this.kind = kind;
            this.body = body;
            this.loose = loose;
        }
    }

    WriteQueue(LinkLimits limits) {
        this.framesMax = limits.waitingFrames();
        this.bytesMax = limits.waitingBytes();
    }

    /** Ahead of everything, as it is. */
    void hello(byte[] hello) {
        left = ByteBuffer.wrap(hello);
    }

    /**
     * Behind what waits. Nothing is written before {@link #flush}. The bytes are not changed, and not to be changed any
     * more.
     */
    void add(byte kind, byte[] body, Care care) {
        Item item = new Item(kind, body, care == Care.LOOSE);
        (care == Care.URGENT ? urgent : ordered).add(item);
        bytes += body.length;
        if (item.loose) {
            loose++;
        }
        while (isTooMuch() || loose > LOOSE_MAX && left.hasRemaining()) {
            if (!drop(ordered, item, loose > 0) && !drop(ordered, item, false) && !drop(urgent, item, false)) {
                return;
            }
        }
    }

    private boolean isTooMuch() {
        return urgent.size() + ordered.size() > framesMax || waiting() > bytesMax;
    }

    /** The oldest, but for the newest. */
    private boolean drop(Deque<Item> from, Item newest, boolean onlyLoose) {
        for (Iterator<Item> oldest = from.iterator(); oldest.hasNext(); ) {
            Item next = oldest.next();
            if (next != newest && (next.loose || !onlyLoose)) {
                oldest.remove();
                forget(next);
                dropped++;
                return true;
            }
        }
        return false;
    }

    private void forget(Item item) {
        bytes -= item.body.length;
        if (item.loose) {
            loose--;
        }
    }

    /** Writes as much as possible; true if something still waits. */
    boolean flush(WritableByteChannel channel) throws IOException {
        while (true) {
            if (left.hasRemaining()) {
                channel.write(left);
                if (left.hasRemaining()) {
                    return true;
                }
                left = NOTHING;
            }
            ByteBuffer piece = PIECES.get().clear();
            fill(piece);
            if (piece.flip().remaining() == 0) {
                return false;
            }
            channel.write(piece);
            if (piece.hasRemaining()) {
                left = ByteBuffer.allocate(piece.remaining()).put(piece).flip();
            }
        }
    }

    private void fill(ByteBuffer piece) {
        while (piece.remaining() > HEADS_MAX) {
            Item item = begun == null ? next() : begun;
            if (item == null) {
                return;
            }
            if (begun == null) {
                begin(item, piece);
            }
            int some = Math.min(piece.remaining(), item.body.length - item.at);
            piece.put(item.body, item.at, some);
            item.at += some;
            bytes -= some;
            begun = item.at < item.body.length ? item : null;
        }
    }

    private @Nullable Item next() {
        Item first = urgent.poll();
        if (first == null) {
            first = ordered.poll();
        }
        if (first != null && first.loose) {
            loose--;
        }
        return first;
    }

    private void begin(Item item, ByteBuffer piece) {
        if (item.kind != Decoder.FRAME || !Heads.canShorten(item.body)) {
            piece.put(item.kind).putInt(item.body.length);
            return;
        }
        if (!heads.knows(item.body)) {
            piece.put(Decoder.WHOSE).putInt(Heads.SAID_BYTES).put(heads.say(item.body));
        }
        piece.put(Decoder.SHORT_FRAME).putInt(Heads.shortLength(item.body));
        Heads.putShort(item.body, piece);
        item.at = FrameHeader.BYTES;
        bytes -= FrameHeader.BYTES;
    }

    boolean isEmpty() {
        return begun == null && urgent.isEmpty() && ordered.isEmpty() && !left.hasRemaining();
    }

    int items() {
        return urgent.size() + ordered.size() + (begun == null && !left.hasRemaining() ? 0 : 1);
    }

    /** Bytes that wait. */
    long waiting() {
        return bytes + left.remaining();
    }

    /** Items that fell out. */
    long dropped() {
        return dropped;
    }
}
