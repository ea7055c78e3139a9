package org.gamenet.rgs.core.replication;

import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The traits of a process that count for its copies.
 *
 * @param me this member
 * @param refuses why it does not back up; empty if it does
 * @param seeks whether it seeks a backup where it serves
 * @param patienceMillis how long the other one may be silent
 * @param copyMax bytes of the largest copy that it takes
 * @param synchronous whether what it shows as the server waits for its backup (P48)
 */
public record Traits(
        MemberId me, String refuses, boolean seeks, long patienceMillis, int copyMax, boolean synchronous) {

    /** In a game that shows at once. */
    Traits(MemberId me, String refuses, boolean seeks, long patienceMillis, int copyMax) {
        this(me, refuses, seeks, patienceMillis, copyMax, false);
    }

    /** Nobody: before anybody was asked. */
    static final MemberId NOBODY = new MemberId(0, new Incarnation(0, 0));
}
