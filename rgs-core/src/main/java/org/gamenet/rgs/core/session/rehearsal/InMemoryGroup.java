package org.gamenet.rgs.core.session.rehearsal;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.Clock;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.jspecify.annotations.Nullable;

/**
 * One group in memory, in a time of its own: everything arrives in the order in which it was sent, and nothing is lost
 * but who dies. One thread.
 */
final class InMemoryGroup implements Clock {
    private final List<End> members = new ArrayList<>();
    private final Queue<Runnable> underWay = new ArrayDeque<>();
    private long nanos = 1_000_000_000L;
    private int ends;

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public long wallMillis() {
        return nanos / 1_000_000;
    }

    void pass(long moreNanos) {
        nanos += moreNanos;
    }

    /** Lets arrive what is under way, and what that brings about. */
    void deliver() {
        for (Runnable next = underWay.poll(); next != null; next = underWay.poll()) next.run();
    }

    /** Another process's end. */
    End enter() {
        return new End(++ends);
    }

    final class End implements GroupTransport {
        private final Endpoint place;
        private final Node node;
        private @Nullable GroupListener listener;

        private End(int number) {
            place = new Endpoint("127.0.0.1", number, number);
            node = new Node(1, number);
        }

        /** As if its process had been killed. */
        void die() {
            leave(true);
        }

        private void leave(boolean dead) {
            if (!members.remove(this)) return;
            if (dead) members.forEach(other -> other.tell(listening -> listening.closed(node)));
            showView();
        }

        private void showView() {
            List<Node> nodes = members.stream().map(End::node).toList();
            for (End member : members) member.tell(listening -> listening.view(nodes, members.indexOf(member) == 0));
        }

        private Node node() {
            return node;
        }

        private void tell(Consumer<GroupListener> news) {
            GroupListener told = listener;
            if (told != null) underWay.add(() -> news.accept(told));
        }

        @Override
        public void listen(GroupListener told) {
            listener = told;
            tell(listening -> listening.listening(place));
        }

        @Override
        public void found(String group) {
            members.add(this);
            List<Node> nodes = members.stream().map(End::node).toList();
            tell(listening -> listening.connected(node, nodes));
            showView();
        }

        @Override
        public void join(String group, List<Endpoint> others, long deadlineMillis) {
            found(group);
        }

        @Override
        public void know(List<Endpoint> others) {
            // everybody is within reach
        }

        @Override
        public void send(Node to, byte[] frame, Lane lane) {
            for (End other : members) if (other.node.equals(to)) carry(other, frame);
        }

        @Override
        public void cast(byte[] frame, Lane lane) {
            for (End other : members) if (other != this) carry(other, frame);
        }

        private void carry(End other, byte[] frame) {
            if (members.contains(this))
                other.tell(listening ->
                        listening.received(node, ByteBuffer.wrap(frame).asReadOnlyBuffer()));
        }

        @Override
        public void suspect(Node dead) {
            // the dead leave at once
        }

        @Override
        public @Nullable Endpoint placeOf(Node speaker) {
            return members.stream()
                    .filter(member -> member.node.equals(speaker))
                    .map(member -> member.place)
                    .findFirst()
                    .orElse(null);
        }

        @Override
        public void probe(Endpoint process) {
            boolean lives = members.stream().anyMatch(member -> member.place.equals(process));
            GroupListener.Probe result = lives ? GroupListener.Probe.ANSWERED : GroupListener.Probe.REFUSED;
            tell(listening -> listening.probed(process, result));
        }

        @Override
        public void disconnect() {
            leave(false);
        }

        @Override
        public void close() {
            leave(false);
        }
    }
}
