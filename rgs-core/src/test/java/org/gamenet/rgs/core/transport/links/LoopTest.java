package org.gamenet.rgs.core.transport.links;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.Lane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The thread that reads for all links: nobody ends it, and nobody has it for itself. */
class LoopTest {
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final BlockingQueue<ByteBuffer> heard = new LinkedBlockingQueue<>();
    private final BlockingQueue<Endpoint> unlinked = new LinkedBlockingQueue<>();

    private <T extends AutoCloseable> T open(T some) {
        open.push(some);
        return some;
    }

    @AfterEach
    void closeAll() throws Exception {
        while (!open.isEmpty()) open.pop().close();
    }

    /** Links of a process that does this with each frame, on the loop's thread, before it is noted. */
    private Links hearing(Runnable does) throws IOException {
        Loop loop = open(new Loop());
        Links links = new Links(
                loop, InetAddress.getByName("127.0.0.1"), 0, LinkLimits.forFrames(1_000_000), null, new LinkListener() {
                    @Override
                    public void heard(Endpoint from, ByteBuffer frame) {
                        does.run();
                        heard.add(frame);
                    }

                    @Override
                    public void unlinked(Endpoint process) {
                        unlinked.add(process);
                    }
                });
        open.push(links);
        loop.start();
        return links;
    }

    @Test
    @DisplayName("an error while a frame is taken ends that link, for its rest makes no sense, and nothing else")
    void outlivesErrors() throws Exception {
        Deque<Throwable> thrown = new ArrayDeque<>(Set.of(new OutOfMemoryError("planted")));
        thrown.add(new IllegalStateException("planted"));
        Links bob = hearing(() -> {
            Throwable next = thrown.poll();
            if (next instanceof Error error) throw error;
            if (next instanceof RuntimeException fault) throw fault;
        });
        End ann = open(new End());
        for (int i = 0; i < 2; i++) {
            ann.links.want(Set.of(bob.self()));
            End.await(() -> ann.links.isLinked(bob.self()));
            ann.links.say(bob.self(), new byte[] {1}, Lane.URGENT);
            assertEquals(bob.self(), End.next(ann.unlinked));
            assertEquals(ann.place, End.next(unlinked));
        }
        End.await(() -> {
            ann.links.say(bob.self(), new byte[] {2}, Lane.URGENT);
            return !heard.isEmpty();
        });
        assertEquals(ByteBuffer.wrap(new byte[] {2}), heard.remove());
    }

    @Test
    @DisplayName("work that goes on and on is done in turns with all else, an error of it included")
    void doesAllInTurns() throws Exception {
        Loop loop = open(new Loop());
        BlockingQueue<String> rounds = new LinkedBlockingQueue<>();
        loop.eachRound(() -> rounds.add("round"));
        loop.eachRound(() -> {
            throw new AssertionError("planted");
        });
        loop.execute(new Runnable() {
            @Override
            public void run() {
                loop.execute(this);
            }
        });
        loop.start();
        for (int i = 0; i < 3; i++) End.next(rounds);
    }

    @Test
    @DisplayName("a link that the loop closes just when another thread finds its socket full is no fault")
    void closesUnderAWriter() throws Exception {
        try (ServerSocketChannel lazy = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
                SocketChannel channel = SocketChannel.open(lazy.getLocalAddress());
                Selector selector = Selector.open()) {
            channel.configureBlocking(false);
            Link link = new Link(
                    channel, Stranger.PLACE, LinkLimits.forFrames(10_000_000), null, each -> {}, System.nanoTime());
            link.waitsAt(new Closing(channel, selector));
            ByteBuffer frame = ByteBuffer.wrap(new byte[9_000_000]);
            assertDoesNotThrow(() -> link.say(Decoder.FRAME, frame, true, WriteQueue.Care.IN_ORDER, System.nanoTime()));
            assertTrue(link.isWaiting());
        }
    }

    /** A key that is valid when it is asked, and cancelled when it is used. */
    private static final class Closing extends SelectionKey {
        private final SelectableChannel channel;
        private final Selector selector;

        Closing(SelectableChannel channel, Selector selector) {
            this.channel = channel;
            this.selector = selector;
        }

        @Override
        public SelectableChannel channel() {
            return channel;
        }

        @Override
        public Selector selector() {
            return selector;
        }

        @Override
        public boolean isValid() {
            return true;
        }

        @Override
        public void cancel() {}

        @Override
        public int interestOps() {
            throw new CancelledKeyException();
        }

        @Override
        public SelectionKey interestOps(int ops) {
            throw new CancelledKeyException();
        }

        @Override
        public int readyOps() {
            throw new CancelledKeyException();
        }
    }
}
