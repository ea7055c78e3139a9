package org.gamenet.rgs.core.session.game;

/** The worker's requests to the application's side. Any thread. */
public interface GameSide {

    /** Whether there is a state handler. */
    boolean hasState();

    /** For how long restoreState has been running, nanoseconds; 0 if it is not. */
    long restoringNanos(long now);

    /** How often the game's state was packed: what the server makes from now on is of a later one. */
    long cut();

    /** The last state that the application has sent as the server, while it was told that its game runs. */
    ShownState sent();

    /** Something waits in the inbox; {@code here}: handlers may run on the thread that says so. */
    void waits(boolean here);

    /** Whether the application's executor may run handlers on the thread that posts. */
    boolean mayHandleHere();

    /** When an update that the executor did not take is to be posted again; {@link Long#MAX_VALUE} if there is none. */
    long postsAgainAt();
}
