package org.gamenet.rgs.examples.teapots.stage;

import java.util.Collection;
import org.gamenet.rgs.Peer;

/** A player's name; if another one here has the same, with so much of its id as tells them apart. */
final class PlayerNames {
    private PlayerNames() {}

    static String of(Peer who, Collection<Peer> all) {
        return all.stream().anyMatch(other -> !other.equals(who) && other.name().equals(who.name()))
                ? who.toString()
                : who.name();
    }
}
