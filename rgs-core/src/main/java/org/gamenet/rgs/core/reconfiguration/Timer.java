package org.gamenet.rgs.core.reconfiguration;

/** Timers of a member. One of each kind runs at a time: starting one again replaces it. */
public enum Timer {
    /** Ask for a seat again. */
    ASK,
    /** Nobody answers: there is no game (P26). */
    NO_GAME,
    /** The game has been frozen for too long (P35), or has kept me waiting for that long (P26). */
    GIVE_UP,
    /** My turn to look for a server (P33). */
    NEGOTIATE,
    /** Try the next way beside this one (P32). */
    NEXT_WAY,
    /** A player asked to serve has not answered. */
    CANDIDATE,
    /** Claim again (P6), activate again, ask how the game stands again. */
    REPEAT,
    /** The arbiter has not said whether a grant is real: the holder's word counts (P36). */
    CHECK,
    /** Another was granted the epoch: it should have advertised itself by now (P6). */
    AWAIT_HOLDER,
    /** Advertise again. */
    ADVERTISE,
    /** Collect no longer (P37). */
    COLLECT,
    /** The game has stood still for so long that fewer than half of its members must do (P74). */
    LAST_RESORT,
    /** The game's code has had its time to package (500 ms) or to restore (2 s). */
    CALLBACK,
    /** Show the ACK, the InitialAck and the frames wanted again. */
    RESEND,
    /** Say goodbye again. */
    GOODBYE,
    /** Just go (P28). */
    GO,
    /** The reservation of a spare ends (P34). */
    RESERVATION,
    /** The last player's seat lapses (P28). */
    LAPSE,
    /** Send the entry of the arbiter's list again, or at last (P71). */
    ENLIST
}
