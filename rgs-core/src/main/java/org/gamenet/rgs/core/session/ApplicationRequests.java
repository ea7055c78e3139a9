package org.gamenet.rgs.core.session;

import java.util.Optional;
import org.gamenet.rgs.core.lanes.KnownPeers;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.GameOver;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.session.base.Advert;
import org.gamenet.rgs.core.session.entry.Renewals;
import org.gamenet.rgs.core.session.game.EventPublisher;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.CopyTalk;
import org.gamenet.rgs.core.session.peers.FrameSender;
import org.gamenet.rgs.core.session.peers.OutputTalk;

/**
 * Requests of the application to the game: refused here where that can be seen, otherwise the machine's affair.
 * Worker's thread only.
 */
final class ApplicationRequests {
    private static final String NOT_IN = "it is not in the game";
    private static final String SERVES_NOT = "this process does not serve now";

    private final ThisMember my;
    private final FrameSender frameSender;
    private final KnownPeers names;
    private final Renewals renewals;

    private final OutputTalk outputs;

    ApplicationRequests(
            ThisMember my, FrameSender frameSender, KnownPeers names, Renewals renewals, OutputTalk outputs) {
        this.my = my;
        this.outputs = outputs;
        this.frameSender = frameSender;
        this.names = names;
        this.renewals = renewals;
    }

    /** The deeds of a server to a member, or to the game, follow from its state (P48). */
    void asked(Event event) {
        if (event instanceof Event.KickAsked || event instanceof Event.EndAsked) outputs.later(() -> ask(event));
        else ask(event);
    }

    private void ask(Event event) {
        MemberState at = my.stepper().state();
        if (at == null || at instanceof GameOver) return;
        Optional<String> not = event instanceof Event.KickAsked kick
                ? whyNoKick(at, kick.peer())
                : Optional.of(SERVES_NOT).filter(why -> event instanceof Event.EndAsked && !at.serves());
        not.ifPresentOrElse(why -> refuse(named(event), why), () -> my.stepper().happen(event));
    }

    private static Optional<String> whyNoKick(MemberState at, long peer) {
        if (!at.serves()) return Optional.of(SERVES_NOT);
        Roster roster = at.log().roster();
        boolean isIn =
                roster.findPeer(peer).isPresent() || roster.findAway(peer).isPresent();
        if (!isIn) return Optional.of(NOT_IN);
        return at.handsOver() ? Optional.of("the game is being handed over") : Optional.empty();
    }

    private String named(Event event) {
        return event instanceof Event.KickAsked kick ? "kick " + names.peer(kick.peer()) : "end";
    }

    /** While the directory is away nothing is handed over: the game would stand still until it answers (P45). */
    void handover(long peer, CopyTalk copies, boolean away) {
        MemberState at = my.stepper().state();
        if (at == null || at instanceof GameOver) return;
        Optional<MemberId> to = at.log().roster().findPeer(peer).map(Member::id);
        if (to.isPresent() && !away) copies.handOver(to.get());
        else refuse("handover " + names.peer(peer), away ? "the directory cannot be reached" : NOT_IN);
    }

    private void refuse(String what, String why) {
        my.game().publisher().refuse(what, why, my.time().now());
    }

    void advertise(Advert advert) {
        outputs.later(() -> show(advert));
    }

    private void show(Advert advert) {
        MemberState at = my.stepper().state();
        EventPublisher publisher = my.game().publisherIfAny();
        if (publisher == null || at == null || !at.leads()) return;
        Advert next = new Advert(publisher.advert().version() + 1, advert.open(), advert.attributes());
        publisher.advertised(next, my.time().now());
        frameSender.cast(next);
        renewals.renewSoon();
        my.stepper().happen(new Event.OpenAsked(advert.open()));
    }
}
