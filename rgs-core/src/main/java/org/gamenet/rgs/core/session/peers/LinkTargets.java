package org.gamenet.rgs.core.session.peers;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Member;

/**
 * Whom this session keeps a link to: the others on the roster, or on the last one while it is on its way back; where
 * the directory says that the game is to be found; and who has claimed it. Worker's thread.
 */
public final class LinkTargets {
    private static final int CLAIMANTS_MOST = 4;
    private static final int SOUGHT_MOST = 64;

    private final Consumer<Set<Endpoint>> changed;
    private List<Endpoint> roster = List.of();
    private List<Endpoint> sought = List.of();
    private final Set<Endpoint> claimants = new LinkedHashSet<>();
    private Set<Endpoint> now = Set.of();
    private Endpoint mine = new Endpoint("", 0, 0);

    public LinkTargets(Consumer<Set<Endpoint>> changed) {
        this.changed = changed;
    }

    /** Where this process listens itself. */
    public void listensAt(Endpoint self) {
        mine = self;
    }

    /** The game's roster; empty while I am not on it, and then the last one is kept. */
    void roster(Collection<Member> members) {
        if (members.isEmpty()) return;
        roster = members.stream().map(Member::endpoint).toList();
        sought = List.of();
        settle();
    }

    /** Somewhere there the game is to be found, those named first most likely. */
    public void sought(List<Endpoint> places) {
        sought = places.stream().limit(SOUGHT_MOST).toList();
        settle();
    }

    /** It listens there, and claims to serve. */
    public void claims(Endpoint place) {
        if (!claimants.add(place)) return;
        if (claimants.size() > CLAIMANTS_MOST)
            claimants.remove(claimants.iterator().next());
        settle();
    }

    /** Out of the game for good. */
    public void none() {
        roster = List.of();
        sought = List.of();
        claimants.clear();
        settle();
    }

    private void settle() {
        Set<Endpoint> all = new LinkedHashSet<>(roster);
        all.addAll(sought);
        all.addAll(claimants);
        all.remove(mine);
        if (all.equals(now)) return;
        now = all;
        changed.accept(all);
    }

    /** All of them, those of the roster first. */
    public Set<Endpoint> all() {
        return now;
    }
}
