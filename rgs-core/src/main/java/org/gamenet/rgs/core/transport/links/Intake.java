package org.gamenet.rgs.core.transport.links;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.jspecify.annotations.Nullable;

/** Hands the frames that come on links to the parts that they are for. The loop's thread. */
final class Intake {
    private static final int READ_BYTES = 16 * 1024;

    private final LinkLimits limits;
    private final LinkListener listener;
    private final Greeting greeting;
    private final Doorway doorway;
    private final Consumer<Link> drops;
    private final BooleanSupplier closed;
    private final ByteBuffer readInto = ByteBuffer.allocateDirect(READ_BYTES);
    /** Bytes of frames that are not whole, on all links. */
    private long held;
    /**
     * Whether a frame came since {@link LinkListener#heardAll}; a packet is the group's, and no session waits for it.
     */
    private boolean heard;

    /** Somebody says who it is. */
    interface Greeting {
        void greeted(Link link, Endpoint who) throws LinkException;
    }

    /** {@code drops}: ends a link, because all together hold too much that is not whole. */
    Intake(
            LinkLimits limits,
            LinkListener listener,
            Greeting greeting,
            Doorway doorway,
            Consumer<Link> drops,
            BooleanSupplier closed) {
        this.limits = limits;
        this.listener = listener;
        this.greeting = greeting;
        this.doorway = doorway;
        this.drops = drops;
        this.closed = closed;
    }

    /**
     * All that is there, or {@value #READ_BYTES} bytes of it: false if there may be more, for other links want to be
     * read too, and whoever floods one must not keep them waiting.
     */
    boolean readsAll(Link link) throws IOException {
        readInto.clear();
        if (link.read(readInto) <= 0) {
            return true;
        }
        boolean full = !readInto.hasRemaining();
        readInto.flip();
        long before = link.decoder.held();
        Coming coming = of(link);
        try {
            link.decoder.take(readInto, coming);
        } finally {
            held += link.decoder.held() - before;
        }
        if (held > limits.heldBytes()) {
            doorway.heaviest().ifPresent(drops);
        }
        if (link.isUp()) {
            link.heard(System.nanoTime(), coming.asks || link.decoder.held() > 0);
        }
        return !full && !link.mayHoldMore();
    }

    private Coming of(Link link) {
        Coming coming = link.coming;
        if (coming == null) {
            coming = new Coming(link);
            link.coming = coming;
        }
        coming.asks = false;
        return coming;
    }

    /** That link is gone. */
    void forget(Link link) {
        held -= link.decoder.held();
    }

    /** All that could be read now was read. */
    void round() {
        if (heard) {
            heard = false;
            listener.heardAll();
        }
    }

    /** The frames that come on one link. */
    final class Coming implements Decoder.Sink {
        private final Link link;
        private boolean asks;

        Coming(Link link) {
            this.link = link;
        }

        @Override
        public void hello(Hello hello) throws LinkException {
            greeting.greeted(link, hello.process());
        }

        @Override
        public void frame(FrameHeader header, ByteBuffer body) {
            Endpoint from = said();
            if (from != null) {
                listener.heard(from, header, body);
            }
        }

        @Override
        public void frame(ByteBuffer frame) {
            Endpoint from = said();
            if (from != null) {
                listener.heard(from, frame);
            }
        }

        /** The process that says it; null: for nobody any more. */
        private @Nullable Endpoint said() {
            asks = true;
            Endpoint from = link.process();
            if (from == null || closed.getAsBoolean()) {
                return null;
            }
            heard = true;
            return from;
        }

        @Override
        public void packet(ByteBuffer packet) {
            asks = true;
            Endpoint from = link.process();
            if (!closed.getAsBoolean() && from != null) {
                listener.packet(from, packet);
            }
        }

        @Override
        public void ping() {
            asks = true;
        }

        @Override
        public void bye() {
            link.letGo();
        }
    }
}
