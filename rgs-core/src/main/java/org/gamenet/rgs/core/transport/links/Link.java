package org.gamenet.rgs.core.transport.links;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.security.cert.Certificate;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.gamenet.rgs.core.machine.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * One connection to another process. Up once both have said their hello. An end that hears something says something
 * within {@link #OWES_NANOS}; a link on which nothing came for {@link #DOUBT_NANOS} after something was said is
 * doubtful: a cut, or a process that stands still. TCP alone would not tell for minutes, and after a cut tries again
 * ever later.
 *
 * <p>The loop's thread, but for {@link #say}, {@link #flush}, {@link #process}, {@link #isUp}, {@link #isDoubtful},
 * {@link #lastHeardAt} and the counts of what waits and what was dropped: any thread.
 */
final class Link {
    static final long OWES_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    static final long DOUBT_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
    private static final long NEVER = Long.MAX_VALUE;
    /** As much as one write takes. */
    private static final int HELD_BYTES = 60 * 1024;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

    final SocketChannel channel;
    /** Whether this end dialled. */
    final boolean dialled;

    final Decoder decoder;
    final long openedAt;
    private final Wire wire;
    private final WriteQueue outgoing;
    /** The socket was full: the loop goes on when it is not. */
    private boolean awaitsRoom;

    private boolean over;
    private boolean isLetGo;
    /** It is to be read on in the next round. */
    boolean readsOn;

    /** The receiver of what comes on it. */
    Intake.@Nullable Coming coming;

    private volatile @Nullable Endpoint process;
    private volatile boolean up;
    private volatile boolean proven;
    private String address = "";
    /** When something was said that nothing has come after yet. */
    private volatile long saidAt = NEVER;
    /** When something came that nothing has been said after yet. */
    private volatile long owesSince = NEVER;

    private volatile long lastHeardAt;
    private volatile long lastSaidAt;
    private volatile @Nullable SelectionKey key;

    /** {@code worked}: called on any thread when a handshake goes on. */
    Link(
            SocketChannel channel,
            @Nullable Endpoint dialled,
            LinkLimits limits,
            @Nullable SSLContext tls,
            Consumer<Link> worked,
            long now)
            throws IOException {
        this.channel = channel;
        this.wire = tls == null
                ? new PlainWire(channel)
                : new TlsWire(channel, tls, dialled != null, () -> worked.accept(this));
        this.dialled = dialled != null;
        this.process = dialled;
        this.decoder = new Decoder(limits.frameBytes());
        this.outgoing = new WriteQueue(limits);
        this.openedAt = now;
        this.lastHeardAt = now;
        this.lastSaidAt = now;
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    void waitsAt(SelectionKey selection) {
        key = selection;
    }

    SelectionKey key() {
        return Objects.requireNonNull(key, "nobody waits at this link");
    }

    /** The process to which it leads: known to the end that dialled, and after the hello to the other one. */
    @Nullable
    Endpoint process() {
        return process;
    }

    /** The certificate of the other end; null in the clear. Once it has said its hello. */
    @Nullable
    Certificate certificate() {
        return wire.certificate();
    }

    /** Throws unless it may be who it says: else anybody could take a process's frames away from it. */
    void checkIsFrom(Endpoint who, Endpoint self) throws LinkException {
        if (who.equals(self) || !ListenerAddresses.withoutZone(who.host()).equals(address())) {
            throw new LinkException(who + " speaks from " + address());
        }
        if (dialled && !who.equals(process)) {
            throw new LinkException(who + " in the place of " + process);
        }
    }

    boolean isUp() {
        return up;
    }

    void up(Endpoint who) {
        process = who;
        up = true;
    }

    /** Whether this process had something to say on it. */
    boolean isProven() {
        return proven;
    }

    boolean isDoubtful(long now) {
        return now - DOUBT_NANOS > saidAt;
    }

    long lastHeardAt() {
        return lastHeardAt;
    }

    long lastSaidAt() {
        return lastSaidAt;
    }

    /** Something came; {@code asks}: and wants a sign that it did. */
    void heard(long now, boolean asks) {
        lastHeardAt = now;
        saidAt = NEVER;
        if (asks && owesSince == NEVER) {
            owesSince = now;
        }
    }

    /** Whether the other end should be told that it was heard. */
    boolean owes(long now) {
        return now - OWES_NANOS > owesSince;
    }

    synchronized void hello(Hello hello) throws IOException {
        outgoing.hello(hello.toBytes());
        write();
    }

    void ping(long now) throws IOException {
        say(Decoder.PING, NOTHING, false, WriteQueue.Care.URGENT, now);
        flush();
    }

    void sayHeard(long now) throws IOException {
        lastSaidAt = now;
        owesSince = NEVER;
        put(Decoder.HEARD, NOTHING, false, WriteQueue.Care.URGENT);
        flush();
    }

    /** This end lets it go. */
    void sayBye() throws IOException {
        put(Decoder.BYE, NOTHING, false, WriteQueue.Care.IN_ORDER);
        flush();
    }

    /** The other end lets it go: that it ends tells nothing. */
    void letGo() {
        isLetGo = true;
        over = true;
    }

    boolean isLetGo() {
        return isLetGo;
    }

    /** Nothing is written before {@link #flush}, unless much waits. */
    void say(byte kind, ByteBuffer body, boolean given, WriteQueue.Care care, long now) throws IOException {
        lastSaidAt = now;
        proven = true;
        owesSince = NEVER;
        if (saidAt == NEVER) {
            saidAt = now;
        }
        put(kind, body, given, care);
    }

    private synchronized void put(byte kind, ByteBuffer body, boolean given, WriteQueue.Care care) throws IOException {
        if (!outgoing.put(kind, body)) {
            outgoing.add(kind, given ? body.array() : copyOf(body), care);
        }
        if (!awaitsRoom && outgoing.waiting() > HELD_BYTES) {
            write();
        }
    }

    private static byte[] copyOf(ByteBuffer body) {
        byte[] own = new byte[body.remaining()];
        body.get(body.position(), own);
        return own;
    }

    /** Bytes that wait go out as far as they go without blocking. */
    synchronized void flush() throws IOException {
        if (!awaitsRoom) {
            write();
        }
    }

    /** There is room again. */
    synchronized void writeOn() throws IOException {
        awaitsRoom = false;
        write();
        if (!awaitsRoom) {
            interestIn(SelectionKey.OP_READ);
        }
    }

    private void write() throws IOException {
        if (key == null || !channel.isConnected()) {
            return;
        }
        boolean waits = outgoing.flush(wire);
        if (wire.isFull() && !waits) {
            // Bytes that TLS has encrypted wait for the socket, and a write without bytes flushes them.
            wire.write(NOTHING.duplicate());
        }
        if (wire.isWorking()) {
            interestIn(0);
        } else if (wire.isFull() || waits && !wire.isBusy()) {
            awaitsRoom = true;
            interestIn(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
    }

    /** Reads as much as there is room for. Bytes to write may depend on it. -1: the end. */
    int read(ByteBuffer into) throws IOException {
        int read = wire.read(into);
        over |= read < 0;
        if (wire.isWorking()) {
            interestIn(0);
        } else if (wire.isFull()) {
            synchronized (this) {
                write();
            }
        }
        return read;
    }

    /** Whether the other end has closed it. */
    boolean isOver() {
        return over;
    }

    /** Whether there may be more to read than the socket shows. */
    boolean mayHoldMore() {
        return wire.holdsBack();
    }

    /** Something was worked out. */
    synchronized void goOn() throws IOException {
        interestIn(SelectionKey.OP_READ);
        awaitsRoom = false;
        write();
    }

    synchronized boolean isWaiting() {
        return !outgoing.isEmpty();
    }

    /** Whether the socket has not taken all that earlier turns said. */
    synchronized boolean isFull() {
        return awaitsRoom;
    }

    synchronized int waitingItems() {
        return outgoing.items();
    }

    private void interestIn(int what) {
        SelectionKey selection = key;
        if (selection == null) {
            return;
        }
        try {
            selection.interestOps(what);
            selection.selector().wakeup();
        } catch (CancelledKeyException gone) {
            // closed meanwhile, by another thread
        }
    }

    synchronized long dropped() {
        return outgoing.dropped();
    }

    /** The address it comes from, as it is written; empty if it was closed before that was asked. */
    String address() {
        if (address.isEmpty()) {
            try {
                address = channel.getRemoteAddress() instanceof InetSocketAddress remote
                        ? ListenerAddresses.written(remote.getAddress())
                        : "";
            } catch (IOException closed) {
                return "";
            }
        }
        return address;
    }

    void close() {
        try {
            wire.close();
        } catch (IOException gone) {
            // that is what was wanted
        }
    }

    /** As the network would: the other end sees a broken connection, not an end. */
    void reset() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException | UnsupportedOperationException gone) {
            // closing will do
        }
        try {
            channel.close();
        } catch (IOException gone) {
            // that is what was wanted
        }
    }
}
