package org.gamenet.rgs.core.transport.jgroups;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.core.port.Node;
import org.jgroups.Address;
import org.jgroups.View;
import org.jgroups.util.UUID;

/**
 * Nodes as JGroups addresses and back: the same 128 bits, drawn by chance but for one, which says that this process
 * wants to coordinate last. Plain UUIDs, because every packet names two and JGroups reads those of any other kind by
 * way of a map.
 */
final class Addresses {
    private static final long LAST = 1;

    private Addresses() {}

    static Address draw(boolean last) {
        UUID drawn = UUID.randomUUID();
        long low = drawn.getLeastSignificantBits();
        return new UUID(drawn.getMostSignificantBits(), last ? low | LAST : low & ~LAST);
    }

    static boolean last(Address address) {
        return address instanceof UUID bits && (bits.getLeastSignificantBits() & LAST) != 0;
    }

    static Node node(Address address) {
        UUID bits = (UUID) address;
        return new Node(bits.getMostSignificantBits(), bits.getLeastSignificantBits());
    }

    static List<Node> nodes(View view) {
        List<Node> nodes = new ArrayList<>(view.size());
        for (Address member : view.getMembersRaw()) {
            nodes.add(node(member));
        }
        return List.copyOf(nodes);
    }
}
