package org.gamenet.rgs.bench.order;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.Receiver;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FD_SOCK2;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.SEQUENCER;
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

/** JGroups as it is: total order by its SEQUENCER, over TCP. */
final class SequencerOrdered implements Ordered {
    private static final int FRAGMENT_BYTES = 32 * 1024;

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final JChannel channel;

    SequencerOrdered(Seat seat) throws Exception {
        List<PhysicalAddress> where = seat.place().isEmpty() ? List.of() : List.of(new IpAddress(seat.place()));
        channel = new JChannel(stack(where));
        channel.setName(seat.name());
        channel.getProtocolStack().getTransport().getDiagnosticsHandler().setEnabled(false);
        channel.setReceiver(new Receiver() {
            @Override
            public void receive(Message message) {
                byte[] bytes = Arrays.copyOfRange(
                        message.getArray(), message.getOffset(), message.getOffset() + message.getLength());
                thread.execute(() -> seat.heard().message(bytes));
            }

            @Override
            public void receive(MessageBatch batch) {
                for (Message message : batch) receive(message);
            }
        });
        channel.connect(seat.game());
    }

    private static List<Protocol> stack(List<PhysicalAddress> where) throws Exception {
        TCP tcp = new TCP();
        tcp.setBindAddr(InetAddress.getLoopbackAddress()).setBindPort(0).setPortRange(0);
        tcp.useVirtualThreads(false);
        tcp.tcpNodelay(true).enableSuspectEvents(true).setSockConnTimeout(500);
        GMS membership = new GMS()
                .printLocalAddress(false)
                .setJoinTimeout(where.isEmpty() ? 100 : 2000)
                .setLeaveTimeout(300);
        membership.setViewAckCollectionTimeout(200);
        return List.of(
                tcp,
                new Places(where),
                new MERGE3().setMinInterval(500).setMaxInterval(2000),
                new FD_SOCK2(),
                new FD_ALL3().setTimeout(3000).setInterval(500),
                new VERIFY_SUSPECT2().setTimeout(50),
                new NAKACK2().useMcastXmit(false).setXmitInterval(50),
                new UNICAST3().setXmitInterval(50),
                new STABLE().setDesiredAverageGossip(5000).setMaxBytes(1_000_000),
                membership,
                new FRAG2().setFragSize(FRAGMENT_BYTES),
                new SEQUENCER());
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

    @Override
    public boolean send(byte[] bytes) {
        try {
            channel.send(new BytesMessage(null, bytes));
            return true;
        } catch (Exception unreachable) {
            throw new IllegalStateException("the group broke", unreachable);
        }
    }

    @Override
    public int members() {
        return channel.getView() == null ? 0 : channel.getView().size();
    }

    @Override
    public boolean orders() {
        return channel.getView() != null
                && channel.getAddress().equals(channel.getView().getCoord());
    }

    @Override
    public String place() {
        return ((IpAddress) channel.down(new Event(Event.GET_PHYSICAL_ADDRESS, channel.getAddress()))).toString();
    }

    @Override
    public void close() {
        channel.close();
        thread.shutdownNow();
    }
}
