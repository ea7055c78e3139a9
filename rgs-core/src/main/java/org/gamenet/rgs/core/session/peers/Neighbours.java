package org.gamenet.rgs.core.session.peers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.Node;
import org.jspecify.annotations.Nullable;

/**
 * The end of the group at which each member speaks and listens: of the roster for certain, of all others as it was
 * heard, believed for sending only. Worker's thread.
 */
public final class Neighbours {
    private static final int MOST = 8_192;

    private final Map<MemberId, Node> nodes = new HashMap<>();
    private final Map<Node, MemberId> speakers = new HashMap<>();
    private final Map<MemberId, Endpoint> places = new TreeMap<>();
    private final Map<MemberId, Endpoint> settled = new HashMap<>();
    private Set<Node> viewed = Set.of();
    private List<Node> others = List.of();
    private @Nullable Node mine;
    private long changes;

    /** The changes that a view of the group layer has brought. */
    public record Turnover(List<Node> lost, List<Node> come) {}

    @Nullable
    public Node nodeOf(MemberId member) {
        return nodes.get(member);
    }

    /** A frame of this member came from that end; true if it spoke at another before. */
    public boolean speaks(MemberId member, Node node) {
        Node before = nodes.put(member, node);
        if (node.equals(before)) return false;
        changes++;
        speakers.put(node, member);
        return before != null;
    }

    /** The member whose present end this is: a process that came back speaks elsewhere. */
    @Nullable
    public MemberId speakerAt(Node node) {
        MemberId member = speakers.get(node);
        return member != null && node.equals(nodes.get(member)) ? member : null;
    }

    /** Whether the group's view has that end. */
    boolean sees(Node node) {
        return viewed.contains(node);
    }

    /** Where those listen of whom it is known that the group's view has them. */
    Set<Endpoint> placesSeen() {
        Set<Endpoint> seen = new HashSet<>();
        for (Node node : viewed) {
            MemberId member = speakerAt(node);
            Endpoint place = member == null ? null : places.get(member);
            if (place != null) seen.add(place);
        }
        return seen;
    }

    /** All places that any member was known to listen at. */
    public Set<Endpoint> allPlaces() {
        return new LinkedHashSet<>(places.values());
    }

    public void listens(MemberId member, Endpoint where) {
        if (where.equals(places.get(member))) return;
        places.put(member, where);
        changes++;
    }

    @Nullable
    public Endpoint placeOf(MemberId member) {
        return places.get(member);
    }

    /** These are of the game, and listen there: from nowhere else anybody speaks for them. */
    void settle(List<Member> roster) {
        settled.clear();
        for (Member member : roster) {
            settled.put(member.id(), member.endpoint());
            listens(member.id(), member.endpoint());
        }
    }

    /**
     * Whether this member may speak from there, for all that is known; null: the transport does not know from where. A
     * session is one process: in whichever incarnation it speaks it does so from one place.
     */
    public boolean isAt(MemberId member, @Nullable Endpoint process) {
        if (process == null) return true;
        Endpoint place = settled.get(member);
        if (place != null) return place.equals(process);
        for (Map.Entry<MemberId, Endpoint> each : settled.entrySet())
            if (each.getKey().isOfSession(member) && !each.getValue().equals(process)) return false;
        return true;
    }

    public List<MemberId> at(Endpoint process) {
        List<MemberId> found = new ArrayList<>();
        places.forEach((member, place) -> {
            if (place.equals(process)) found.add(member);
        });
        return found;
    }

    /** In a group, as this end of it. */
    public void enterGroup(Node self, List<Node> members) {
        mine = self;
        see(members);
    }

    /** The others in the group's view, in the same order always. */
    List<Node> others() {
        return others;
    }

    /** Counts what changes anything here. */
    long changes() {
        return changes;
    }

    /** The others in the group's view that do not listen at any of these places, as far as is known. */
    List<Node> beyond(Set<Endpoint> reached) {
        List<Node> beyond = new ArrayList<>();
        for (Node node : others) {
            MemberId speaker = speakerAt(node);
            Endpoint place = speaker == null ? null : places.get(speaker);
            if (place == null || !reached.contains(place)) beyond.add(node);
        }
        return beyond;
    }

    public Turnover see(List<Node> members) {
        changes++;
        Set<Node> now = new HashSet<>(members);
        List<Node> lost = viewed.stream()
                .filter(node -> !now.contains(node))
                .sorted(Neighbours::order)
                .toList();
        List<Node> come = now.stream()
                .filter(node -> !viewed.contains(node))
                .sorted(Neighbours::order)
                .toList();
        viewed = now;
        others = now.stream()
                .filter(node -> !node.equals(mine))
                .sorted(Neighbours::order)
                .toList();
        return new Turnover(lost, come);
    }

    private static int order(Node a, Node b) {
        return a.high() != b.high() ? Long.compare(a.high(), b.high()) : Long.compare(a.low(), b.low());
    }

    /** Out of the group: nobody speaks any more. */
    public void leaveGroup() {
        changes++;
        nodes.clear();
        speakers.clear();
        viewed = Set.of();
        others = List.of();
        mine = null;
    }

    /** Whether strangers have made it too large: then only those known are to be kept. */
    public boolean isCrowded() {
        return nodes.size() > MOST || places.size() > MOST;
    }

    public void keepOnly(Set<MemberId> known) {
        changes++;
        nodes.keySet().retainAll(known);
        speakers.values().retainAll(known);
        places.keySet().retainAll(known);
    }
}
