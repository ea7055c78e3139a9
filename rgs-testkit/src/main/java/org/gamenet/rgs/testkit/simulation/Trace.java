package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.gamenet.rgs.core.machine.Mix;

/** What happened: a hash always, words only when somebody is going to read them. */
public final class Trace {
    private static final int TAIL = 400_000;

    private final VirtualTime time;
    private final boolean words;
    private final Deque<String> tail = new ArrayDeque<>();
    private long hash = 1;
    private long events;

    Trace(VirtualTime time, boolean words) {
        this.time = time;
        this.words = words;
    }

    public void note(int who, long what, Supplier<String> text) {
        events++;
        hash = Mix.of(hash * 31 + who, time.now() ^ what);
        if (!words) return;
        if (tail.size() >= TAIL) tail.removeFirst();
        tail.addLast(time.now() / 1_000 / 1_000.0 + " " + text.get());
    }

    public void say(String text) {
        note(0, text.hashCode(), () -> text);
    }

    public long hash() {
        return hash;
    }

    public long events() {
        return events;
    }

    public Iterable<String> tail() {
        return tail;
    }
}
