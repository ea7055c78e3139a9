package org.gamenet.rgs.core.directory.server;

/**
 * The directory's own time, in milliseconds: it stands still while the directory does. A directory that was not called
 * for long was stopped itself (a pause, a laptop that slept); then nobody else was silent (P19), and no wait is over.
 * Every wait is measured by this time alone, so none can forget a pause.
 */
final class OwnTime {

    private final long stallMillis;
    private long lastCall;
    private boolean called;
    private long stoodStill;

    OwnTime(long stallMillis) {
        this.stallMillis = stallMillis;
    }

    /** This node leads from now on: what went by before was no pause. */
    long begin(long nowMillis) {
        lastCall = nowMillis;
        called = true;
        return nowMillis - stoodStill;
    }

    /** The machine is called at that time of the outside. */
    long advance(long nowMillis) {
        stoodStill += pauseBefore(nowMillis);
        return begin(nowMillis);
    }

    /** The same for somebody who only looks. */
    long at(long nowMillis) {
        return nowMillis - stoodStill - pauseBefore(nowMillis);
    }

    private long pauseBefore(long nowMillis) {
        return called && nowMillis - lastCall > stallMillis ? nowMillis - lastCall : 0;
    }
}
