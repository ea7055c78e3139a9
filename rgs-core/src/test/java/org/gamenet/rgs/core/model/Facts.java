package org.gamenet.rgs.core.model;

import java.util.LinkedHashSet;
import java.util.Set;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Event;

/** Facts of an actor that the search needs at every step, worked out once; events by their number. */
final class Facts {
    final Actor actor;
    final boolean able;
    final boolean standing;
    final boolean suspecting;
    final boolean joining;
    final boolean leads;
    final boolean plays;
    final boolean serves;
    /** Whether it has something to say that its log does not have, and may say so. */
    final boolean insists;

    final MemberId id;
    final Epoch epoch;
    final Epoch promise;
    final Log log;
    /** Place of whom it watches; -1: nobody. */
    final int watched;

    final MemberId watchedId;
    final int suspects;
    /** The events that its heartbeat, its echo and its answer to a ping are to others. */
    final int beat;

    final int echo;
    final int answered;
    /** The members that it knows, and the events that they are gone, silent, and out of reach. */
    final MemberId[] known;

    final int[] gone;
    final int[] silent;
    final int[] away;

    Facts(World world, Actor actor) {
        this.actor = actor;
        able = actor.able();
        standing = actor.is("StandingBy");
        suspecting = actor.is("Suspecting");
        joining = able && actor.is("Joining");
        leads = able && actor.state().leads();
        plays = able && actor.state().plays();
        serves = able && actor.is("Serving") && !actor.state().handsOver();
        id = actor.id();
        epoch = actor.state().epoch();
        promise = actor.state().promise();
        log = actor.state().log();
        insists = plays && actor.said() > log.orderedOf(id);
        watchedId = actor.state().watches().orElse(id);
        watched = able && actor.state().watches().isPresent() ? World.place(watchedId) : -1;
        suspects = watched < 0 ? -1 : world.event(new Event.HolderSuspected(watchedId, "silent", 1));
        beat = leads && plays
                ? world.event(new Event.HeartbeatSeen(id, log.end().epoch(), log.end(), stable(log)))
                : -1;
        echo = plays && !leads ? world.event(new Event.EchoSeen(id, log.end())) : -1;
        answered = leads ? world.event(new Event.HolderAnswered(id)) : -1;
        Set<MemberId> all = new LinkedHashSet<>(log.roster().ids());
        if (actor.collects()) for (int i = 0; i < world.count; i++) if (!world.isSpare(i)) all.add(world.id(i, 0));
        all.remove(id);
        known = able ? all.toArray(MemberId[]::new) : new MemberId[0];
        gone = new int[known.length];
        silent = new int[known.length];
        away = new int[known.length];
        for (int i = 0; i < known.length; i++) {
            gone[i] = world.event(new Event.MemberGone(known[i]));
            away[i] = world.event(new Event.MemberUnreachable(known[i]));
            silent[i] = world.event(new Event.MemberOverdue(known[i], "silent"));
        }
    }

    /** As the session tells it: right before the first frame that is kept. */
    static Position stable(Log log) {
        if (log.kept().isEmpty()) return log.end();
        LogEntry first = log.kept().get(0);
        return first.body() instanceof EntryBody.Ack ack ? ack.end() : new Position(first.epoch(), first.seq() - 1);
    }
}
