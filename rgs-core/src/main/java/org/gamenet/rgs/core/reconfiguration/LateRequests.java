package org.gamenet.rgs.core.reconfiguration;

import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.PeerRequest;

/**
 * What is asked of a primary while it may not stamp, as it changes its epoch: kicks (P28), and newcomers (P26). It is
 * done, oldest first, as soon as the primary may stamp. A primary that serves no longer refuses its kicks; a newcomer
 * asks again by itself, so that a request of its that is dropped is late and not lost.
 */
final class LateRequests {

    private LateRequests() {}

    static Serving keep(Serving at, Event.KickAsked kick) {
        return at.with(at.intent().later(kick, like -> like instanceof Event.KickAsked k && k.peer() == kick.peer()));
    }

    /** A newcomer waits for the end of a planned change, and no more of them than the game has seats. */
    static Serving keep(Serving at, Message.JoinRequest join) {
        MemberId id = join.me().id();
        long others = at.intent().late().stream()
                .filter(late ->
                        late instanceof Event.Heard heard && !heard.from().equals(id))
                .count();
        if (!at.changes() || others >= at.part().rules().maxPlayers()) return at;
        return at.with(at.intent().later(new Event.Heard(id, join), like -> isOf(like, id)));
    }

    private static boolean isOf(Event late, MemberId newcomer) {
        return late instanceof Event.Heard heard && heard.from().equals(newcomer);
    }

    /** A newcomer that is gone, or does not want to come in any more. */
    static Serving forget(Serving at, MemberId newcomer) {
        boolean waits = at.intent().late().stream().anyMatch(late -> isOf(late, newcomer));
        return waits ? at.with(at.intent().without(late -> isOf(late, newcomer))) : at;
    }

    /** After each event of a primary. */
    static Step after(Serving before, Step step) {
        if (!(step.state() instanceof Serving at)) return step.after(refusals(before, step.state()));
        if (at.intent().late().isEmpty() || !at.mayTakeTurn()) return step;
        Event first = at.intent().late().get(0);
        return at.with(at.intent().without(first::equals))
                .on(first)
                .after(step.effects().toArray(Effect[]::new));
    }

    /** By permission a kick waits for a turn of the next epoch, which this server begins itself. */
    private static Effect[] refusals(Serving before, MemberState now) {
        Set<Long> kicks = new TreeSet<>();
        for (Event late : before.intent().late()) if (late instanceof Event.KickAsked kick) kicks.add(kick.peer());
        if (!(now instanceof Collecting))
            for (Event late : before.part().accord().queue())
                if (late instanceof Event.KickAsked kick) kicks.add(kick.peer());
        return kicks.stream()
                .map(peer ->
                        new Effect.Refuse(PeerRequest.KICK, peer, "this server could not act, and serves no longer"))
                .toArray(Effect[]::new);
    }
}
