package org.gamenet.rgs.core.session.base;

import org.gamenet.rgs.core.machine.Payload;

/** The server's challenge to a newcomer that says it has a seat: sign this. */
public record SeatChallenge(Payload nonce) implements SessionMessage {}
