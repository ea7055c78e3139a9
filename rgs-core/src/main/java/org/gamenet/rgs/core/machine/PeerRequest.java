package org.gamenet.rgs.core.machine;

/** A request of the server's application about a peer. */
public enum PeerRequest {
    HANDOVER,
    KICK
}
