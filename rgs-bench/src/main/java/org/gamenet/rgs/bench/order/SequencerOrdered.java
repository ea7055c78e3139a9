package org.gamenet.rgs.bench.order;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.gamenet.rgs.bench.group.PlainGroup;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.PhysicalAddress;
import org.jgroups.protocols.FD_SOCK2;
import org.jgroups.protocols.SEQUENCER;

/** JGroups as it is: total order by its SEQUENCER, over TCP. */
final class SequencerOrdered implements Ordered {
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final JChannel channel;

    SequencerOrdered(Seat seat) throws Exception {
        List<PhysicalAddress> where = seat.place().isEmpty() ? List.of() : List.of(PlainGroup.address(seat.place()));
        channel = PlainGroup.channel(
                seat.name(), PlainGroup.tcp(), where, List.of(new FD_SOCK2()), List.of(new SEQUENCER()));
        channel.setReceiver(
                new PlainGroup.Handover(thread, bytes -> seat.heard().message(bytes)));
        channel.connect(seat.game());
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
        return PlainGroup.place(channel);
    }

    @Override
    public void close() {
        channel.close();
        thread.shutdownNow();
    }
}
