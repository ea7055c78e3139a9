package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Over;

/** What the application asks of the game: refused here where that can be seen, otherwise the machine's affair. Worker's thread only. */
final class ApplicationRequests {
    private final Common with;
    private final Renewals renewals;

    ApplicationRequests(Common with, Renewals renewals) {
        this.with = with;
        this.renewals = renewals;
    }

    void asked(Event event) {
        MemberState at = with.stepper().state();
        if (at == null || at instanceof Over) return;
        if (event instanceof Event.KickAsked kick && at.log().roster().findPeer(kick.peer()).isEmpty()) {
            with.game().narrator().refuse("kick " + with.names().peer(kick.peer()), "it is not in the game", with.time().now());
            return;
        }
        with.stepper().happen(event);
    }

    void advertise(Advert advert) {
        MemberState at = with.stepper().state();
        Narrator narrator = with.game().narratorIfAny();
        if (narrator == null || at == null || !at.leads()) return;
        Advert next = new Advert(narrator.advert().version() + 1, advert.open(), advert.attributes());
        narrator.advertised(next, with.time().now());
        with.voice().cast(next);
        renewals.renewSoon();
        with.stepper().happen(new Event.OpenAsked(advert.open()));
    }
}
