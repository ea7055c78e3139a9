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

    private static final int BYTES = 5 * 8;

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
        return 1 + BYTES * traces.size();
    }

    static void put(ByteBuffer to, List<DatumTrace> traces) {
        to.put((byte) traces.size());
        for (DatumTrace each : traces) {
            to.putLong(each.origin)
                    .putDouble(each.actedAt)
                    .putDouble(each.sentAt)
                    .putDouble(each.receivedAt)
                    .putDouble(each.errorSeconds);
        }
    }

    static List<DatumTrace> read(ByteBuffer from) {
        int count = from.get();
        if (count < 1 || count > MOST) throw new MalformedException(count + " traces on one message");
        List<DatumTrace> traces = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            DatumTrace each = new DatumTrace(
                    from.getLong(), from.getDouble(), from.getDouble(), from.getDouble(), from.getDouble());
            boolean times = Double.isFinite(each.actedAt)
                    && Double.isFinite(each.sentAt)
                    && !Double.isInfinite(each.receivedAt);
            if (!times || !(each.errorSeconds >= 0 && Double.isFinite(each.errorSeconds)))
                throw new MalformedException("a trace of " + each);
            traces.add(each);
        }
        return traces;
    }
}
