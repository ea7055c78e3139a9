package org.gamenet.rgs.core.directory.protocol;

import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;

/** Messages of the directory that nobody asked for, on a line. */
public sealed interface DirectoryPush {

    /**
     * A frozen game is offered to a spare: agree or refuse within 250 ms (P34). Where its members are is told to one
     * that agrees.
     */
    record Offer(long offer, MemberId spare, GameEntry game, Epoch failed, long frozenMillis)
            implements DirectoryPush {}

    /** The first on a line: the public half of the key by which this directory signs grants (P36). */
    record SignsWith(Payload key) implements DirectoryPush {}

    /**
     * A game that is served here is told of by somebody else, in another epoch. Made by the port, where no directory
     * is.
     */
    record Elsewhere(GameEntry game) implements DirectoryPush {}

    /** The line to the directory is up (again). Made by the port. */
    record LineUp() implements DirectoryPush {}

    /** The line to the directory is down. Made by the port. */
    record LineDown(String why) implements DirectoryPush {}
}
