package org.gamenet.rgs.core.session.game;

import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.session.base.Beat;
import org.jspecify.annotations.Nullable;

/**
 * Whether this process reaches the directory, and the word to a frozen game that nothing goes on without it. Worker's
 * thread only.
 */
public final class DirectoryAbsence implements Beat {
    /** A recovery that reaches the directory is over by then. */
    private static final long BEFORE_IT_IS_TOLD_MILLIS = 1_000;

    private final CurrentGame game;
    private @Nullable String why;

    public DirectoryAbsence(CurrentGame game) {
        this.game = game;
    }

    public void replied(DirectoryReply reply) {
        why = reply instanceof DirectoryReply.Unreachable away ? away.detail() : null;
    }

    public void pushed(DirectoryPush push) {
        if (push instanceof DirectoryPush.LineDown down) why = down.why();
        else if (push instanceof DirectoryPush.LineUp) why = null;
    }

    /** Whether the last that was heard of the directory is that it cannot be reached. */
    public boolean isAway() {
        return why != null;
    }

    @Override
    public int tick(long now) {
        EventPublisher telling = game.publisherIfAny();
        if (why == null || telling == null || telling.frozenMillis(now) < BEFORE_IT_IS_TOLD_MILLIS) return 0;
        telling.waits("the directory cannot be reached from here: " + why, now);
        return 0;
    }
}
