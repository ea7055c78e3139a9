package org.gamenet.rgs.examples.teapots.stage;

import org.gamenet.rgs.examples.teapots.screen.Scene;

/** Looks over the shoulder of one's own teapot, or from above at all of them. Trembles when one is struck. */
final class Camera {
    private static final double FOLLOW_HALF_LIFE = 0.16;
    private static final double TREMBLE_HALF_LIFE = 0.1;
    private static final double BEHIND = 11.5;
    private static final double ABOVE = 7.6;
    private static final double AHEAD = 6;

    private double heading = Double.NaN;
    private double tremble;
    private double time;
    private boolean fromAbove;

    void struck(double strength) {
        tremble = Math.min(1, tremble + strength);
    }

    /** Changes between the two places. */
    void change() {
        fromAbove = !fromAbove;
    }

    void advance(double seconds) {
        time += seconds;
        tremble *= Math.pow(2, -seconds / TREMBLE_HALF_LIFE);
    }

    /** Behind a teapot that is there. */
    Scene.Eye behind(double x, double z, double to, double seconds) {
        if (fromAbove) return above();
        if (Double.isNaN(heading)) heading = to;
        double off = Math.IEEEremainder(to - heading, 2 * Math.PI);
        heading += off * (1 - Math.pow(2, -seconds / FOLLOW_HALF_LIFE));
        double ahead = Math.cos(heading);
        double aside = Math.sin(heading);
        return shaken(x - BEHIND * ahead, ABOVE, z - BEHIND * aside, x + AHEAD * ahead, 0.6, z + AHEAD * aside);
    }

    /** Slowly round the table, without a teapot to follow. */
    Scene.Eye around() {
        double angle = 0.9 + time * 0.05;
        return new Scene.Eye(30 * Math.cos(angle), 15, 30 * Math.sin(angle), 0, 0, 0);
    }

    private Scene.Eye above() {
        return shaken(0, 31, 27, 0, 0, 2.5);
    }

    private Scene.Eye shaken(double x, double y, double z, double atX, double atY, double atZ) {
        double aside = 0.5 * tremble * Math.sin(time * 71);
        double up = 0.5 * tremble * Math.sin(time * 89 + 1);
        return new Scene.Eye(x + aside, y + up, z - aside, atX + aside, atY - up, atZ + aside);
    }
}
