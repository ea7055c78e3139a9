package org.gamenet.rgs.core.transport.jgroups;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.core.port.Node;
import org.jgroups.Address;
import org.jgroups.View;
import org.jgroups.util.ExtendedUUID;
import org.jgroups.util.UUID;

/** Nodes as JGroups addresses and back: the same 128 bits; the address also says whether its process wants to coordinate last. */
final class Addresses {
    private static final String LAST = "l";
    private static final byte[] YES = {1};

    private Addresses() {
    }

    static Address draw(boolean last) {
        ExtendedUUID address = ExtendedUUID.randomUUID();
        return last ? address.put(LAST, YES) : address;
    }

    static boolean last(Address address) {
        return address instanceof ExtendedUUID extended && extended.keyExists(LAST);
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
