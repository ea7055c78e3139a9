package org.gamenet.rgs.core.session.game;

import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.session.base.Seat;
import org.gamenet.rgs.core.session.base.SessionTime;
import org.gamenet.rgs.core.session.base.Stepper;

/**
 * This member, as its parts see it: who it is, how its machine stands, in which game, and how late it is there.
 * Worker's thread only.
 */
public record ThisMember(Seat seat, Stepper stepper, CurrentGame game, SessionTime time) {

    /** Draws another incarnation; the application is told as whom it speaks. */
    public void drawSelf() {
        seat.draw();
        EventPublisher publisher = game.publisherIfAny();
        if (publisher != null) publisher.call(seat.id(), seat.self());
    }

    /** The application is told of that game from now on. */
    public void startTelling(GameEntry listed) {
        game.startTelling();
        game.publisher().game(listed.id(), game.rules());
    }
}
