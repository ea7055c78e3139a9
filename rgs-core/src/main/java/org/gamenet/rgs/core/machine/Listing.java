package org.gamenet.rgs.core.machine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The members that the arbiter has written down as being in the game (P71). The holder of the active epoch alone
 * changes it, by one entry after another; a grant names it, and from then on nobody changes it until the next epoch is
 * active. Everything that is confirmed to players is in the package of everybody listed (P72), so the package of one of
 * them is enough to go on from (P73).
 *
 * @param members by incarnation, each once
 * @param count how many entries it has had: an entry names the count that it follows, so none is taken twice or out of
 *     turn
 */
public record Listing(List<MemberId> members, long count) {

    /** Nobody. */
    public static final Listing NOBODY = new Listing(List.of(), 0);

    public Listing {
        members = List.copyOf(members);
        if (new HashSet<>(members).size() < members.size())
            throw new IllegalArgumentException("listed twice: " + members);
    }

    /** A new game's: its founder. */
    public static Listing of(MemberId founder) {
        return new Listing(List.of(founder), 0);
    }

    /** After one more entry. */
    public Listing next(List<MemberId> now) {
        return new Listing(now, count + 1);
    }

    /**
     * When an epoch becomes active: its holder, and those of its members whom the grant listed. The rest of them are
     * newcomers.
     */
    public Listing activated(MemberId holder, Collection<MemberId> stay) {
        Set<MemberId> now = new LinkedHashSet<>();
        now.add(holder);
        for (MemberId member : members) if (stay.contains(member)) now.add(member);
        return next(new ArrayList<>(now));
    }

    /** Whether this member is listed. */
    public boolean has(MemberId member) {
        return members.contains(member);
    }

    /** The listed members that an entry with these members would take off. */
    public List<MemberId> without(Collection<MemberId> kept) {
        return members.stream().filter(m -> !kept.contains(m)).toList();
    }
}
