package org.gamenet.rgs.core.session.game;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.lanes.KnownPeers;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.session.base.Causes;

/** Tells the application of players that have joined and left: never of spares, and never that it has left itself. */
final class PlayerNews implements RestoredPlayers.Teller {
    private final KnownPeers names;
    private final Events events;

    /** The way to the application. */
    interface Events {
        void tell(Peer about, SessionEvent event, long now);
    }

    PlayerNews(KnownPeers names, Events events) {
        this.names = names;
        this.events = events;
    }

    @Override
    public void joined(Member member, boolean again, long now) {
        Peer peer = names.learn(member);
        events.tell(peer, new SessionEvent.Joined(peer, again), now);
    }

    @Override
    public void left(long peer, SessionEvent.Left.Why why, long now) {
        events.tell(names.peer(peer), new SessionEvent.Left(names.peer(peer), why), now);
    }

    @Override
    public void away(long peer, long now) {
        events.tell(names.peer(peer), new SessionEvent.Away(names.peer(peer)), now);
    }

    @Override
    public void back(long peer, long now) {
        events.tell(names.peer(peer), new SessionEvent.Back(names.peer(peer)), now);
    }

    /** A player that comes after {@code before} is back, if it was away. */
    static SessionEvent coming(Log before, Peer peer, boolean again) {
        return before.roster().findAway(peer.id()).isPresent()
                ? new SessionEvent.Back(peer)
                : new SessionEvent.Joined(peer, again);
    }

    private void left(Member member, SessionEvent.Left.Why why, long now) {
        Peer peer = names.learn(member);
        events.tell(peer, new SessionEvent.Left(peer, why), now);
    }

    /** Players before {@code me} first, in order of admission; {@code me} last if it plays. */
    void introduce(Log in, MemberId me, long now) {
        Map<Long, Boolean> returned = new TreeMap<>();
        for (LogEntry entry : in.kept())
            if (entry.body() instanceof EntryBody.Joined join)
                returned.put(join.member().id().peer(), join.again());
        List<Member> players = new ArrayList<>(in.roster().seated());
        players.removeIf(m -> m.id().equals(me));
        in.roster().find(me).filter(m -> m.kind() == Kind.PLAYER).ifPresent(players::add);
        for (Member player : players) {
            joined(player, returned.getOrDefault(player.id().peer(), false), now);
            if (in.roster().findAway(player.id().peer()).isPresent())
                away(player.id().peer(), now);
        }
    }

    /** Changes that {@code me} has missed. */
    void tellChanges(Log before, Log after, MemberId me, long now) {
        Roster was = before.roster();
        Roster is = after.roster();
        for (Member player : was.seated()) {
            long peer = player.id().peer();
            if (peer == me.peer()
                    || is.findPeer(peer).isPresent()
                    || is.findAway(peer).isPresent()) continue;
            left(player, SessionEvent.Left.Why.CRASHED, now);
        }
        for (Member player : is.seated()) {
            long peer = player.id().peer();
            if (peer == me.peer()) continue;
            boolean wasAway = was.findAway(peer).isPresent();
            boolean isAway = is.findAway(peer).isPresent();
            boolean isNew = !wasAway && was.findPeer(peer).isEmpty();
            if (isNew) joined(player, was.findLapsed(peer).isPresent(), now);
            if (isAway && !wasAway) away(peer, now);
            if (wasAway && !isAway) back(names.learn(player).id(), now);
        }
    }

    void tellLeft(Log before, EntryBody.Exited exit, MemberId me, long now) {
        if (exit.who().equals(me)) return;
        before.roster()
                .find(exit.who())
                .or(() -> before.roster().findAway(exit.who().peer()))
                .filter(gone -> gone.kind() == Kind.PLAYER)
                .ifPresent(gone -> tellLost(gone, exit, now));
    }

    /** The members that have gone with the epoch before, and the one that has come to serve this one. */
    void tellOf(EntryBody.Ack ack, Log before, MemberId me, long now) {
        for (EntryBody.Exited exit : ack.exits()) tellLeft(before, exit, me, now);
        ack.admitted().ifPresent(holder -> tellReturned(before, holder, me, now));
    }

    private void tellLost(Member lost, EntryBody.Exited exit, long now) {
        if (exit.kept()) away(names.learn(lost).id(), now);
        else left(lost, Causes.left(exit.why()), now);
    }

    /** A player that had been left behind serves: here its seat had lapsed, perhaps. */
    private void tellReturned(Log before, Member holder, MemberId me, long now) {
        if (holder.kind() != Kind.PLAYER
                || holder.id().peer() == me.peer()
                || before.roster().findPeer(holder.id().peer()).isPresent()) return;
        if (before.roster().findAway(holder.id().peer()).isPresent())
            back(names.learn(holder).id(), now);
        else joined(holder, true, now);
    }
}
