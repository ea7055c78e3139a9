package org.gamenet.rgs.core.session.entry;

import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.StandingBy;
import org.gamenet.rgs.core.session.base.OfferedGame;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.FailureWatch;

/**
 * The games that are offered to a spare, and what else the directory, or the local network, says unasked. Worker's
 * thread only.
 */
public final class SpareOffers {
    private final ThisMember my;
    private final DirectoryAccess directoryAccess;
    private final Renewals renewals;
    private final FailureWatch watch;

    public SpareOffers(ThisMember my, DirectoryAccess directoryAccess, Renewals renewals, FailureWatch watch) {
        this.my = my;
        this.directoryAccess = directoryAccess;
        this.renewals = renewals;
        this.watch = watch;
    }

    /** The directory, or the local network, says something unasked. */
    public void pushed(DirectoryPush push) {
        if (push instanceof DirectoryPush.Offer made) offered(made);
        else if (push instanceof DirectoryPush.Elsewhere there)
            directoryAccess.arbiter().elsewhere(there.game());
    }

    /** Another game is offered, or the same once more. Where it is the directory tells only a spare that has agreed. */
    private void offered(DirectoryPush.Offer made) {
        if (!made.spare().equals(my.seat().id())) return;
        OfferedGame before = my.game().offer();
        if (isFree()) agree(made);
        else if (before == null || before.offer() != made.offer())
            directoryAccess.answerOffer(
                    new Effect.AnswerOffer(made.offer(), false, "busy"),
                    my.seat().id());
    }

    private boolean isFree() {
        return my.stepper().state() instanceof StandingBy && !my.seat().isLeaving();
    }

    private void agree(DirectoryPush.Offer made) {
        renewals.agrees(true);
        directoryAccess.accept(made.offer(), made.spare(), told -> {
            renewals.agrees(false);
            told.ifPresent(where -> reserved(made, where));
        });
    }

    private void reserved(DirectoryPush.Offer made, DirectoryReply.Reserved told) {
        if (!made.spare().equals(my.seat().id()) || !isFree()) return;
        my.game().isOffered(new OfferedGame(made.offer(), told.game(), told.roster()));
        directoryAccess.game(made.game().id(), true);
        watch.timing(my.game().timing());
        my.startTelling(told.game());
        my.game()
                .publisher()
                .offered(told.roster(), made.frozenMillis(), my.time().now());
        my.stepper()
                .happen(new Event.Offered(
                        made.offer(),
                        told.game().rules(),
                        made.failed(),
                        told.roster(),
                        told.supporters(),
                        made.frozenMillis()));
    }
}
