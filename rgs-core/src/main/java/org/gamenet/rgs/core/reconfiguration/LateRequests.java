package org.gamenet.rgs.core.reconfiguration;

import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.PeerRequest;

/**
 * Kicks that are asked of a primary while it may not stamp (P28). They are done, oldest first, as soon as it may. A
 * primary that serves no longer refuses them.
 */
final class LateRequests {

    private LateRequests() {}

    static Serving keep(Serving at, Event.KickAsked kick) {
        return at.with(at.intent().later(kick, like -> like instanceof Event.KickAsked k && k.peer() == kick.peer()));
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
