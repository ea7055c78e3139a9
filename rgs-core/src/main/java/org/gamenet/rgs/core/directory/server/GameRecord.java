package org.gamenet.rgs.core.directory.server;

import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;

/**
 * A game as the log remembers it.
 *
 * @param id given by the directory
 * @param order position in the order of registrations
 * @param kind kinds never meet
 * @param group name of the transport group
 * @param rules as registered
 * @param schema hash of the game's records
 * @param version RGS's protocol version
 * @param server display name of whoever founded it; empty if unknown
 * @param founding claimId of the registration; 0 for a game made from a renewal
 * @param ledger the epochs of the game and their holders
 */
public record GameRecord(
        String id,
        long order,
        String kind,
        String group,
        GameRules rules,
        long schema,
        int version,
        String server,
        long founding,
        Ledger ledger) {

    /** Whether nobody has followed whoever registered it. */
    boolean isServedByFounder() {
        return founding != 0 && ledger.isActive(new Epoch(1, founding));
    }

    GameRecord with(Ledger next) {
        return new GameRecord(id, order, kind, group, rules, schema, version, server, founding, next);
    }
}
