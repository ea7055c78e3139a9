package org.gamenet.rgs.bench.order;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The messages that each member was given, in its order; and the faults in them. Pure but for what it is told. */
final class Logs {
    private final Map<String, List<String>> of = new HashMap<>();

    /** A member was given these, {@code sender:count} each. */
    void add(String member, List<String> messages) {
        of.computeIfAbsent(member, m -> new ArrayList<>()).addAll(messages);
    }

    /** How many pairs of these disagree, from the first message on that both have to the last. */
    int differ(List<String> members) {
        int wrong = 0;
        for (int i = 0; i < members.size(); i++)
            for (int k = i + 1; k < members.size(); k++) if (!agree(log(members.get(i)), log(members.get(k)))) wrong++;
        return wrong;
    }

    private static boolean agree(List<String> one, List<String> other) {
        if (one.isEmpty() || other.isEmpty()) return true;
        int there = other.indexOf(one.get(0));
        int here = one.indexOf(other.get(0));
        List<String> a = there >= 0 ? one : here >= 0 ? one.subList(here, one.size()) : one;
        List<String> b = there >= 0 ? other.subList(there, other.size()) : other;
        return a.equals(b);
    }

    /** How many messages one of these was given again. */
    int twice(List<String> members) {
        int twice = 0;
        for (String member : members) {
            List<String> log = log(member);
            twice += log.size() - new HashSet<>(log).size();
        }
        return twice;
    }

    /** How many of a member's own messages never came to it. */
    int lost(String member, int number, int sent) {
        Set<String> had = new HashSet<>(log(member));
        int lost = 0;
        for (int count = 1; count <= sent; count++) if (!had.contains(number + ":" + count)) lost++;
        return lost;
    }

    private List<String> log(String member) {
        return of.getOrDefault(member, List.of());
    }
}
