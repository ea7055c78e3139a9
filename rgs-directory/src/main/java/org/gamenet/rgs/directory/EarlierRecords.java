package org.gamenet.rgs.directory;

import java.util.List;
import org.gamenet.rgs.core.arbiter.Bid;
import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.arbiter.Term;
import org.gamenet.rgs.core.directory.GameRecord;
import org.gamenet.rgs.core.directory.LedgerCommand;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.MemberId;

/** As records were on disk before: claims and terms did not say who was listed (P38). Read, never written. */
final class EarlierRecords {

    private EarlierRecords() {}

    record Claim(String game, OldBid bid) {

        LedgerCommand today() {
            return new LedgerCommand.Claim(game, new Bid(bid.expected, bid.authority, bid.claimant, bid.basis, bid.claimId, List.of(), bid.lastResort));
        }
    }

    record OldBid(long expected, List<MemberId> authority, MemberId claimant, Basis basis, long claimId, boolean lastResort) {}

    record Game(String id, long order, String kind, String group, GameRules rules, long schema, int version, String server, long founding, OldLedger ledger) {

        GameRecord today() {
            return new GameRecord(id, order, kind, group, rules, schema, version, server, founding, ledger.today());
        }
    }

    record OldLedger(OldTerm current, OldTerm active, boolean settled, boolean ended, boolean synchronous, boolean revived) {

        Ledger today() {
            return new Ledger(current.today(), active.today(), settled, ended, synchronous, revived);
        }
    }

    record OldTerm(Epoch epoch, MemberId claimant, List<MemberId> authority, Basis basis, boolean released) {

        Term today() {
            return new Term(epoch, claimant, authority, basis, List.of(), released);
        }
    }
}
