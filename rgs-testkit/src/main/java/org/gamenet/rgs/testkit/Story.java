package org.gamenet.rgs.testkit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.gamenet.rgs.testkit.simulation.VirtualTime;

/** The last things that happened, for whoever reads of a failure. */
final class Story {
    private static final int LINES_MAX = 40;

    private final VirtualTime time;
    private final long began;
    private final Deque<Happening> lines = new ArrayDeque<>();

    private record Happening(long at, String who, Object what) {}

    Story(VirtualTime time) {
        this.time = time;
        this.began = time.now();
    }

    /** @param what is put into words only if somebody reads them, so it has to be immutable */
    void add(String who, Object what) {
        if (lines.size() == LINES_MAX) lines.removeFirst();
        lines.addLast(new Happening(time.now(), who, what));
    }

    @Override
    public String toString() {
        if (lines.isEmpty()) return "";
        StringBuilder text = new StringBuilder("what happened last, in seconds of virtual time:\n");
        for (Happening line : lines) {
            text.append(
                    String.format(Locale.ROOT, "  %8.3f  %-10s %s%n", (line.at - began) / 1e9, line.who, line.what));
        }
        return text.toString();
    }
}
