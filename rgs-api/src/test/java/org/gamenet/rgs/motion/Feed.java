package org.gamenet.rgs.motion;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleConsumer;

/** Something that moves smoothly, and what a network hands on of it. The same seed gives the same. */
final class Feed {

    record Report(double arrives, double sentAt) {}

    private final double[] swing = new double[9];
    private final double[] pace = new double[9];
    private final double[] phase = new double[9];
    final List<Report> reports = new ArrayList<>();

    /** Per axis, three swings of up to 2 m with up to 1.5 rad/s: at most 9 m/s and 13.5 m/s2. */
    Feed(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 9; i++) {
            swing[i] = 2 * random.nextDouble();
            pace[i] = 0.3 + 1.2 * random.nextDouble();
            phase[i] = 2 * Math.PI * random.nextDouble();
        }
    }

    double place(int axis, double time) {
        double sum = 0;
        for (int i = 3 * axis; i < 3 * axis + 3; i++) sum += swing[i] * Math.sin(phase[i] + pace[i] * time);
        return sum;
    }

    double speed(int axis, double time) {
        double sum = 0;
        for (int i = 3 * axis; i < 3 * axis + 3; i++) sum += swing[i] * pace[i] * Math.cos(phase[i] + pace[i] * time);
        return sum;
    }

    double acceleration(int axis, double time) {
        double sum = 0;
        for (int i = 3 * axis; i < 3 * axis + 3; i++)
            sum -= swing[i] * pace[i] * pace[i] * Math.sin(phase[i] + pace[i] * time);
        return sum;
    }

    /** 30 states a second from game time 0 on, each 100 ms late, 20 ms more or less, one in twenty lost. */
    Feed overABadNetwork(long seed, double seconds) {
        Random random = new Random(seed);
        for (double t = 0; t < seconds; t += 1 / 30.0)
            if (random.nextDouble() >= 0.05) reports.add(new Report(t + 0.08 + 0.04 * random.nextDouble(), t));
        reports.sort(Comparator.comparingDouble(Report::arrives));
        return this;
    }

    /** Draws frames: hands over what has arrived ahead of each, then draws it. */
    void play(double framesPerSecond, double from, double to, DoubleConsumer arrived, DoubleConsumer frame) {
        int next = 0;
        for (long i = 0; from + i / framesPerSecond <= to + 1e-9; i++) {
            double now = from + i / framesPerSecond;
            while (next < reports.size() && reports.get(next).arrives() < now - 1e-9)
                arrived.accept(reports.get(next++).sentAt());
            frame.accept(now);
        }
    }

    boolean report(Motion1 motion, double sentAt) {
        return motion.received(sentAt, place(0, sentAt), speed(0, sentAt));
    }

    boolean report(Motion2 motion, double sentAt) {
        return motion.received(sentAt, place(0, sentAt), place(1, sentAt), speed(0, sentAt), speed(1, sentAt));
    }

    boolean report(Motion3 motion, double sentAt) {
        return motion.received(
                sentAt,
                place(0, sentAt),
                place(1, sentAt),
                place(2, sentAt),
                speed(0, sentAt),
                speed(1, sentAt),
                speed(2, sentAt));
    }
}
