package org.gamenet.rgs.motion;

/**
 * States of one thing, oldest first, in room that is taken once: of each the time, the numbers of its place and those
 * of its speed.
 */
final class History {
    private final double[] times;
    private final double[] places;
    private final double[] speeds;
    private final int placeWidth;
    private final int speedWidth;
    private int size;

    History(int room, int placeWidth, int speedWidth) {
        this.placeWidth = placeWidth;
        this.speedWidth = speedWidth;
        times = new double[room];
        places = new double[room * placeWidth];
        speeds = new double[room * speedWidth];
    }

    int size() {
        return size;
    }

    double time(int state) {
        return times[state];
    }

    double place(int state, int axis) {
        return places[state * placeWidth + axis];
    }

    double speed(int state, int axis) {
        return speeds[state * speedWidth + axis];
    }

    double newest() {
        return size == 0 ? Double.NaN : times[size - 1];
    }

    void clear() {
        size = 0;
    }

    /** Whether a state of that time would be kept: it is in nobody's place and not too old to be shown. */
    boolean takes(double time, double drawn) {
        if (size == 0 || time > newest()) return true;
        if (times.length == 1 || time < drawn) return false;
        int before = before(time);
        return (before < 0 || times[before] != time) && !(before < 0 && size == times.length);
    }

    /**
     * Takes away what lies behind that time. A sender whose clock was far ahead would otherwise stop the thing for as
     * long.
     */
    void dropAfter(double time) {
        while (size > 0 && times[size - 1] > time) size--;
    }

    /** Makes all states younger: that time has not counted. */
    void shift(double seconds) {
        for (int state = 0; state < size; state++) times[state] += seconds;
    }

    /** Puts it in its place; the oldest goes if there is no room. */
    void add(double time, double[] place, double[] speed) {
        if (size == times.length) {
            move(1, 0, size - 1);
            size--;
        }
        int at = before(time) + 1;
        move(at, at + 1, size - at);
        times[at] = time;
        System.arraycopy(place, 0, places, at * placeWidth, placeWidth);
        System.arraycopy(speed, 0, speeds, at * speedWidth, speedWidth);
        size++;
    }

    /** The last state that is no later than that, -1 if all are. */
    int before(double time) {
        int state = size - 1;
        while (state >= 0 && times[state] > time) state--;
        return state;
    }

    private void move(int from, int to, int count) {
        System.arraycopy(times, from, times, to, count);
        System.arraycopy(places, from * placeWidth, places, to * placeWidth, count * placeWidth);
        System.arraycopy(speeds, from * speedWidth, speeds, to * speedWidth, count * speedWidth);
    }
}
