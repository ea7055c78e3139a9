package org.gamenet.rgs.bench.group;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.Receiver;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.MERGE3;
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

/** The stack of a member on loopback: the protocols and the values that RGS builds its own stack from. */
public final class PlainGroup {
    private static final int FRAGMENT_BYTES = 32 * 1024;

    private PlainGroup() {}

    /** TCP on loopback, on any free port. */
    public static TCP tcp() throws Exception {
        TCP tcp = new TCP();
        tcp.setBindAddr(InetAddress.getLoopbackAddress()).setBindPort(0).setPortRange(0);
        tcp.useVirtualThreads(false);
        tcp.tcpNodelay(true).enableSuspectEvents(true).setSockConnTimeout(500);
        return tcp;
    }

    /**
     * A channel that is not connected yet.
     *
     * @param where members that it asks to be let in; empty: it is the first
     * @param detector stands below FD_ALL3; none, or one
     * @param top stands above all others; none, or one
     */
    public static JChannel channel(
            String name, TCP tcp, List<PhysicalAddress> where, List<Protocol> detector, List<Protocol> top)
            throws Exception {
        GMS membership = new GMS()
                .printLocalAddress(false)
                .setJoinTimeout(where.isEmpty() ? 100 : 2000)
                .setLeaveTimeout(300);
        membership.setViewAckCollectionTimeout(200);
        List<Protocol> stack = new ArrayList<>(
                List.of(tcp, new Places(where), new MERGE3().setMinInterval(500).setMaxInterval(2000)));
        stack.addAll(detector);
        stack.addAll(List.of(
                new FD_ALL3().setTimeout(3000).setInterval(500),
                new VERIFY_SUSPECT2().setTimeout(50),
                new NAKACK2().useMcastXmit(false).setXmitInterval(50),
                new UNICAST3().setXmitInterval(50),
                new STABLE().setDesiredAverageGossip(5000).setMaxBytes(1_000_000),
                membership,
                new FRAG2().setFragSize(FRAGMENT_BYTES)));
        stack.addAll(top);
        JChannel channel = new JChannel(stack);
        channel.setName(name);
        channel.getProtocolStack().getTransport().getDiagnosticsHandler().setEnabled(false);
        return channel;
    }

    /** The host and port of a connected channel. */
    public static String place(JChannel channel) {
        return channel.down(new Event(Event.GET_PHYSICAL_ADDRESS, channel.getAddress()))
                .toString();
    }

    /** The address of that {@link #place}. */
    public static PhysicalAddress address(String place) throws Exception {
        return new IpAddress(place);
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

    /**
     * Hands each message from the thread that received it to the application's.
     *
     * @param thread of the application
     */
    public record Handover(Executor thread, Consumer<byte[]> application) implements Receiver {
        @Override
        public void receive(Message message) {
            byte[] bytes = Arrays.copyOfRange(
                    message.getArray(), message.getOffset(), message.getOffset() + message.getLength());
            thread.execute(() -> application.accept(bytes));
        }

        @Override
        public void receive(MessageBatch batch) {
            for (Message message : batch) receive(message);
        }
    }
}
