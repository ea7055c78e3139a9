package org.gamenet.rgs.core.directory.server;

import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;

/** Tells how a game stands: the epochs that were granted and are active, and whether its server is heard. */
final class GameStatuses {
    private final Catalog catalog;

    GameStatuses(Catalog catalog) {
        this.catalog = catalog;
    }

    DirectoryReply.GameStatus of(GameRecord game, long now) {
        Ledger ledger = game.ledger();
        boolean served = !ledger.ended()
                && !ledger.active().released()
                && !catalog.state(game, now).active().isDown(game.rules().suspectAfterMillis(), now);
        return new DirectoryReply.GameStatus(
                ledger.current().epoch(),
                ledger.holder(),
                ledger.current().released(),
                ledger.active().epoch(),
                served,
                ledger.ended(),
                catalog.state(game, now).placeOf(ledger.holder()));
    }
}
