package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * A primary's knowledge of the arbiter's list (P71), and its pending exits: a member that is lost stays listed, and in
 * the game, until the arbiter has confirmed that it is off. So a server that hears nobody, and players that hear no
 * server, are weighed in one place.
 *
 * @param confirmed the list as the arbiter told it last
 * @param asked everybody in an entry that was sent after that one and is not confirmed; empty if none was sent
 * @param reported members that have a package of this epoch, or of the one before a planned change: they may be listed
 * @param pendingExits members that are lost: to be taken off the list, then to get their exit, unless they are heard
 *     before
 * @param doubt whether so many are lost that it is rather this server that is
 */
record Enlistment(
        Listing confirmed, Set<MemberId> asked, Set<MemberId> reported, Map<MemberId, Lost> pendingExits, Doubt doubt) {

    /**
     * A lost member.
     *
     * @param why for its exit
     * @param dead whether its process is known to be dead, which no doubt of this server's own hearing changes
     */
    record Lost(String why, boolean dead) {}

    /** Of a server that misses more than half of its followers at once. */
    enum Doubt {
        NONE,
        /** It gives them time to find another server, which is decided by the arbiter. */
        WAITS,
        /** They had it. */
        OVER
    }

    static Enlistment of(Listing confirmed) {
        return new Enlistment(confirmed, Set.of(), Set.of(), Map.of(), Doubt.NONE);
    }

    /**
     * After a planned change: members and state are the same. A member that might be listed before may be listed still:
     * no request is stable in the new epoch before that member has packaged it, too.
     */
    Enlistment inEpoch(Listing news) {
        return new Enlistment(news, Set.of(), reported, pendingExits, Doubt.NONE);
    }

    Enlistment withReport(MemberId member) {
        if (reported.contains(member)) return this;
        Set<MemberId> more = new TreeSet<>(reported);
        more.add(member);
        return new Enlistment(confirmed, asked, more, pendingExits, doubt);
    }

    Enlistment owing(MemberId member, String why, boolean dead) {
        Map<MemberId, Lost> more = new TreeMap<>(pendingExits);
        more.merge(member, new Lost(why, dead), (before, now) -> before.dead ? before : now);
        return new Enlistment(confirmed, asked, reported, more, doubt);
    }

    /** Heard before it was taken off: nothing is owed. One that is dead all the same is silent again before long. */
    Enlistment forgiving(MemberId heard) {
        if (!pendingExits.containsKey(heard)) return this;
        Map<MemberId, Lost> less = new TreeMap<>(pendingExits);
        less.remove(heard);
        return new Enlistment(confirmed, asked, reported, less, less.isEmpty() ? Doubt.NONE : doubt);
    }

    /** Out of the roster. */
    Enlistment forgetting(MemberId out) {
        Enlistment rest = forgiving(out);
        if (!rest.reported.contains(out)) return rest;
        Set<MemberId> less = new TreeSet<>(rest.reported);
        less.remove(out);
        return new Enlistment(confirmed, asked, less, rest.pendingExits, doubt);
    }

    /** The arbiter's answer to an entry; an older one changes nothing. */
    Enlistment told(Listing news) {
        return news.count() > confirmed.count()
                ? new Enlistment(news, Set.of(), reported, pendingExits, Doubt.NONE)
                : this;
    }

    Enlistment doubting(Doubt now) {
        return new Enlistment(confirmed, asked, reported, pendingExits, now);
    }

    /** They had their time, if so many are missed still. */
    Enlistment waited(Membership membership) {
        return doubting(missesMost(membership) ? Doubt.OVER : Doubt.NONE);
    }

    /** An entry with these is sent; one with others of the same count may be under way. */
    Enlistment asking(List<MemberId> members) {
        Set<MemberId> all = new TreeSet<>(asked);
        all.addAll(members);
        return new Enlistment(confirmed, all, reported, pendingExits, doubt);
    }

    /** The members to be listed: the one that serves, and each that has a package of this epoch and is not lost. */
    List<MemberId> wanted(Membership membership) {
        List<MemberId> all = new ArrayList<>();
        for (MemberId id : membership.log().roster().ids()) {
            boolean has = confirmed.has(id) || reported.contains(id);
            if (membership.isInAuthority(id) || id.equals(membership.id()) || has && !pendingExits.containsKey(id))
                all.add(id);
        }
        return all;
    }

    /** Whether the list is as it is to be, and no entry is under way. */
    boolean isSettled(Membership membership) {
        return asked.isEmpty() && new TreeSet<>(wanted(membership)).equals(new TreeSet<>(confirmed.members()));
    }

    /** Whether more than half of the followers are missed at once, none of whom is known to be dead. */
    boolean missesMost(Membership membership) {
        long missed = pendingExits.values().stream().filter(lost -> !lost.dead).count();
        return missed * 2 > membership.others().size();
    }

    /** Whether rather this server is lost: it removes nobody then, and changes no authority. */
    boolean isUnsure(Membership membership) {
        return missesMost(membership) && doubt != Doubt.OVER && !isSettled(membership);
    }

    /** Lost members that are off the list: their exits may be stamped. */
    Map<MemberId, Lost> due() {
        Map<MemberId, Lost> off = new TreeMap<>(pendingExits);
        off.keySet().removeIf(confirmed::has);
        off.keySet().removeIf(asked::contains);
        return off;
    }

    /** Everybody whose package counts for what is stable (P72): listed, or in an entry that is not confirmed. */
    Collection<MemberId> counted() {
        Set<MemberId> all = new LinkedHashSet<>(confirmed.members());
        all.addAll(asked);
        return all;
    }
}
