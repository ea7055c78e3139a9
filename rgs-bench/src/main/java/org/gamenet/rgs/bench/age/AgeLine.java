package org.gamenet.rgs.bench.age;

import java.util.Locale;
import java.util.StringJoiner;
import org.gamenet.rgs.DataAge;

/**
 * One datum on one screen, on a line of its own: what a player's process says and the file holds.
 *
 * @param viewer whose screen
 * @param origin whose action
 * @param actedAt seconds of game time
 * @param ages milliseconds at each {@link Point}
 * @param errorMillis of each of them
 */
record AgeLine(String viewer, String origin, double actedAt, double[] ages, double errorMillis) {
    static final String HEAD =
            "viewer,origin,acted_at_s,client_send_ms,server_receive_ms,server_send_ms,client_receive_ms,client_graphics_ms,error_ms";
    private static final int FIELDS = HEAD.split(",").length;

    /** Where the age is taken, in the order of the way. */
    enum Point {
        CLIENT_SEND,
        SERVER_RECEIVE,
        SERVER_SEND,
        CLIENT_RECEIVE,
        CLIENT_GRAPHICS
    }

    static AgeLine of(String viewer, DataAge age) {
        return new AgeLine(
                viewer,
                age.of().name(),
                age.actedAt(),
                new double[] {
                    age.sentMillis(),
                    age.serverReceivedMillis(),
                    age.serverSentMillis(),
                    age.receivedMillis(),
                    age.drawnMillis()
                },
                age.errorMillis());
    }

    static AgeLine parse(String line) {
        String[] fields = line.split(",", -1);
        if (fields.length != FIELDS) throw new IllegalArgumentException("not a line of data age: " + line);
        double[] ages = new double[Point.values().length];
        for (int i = 0; i < ages.length; i++) ages[i] = Double.parseDouble(fields[3 + i]);
        return new AgeLine(
                fields[0], fields[1], Double.parseDouble(fields[2]), ages, Double.parseDouble(fields[FIELDS - 1]));
    }

    double at(Point point) {
        return ages[point.ordinal()];
    }

    String format() {
        StringJoiner line = new StringJoiner(",");
        line.add(viewer).add(origin).add(String.format(Locale.ROOT, "%.4f", actedAt));
        for (double age : ages) line.add(String.format(Locale.ROOT, "%.3f", age));
        return line.add(String.format(Locale.ROOT, "%.3f", errorMillis)).toString();
    }
}
