package org.gamenet.rgs.core.lanes;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.core.wire.MalformedException;

/**
 * Where a datum has been so far: rides on a message, now and then, to tell how old the datum is on its way. First to
 * the server with what a player did, then from the server to all with the world that it went into. Seconds of game
 * time.
 *
 * @param origin the peer whose action it is
 * @param actedAt when the player acted
 * @param sentAt when the message to the server was sent
 * @param receivedAt when the server had it; NaN on the way there
 * @param errorSeconds by how much the origin's clock may have been wrong
 */
public record DatumTrace(long origin, double actedAt, double sentAt, double receivedAt, double errorSeconds) {
    /** On one message. */
    public static final int MOST = 8;

    private static final double MICROS = 1e6;
    /** A time in microseconds that is further away than that, some 35 years, is none. */
    private static final long MICROS_MAX = 1L << 50;

    /**
     * Arrived here with a message.
     *
     * @param sentAt when that message was sent, seconds of game time
     * @param arrivedNanos when it came, by this session's clock
     */
    public record Arrived(DatumTrace trace, double sentAt, long arrivedNanos) {}

    /** Whether it is still on its way to the server. */
    public boolean isToServer() {
        return Double.isNaN(receivedAt);
    }

    static int length(List<DatumTrace> traces) {
        int length = 1;
        for (DatumTrace each : traces) {
            length += Long.BYTES
                    + DataFrame.length(each.acted())
                    + DataFrame.length(each.sent())
                    + DataFrame.length(each.received())
                    + DataFrame.length(micros(each.errorSeconds));
        }
        return length;
    }

    static void put(ByteBuffer to, List<DatumTrace> traces) {
        to.put((byte) traces.size());
        for (DatumTrace each : traces) {
            to.putLong(each.origin);
            DataFrame.put(to, each.acted());
            DataFrame.put(to, each.sent());
            DataFrame.put(to, each.received());
            DataFrame.put(to, micros(each.errorSeconds));
        }
    }

    private long acted() {
        return folded(micros(actedAt));
    }

    private long sent() {
        return folded(micros(sentAt) - micros(actedAt));
    }

    private long received() {
        return isToServer() ? 0 : 1 + folded(micros(receivedAt) - micros(sentAt));
    }

    static List<DatumTrace> read(ByteBuffer from) {
        int count = count(from);
        List<DatumTrace> traces = new ArrayList<>(count);
        for (int i = 0; i < count; i++) traces.add(next(from));
        return traces;
    }

    /** So many follow, each to be read by {@link #next}. */
    static int count(ByteBuffer from) {
        int count = from.get();
        if (count < 1 || count > MOST) throw new MalformedException(count + " traces on one message");
        return count;
    }

    static DatumTrace next(ByteBuffer from) {
        long origin = from.getLong();
        long acted = later(0, DataFrame.number(from));
        long sent = later(acted, DataFrame.number(from));
        long received = DataFrame.number(from);
        double receivedAt = received == 0 ? Double.NaN : later(sent, received - 1) / MICROS;
        long error = DataFrame.number(from);
        if (error > MICROS_MAX) throw new MalformedException("a clock that is wrong by " + error + " us");
        return new DatumTrace(origin, acted / MICROS, sent / MICROS, receivedAt, error / MICROS);
    }

    private static long micros(double seconds) {
        return Math.max(-MICROS_MAX, Math.min(MICROS_MAX, Math.round(seconds * MICROS)));
    }

    /** The sign in the lowest bit. */
    private static long folded(long step) {
        return step << 1 ^ step >> Long.SIZE - 1;
    }

    private static long later(long time, long folded) {
        long step = folded >>> 1 ^ -(folded & 1);
        if (Math.abs(step) > 2 * MICROS_MAX || Math.abs(time + step) > MICROS_MAX)
            throw new MalformedException("a time of " + step + " us after " + time);
        return time + step;
    }
}
