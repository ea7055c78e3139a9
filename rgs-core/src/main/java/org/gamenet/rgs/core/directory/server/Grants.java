package org.gamenet.rgs.core.directory.server;

import java.util.Optional;
import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GrantText;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;

/** Signs what was granted, for members that cannot ask (P36). */
final class Grants {
    private final Catalog catalog;
    private final GameStatuses statuses;
    private final GrantSigner signer;

    Grants(Catalog catalog, GameStatuses statuses, GrantSigner signer) {
        this.catalog = catalog;
        this.statuses = statuses;
        this.signer = signer;
    }

    /** The newest epoch, or the active one; how the game stands if it is neither. */
    DirectoryReply sign(GameRecord game, DirectoryRequest.SignGrant request, long now) {
        Ledger ledger = game.ledger();
        Epoch epoch = request.epoch();
        if (epoch.equals(ledger.current().epoch())) return sign(game, epoch, ledger.holder(), now);
        if (epoch.equals(ledger.active().epoch()))
            return sign(game, epoch, ledger.active().first(), now);
        return statuses.of(game, now);
    }

    private DirectoryReply sign(GameRecord game, Epoch epoch, MemberId holder, long now) {
        Optional<Endpoint> place = catalog.state(game, now).placeOf(holder);
        byte[] signature = signer.sign(GrantText.of(game.id(), epoch, holder, place));
        return new DirectoryReply.GrantSigned(epoch, place.isPresent(), new Payload(signature));
    }
}
