package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.jspecify.annotations.Nullable;

/** Whether this process reaches the directory, and the word to a frozen game that nothing goes on without it. Worker's thread only. */
final class DirectoryAbsence {
    /** A recovery that reaches the directory is over by then. */
    private static final long BEFORE_IT_IS_TOLD_MILLIS = 1_000;

    private @Nullable String why;

    void replied(DirectoryReply reply) {
        why = reply instanceof DirectoryReply.Unreachable away ? away.detail() : null;
    }

    void pushed(DirectoryPush push) {
        if (push instanceof DirectoryPush.LineDown down) why = down.why();
        else if (push instanceof DirectoryPush.LineUp) why = null;
    }

    void tick(@Nullable Narrator telling, long now) {
        if (why == null || telling == null || telling.frozenMillis(now) < BEFORE_IT_IS_TOLD_MILLIS) return;
        telling.waits("the directory cannot be reached from here: " + why, now);
    }
}
