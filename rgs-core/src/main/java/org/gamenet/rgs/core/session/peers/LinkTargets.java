package org.gamenet.rgs.core.session.peers;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.session.base.Beat;
import org.gamenet.rgs.core.session.peers.Dialling.Stance;
import org.jspecify.annotations.Nullable;

/**
 * The processes to which this session keeps a link: of the roster, or of the last one while it is on its way back, the
 * members that {@link Dialling} names; the places that the directory names; and the claimant. Worker's thread.
 */
public final class LinkTargets implements Beat {
    private static final int CLAIMANTS_MOST = 4;
    /** The server is named first, and the others are there in case that it does no more. */
    private static final int SOUGHT_MOST = 8;

    private final Neighbours neighbours;
    private final Consumer<Set<Endpoint>> changed;
    private Dialling dialling = Dialling.NONE;
    private @Nullable Game game;
    private List<Endpoint> sought = List.of();
    private final Set<Endpoint> claimants = new LinkedHashSet<>();
    private Set<Endpoint> now = Set.of();
    private Endpoint mine = new Endpoint("", 0, 0);
    private long frozenLongAt = Long.MAX_VALUE;

    public LinkTargets(Neighbours neighbours, Consumer<Set<Endpoint>> changed) {
        this.neighbours = neighbours;
        this.changed = changed;
    }

    /** Where this process listens itself. */
    public void listensAt(Endpoint self) {
        mine = self;
    }

    /**
     * The facts that {@link Dialling} is made of. It is compared by what it is and not by what is in it: that is asked
     * at every step, and seldom another than before.
     */
    record Game(MemberId me, List<Member> roster, List<MemberId> authority, Optional<MemberId> watches, Stance stance) {

        private boolean isAs(@Nullable Game other) {
            return other != null
                    && me == other.me
                    && roster == other.roster
                    && authority == other.authority
                    && stance == other.stance
                    && watches.equals(other.watches);
        }

        private Dialling rule() {
            List<MemberId> first = new ArrayList<>(authority);
            watches.filter(holder -> !first.contains(holder)).ifPresent(holder -> first.add(0, holder));
            return new Dialling(me, roster.stream().map(Member::id).toList(), first, stance);
        }
    }

    void settle(Game next, long nanos) {
        if (next.isAs(game)) return;
        game = next;
        settle(next.rule(), nanos);
    }

    /** As the game stands for this member; with an empty roster it is not on it, and the last one is kept. */
    void settle(Dialling next, long nanos) {
        Dialling before = dialling;
        if (next.roster().isEmpty())
            dialling = new Dialling(next.me(), before.roster(), before.authority(), next.stance());
        else dialling = next;
        boolean frozen = dialling.stance() == Stance.FROZEN;
        if (!frozen) frozenLongAt = Long.MAX_VALUE;
        else if (frozenLongAt == Long.MAX_VALUE) frozenLongAt = nanos + Dialling.FROZEN_NANOS;
        else if (nanos >= frozenLongAt) dialling = longer();
        if (dialling.equals(before)) return;
        if (!next.roster().isEmpty()) sought = List.of();
        settle();
    }

    private Dialling longer() {
        return new Dialling(dialling.me(), dialling.roster(), dialling.authority(), Stance.FROZEN_LONG);
    }

    @Override
    public int tick(long nanos) {
        if (nanos < frozenLongAt || dialling.stance() != Stance.FROZEN) return 0;
        dialling = longer();
        settle();
        return 1;
    }

    @Override
    public long nextAt(long nanos) {
        return dialling.stance() == Stance.FROZEN ? frozenLongAt : Long.MAX_VALUE;
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
        game = null;
        dialling = Dialling.NONE;
        sought = List.of();
        claimants.clear();
        settle();
    }

    private void settle() {
        Set<Endpoint> all = new LinkedHashSet<>();
        for (MemberId member : dialling.wanted()) {
            Endpoint place = neighbours.placeOf(member);
            if (place != null) all.add(place);
        }
        all.addAll(claimants);
        all.addAll(sought);
        all.remove(mine);
        if (all.equals(now)) return;
        now = all;
        changed.accept(all);
    }

    /** The places of all others on the roster, null where one is not known; one null if nobody is. */
    List<@Nullable Endpoint> others() {
        List<@Nullable Endpoint> places = new ArrayList<>();
        for (MemberId member : dialling.roster())
            if (!member.equals(dialling.me())) places.add(neighbours.placeOf(member));
        if (places.isEmpty()) places.add(null);
        return places;
    }

    /** Whether what this member says to all is for everybody in the group, and not only for those that it looks to. */
    boolean speaksToAll() {
        return dialling.stance() == Stance.LEADS || dialling.stance() == Stance.FROZEN_LONG;
    }

    /** All of them, those of the roster first. */
    public Set<Endpoint> all() {
        return now;
    }
}
