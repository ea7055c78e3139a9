package org.gamenet.rgs.examples.teapots.stage;

import java.util.ArrayDeque;
import java.util.Deque;
import org.gamenet.rgs.examples.teapots.play.Snapshot;

/** How many of the worlds that were sent have not arrived, lately. */
final class Loss {
    private static final int WINDOW = 60;

    private final Deque<Long> numbers = new ArrayDeque<>();

    void shown(Snapshot snapshot) {
        // Another server counts anew, or on from a package.
        if (!numbers.isEmpty() && Math.abs(snapshot.number() - numbers.getLast()) > WINDOW || !numbers.isEmpty() && snapshot.number() <= numbers.getLast()) {
            numbers.clear();
        }
        numbers.addLast(snapshot.number());
        while (numbers.size() > WINDOW) numbers.removeFirst();
    }

    /** In percent of the last two seconds; 0 while too little is known. */
    double percent() {
        if (numbers.size() < 2) return 0;
        double sent = numbers.getLast() - numbers.getFirst() + 1.0;
        return 100 * (1 - numbers.size() / sent);
    }
}
