package org.gamenet.rgs.core.machine;

/** A request of the server's application: about a peer, or the whole game, which is no peer's. */
public enum PeerRequest {
    HANDOVER,
    KICK,
    END
}
