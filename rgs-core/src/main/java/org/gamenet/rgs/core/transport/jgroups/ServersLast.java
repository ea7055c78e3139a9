package org.gamenet.rgs.core.transport.jgroups;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jgroups.Address;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.MembershipChangePolicy;

/**
 * Puts processes that serve or stand by behind all others, so that the death of a server does not also take the group's
 * coordinator. Must be the same in every member, because each computes the next view by itself.
 */
final class ServersLast implements MembershipChangePolicy {
    private final MembershipChangePolicy inOrder = new GMS.DefaultMembershipPolicy();

    @Override
    public List<Address> getNewMembership(
            Collection<Address> current,
            Collection<Address> joiners,
            Collection<Address> leavers,
            Collection<Address> suspects) {
        Set<Address> members = new LinkedHashSet<>(current);
        members.removeAll(leavers);
        members.removeAll(suspects);
        members.addAll(joiners);
        return lastOnesBehind(members);
    }

    @Override
    public List<Address> getNewMembership(Collection<Collection<Address>> subviews) {
        return lastOnesBehind(inOrder.getNewMembership(subviews));
    }

    private static List<Address> lastOnesBehind(Collection<Address> members) {
        List<Address> sorted = new ArrayList<>(members.size());
        members.stream().filter(member -> !Addresses.last(member)).forEach(sorted::add);
        members.stream().filter(Addresses::last).forEach(sorted::add);
        return sorted;
    }
}
