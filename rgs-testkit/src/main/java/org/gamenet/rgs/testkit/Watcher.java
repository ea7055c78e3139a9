package org.gamenet.rgs.testkit;

import org.gamenet.rgs.Peer;

/** Looks on at what goes through the sessions of a cluster. */
interface Watcher {

    /** The game is about to be handed this. */
    void before(WatchedSession session, Peer from, Record item);

    /** The game has handled it. */
    void after(WatchedSession session, Peer from, Record item);

    /** The game has sent this to all. */
    void sent(WatchedSession session, Record message);
}
