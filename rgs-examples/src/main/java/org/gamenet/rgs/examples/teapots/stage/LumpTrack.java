package org.gamenet.rgs.examples.teapots.stage;

import org.gamenet.rgs.examples.teapots.screen.Scene;
import org.gamenet.rgs.examples.teapots.world.Flight;
import org.gamenet.rgs.examples.teapots.world.Projectile;
import org.gamenet.rgs.motion.Motion3;
import org.gamenet.rgs.motion.Smoothing;

/** Something thrown, on its way from where it was reported to where it is drawn. */
final class LumpTrack {
    private static final Smoothing SMOOTHING =
            Smoothing.extrapolating().maxAge(0.3).halfLife(0.03);
    private static final double TUMBLE_PER_SECOND = 9;

    private final Motion3 place = new Motion3(SMOOTHING);
    private Projectile newest;
    private double turn;

    LumpTrack(double takenAt, Projectile first) {
        newest = first;
        turn = first.number();
        received(takenAt, first);
    }

    void received(double takenAt, Projectile projectile) {
        newest = projectile;
        Flight flight = projectile.flight();
        place.received(takenAt, flight.x(), flight.y(), flight.z(), flight.vx(), flight.vy(), flight.vz());
    }

    void advance(double now, double seconds) {
        place.advance(now);
        turn += TUMBLE_PER_SECOND * seconds / newest.weight();
    }

    void hold(double now) {
        place.hold(now);
    }

    Projectile newest() {
        return newest;
    }

    double x() {
        return place.x();
    }

    double y() {
        return place.y();
    }

    double z() {
        return place.z();
    }

    Scene.Lump shown() {
        return Looks.of(newest, x(), newest.flight().overTable() ? Math.max(0.2, y()) : y(), z(), turn);
    }
}
