package org.gamenet.rgs.core.session.effects;

import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.session.base.Announcement;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.entry.DirectoryAccess;
import org.gamenet.rgs.core.session.entry.Renewals;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.CopyTalk;
import org.gamenet.rgs.core.session.peers.Routes;

/**
 * Tells the arbiter, the copies and the directory of the delivery of an entry; not the application. Worker's thread.
 */
public final class DeliveredEntries {
    private final ThisMember my;
    private final Routes routes;
    private final DirectoryAccess directoryAccess;
    private final CopyTalk copies;
    private final Renewals renewals;
    private final Counters counters;

    public DeliveredEntries(
            ThisMember my,
            Routes routes,
            DirectoryAccess directoryAccess,
            CopyTalk copies,
            Renewals renewals,
            Counters counters) {
        this.my = my;
        this.routes = routes;
        this.directoryAccess = directoryAccess;
        this.copies = copies;
        this.renewals = renewals;
        this.counters = counters;
    }

    void founded(LogEntry first) {
        directoryAccess.arbiter().delivered(first);
    }

    /** Counts an entry that orders a message of this member. */
    void count(LogEntry entry) {
        boolean own = entry.body() instanceof EntryBody.Ordered said
                && said.from().equals(my.seat().id());
        if (own) counters.order().event();
    }

    void delivered(LogEntry entry) {
        directoryAccess.arbiter().delivered(entry);
        MemberState at = my.stepper().state();
        boolean leads = at != null && at.leads();
        copies.delivered();
        // Only members that the directory knows can speak for a successor (P12): one let in since the last renewal
        // could follow nobody.
        if (leads && !(entry.body() instanceof EntryBody.Ordered)) renewals.renewSoon();
        if (!(entry.body() instanceof EntryBody.Joined join)
                || join.member().id().equals(my.seat().id())) return;
        MemberId newcomer = join.member().id();
        routes.neighbours().listens(newcomer, join.member().endpoint());
        // The newcomer must know at which end of the group this member speaks before it needs that.
        routes.frameSender().say(newcomer, new Announcement());
    }
}
