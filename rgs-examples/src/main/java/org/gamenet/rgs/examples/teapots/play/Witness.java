package org.gamenet.rgs.examples.teapots.play;

import java.util.List;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.examples.teapots.world.World;

/** Sees what a process of the duel is shown and told. Game thread. */
public interface Witness {

    /** Nobody watches. */
    Witness NOBODY = new Witness() {};

    /** All of these, in this order. */
    static Witness all(Witness... witnesses) {
        List<Witness> each = List.of(witnesses);
        return new Witness() {
            @Override
            public void shown(Snapshot snapshot) {
                each.forEach(w -> w.shown(snapshot));
            }

            @Override
            public void pulsed(long number) {
                each.forEach(w -> w.pulsed(number));
            }

            @Override
            public void happened(Peer about, SessionEvent event) {
                each.forEach(w -> w.happened(about, event));
            }

            @Override
            public void said(Peer who, String text) {
                each.forEach(w -> w.said(who, text));
            }

            @Override
            public void restored(World world, int packages) {
                each.forEach(w -> w.restored(world, packages));
            }

            @Override
            public void asked() {
                each.forEach(Witness::asked);
            }

            @Override
            public void framed() {
                each.forEach(Witness::framed);
            }
        };
    }

    /** The server's world arrived. */
    default void shown(Snapshot snapshot) {}

    /** The pulse of that number came back from the server. */
    default void pulsed(long number) {}

    /** Something happened to the session. */
    default void happened(Peer about, SessionEvent event) {}

    /** Somebody said something. */
    default void said(Peer who, String text) {}

    /** This process goes on from that world, chosen among so many packages. */
    default void restored(World world, int packages) {}

    /** A command that counts was handed to RGS. */
    default void asked() {}

    /** A frame is over, and the session is not. */
    default void framed() {}
}
