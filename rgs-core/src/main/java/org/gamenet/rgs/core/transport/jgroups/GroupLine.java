package org.gamenet.rgs.core.transport.jgroups;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.stack.Protocol;
import org.jgroups.util.MessageBatch;
import org.jspecify.annotations.Nullable;

/**
 * One connection to one group, from the attempt to get in until it is left: a channel of its own, thrown away
 * afterwards.
 */
final class GroupLine implements Receiver {
    private static final int EARLY_MAX = 1024;

    private record Early(Node from, ByteBuffer frame) {}

    private final GroupStack stack;
    private final JChannel channel;
    private final GroupListener listener;
    private final TransportLimits limits;
    private final Attempt attempt;
    private final boolean last;
    private volatile @Nullable Address drawn;
    private final List<Early> early = new ArrayList<>();
    private volatile @Nullable ViewRoster roster;
    private boolean told;
    private volatile boolean over;

    GroupLine(
            GroupStack stack,
            List<Protocol> protocols,
            GroupListener listener,
            TransportSettings settings,
            Attempt attempt)
            throws Exception {
        this.stack = stack;
        this.listener = listener;
        this.limits = settings.limits();
        this.attempt = attempt;
        this.last = settings.last();
        this.channel = new JChannel(protocols);
        channel.setName(settings.name());
        channel.addAddressGenerator(this::draw);
        channel.setReceiver(this);
    }

    private Address draw() {
        Address address = Addresses.draw(last || attempt.founds(), stack.links.listener());
        drawn = address;
        return address;
    }

    /** Its own, since it began to connect. */
    private Address self() {
        return Objects.requireNonNull(drawn, "not connected yet");
    }

    /** Gets in, or throws with a message that says why not. Blocks until the attempt's deadline at most. */
    void connect(String group) throws Exception {
        channel.connect(group);
    }

    void know(Collection<Endpoint> members) {
        stack.discovery.know(members);
    }

    /** Whether this process was let in. */
    boolean in() {
        return roster != null;
    }

    /** Ends the attempt under way, if there is one. */
    void giveUp() {
        attempt.giveUp();
        stack.discovery.wake();
    }

    void close() {
        over = true;
        giveUp();
        channel.close();
    }

    void send(Node to, byte[] frame, Lane lane) {
        Address address = other(to);
        if (address != null && !(lane == Lane.UNRELIABLE && backedUp(address))) {
            hand(address, frame, lane);
        }
    }

    void cast(byte[] frame, Lane lane) {
        ViewRoster now = roster;
        if (now == null || now.others().isEmpty()) {
            return;
        }
        if (lane == Lane.UNRELIABLE && now.others().stream().anyMatch(this::backedUp)) {
            for (Address member : now.others()) {
                if (!backedUp(member)) {
                    hand(member, frame, lane);
                }
            }
        } else {
            hand(null, frame, lane);
        }
    }

    private void hand(@Nullable Address to, byte[] frame, Lane lane) {
        Message message = new BytesMessage(to, frame)
                .setFlag(Message.TransientFlag.DONT_LOOPBACK, Message.TransientFlag.DONT_BLOCK);
        switch (lane) {
            case RELIABLE -> {}
            case URGENT -> message.setFlag(Message.Flag.OOB);
            case UNRELIABLE -> {
                message.setFlag(Message.Flag.OOB);
                // fragments of a frame that lost one would be kept for ever
                if (frame.length <= TransportLimits.FRAGMENT_BYTES) {
                    message.setFlag(Message.Flag.NO_RELIABILITY);
                }
            }
        }
        try {
            channel.send(message);
        } catch (Exception leaving) {
            // dropped like anything else that cannot be reached
        }
    }

    private boolean backedUp(Address member) {
        return stack.links.queued(member) >= limits.unreliablePackets();
    }

    private @Nullable Address other(Node node) {
        ViewRoster now = roster;
        Address address = now == null ? null : now.address(node);
        return self().equals(address) ? null : address;
    }

    /** Packets that wait for the link to this member. */
    int queued(Node member) {
        Address address = other(member);
        return address == null ? 0 : stack.links.queued(address);
    }

    /** Where it listens, as the links tell; null if nothing has come from it. */
    @Nullable
    Endpoint placeOf(Node node) {
        return stack.links.placeOf(Addresses.address(node));
    }

    void suspect(Node dead) {
        Address address = other(dead);
        if (address != null) {
            stack.watch.concerning(List.of(address)).forEach(stack.verify::condemn);
        }
    }

    void die() {
        over = true;
        stack.links.die();
    }

    /** A packet of the stack of that process. */
    void packet(Endpoint from, ByteBuffer packet) {
        stack.links.packet(from, packet);
    }

    /** The last link to that process broke. */
    void unlinked(Endpoint process) {
        stack.links.unlinked(process);
    }

    /** Nobody listens there. */
    void refused(Endpoint process) {
        stack.links.refused(process);
    }

    @Override
    public void viewAccepted(View next) {
        ViewRoster now = new ViewRoster(next, self());
        boolean coordinates = self().equals(next.getCoord());
        synchronized (early) {
            if (over) {
                return;
            }
            roster = now;
            if (!told) {
                told = true;
                listener.connected(now.node(self()), now.members());
                early.forEach(frame -> listener.received(frame.from(), frame.frame()));
                early.clear();
            }
            listener.view(now.members(), coordinates);
        }
    }

    @Override
    public void receive(Message message) {
        if (over || !message.hasPayload() || self().equals(message.getSrc())) {
            return;
        }
        ByteBuffer frame = ByteBuffer.wrap(message.getArray(), message.getOffset(), message.getLength());
        ViewRoster now = roster;
        if (now != null) {
            listener.received(now.node(message.getSrc()), frame);
        } else if (!keptEarly(message.getSrc(), frame)) {
            listener.received(Addresses.node(message.getSrc()), frame);
        }
    }

    /** Somebody may send before this process has the view that lets it in: told after {@code connected}. */
    private boolean keptEarly(Address from, ByteBuffer frame) {
        synchronized (early) {
            if (!told && early.size() < EARLY_MAX) {
                early.add(new Early(Addresses.node(from), frame));
            }
            return !told || over;
        }
    }

    @Override
    public void receive(MessageBatch batch) {
        for (Message message : batch) {
            receive(message);
        }
    }
}
