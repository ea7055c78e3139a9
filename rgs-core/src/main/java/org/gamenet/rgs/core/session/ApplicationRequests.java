package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.lanes.Peers;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Over;
import org.gamenet.rgs.core.session.base.Advert;
import org.gamenet.rgs.core.session.entry.Renewals;
import org.gamenet.rgs.core.session.game.Narrator;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.Voice;

/** What the application asks of the game: refused here where that can be seen, otherwise the machine's affair. Worker's thread only. */
final class ApplicationRequests {
    private final ThisMember my;
    private final Voice voice;
    private final Peers names;
    private final Renewals renewals;

    ApplicationRequests(ThisMember my, Voice voice, Peers names, Renewals renewals) {
        this.my = my;
        this.voice = voice;
        this.names = names;
        this.renewals = renewals;
    }

    void asked(Event event) {
        MemberState at = my.stepper().state();
        if (at == null || at instanceof Over) return;
        if (event instanceof Event.KickAsked kick && at.log().roster().findPeer(kick.peer()).isEmpty()) {
            my.game().narrator().refuse("kick " + names.peer(kick.peer()), "it is not in the game", my.time().now());
            return;
        }
        my.stepper().happen(event);
    }

    void advertise(Advert advert) {
        MemberState at = my.stepper().state();
        Narrator narrator = my.game().narratorIfAny();
        if (narrator == null || at == null || !at.leads()) return;
        Advert next = new Advert(narrator.advert().version() + 1, advert.open(), advert.attributes());
        narrator.advertised(next, my.time().now());
        voice.cast(next);
        renewals.renewSoon();
        my.stepper().happen(new Event.OpenAsked(advert.open()));
    }
}
