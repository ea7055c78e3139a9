package org.gamenet.rgs.bench.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The floor: non-blocking channels, a selector and its thread for the server, and one for each player; no library at
 * all.
 */
final class RawRelay implements Relay {
    private static final long CONNECT_SECONDS = 10;

    private final Setting setting;

    RawRelay(Setting setting) {
        this.setting = setting;
    }

    @Override
    public Relay.Server serve(Game game) throws IOException {
        return new Serving(game);
    }

    @Override
    public Relay.Players join(String address, Screen screen) throws IOException, InterruptedException {
        return new Playing(Integer.parseInt(address), screen);
    }

    private static InetSocketAddress at(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** A selector and the thread that waits at it. */
    private static final class Loop {
        final Selector selector = Selector.open();
        private final @Nullable Runnable accepts;

        /** @param accepts what to do if somebody knocks */
        Loop(@Nullable Runnable accepts) throws IOException {
            this.accepts = accepts;
        }

        void start(String name) {
            Thread thread = new Thread(this::run, name);
            thread.setDaemon(true);
            thread.start();
        }

        private void run() {
            try {
                while (true) {
                    selector.select(this::ready);
                    if (!selector.isOpen()) return;
                }
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            } catch (ClosedSelectorException over) {
                // closed
            }
        }

        private void ready(SelectionKey key) {
            try {
                if (key.attachment() instanceof RawLink link) link.ready();
                else if (accepts != null) accepts.run();
            } catch (IOException gone) {
                key.cancel();
            }
        }

        void close() {
            try {
                selector.close();
            } catch (IOException gone) {
                // it is closed all the same
            }
        }
    }

    private static final class Serving implements Relay.Server {
        private final ServerSocketChannel listening = ServerSocketChannel.open();
        private final List<RawLink> players = new CopyOnWriteArrayList<>();
        private final Game game;
        private final Loop loop;
        private final int port;

        Serving(Game game) throws IOException {
            this.game = game;
            loop = new Loop(this::accept);
            port = ((InetSocketAddress) listening.bind(at(0)).getLocalAddress()).getPort();
            listening.configureBlocking(false);
            listening.register(loop.selector, SelectionKey.OP_ACCEPT);
            loop.start("server");
        }

        private void accept() {
            try {
                SocketChannel channel = listening.accept();
                if (channel == null) return;
                RawLink player = new RawLink(channel, loop.selector, action -> game.heard(this, action));
                players.add(player);
                player.write(new byte[0]);
            } catch (ClosedChannelException over) {
                // closed
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }

        @Override
        public String address() {
            return Integer.toString(port);
        }

        @Override
        public boolean toAll(byte[] action) {
            for (RawLink player : players) player.write(action);
            return true;
        }

        @Override
        public void close() {
            loop.close();
            players.forEach(RawLink::close);
            try {
                listening.close();
            } catch (IOException gone) {
                // it is closed all the same
            }
        }
    }

    private final class Playing implements Relay.Players {
        private final List<Loop> loops = new ArrayList<>();
        private final List<RawLink> links = new ArrayList<>();

        Playing(int port, Screen screen) throws IOException, InterruptedException {
            CountDownLatch welcomed = new CountDownLatch(setting.players());
            for (int i = 0; i < setting.players(); i++) {
                int player = i;
                Loop loop = new Loop(null);
                loops.add(loop);
                links.add(new RawLink(SocketChannel.open(at(port)), loop.selector, action -> {
                    if (action.length == 0) welcomed.countDown();
                    else screen.shown(player, action);
                }));
                loop.start("player " + i);
            }
            if (!welcomed.await(CONNECT_SECONDS, TimeUnit.SECONDS))
                throw new IllegalStateException("the players were not all connected");
        }

        @Override
        public void act(int player, byte[] action) {
            links.get(player).write(action);
        }

        @Override
        public void close() {
            loops.forEach(Loop::close);
            links.forEach(RawLink::close);
        }
    }
}
