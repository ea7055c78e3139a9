package org.gamenet.rgs.core.directory.server;

import java.util.List;
import org.gamenet.rgs.core.arbiter.Denial;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/** The finding of a command when the log applied it. */
public sealed interface LedgerResult {

    /** The game as recorded; after {@code Create} and {@code Revive}. */
    record Recorded(GameRecord game) implements LedgerResult {}

    /** The claim is granted; these are listed (P71). */
    record Granted(Epoch epoch, List<MemberId> listed, List<MemberId> authority) implements LedgerResult {}

    /** The claim is denied; nothing has changed. */
    record Denied(Denial why) implements LedgerResult {}

    /** Any other command was applied, or changed nothing: the ledger tells. */
    record Applied() implements LedgerResult {}

    /** No such game. */
    record Unknown() implements LedgerResult {}

    /** A game more than there may be. */
    record Full(int games) implements LedgerResult {}
}
