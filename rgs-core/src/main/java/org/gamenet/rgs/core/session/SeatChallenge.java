package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.machine.Payload;

/** Who serves, to a newcomer that says it has a seat: sign this. */
record SeatChallenge(Payload nonce) {}
