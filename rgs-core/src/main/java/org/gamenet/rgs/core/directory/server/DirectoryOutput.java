package org.gamenet.rgs.core.directory.server;

import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;

/** The demands of the machine. */
public sealed interface DirectoryOutput {

    /** The only answer to a request. */
    record Answer(long line, long requestId, DirectoryReply reply) implements DirectoryOutput {}

    /** Something unasked, for one line. */
    record Push(long line, DirectoryPush push) implements DirectoryOutput {}

    /**
     * Into the log; once applied, {@link DirectoryMachine#committed} with the same number, or
     * {@link DirectoryMachine#failed}.
     */
    record Propose(long proposal, LedgerCommand command) implements DirectoryOutput {}
}
