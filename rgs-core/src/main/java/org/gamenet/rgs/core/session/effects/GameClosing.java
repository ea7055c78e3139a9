package org.gamenet.rgs.core.session.effects;

import java.nio.ByteBuffer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.base.FailoverLog;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.session.base.Timers;
import org.gamenet.rgs.core.session.entry.GameSearch;
import org.gamenet.rgs.core.session.game.EventPublisher;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.core.wire.Schema;

/**
 * Ends a game for this session: the application is told of the end, or, where the session searches for a game, the
 * search goes on with another one. Worker's thread.
 */
public final class GameClosing {
    private final ThisMember my;
    private final GameSearch gameSearch;
    private final Timers timers;
    private final FailoverLog failovers;
    private final SessionSetup setup;
    private final Counters counters;

    public GameClosing(
            ThisMember my,
            GameSearch gameSearch,
            Timers timers,
            FailoverLog failovers,
            SessionSetup setup,
            Counters counters) {
        this.my = my;
        this.gameSearch = gameSearch;
        this.timers = timers;
        this.failovers = failovers;
        this.setup = setup;
        this.counters = counters;
    }

    void close(Effect.Close close) {
        // A spare whose application does not know of the game: nothing is over for it.
        if (my.game().isMuted() && !my.seat().isLeaving()) {
            failovers.say(my.seat().self(), "backs nothing up any more: " + close.detail());
            return;
        }
        EventPublisher publisher = my.game().publisher();
        if (!my.seat().isLeaving() && gameSearch.triesAnother(close.reason())) {
            my.stepper().clear();
            my.game().forget();
            timers.clear();
            return;
        }
        boolean differ =
                close.reason() == Reason.RECORDS_DIFFER && close.shapes().size() > 0;
        String detail = differ ? difference(close.shapes(), close.detail()) : close.detail();
        publisher.close(close.reason(), detail, my.time().now());
    }

    private String difference(Payload shapes, String otherwise) {
        try {
            Schema theirs = Schema.decode(ByteBuffer.wrap(shapes.bytes()));
            return setup.records()
                    .schema()
                    .firstDifference(theirs)
                    .map(d -> d + ": build all processes from the same records")
                    .orElse(otherwise);
        } catch (MalformedException malformed) {
            counters.malformed(malformed);
            return otherwise;
        }
    }
}
