package org.gamenet.rgs.core.transport.jgroups;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.core.port.Node;
import org.jgroups.Address;
import org.jgroups.View;
import org.jspecify.annotations.Nullable;

/** One view, ready for looking up either way without making objects for every frame. */
final class ViewRoster {
    private final Map<Address, Node> nodes = new HashMap<>();
    private final Map<Node, Address> addresses = new HashMap<>();
    private final List<Node> members;
    private final List<Address> others;

    ViewRoster(View view, Address self) {
        members = Addresses.nodes(view);
        others = view.getMembers().stream()
                .filter(member -> !member.equals(self))
                .toList();
        for (Address member : view.getMembersRaw()) {
            Node node = Addresses.node(member);
            nodes.put(member, node);
            addresses.put(node, member);
        }
    }

    List<Node> members() {
        return members;
    }

    /** All but this process. */
    List<Address> others() {
        return others;
    }

    @Nullable
    Address address(Node member) {
        return addresses.get(member);
    }

    /** The sender; a process whose view has not come yet is a node as well. */
    Node node(Address sender) {
        Node member = nodes.get(sender);
        return member == null ? Addresses.node(sender) : member;
    }
}
