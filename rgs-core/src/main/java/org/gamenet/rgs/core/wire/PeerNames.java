package org.gamenet.rgs.core.wire;

import org.gamenet.rgs.Peer;

/** Gives the ids in a message their names: a peer travels as its id alone. */
@FunctionalInterface
public interface PeerNames {

    /** Without a roster at hand: every name is empty. */
    PeerNames NONE = id -> Peer.of(id, "");

    /** The peer of that id; never null, also for one who has left. Thread of the decoder. */
    Peer peer(long id);
}
