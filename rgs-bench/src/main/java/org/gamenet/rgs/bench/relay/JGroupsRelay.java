package org.gamenet.rgs.bench.relay;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.Receiver;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jgroups.util.MessageBatch;

/**
 * JGroups as it is, without RGS: one channel per member, plain reliable unicasts, the protocols and values that RGS
 * builds its own stack from.
 */
final class JGroupsRelay implements Relay {
    private static final int BUNDLE_BYTES = 64_000;
    private static final int BUNDLER_QUEUE = 16_384;
    private static final int FRAGMENT_BYTES = 32 * 1024;
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

    /** What one process holds. */
    private static class Ends implements AutoCloseable {
        final List<JChannel> channels = new ArrayList<>();
        private final List<ExecutorService> threads = new ArrayList<>();

        JChannel open(String name, List<PhysicalAddress> where, Consumer<byte[]> application) throws Exception {
            JChannel channel = new JChannel(stack(where));
            channel.setName(name);
            channel.getProtocolStack().getTransport().getDiagnosticsHandler().setEnabled(false);
            ExecutorService thread = AppThread.named(name);
            threads.add(thread);
            channel.setReceiver(new Handover(thread, application));
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
            return ((IpAddress) channel.down(new Event(Event.GET_PHYSICAL_ADDRESS, channel.getAddress()))).toString();
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
                open("player " + i, List.of(new IpAddress(address)), action -> screen.shown(player, action));
            }
            server = channels.get(0).getView().getCoord();
        }

        @Override
        public void act(int player, byte[] action) {
            send(channels.get(player), server, action);
        }
    }

    private static List<Protocol> stack(List<PhysicalAddress> where) throws Exception {
        PerDestinationBundler bundler = new PerDestinationBundler();
        bundler.setMaxSize(BUNDLE_BYTES);
        bundler.setCapacity(BUNDLER_QUEUE);
        bundler.useSingleSenderThread(false);
        TCP tcp = new TCP();
        tcp.setBindAddr(InetAddress.getLoopbackAddress())
                .setBindPort(0)
                .setPortRange(0)
                .setBundler(bundler);
        tcp.useVirtualThreads(false);
        tcp.tcpNodelay(true).enableSuspectEvents(true).setSockConnTimeout(500);
        tcp.nonBlockingSends(true).maxSendQueue(SEND_QUEUE);
        tcp.getThreadPool().setMinThreads(0).setMaxThreads(100);
        GMS membership = new GMS()
                .printLocalAddress(false)
                .setJoinTimeout(where.isEmpty() ? 100 : 2000)
                .setLeaveTimeout(300);
        membership.setViewAckCollectionTimeout(200);
        return List.of(
                tcp,
                new Places(where),
                new MERGE3().setMinInterval(500).setMaxInterval(2000),
                new FD_ALL3().setTimeout(3000).setInterval(500),
                new VERIFY_SUSPECT2().setTimeout(50),
                new NAKACK2().useMcastXmit(false).setXmitInterval(50),
                new UNICAST3().setXmitInterval(50),
                new STABLE().setDesiredAverageGossip(5000).setMaxBytes(1_000_000),
                membership,
                new FRAG2().setFragSize(FRAGMENT_BYTES));
    }

    /** TCP binds to any free port only with a discovery that may find members later. */
    private static final class Places extends TCPPING {
        Places(List<PhysicalAddress> where) {
            setId(ClassConfigurator.getProtocolId(TCPPING.class));
            setInitialHosts2(where);
            returnEntireCache(true);
        }

        @Override
        public boolean isDynamic() {
            return true;
        }
    }

    private static void send(JChannel from, Address to, byte[] action) {
        try {
            from.send(new BytesMessage(to, action));
        } catch (Exception unreachable) {
            throw new IllegalStateException("the relay broke", unreachable);
        }
    }

    /** From the thread that received it to the application's. */
    private record Handover(ExecutorService thread, Consumer<byte[]> application) implements Receiver {
        @Override
        public void receive(Message message) {
            byte[] action = Arrays.copyOfRange(
                    message.getArray(), message.getOffset(), message.getOffset() + message.getLength());
            thread.execute(() -> application.accept(action));
        }

        @Override
        public void receive(MessageBatch batch) {
            for (Message message : batch) receive(message);
        }
    }
}
