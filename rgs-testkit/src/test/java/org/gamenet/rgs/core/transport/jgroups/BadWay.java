package org.gamenet.rgs.core.transport.jgroups;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.stack.Protocol;
import org.jgroups.util.MessageBatch;

/**
 * Directly above the sockets of one process: loses, delays and repeats what comes in, as the {@link BadNetwork} wants
 * it.
 */
final class BadWay extends Protocol {
    private final BadNetwork network;
    private final int process;
    private final ScheduledExecutorService later;

    BadWay(BadNetwork network, int process, ScheduledExecutorService later) {
        this.network = network;
        this.process = process;
        this.later = later;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends Protocol> T setAddress(Address address) {
        network.known(address, process);
        super.setAddress(address);
        return (T) this;
    }

    /** Pings of links do not come this way, and are lost with the rest. */
    @Override
    public Object down(Event event) {
        Object below = super.down(event);
        return event.getType() == LinkedTp.SILENCE && below instanceof Long nanos
                ? (Object) Math.max(nanos, network.cutNanos(event.getArg(), process))
                : below;
    }

    @Override
    public Object up(Message message) {
        for (int copies = network.copies(message.getSrc(), process); copies > 0; copies--) {
            long millis = network.delay(message.getSrc(), process);
            if (millis == 0) up_prot.up(message);
            else later.schedule(() -> up_prot.up(message), millis, TimeUnit.MILLISECONDS);
        }
        return null;
    }

    @Override
    public void up(MessageBatch batch) {
        if (network.isFair()) {
            up_prot.up(batch);
            return;
        }
        for (Message message : batch) up(message);
    }
}
