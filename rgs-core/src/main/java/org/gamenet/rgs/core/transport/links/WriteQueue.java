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
 * The bytes that wait to be written on one link. They leave in as few writes as possible: all of them are put together
 * first. Urgent frames overtake the rest. Frames on links are said again until they are answered, can be heard twice,
 * and the newest says most: where too much waits, the oldest is dropped that has not been begun, what may get lost
 * before anything else. The owner's lock.
 */
final class WriteQueue {
    /** How much is written at once. */
    private static final int PIECE_BYTES = 64 * 1024;
    /** Frames that may get lost wait behind bytes that the socket does not take, but not many of them. */
    private static final int LOOSE_MAX = 64;

    private static final int HEADS_MAX = 2 * Decoder.ITEM_HEAD_BYTES + Heads.SAID_BYTES + Heads.SHORT_MAX;
    /** Room for the frames that wait for nothing but the end of their turn. */
    private static final int OWN_BYTES = 8 * 1024;

    private static final byte[] NO_BYTES = {};
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

    /** This link's own, made when something is said; being filled while it is not {@link #left}. */
    private @Nullable ByteBuffer own;

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

    /**
     * Straight into the bytes that leave next, where nothing waits ahead of it and there is room: no copy is made but
     * that one, and the body is the caller's again. False: it is to be {@link #add}ed.
     */
    boolean put(byte kind, ByteBuffer body) {
        int length = body.remaining();
        boolean waits = left.hasRemaining() || !urgent.isEmpty() || !ordered.isEmpty();
        if (waits || length + HEADS_MAX > OWN_BYTES || length > 0 && !isPlain(body)) {
            return false;
        }
        ByteBuffer to = own;
        if (to == null) {
            to = ByteBuffer.allocateDirect(OWN_BYTES);
            own = to;
        }
        if (to.remaining() < length + HEADS_MAX) {
            return false;
        }
        byte[] from = length == 0 ? NO_BYTES : body.array();
        int at = begin(kind, from, length, to);
        to.put(from, at, length - at);
        return true;
    }

    /** From the beginning of its array. */
    private static boolean isPlain(ByteBuffer body) {
        return body.hasArray() && body.arrayOffset() + body.position() == 0;
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
            }
            if (own == left) {
                own.clear();
            }
            left = NOTHING;
            if (own != null && own.position() > 0) {
                left = own.flip();
                continue;
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
                item.at = begin(item.kind, item.body, item.body.length, piece);
                bytes -= item.at;
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

    /** The bytes ahead of the body; returns the place from which on the body itself is still to go. */
    private int begin(byte kind, byte[] body, int length, ByteBuffer piece) {
        if (kind != Decoder.FRAME || !Heads.canShorten(body, length)) {
            Decoder.putItemHead(piece, kind, length);
            return 0;
        }
        if (!heads.knows(body)) {
            Decoder.putItemHead(piece, Decoder.WHOSE, Heads.SAID_BYTES);
            piece.put(heads.say(body));
        }
        Decoder.putItemHead(piece, Decoder.SHORT_FRAME, heads.shortLength(body, length));
        heads.putShort(body, piece);
        return FrameHeader.BYTES;
    }

    /** Put together, and not taken by the socket yet. */
    private int inHand() {
        ByteBuffer mine = own;
        return mine == null || mine == left ? left.remaining() : left.remaining() + mine.position();
    }

    boolean isEmpty() {
        return begun == null && urgent.isEmpty() && ordered.isEmpty() && inHand() == 0;
    }

    int items() {
        return urgent.size() + ordered.size() + (begun == null && inHand() == 0 ? 0 : 1);
    }

    /** Bytes that wait. */
    long waiting() {
        return bytes + inHand();
    }

    /** Items that fell out. */
    long dropped() {
        return dropped;
    }
}
