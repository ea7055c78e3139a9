package org.gamenet.rgs.core.session.game;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.session.base.Causes;

/**
 * The players in the state that an application was given to restore. Entries ordered after that state was made are told
 * again, comings and goings too, so that it hears what its server would have heard (P40). A player that is in the
 * state, and out of the game, is told to be out (HG15). Worker's thread only.
 */
final class RestoredPlayers {
    /** The news that is told. */
    interface Teller {
        void joined(Member member, boolean again, long now);

        void left(long peer, Left.Why why, long now);

        void away(long peer, long now);

        void back(long peer, long now);
    }

    private final Teller teller;
    /** Everybody who plays in any of the packages. */
    private final Set<Long> all = new HashSet<>();
    /** The players in the base, as far as each was told again, and as which member if that is known. */
    private final Map<Long, Optional<MemberId>> inside = new HashMap<>();
    /** News that a spare was told without an entry that says so. */
    private final Set<MemberId> introduced = new HashSet<>();
    /** Players in it that were told to be away: that is how it ends, whatever came before. */
    private final Set<Long> introducedAway = new HashSet<>();
    /** Players that were told to be away since the state was restored. */
    private final Set<Long> away = new HashSet<>();
    /** Whether the game keeps players that are lost (P76). */
    private boolean keeps;

    RestoredPlayers(Teller teller) {
        this.teller = teller;
    }

    /** The state is gone. */
    void clear() {
        all.clear();
        inside.clear();
        introduced.clear();
        introducedAway.clear();
        away.clear();
    }

    void restore(List<Effect.Contribution> packages) {
        clear();
        packages.forEach(p -> all.addAll(p.packed().players()));
    }

    /** A spare was told of everybody who plays. */
    void introduce(Log log) {
        log.roster().seated().forEach(player -> introduced.add(player.id()));
        introducedAway.addAll(log.roster().away());
    }

    /** The base is what this one plays in. */
    void begin(List<Long> players, boolean keepsTheLost) {
        keeps = keepsTheLost;
        inside.clear();
        players.forEach(peer -> inside.put(peer, Optional.empty()));
    }

    /** @param me is told of its own coming where the state lacks it, and never of its going */
    void again(LogEntry entry, MemberId me, long now) {
        if (entry.body() instanceof EntryBody.Joined join) {
            joined(join.member(), join.again(), me, now);
        } else if (entry.body() instanceof EntryBody.Exited exit) {
            left(exit, me, now);
        } else if (entry.body() instanceof EntryBody.Ack ack) {
            ack.exits().forEach(exit -> left(exit, me, now));
            ack.admitted().ifPresent(holder -> admitted(holder, now));
        }
    }

    private void joined(Member member, boolean again, MemberId me, long now) {
        if (member.kind() != Kind.PLAYER) return;
        long peer = member.id().peer();
        if (introduced.contains(member.id())) {
            if (keeps && inside.containsKey(peer) && !introducedAway.contains(peer)) teller.back(peer, now);
            return;
        }
        boolean there = inside.put(peer, Optional.of(member.id())) != null;
        all.add(peer);
        if (there && peer == me.peer()) return;
        if (there && keeps) {
            // Where players are kept, an exit stands ahead of every newer incarnation.
            away.remove(peer);
            if (!introducedAway.contains(peer)) teller.back(peer, now);
            return;
        }
        if (there) teller.left(peer, Left.Why.REPLACED, now);
        teller.joined(member, again, now);
    }

    /** A server that was left behind: its seat may have lapsed. */
    private void admitted(Member holder, long now) {
        if (holder.kind() != Kind.PLAYER || introduced.contains(holder.id())) return;
        long peer = holder.id().peer();
        all.add(peer);
        if (inside.put(peer, Optional.of(holder.id())) == null) teller.joined(holder, true, now);
        else if (away.remove(peer)) teller.back(peer, now);
    }

    private void left(EntryBody.Exited exit, MemberId me, long now) {
        long peer = exit.who().peer();
        Optional<MemberId> there = inside.getOrDefault(peer, Optional.empty());
        boolean gone =
                inside.containsKey(peer) && (there.isEmpty() || there.get().equals(exit.who()));
        if (!gone || peer == me.peer()) return;
        if (exit.kept()) {
            if (!introducedAway.contains(peer) && away.add(peer)) teller.away(peer, now);
            return;
        }
        inside.remove(peer);
        all.remove(peer);
        away.remove(peer);
        // A player that has gone comes again, whatever was told of it at the introduction.
        introducedAway.remove(peer);
        introduced.removeIf(id -> id.peer() == peer);
        teller.left(peer, Causes.left(exit.why()), now);
    }

    /**
     * Tells that players are out whom the state has, and who are neither in the game nor said to be out by these
     * entries, which were told now. A package names the players of its time: one that had nothing in that state yet is
     * told to be out as well.
     */
    void bury(List<LogEntry> told, Log end, long now) {
        end.roster().members().forEach(m -> all.remove(m.id().peer()));
        all.removeAll(end.roster().away());
        for (LogEntry entry : told) {
            if (entry.body() instanceof EntryBody.Exited exit)
                all.remove(exit.who().peer());
            else if (entry.body() instanceof EntryBody.Ack ack)
                ack.exits().forEach(e -> all.remove(e.who().peer()));
        }
        new ArrayList<>(all).forEach(peer -> teller.left(peer, Left.Why.LEFT, now));
        clear();
    }
}
