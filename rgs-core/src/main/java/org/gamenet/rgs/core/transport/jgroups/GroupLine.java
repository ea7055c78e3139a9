package org.gamenet.rgs.core.transport.jgroups;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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
import org.jgroups.util.MessageBatch;
import org.jspecify.annotations.Nullable;

/** One connection to one group, from the attempt to get in until it is left: a channel of its own, thrown away afterwards. */
final class GroupLine implements Receiver {
    private static final int EARLY_MAX = 1024;

    private record Early(Node from, ByteBuffer frame) { }

    private final GroupStack stack;
    private final JChannel channel;
    private final GroupListener listener;
    private final TransportLimits limits;
    private final Attempt attempt;
    private final Address self;
    private final List<Early> early = new ArrayList<>();
    private volatile @Nullable View view;
    private boolean told;
    private volatile boolean over;

    GroupLine(GroupStack stack, GroupListener listener, TransportSettings settings, Attempt attempt) throws Exception {
        this.stack = stack;
        this.listener = listener;
        this.limits = settings.limits();
        this.attempt = attempt;
        this.self = Addresses.draw(settings.last() || attempt.founds());
        this.channel = new JChannel(stack.protocols());
        channel.setName(settings.name());
        channel.addAddressGenerator(() -> self);
        channel.setReceiver(this);
    }

    /** Gets in, or throws with a message that says why not. Blocks until the attempt's deadline at most. */
    void connect(String group) throws Exception {
        channel.connect(group);
    }

    void know(Collection<Endpoint> members) {
        stack.discovery.know(members);
    }

    /** Whether this process is in the group, with whom. */
    boolean in() {
        return told && !over;
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
        Address address = member(to);
        if (address != null && !address.equals(self) && !(lane == Lane.UNRELIABLE && backedUp(address))) {
            hand(address, frame, lane);
        }
    }

    void cast(byte[] frame, Lane lane) {
        View now = view;
        if (now == null || now.size() < 2) {
            return;
        }
        if (lane == Lane.UNRELIABLE && anyBackedUp(now)) {
            for (Address member : now.getMembersRaw()) {
                if (!member.equals(self) && !backedUp(member)) {
                    hand(member, frame, lane);
                }
            }
        } else {
            hand(null, frame, lane);
        }
    }

    private void hand(@Nullable Address to, byte[] frame, Lane lane) {
        Message message = new BytesMessage(to, frame).setFlag(Message.TransientFlag.DONT_LOOPBACK).setFlag(Message.TransientFlag.DONT_BLOCK);
        switch (lane) {
            case RELIABLE -> { }
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

    private boolean anyBackedUp(View now) {
        for (Address member : now.getMembersRaw()) {
            if (backedUp(member)) {
                return true;
            }
        }
        return false;
    }

    private boolean backedUp(Address member) {
        return !member.equals(self) && stack.tcp.queued(member) >= limits.unreliablePackets();
    }

    private @Nullable Address member(Node node) {
        View now = view;
        if (now == null) {
            return null;
        }
        Address address = Addresses.address(node);
        for (Address member : now.getMembersRaw()) {
            if (member.equals(address)) {
                return member;
            }
        }
        return null;
    }

    void suspect(Node dead) {
        Address address = member(dead);
        if (address != null && !address.equals(self)) {
            stack.hints.suspect(address);
        }
    }

    void resetConnections() {
        stack.tcp.reset();
    }

    @Override public void viewAccepted(View next) {
        List<Node> members = Addresses.nodes(next);
        boolean coordinates = self.equals(next.getCoord());
        synchronized (early) {
            if (over) {
                return;
            }
            view = next;
            if (!told) {
                told = true;
                listener.connected(Addresses.node(self), members);
                early.forEach(frame -> listener.received(frame.from(), frame.frame()));
                early.clear();
            }
            listener.view(members, coordinates);
        }
    }

    @Override public void receive(Message message) {
        if (over || !message.hasPayload() || self.equals(message.getSrc())) {
            return;
        }
        Node from = Addresses.node(message.getSrc());
        ByteBuffer frame = ByteBuffer.wrap(message.getArray(), message.getOffset(), message.getLength()).slice().asReadOnlyBuffer();
        if (view == null) {
            synchronized (early) {
                if (!told) {
                    if (early.size() < EARLY_MAX) {
                        early.add(new Early(from, frame));
                    }
                    return;
                }
            }
        }
        listener.received(from, frame);
    }

    @Override public void receive(MessageBatch batch) {
        for (Message message : batch) {
            receive(message);
        }
    }
}
