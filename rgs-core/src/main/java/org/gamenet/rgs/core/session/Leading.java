package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.session.entry.Renewals;
import org.gamenet.rgs.core.session.frames.PackageCheck;
import org.gamenet.rgs.core.session.game.EventPublisher;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.ClockTalk;

/** The duties that begin with the lead of a game, and end with it: its clock is the game's, it renews its lease. */
final class Leading {
    private final ThisMember my;
    private final ClockTalk clock;
    private final Renewals renewals;
    private final PackageCheck packageCheck;

    Leading(ThisMember my, ClockTalk clock, Renewals renewals, PackageCheck packageCheck) {
        this.my = my;
        this.clock = clock;
        this.renewals = renewals;
        this.packageCheck = packageCheck;
    }

    void starts(MemberState at) {
        long now = my.time().now();
        clock.lead(now);
        renewals.renewSoon();
        packageCheck.startsToCollect();
        my.game().servedIn(at.promise(), now);
    }

    /** The server before may have closed the game to newcomers (P26): the machine of the new one is told. */
    void serves() {
        EventPublisher told = my.game().publisherIfAny();
        if (told != null && !told.advert().open()) my.stepper().happen(new Event.OpenAsked(false));
    }

    void stops() {
        clock.leadNoMore();
    }
}
