package org.gamenet.rgs.core.transport.jgroups;

import java.util.Collection;
import java.util.Iterator;
import java.util.function.Consumer;
import org.gamenet.rgs.core.port.Node;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.FragHeader;
import org.jgroups.stack.Protocol;
import org.jgroups.util.MessageBatch;

/**
 * Sits directly above the links. Tells this member at once that a link broke, long before a view does; lets nothing
 * pass that would make the stack above reserve more than a frame may have.
 */
final class SocketWatch extends Protocol {
    private static final short FRAGMENTS = ClassConfigurator.getProtocolId(FRAG2.class);

    private final Consumer<Node> closed;
    private final int fragmentsMax;

    SocketWatch(Consumer<Node> closed, int fragmentsMax) {
        this.closed = closed;
        this.fragmentsMax = fragmentsMax;
    }

    @Override
    public Object up(Event event) {
        if (event.getType() == Event.SUSPECT) {
            Collection<Address> peers = event.arg();
            peers.forEach(peer -> closed.accept(Addresses.node(peer)));
        }
        return up_prot.up(event);
    }

    @Override
    public Object up(Message message) {
        return inBounds(message) ? up_prot.up(message) : null;
    }

    @Override
    public void up(MessageBatch batch) {
        for (Iterator<Message> messages = batch.iterator(); messages.hasNext(); ) {
            if (!inBounds(messages.next())) {
                messages.remove();
            }
        }
        if (!batch.isEmpty()) {
            up_prot.up(batch);
        }
    }

    private boolean inBounds(Message message) {
        FragHeader fragment = message.getHeader(FRAGMENTS);
        return fragment == null || fragment.num_frags > 0 && fragment.num_frags <= fragmentsMax;
    }
}
