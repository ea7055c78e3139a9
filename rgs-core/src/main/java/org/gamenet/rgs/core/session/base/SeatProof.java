package org.gamenet.rgs.core.session.base;

import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.reconfiguration.Message;

/**
 * A newcomer, to who challenged it: the seat is mine.
 *
 * @param join its JOIN, once more
 * @param key the public half of its key, whose fingerprint the seat has
 * @param signature over the game, who challenged, its nonce, and {@code join}
 */
public record SeatProof(Message.JoinRequest join, Payload key, Payload signature) implements SessionMessage {}
