package org.gamenet.rgs.directory;

import java.util.concurrent.atomic.AtomicInteger;

/** An address that lines come from, as long as one of them is open. Any thread. */
final class Place {

    private final String address;
    /** Open lines. Changed under the server's lock. */
    private int lines;
    /** Lists of games that wait to be made. */
    private final AtomicInteger lists = new AtomicInteger();

    Place(String address) {
        this.address = address;
    }

    String address() {
        return address;
    }

    int lines() {
        return lines;
    }

    void opened() {
        lines++;
    }

    /** Whether that was the last. */
    boolean closed() {
        return --lines == 0;
    }

    /** Takes one of so many; false if there is none left. */
    boolean takeList(int most) {
        return take(lists, most);
    }

    void listMade() {
        lists.decrementAndGet();
    }

    static boolean take(AtomicInteger count, int most) {
        if (count.incrementAndGet() <= most) {
            return true;
        }
        count.decrementAndGet();
        return false;
    }
}
