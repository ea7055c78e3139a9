package org.gamenet.rgs.core.transport.links;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The frames of one thread wait until its turn is over, so that all those for one process leave in one write. */
final class Cork {
    private volatile @Nullable Thread by;
    /** Of the thread that corked. */
    private final List<Link> waiting = new ArrayList<>();

    void in() {
        by = Thread.currentThread();
    }

    /** Sends the frames that have waited; {@code broken} is told those that cannot go. The thread that corked. */
    void out(Consumer<Link> broken) {
        by = null;
        for (int i = 0; i < waiting.size(); i++) {
            Link link = waiting.get(i);
            try {
                link.flush();
            } catch (IOException gone) {
                broken.accept(link);
            }
        }
        waiting.clear();
    }

    /** At once, unless this is the thread that corked. */
    void flush(Link link) throws IOException {
        if (Thread.currentThread() != by) {
            link.flush();
        } else if (!waiting.contains(link)) {
            waiting.add(link);
        }
    }
}
