package org.gamenet.rgs.core.reconfiguration;

/**
 * Timers of a member. One of each kind runs at a time: starting one again replaces it. A state runs those for which its
 * table has a reaction; leaving it stops those that the next state does not run.
 */
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
    /** A member asked to serve has not answered. */
    CANDIDATE,
    /** Claim again, or ask again how the game stands (P6). */
    CLAIM,
    /** Ask the arbiter again to make the epoch active (P29). */
    ACTIVATE,
    /** Ask or tell the arbiter again, as its server (P21, P28, P45). */
    ASK_ARBITER,
    /** The arbiter cannot be reached, and says nothing of whether a grant is real: the holder's word counts (P36). */
    CHECK,
    /** Another was granted the epoch: it should have advertised itself by now (P6). */
    AWAIT_HOLDER,
    /** Advertise again. */
    ADVERTISE,
    /** Collect no longer (P37). */
    COLLECT,
    /** The game has stood still for so long that fewer than half of its members must do (P74). */
    LAST_RESORT,
    /** The game's code has had its time to package its state (500 ms, P36). */
    PACKAGE,
    /** The game's code has had its time to restore (2 s, P40). */
    RESTORE,
    /** The arbiter has had its time to confirm the end (P28). */
    END,
    /** Show the ACK and the InitialAck again, to members that lack it (P29). */
    RESEND,
    /** Ask again for the entries that are missing (P22). */
    FETCH,
    /** Ask again for the permission to stamp, and for entries that are missing (P29, P68). */
    PERMIT,
    /** Tell everybody of the suspicion again (P29). */
    SUSPECT,
    /** Ask the holder again for its ACK (P29). */
    AWAIT_ACK,
    /** Say goodbye again (P29). */
    GOODBYE,
    /** A server that leaves waits no longer for what it changes (P46.7). */
    DEPART,
    /** Go, without waiting for an exit, a successor or anybody's ear any longer (P28). */
    GO,
    /** Frozen for too long, and the arbiter does not say that the game goes on (P35). */
    CLOSE,
    /** The reservation of a spare ends (P34). */
    RESERVATION,
    /** The last player's seat lapses (P28). */
    LAPSE,
    /** Some of the time for which those are kept who are away is over (P76). */
    AWAY,
    /** The backup has had its time to take the last copy (P46). */
    HANDOVER,
    /** Send the entry of the arbiter's list again; or at last, after a server that doubts itself has waited (P71). */
    ENLIST
}
