package org.gamenet.rgs.core.session.base;

import org.gamenet.rgs.Reason;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Left;

/** The causes that members tell each other, as the events of the API name them. */
public final class Causes {

    private Causes() {}

    /** Of what took a player out, players are told only whether it was wished. */
    public static Left.Why left(Reason why) {
        return switch (why) {
            case LEFT -> Left.Why.LEFT;
            case KICKED -> Left.Why.KICKED;
            case REPLACED -> Left.Why.REPLACED;
            default -> Left.Why.CRASHED;
        };
    }

    /** Each has its namesake; a session never ends by a crash of its own. */
    public static Closed.Why closed(Reason why) {
        return switch (why) {
            case KICKED -> Closed.Why.KICKED;
            case ENDED, LEFT -> Closed.Why.ENDED;
            case NO_NEW_SERVER -> Closed.Why.NO_NEW_SERVER;
            case CUT_OFF, CRASHED -> Closed.Why.CUT_OFF;
            case REPLACED -> Closed.Why.REPLACED;
            case STATE_NOT_RESTORED -> Closed.Why.STATE_NOT_RESTORED;
            case NO_GAME -> Closed.Why.NO_GAME;
            case FULL -> Closed.Why.FULL;
            case NOT_ADMITTED -> Closed.Why.NOT_ADMITTED;
            case RECORDS_DIFFER -> Closed.Why.RECORDS_DIFFER;
            case VERSIONS_DIFFER -> Closed.Why.VERSIONS_DIFFER;
            case NO_DIRECTORY -> Closed.Why.NO_DIRECTORY;
            case NETWORK -> Closed.Why.NETWORK;
            case QUEUE_FULL -> Closed.Why.QUEUE_FULL;
            case SHUT_DOWN -> Closed.Why.SHUT_DOWN;
            case INTERNAL -> Closed.Why.INTERNAL;
        };
    }
}
