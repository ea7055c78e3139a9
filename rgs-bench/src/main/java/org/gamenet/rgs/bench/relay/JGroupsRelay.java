package org.gamenet.rgs.bench.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import org.gamenet.rgs.bench.group.PlainGroup;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.PhysicalAddress;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.protocols.TCP;

/**
 * JGroups as it is, without RGS: one channel per member, plain reliable unicasts, the protocols and values that RGS
 * builds its own stack from.
 */
final class JGroupsRelay implements Relay {
    private static final int BUNDLE_BYTES = 64_000;
    private static final int BUNDLER_QUEUE = 16_384;
    private static final int SEND_QUEUE = 512;

    private final Setting setting;

    JGroupsRelay(Setting setting) {
        this.setting = setting;
    }

    @Override
    public Relay.Server serve(Game game) throws Exception {
        return new Serving(game);
    }

    @Override
    public Relay.Players join(String address, Screen screen) throws Exception {
        return new Playing(address, screen);
    }

    /** The resources of one process. */
    private static class Ends implements AutoCloseable {
        final List<JChannel> channels = new ArrayList<>();
        private final List<ExecutorService> threads = new ArrayList<>();

        JChannel open(String name, List<PhysicalAddress> where, Consumer<byte[]> application) throws Exception {
            JChannel channel = PlainGroup.channel(name, tcp(), where, List.of(), List.of());
            ExecutorService thread = AppThread.named(name);
            threads.add(thread);
            channel.setReceiver(new PlainGroup.Handover(thread, application));
            channels.add(channel);
            channel.connect("relay");
            int members = channels.size() + where.size();
            if (channel.getView().size() != members)
                throw new IllegalStateException(name + " is not with the " + (members - 1) + " before it");
            return channel;
        }

        @Override
        public void close() {
            channels.forEach(JChannel::close);
            threads.forEach(ExecutorService::shutdownNow);
        }
    }

    private static final class Serving extends Ends implements Relay.Server {
        private final JChannel channel;

        Serving(Game game) throws Exception {
            channel = open("server", List.of(), action -> game.heard(this, action));
        }

        @Override
        public String address() {
            return PlainGroup.place(channel);
        }

        @Override
        public boolean toAll(byte[] action) {
            for (Address member : channel.getView().getMembersRaw())
                if (!member.equals(channel.getAddress())) send(channel, member, action);
            return true;
        }
    }

    private final class Playing extends Ends implements Relay.Players {
        private final Address server;

        Playing(String address, Screen screen) throws Exception {
            for (int i = 0; i < setting.players(); i++) {
                int player = i;
                open("player " + i, List.of(PlainGroup.address(address)), action -> screen.shown(player, action));
            }
            server = channels.get(0).getView().getCoord();
        }

        @Override
        public void act(int player, byte[] action) {
            send(channels.get(player), server, action);
        }
    }

    /** With a queue for each receiver: one that does not read must not hold up the others. */
    private static TCP tcp() throws Exception {
        PerDestinationBundler bundler = new PerDestinationBundler();
        bundler.setMaxSize(BUNDLE_BYTES);
        bundler.setCapacity(BUNDLER_QUEUE);
        bundler.useSingleSenderThread(false);
        TCP tcp = PlainGroup.tcp();
        tcp.setBundler(bundler);
        tcp.nonBlockingSends(true).maxSendQueue(SEND_QUEUE);
        tcp.getThreadPool().setMinThreads(0).setMaxThreads(100);
        return tcp;
    }

    private static void send(JChannel from, Address to, byte[] action) {
        try {
            from.send(new BytesMessage(to, action));
        } catch (Exception unreachable) {
            throw new IllegalStateException("the relay broke", unreachable);
        }
    }
}
