package org.gamenet.rgs.core.transport.links;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All links of one process, and how many visitors may have. A visitor is proven when this process had something to say
 * to it: before that it may be anybody, and gives way to the next. The loop's thread.
 */
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

    /**
     * Of those who are not proven, whoever is to go for the next; null while there is room. It is one from the address
     * that has most of them, so that a crowd is in its own way first, and of these the oldest.
     */
    @Nullable
    Link inTheWay() {
        Map<String, Integer> crowds = new HashMap<>();
        int unproven = 0;
        String largest = "";
        for (Link each : all) {
            if (!each.dialled && !each.isProven()) {
                unproven++;
                crowds.merge(each.address(), 1, Integer::sum);
                if (crowds.get(each.address()) > crowds.getOrDefault(largest, 0)) {
                    largest = each.address();
                }
            }
        }
        if (unproven < limits.unproven()) {
            return null;
        }
        for (Link each : all) {
            if (!each.dialled && !each.isProven() && each.address().equals(largest)) {
                return each;
            }
        }
        return null;
    }

    /** The link that holds most of a frame that is not whole: a stranger's before a player's. */
    Optional<Link> heaviest() {
        return all.stream()
                .filter(link -> link.decoder.held() > 0)
                .max(Comparator.comparing((Link link) -> !link.isProven())
                        .thenComparingLong(link -> link.decoder.held()));
    }
}
