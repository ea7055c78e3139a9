package org.gamenet.rgs.examples.teapots.stage;

import java.util.TreeSet;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.examples.teapots.play.Witness;

/** How many pulses got lost lately, on their way to the server or back. */
final class Loss implements Witness {
    /** Ten seconds of them: of fewer, one in twenty is a number that leaps. */
    private static final int WINDOW = 100;

    private final TreeSet<Long> arrived = new TreeSet<>();

    /** It may come behind a later one. */
    @Override
    public void pulsed(long number) {
        arrived.add(number);
        while (arrived.last() - arrived.first() >= WINDOW) arrived.pollFirst();
    }

    /** A message that was on its way while nobody served says nothing about the network. */
    @Override
    public void happened(Peer about, SessionEvent event) {
        if (event instanceof SessionEvent.Resumed) arrived.clear();
    }

    /** In percent; 0 while too little is known. */
    double percent() {
        return arrived.size() < 2 ? 0 : 100 * (1 - arrived.size() / (arrived.last() - arrived.first() + 1.0));
    }
}
