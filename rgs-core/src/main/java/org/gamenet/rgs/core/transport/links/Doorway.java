package org.gamenet.rgs.core.transport.links;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** All links of one process, and how many visitors may have. The loop's thread. */
final class Doorway {
    private final LinkLimits limits;
    /** The oldest first. */
    private final Set<Link> all = new LinkedHashSet<>();

    Doorway(LinkLimits limits) {
        this.limits = limits;
    }

    Set<Link> all() {
        return all;
    }

    /** Whether one more may come from that address. */
    boolean hasRoomFor(String address) {
        int visitors = 0;
        int same = 0;
        for (Link each : all) {
            if (!each.dialled) {
                visitors++;
                same += each.address().equals(address) ? 1 : 0;
            }
        }
        return visitors < limits.links() && same < limits.perAddress();
    }

    /** Of those who have not said who they are, whoever is to go for the next. */
    List<Link> inTheWay() {
        List<Link> unfinished =
                all.stream().filter(each -> !each.dialled && !each.isUp()).toList();
        return unfinished.size() < limits.unfinished() ? List.of() : unfinished.subList(0, 1);
    }
}
