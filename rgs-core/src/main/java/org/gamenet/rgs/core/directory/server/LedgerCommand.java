package org.gamenet.rgs.core.directory.server;

import java.util.List;
import org.gamenet.rgs.core.arbiter.Bid;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The contents of the directory's log: the existence of games and their epochs, nothing that a renewal can tell again
 * (P13). Each may be applied twice. All are plain records, for the record codec.
 */
public sealed interface LedgerCommand {

    /**
     * A new game, whose founder holds epoch 1, active. The claimId of the registration makes repeats harmless.
     *
     * @param mark the directory's, where this is the first entry of its log (P14)
     */
    record Create(DirectoryRequest.Registration game, int mark) implements LedgerCommand {}

    /** A claim whose evidence was enough. */
    record Claim(String game, Bid bid) implements LedgerCommand {}

    /** The holder of a granted epoch begins, with these members (P8, P71). */
    record Activate(String game, Epoch epoch, List<MemberId> members) implements LedgerCommand {}

    /** The server changes the list (P71). */
    record Enlist(String game, Epoch epoch, long count, List<MemberId> members) implements LedgerCommand {}

    /** The successor of a hand over has shown itself (P46). */
    record Settle(String game, Epoch epoch) implements LedgerCommand {}

    /** A holder gave its epoch up. */
    record Release(String game, Epoch epoch) implements LedgerCommand {}

    /** The game is over; its ledger stays for a while, to say so. */
    record End(String game, Epoch epoch) implements LedgerCommand {}

    /**
     * A game that the directory does not know, from its holder's renewal; or a higher epoch of one so made (P14).
     *
     * @param mark as in {@link Create}
     */
    record Revive(String game, DirectoryRequest.Revival facts, Epoch epoch, MemberId holder, Listing listing, int mark)
            implements LedgerCommand {}

    /** Nobody has served the game for too long, or it ended long ago; only if it still stands at that epoch. */
    record Drop(String game, Epoch current) implements LedgerCommand {}
}
