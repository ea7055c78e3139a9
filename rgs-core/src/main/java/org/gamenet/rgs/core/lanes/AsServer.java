package org.gamenet.rgs.core.lanes;

import java.util.Collection;
import java.util.Deque;

/**
 * The messages of a deposed server that had not left when it was deposed: they reach nobody if another's history goes
 * on, and count if its own does (P75). The deposed server knows which of the two once it is in a game again.
 */
final class AsServer {
    /** So many of those that wait, the first ones; negative where there is no such server. */
    private int first = -1;

    void deposed(int waiting) {
        first = waiting;
    }

    /** Takes those to members out; its requests and its ordered messages wait on. False if it was not deposed. */
    boolean recants(Collection<MemberLane> lanes, Deque<SharedMessage> toMyself, Deque<SharedMessage> waiting) {
        if (first < 0) return false;
        lanes.forEach(MemberLane::close);
        while (!toMyself.isEmpty()) toMyself.remove().settle();
        for (int i = waiting.size(); i > 0; i--, first--) {
            SharedMessage shared = waiting.remove();
            if (first > 0 && shared.isToMembers()) shared.settle();
            else waiting.add(shared);
        }
        return true;
    }

    void isIn() {
        first = -1;
    }
}
