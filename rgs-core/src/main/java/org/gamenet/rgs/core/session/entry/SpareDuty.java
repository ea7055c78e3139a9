package org.gamenet.rgs.core.session.entry;

import java.util.function.Consumer;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.LinkTargets;

/** A spare's duty: it stands by for a game, and stands by again after one. Worker's thread only. */
public final class SpareDuty implements GameSearch.Spare {
    private final ThisMember my;
    private final LinkTargets linkTargets;
    private final DirectoryAccess directoryAccess;
    private final Group group;
    private final Renewals renewals;
    private final Rejoining rejoining;

    public SpareDuty(
            ThisMember my,
            LinkTargets linkTargets,
            DirectoryAccess directoryAccess,
            Group group,
            Renewals renewals,
            Rejoining rejoining) {
        this.my = my;
        this.linkTargets = linkTargets;
        this.directoryAccess = directoryAccess;
        this.group = group;
        this.renewals = renewals;
        this.rejoining = rejoining;
    }

    @Override
    public void standsBy() {
        group.prepare();
        renewals.rehearses(true);
        my.stepper().start(Step.to(MemberState.standBy(my.seat().mine())));
    }

    @Override
    public void rehearsed() {
        renewals.rehearses(false);
    }

    @Override
    public void onWanted(Consumer<GameEntry> told) {
        renewals.onWanted(told);
    }

    @Override
    public void standsDown() {
        directoryAccess.standDown(my.seat().id());
        my.stepper().clear();
    }

    /**
     * The game is over for a spare whose application does not know that it was in it, to back it up: it stands by for
     * the next one. False if that is not so.
     */
    public boolean standsByAnew() {
        if (!my.game().isMuted() || my.seat().isLeaving()) return false;
        standsByFromHere();
        return true;
    }

    @Override
    public void standsByFromHere() {
        rejoining.forget();
        directoryAccess.game("", false);
        group.disconnect();
        my.drawSelf();
        linkTargets.none();
        group.forget();
        rejoining.watchNobody();
        group.prepare();
        renewals.standBySoon();
        my.stepper().start(Step.to(MemberState.standBy(my.seat().mine())));
    }

    public void standByAgain() {
        my.game().offerLapsed();
        group.disconnect();
        linkTargets.none();
        group.prepare();
        renewals.standBySoon();
    }
}
