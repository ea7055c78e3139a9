package org.gamenet.rgs.core.directory.server;

import org.gamenet.rgs.core.arbiter.Evidence;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * How lately the holder of one epoch was heard, and on which line. Soft: a new leader begins with leases that were just
 * renewed (P13).
 */
final class Lease {

    /** No line that is known. */
    static final long NO_LINE = 0;

    private final Epoch epoch;
    /** The holder that was heard last: a handover has two (P46), each with lines of its own. */
    private MemberId holder;

    private long line;
    private long renewedAt;
    /** Whether a renewal came since the next epoch was granted. */
    private boolean heard;

    private long goneAt = -1;
    private int echoed;
    /**
     * How many others supported its claim, until its epoch is active: they do not echo it before they have answered.
     */
    private int supporters;

    Lease(Epoch epoch, MemberId holder, long line, long now) {
        this.epoch = epoch;
        this.holder = holder;
        this.line = line;
        this.renewedAt = now;
    }

    Epoch epoch() {
        return epoch;
    }

    void renew(MemberId by, long onLine, int echoedBy, long now) {
        if (by.equals(holder) && onLine < line) {
            // The holder has made its line anew since it said this.
            return;
        }
        holder = by;
        line = onLine;
        renewedAt = now;
        heard = true;
        goneAt = -1;
        echoed = echoedBy;
    }

    /** As if renewed now, by nobody we know: after a change of leader. */
    void assume(long now) {
        renewedAt = now;
        goneAt = -1;
        echoed = 0;
    }

    void lineClosed(long closed, long now) {
        if (line == closed && goneAt < 0) {
            goneAt = now;
        }
    }

    /** It gave the epoch up, or its line ended without a new one. */
    void gone(long now) {
        if (goneAt < 0) {
            goneAt = now;
        }
    }

    void supportedBy(int others) {
        supporters = others;
    }

    /** Its epoch is active: from here on its followers are those that echo it. */
    void begun() {
        supporters = 0;
    }

    /** The next epoch is granted: from here on a renewal says that its holder is there again. */
    void rivalled() {
        heard = false;
    }

    boolean isHeardAgain() {
        return heard;
    }

    /** How many echoed its holder, as it said last. */
    int echoed() {
        return echoed;
    }

    boolean isGone() {
        return goneAt >= 0;
    }

    /** Gone, or silent for so long that it weighs nothing. */
    boolean isDown(long suspectAfter, long now) {
        return isGone() || Evidence.silent(now - renewedAt, suspectAfter);
    }

    /**
     * How long it has been down, milliseconds; meaningful only if it is. That the line of one that was silent ends does
     * not begin it anew.
     */
    long downFor(long suspectAfter, long now) {
        long silentAt = renewedAt + suspectAfter * Evidence.SILENT_HUNDREDTHS / 100;
        return now - (isGone() ? Math.min(goneAt, silentAt) : silentAt);
    }

    int weight(long suspectAfter, long now) {
        return isDown(suspectAfter, now) ? 0 : Evidence.weight(Math.max(echoed, supporters));
    }
}
