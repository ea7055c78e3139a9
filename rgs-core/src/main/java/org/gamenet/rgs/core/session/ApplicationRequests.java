package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.lanes.KnownPeers;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.GameOver;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.session.base.Advert;
import org.gamenet.rgs.core.session.entry.Renewals;
import org.gamenet.rgs.core.session.game.EventPublisher;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.FrameSender;

/**
 * Requests of the application to the game: refused here where that can be seen, otherwise the machine's affair.
 * Worker's thread only.
 */
final class ApplicationRequests {
    private final ThisMember my;
    private final FrameSender frameSender;
    private final KnownPeers names;
    private final Renewals renewals;

    ApplicationRequests(ThisMember my, FrameSender frameSender, KnownPeers names, Renewals renewals) {
        this.my = my;
        this.frameSender = frameSender;
        this.names = names;
        this.renewals = renewals;
    }

    void asked(Event event) {
        MemberState at = my.stepper().state();
        if (at == null || at instanceof GameOver) return;
        if (event instanceof Event.KickAsked kick
                && at.log().roster().findPeer(kick.peer()).isEmpty()
                && at.log().roster().findAway(kick.peer()).isEmpty()) {
            my.game()
                    .publisher()
                    .refuse(
                            "kick " + names.peer(kick.peer()),
                            "it is not in the game",
                            my.time().now());
            return;
        }
        my.stepper().happen(event);
    }

    void advertise(Advert advert) {
        MemberState at = my.stepper().state();
        EventPublisher publisher = my.game().narratorIfAny();
        if (publisher == null || at == null || !at.leads()) return;
        Advert next = new Advert(publisher.advert().version() + 1, advert.open(), advert.attributes());
        publisher.advertised(next, my.time().now());
        frameSender.cast(next);
        renewals.renewSoon();
        my.stepper().happen(new Event.OpenAsked(advert.open()));
    }
}
