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
    public void beginsDuty() {
        group.prepare();
        renewals.rehearses(true);
        startStandingBy();
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
     * Goes back to its duty after a game that it backed up, and of which its application does not know. False if that
     * is not so.
     */
    public boolean backToDutyAfterGame() {
        if (!my.game().isMuted() || my.seat().isLeaving()) return false;
        backToDuty();
        return true;
    }

    @Override
    public void backToDuty() {
        rejoining.forget();
        directoryAccess.game("", false);
        group.disconnect();
        group.drawIncarnation();
        rejoining.watchNobody();
        expectOffers();
        startStandingBy();
    }

    /** The offer that it agreed to has lapsed, and its machine stands by again. */
    public void offerLapsed() {
        my.game().offerLapsed();
        group.disconnect();
        linkTargets.none();
        expectOffers();
    }

    private void expectOffers() {
        group.prepare();
        renewals.standBySoon();
    }

    private void startStandingBy() {
        my.stepper().start(Step.to(MemberState.standBy(my.seat().mine())));
    }
}
