package org.gamenet.rgs.testkit.calibration;

/** The behaviour of a group layer that one would not expect of it. */
enum Anomaly {
    /** The last casts of a dead member reached some survivors and not others. */
    LAST_MESSAGES_DIFFER,
    /** Two members had delivered different casts of a third before the same view. */
    MESSAGES_DIFFER_BEFORE_A_VIEW,
    /** A socket closed, and nobody had died. */
    CLOSED_WITHOUT_A_DEATH,
    /** A dead member was still in the view when its socket closed. */
    CLOSED_AHEAD_OF_THE_VIEW,
    /** Out of the others' view, a member that lives goes on with the view it had. */
    NOT_TOLD,
    /** Two that live have views without each other. */
    SPLIT,
    /** Casts of a member that lives are missing in between. */
    MESSAGES_SKIPPED,
    /** A cast came from outside of the view. */
    FROM_OUTSIDE_THE_VIEW,
    /** A member that was put out is the first of a later view of the others. */
    RETURNED_FIRST,
    /** A cast came twice. */
    TWICE,
    /** A cast came after a later one. */
    OUT_OF_ORDER
}
