package org.gamenet.rgs.core.transport.jgroups;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.core.port.Node;
import org.jgroups.Address;
import org.jgroups.View;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Nodes as JGroups addresses and back: the same 128 bits. One bit says that this process wants to coordinate last;
 * where it listens is among the others, if that is an address of IPv4, so that whoever sees a view knows the places of
 * all that are in it and asks nobody. The rest is drawn by chance. Plain UUIDs, because every packet names two and
 * JGroups reads those of any other kind by way of a map.
 */
final class Addresses {
    private static final long LAST = 1;
    private static final long PLACED = 2;
    private static final int PORT_AT = 16;
    private static final int HOST_AT = 32;
    private static final long DRAWN = (1L << PORT_AT) - 1 & ~(LAST | PLACED);

    private Addresses() {}

    static Address draw(boolean last, @Nullable IpAddress place) {
        UUID drawn = UUID.randomUUID();
        long low = drawn.getLeastSignificantBits() & ~(LAST | PLACED) | (last ? LAST : 0);
        if (place != null && place.getIpAddress() instanceof Inet4Address host) {
            long bits = ByteBuffer.wrap(host.getAddress()).getInt();
            low = low & (DRAWN | LAST) | PLACED | bits << HOST_AT | (long) place.getPort() << PORT_AT;
        }
        return new UUID(drawn.getMostSignificantBits(), low);
    }

    static boolean last(Address address) {
        return address instanceof UUID bits && (bits.getLeastSignificantBits() & LAST) != 0;
    }

    /** Where it listens, as it says itself; null if it does not say. */
    @Nullable
    static IpAddress place(Address address) {
        if (!(address instanceof UUID bits) || (bits.getLeastSignificantBits() & PLACED) == 0) {
            return null;
        }
        long low = bits.getLeastSignificantBits();
        byte[] host = ByteBuffer.allocate(Integer.BYTES)
                .putInt((int) (low >>> HOST_AT))
                .array();
        try {
            return new IpAddress(InetAddress.getByAddress(host), (int) (low >>> PORT_AT) & 0xffff);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static Node node(Address address) {
        UUID bits = (UUID) address;
        return new Node(bits.getMostSignificantBits(), bits.getLeastSignificantBits());
    }

    static Address address(Node node) {
        return new UUID(node.high(), node.low());
    }

    static List<Node> nodes(View view) {
        List<Node> nodes = new ArrayList<>(view.size());
        for (Address member : view.getMembersRaw()) {
            nodes.add(node(member));
        }
        return List.copyOf(nodes);
    }
}
