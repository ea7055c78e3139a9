package org.gamenet.rgs.bench.relay;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Netty as it is shipped, with its consolidation of flushes: a length before each message, over TCP. One event loop for
 * the server, one for all players, which is more frugal than players in processes of their own could be.
 */
final class NettyRelay implements Relay {
    private static final int LONGEST_BYTES = 1 << 20;
    private static final int FLUSHES_AT_ONCE = 256;
    private static final long CONNECT_SECONDS = 10;

    private final Setting setting;

    NettyRelay(Setting setting) {
        this.setting = setting;
    }

    @Override
    public Relay.Server serve(Game game) throws InterruptedException {
        return new Serving(game);
    }

    @Override
    public Relay.Players join(String address, Screen screen) throws InterruptedException {
        return new Playing(address, screen);
    }

    private static EventLoopGroup eventLoop() {
        return new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    }

    private static ByteBuf frame(Channel channel, byte[] action) {
        return channel.alloc()
                .buffer(Integer.BYTES + action.length)
                .writeInt(action.length)
                .writeBytes(action);
    }

    private static void shutDown(EventLoopGroup loop) {
        loop.shutdownGracefully(0, CONNECT_SECONDS, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /** The handlers of every connection; the first message, which is empty, says that the other end is there. */
    private static ChannelInitializer<Channel> pipeline(Consumer<Channel> active, Consumer<byte[]> heard) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline()
                        .addLast(
                                new FlushConsolidationHandler(FLUSHES_AT_ONCE, true),
                                new LengthFieldBasedFrameDecoder(LONGEST_BYTES, 0, Integer.BYTES, 0, Integer.BYTES),
                                new Hearing(active, heard));
            }
        };
    }

    private static final class Hearing extends SimpleChannelInboundHandler<ByteBuf> {
        private final Consumer<Channel> active;
        private final Consumer<byte[]> heard;

        Hearing(Consumer<Channel> active, Consumer<byte[]> heard) {
            this.active = active;
            this.heard = heard;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            active.accept(context.channel());
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf message) {
            byte[] action = new byte[message.readableBytes()];
            message.readBytes(action);
            heard.accept(action);
        }
    }

    private static final class Serving implements Relay.Server {
        private final EventLoopGroup loop = eventLoop();
        private final List<Channel> players = new CopyOnWriteArrayList<>();
        private final Channel listening;

        Serving(Game game) throws InterruptedException {
            listening = new ServerBootstrap()
                    .group(loop)
                    .channel(NioServerSocketChannel.class)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childHandler(pipeline(this::welcome, action -> game.heard(this, action)))
                    .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .sync()
                    .channel();
        }

        private void welcome(Channel player) {
            players.add(player);
            player.writeAndFlush(frame(player, new byte[0]));
        }

        @Override
        public String address() {
            return Integer.toString(((InetSocketAddress) listening.localAddress()).getPort());
        }

        @Override
        public boolean toAll(byte[] action) {
            ByteBuf frame = frame(listening, action);
            for (Channel player : players) player.writeAndFlush(frame.retainedDuplicate());
            frame.release();
            return true;
        }

        @Override
        public void close() {
            shutDown(loop);
        }
    }

    private final class Playing implements Relay.Players {
        private final EventLoopGroup loop = eventLoop();
        private final List<Channel> channels = new ArrayList<>();

        Playing(String address, Screen screen) throws InterruptedException {
            CountDownLatch welcomed = new CountDownLatch(setting.players());
            for (int i = 0; i < setting.players(); i++) {
                int player = i;
                channels.add(new Bootstrap()
                        .group(loop)
                        .channel(NioSocketChannel.class)
                        .option(ChannelOption.TCP_NODELAY, true)
                        .handler(pipeline(connected -> {}, action -> {
                            if (action.length == 0) welcomed.countDown();
                            else screen.shown(player, action);
                        }))
                        .connect(InetAddress.getLoopbackAddress(), Integer.parseInt(address))
                        .sync()
                        .channel());
            }
            if (!welcomed.await(CONNECT_SECONDS, TimeUnit.SECONDS))
                throw new IllegalStateException("the players were not all connected");
        }

        @Override
        public void act(int player, byte[] action) {
            Channel channel = channels.get(player);
            channel.writeAndFlush(frame(channel, action));
        }

        @Override
        public void close() {
            shutDown(loop);
        }
    }
}
