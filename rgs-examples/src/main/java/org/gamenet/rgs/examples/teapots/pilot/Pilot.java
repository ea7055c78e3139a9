package org.gamenet.rgs.examples.teapots.pilot;

import java.util.List;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.examples.teapots.world.Command;
import org.gamenet.rgs.examples.teapots.world.World;

/** Decides for one player. Game thread. */
public interface Pilot {

    /** Does nothing: for processes that only serve. */
    Pilot NOBODY = (world, me) -> List.of();

    /** The wishes of this player, asked thirty times a second while the duel runs. */
    List<Command> decide(World world, Peer me);
}
