package org.gamenet.rgs.examples.teapots.stage;

import org.gamenet.rgs.examples.teapots.screen.Palette;
import org.gamenet.rgs.examples.teapots.screen.Scene;
import org.gamenet.rgs.examples.teapots.world.Body;
import org.gamenet.rgs.examples.teapots.world.Rules;
import org.gamenet.rgs.examples.teapots.world.Teapot;
import org.gamenet.rgs.motion.Motion1;
import org.gamenet.rgs.motion.Motion2;
import org.gamenet.rgs.motion.Smoothing;

/** One teapot on its way from where it was reported to where it is drawn. */
final class PotTrack {
    /** Further off than this it was not pushed, it was put elsewhere. */
    private static final Smoothing PLACE = Smoothing.extrapolating().maxAge(0.5).snapDistance(6);

    private static final Smoothing HEADING =
            Smoothing.extrapolating().maxAge(0.5).snapDistance(2);
    /** One's own is foreseen, so little is left to correct. */
    private static final double OWN_HALF_LIFE = 0.03;

    private static final double FLASH_HALF_LIFE = 0.12;
    private static final double ROCK_HALF_LIFE = 0.22;
    private static final double ROCK_PER_SECOND = 17;
    private static final double ROCK_MAX = 0.45;

    private final boolean mine;
    private final int colour;
    private final Motion2 place;
    private final Motion1 heading;
    private Teapot newest;
    private double takenAt;
    private double flash;
    private double rock;
    private double swing;

    PotTrack(boolean mine, int colour, double takenAt, Teapot first) {
        this.mine = mine;
        this.colour = colour;
        place = new Motion2(mine ? PLACE.halfLife(OWN_HALF_LIFE) : PLACE);
        heading = Motion1.angle(mine ? HEADING.halfLife(OWN_HALF_LIFE) : HEADING);
        newest = first;
        received(takenAt, first);
    }

    /** Takes what the server says; returns how many hits are new. */
    int received(double at, Teapot pot) {
        int struck = Math.max(0, pot.hits() - newest.hits());
        newest = pot;
        takenAt = at;
        if (!mine) report(at, pot.body());
        if (struck > 0) {
            flash = 1;
            rock = ROCK_MAX;
            swing = 0;
        }
        return struck;
    }

    /** One frame later, at that game time. */
    void advance(double now, double seconds, Foresight foresight, double wayMillis) {
        if (mine) report(now, foresight.ahead(newest.body(), takenAt, now, wayMillis));
        place.advance(now);
        heading.advance(now);
        fade(seconds);
    }

    /** One frame later, in which the duel stands still. */
    void hold(double now, double seconds) {
        place.hold(now);
        heading.hold(now);
        takenAt += seconds;
        fade(seconds);
    }

    int colour() {
        return colour;
    }

    double x() {
        return place.x();
    }

    double z() {
        return place.y();
    }

    double heading() {
        return heading.x();
    }

    Scene.Pot shown(String name, boolean away) {
        double roll = rock * Math.sin(swing)
                + 0.035 * newest.body().spin() * newest.body().speed() / Rules.SPEED_MAX;
        return new Scene.Pot(name, away ? Palette.AWAY : colour, x(), z(), heading(), roll, flash, mine);
    }

    private void report(double at, Body body) {
        place.received(at, body.x(), body.z(), body.vx(), body.vz());
        heading.received(at, body.heading(), body.spin());
    }

    private void fade(double seconds) {
        flash *= Math.pow(2, -seconds / FLASH_HALF_LIFE);
        rock *= Math.pow(2, -seconds / ROCK_HALF_LIFE);
        swing += ROCK_PER_SECOND * seconds;
    }
}
