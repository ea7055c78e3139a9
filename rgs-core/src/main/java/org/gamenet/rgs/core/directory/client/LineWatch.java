package org.gamenet.rgs.core.directory.client;

import org.gamenet.rgs.core.directory.line.DirectoryLine;
import org.gamenet.rgs.core.directory.line.LineFrame;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the line still leads anywhere. After a cut TCP tries ever later: where not even a ping is echoed,
 * another line is made beside this one. The teller's thread.
 */
final class LineWatch {
    /**
     * A line on which nothing comes for so long is asked by a ping; after as long again another line is made beside it.
     */
    private static final long DOUBT_MILLIS = 300;

    private final Timer timer;
    private final Runnable dial;
    private @Nullable DirectoryLine line;
    private long came;
    private boolean listens;
    private boolean doubtful;

    /** Calls back on the teller. */
    @FunctionalInterface
    interface Timer {
        void after(long millis, Runnable task);
    }

    /** @param dial makes another line */
    LineWatch(Timer timer, Runnable dial) {
        this.timer = timer;
        this.dial = dial;
    }

    /** This is the line from now on; null: there is none. */
    void line(@Nullable DirectoryLine current) {
        line = current;
        doubtful = false;
    }

    /** Something came on the line. */
    void heard() {
        came++;
        doubtful = false;
    }

    /** Nothing has come for a while, though something was asked. */
    boolean isDoubtful() {
        return doubtful;
    }

    /** Something was said on the line: an answer should come. */
    void said() {
        DirectoryLine asked = line;
        if (asked == null || listens || doubtful) {
            return;
        }
        listens = true;
        long before = came;
        timer.after(DOUBT_MILLIS, () -> {
            listens = line == asked && came == before && asked.send(LineFrame.ping());
            if (listens) {
                timer.after(DOUBT_MILLIS, () -> doubt(asked, before));
            }
        });
    }

    private void doubt(DirectoryLine asked, long before) {
        listens = false;
        if (line == asked && came == before) {
            doubtful = true;
            dial.run();
        }
    }
}
