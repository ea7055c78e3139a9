package org.gamenet.rgs.examples.teapots.play;

import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.examples.teapots.world.World;

/** Sees what a process of the duel is shown and told. Game thread. */
public interface Witness {

    /** Nobody watches. */
    Witness NOBODY = new Witness() { };

    /** The server's world arrived. */
    default void shown(World world) { }

    /** Something happened to the session. */
    default void happened(Peer about, SessionEvent event) { }

    /** This process goes on from that world, chosen among so many packages. */
    default void restored(World world, int packages) { }

    /** A command that counts was handed to RGS. */
    default void asked() { }
}
