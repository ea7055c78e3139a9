package org.gamenet.rgs.core.session.entry;

import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.FailureWatch;
import org.gamenet.rgs.core.session.peers.LinkTargets;

/** Into a game: as its founder, as a newcomer, or as a spare that backs it up. Worker's thread only. */
public final class Admission implements GameSearch.Way {
    /** The server, and two more members in case that it serves no longer. */
    private static final int SOUGHT_MOST = 3;

    private final ThisMember my;
    private final LinkTargets linkTargets;
    private final DirectoryAccess directoryAccess;
    private final FailureWatch watch;
    private final Group group;
    private final Ending ending;

    /** The end of the session, before there is a machine. */
    public interface Ending {
        void end(Reason reason, String detail);
    }

    public Admission(
            ThisMember my,
            LinkTargets linkTargets,
            DirectoryAccess directoryAccess,
            FailureWatch watch,
            Group group,
            Ending ending) {
        this.my = my;
        this.linkTargets = linkTargets;
        this.directoryAccess = directoryAccess;
        this.watch = watch;
        this.group = group;
        this.ending = ending;
    }

    @Override
    public Member me() {
        return my.seat().me();
    }

    @Override
    public long now() {
        return my.time().now();
    }

    @Override
    public void drawIncarnation() {
        group.drawIncarnation();
    }

    @Override
    public void founded(GameEntry listed, Epoch first) {
        enter(listed);
        my.seat().become(my.seat().plays() ? Kind.PLAYER : Kind.SERVER);
        my.seat().taken();
        my.stepper().start(MemberState.found(my.seat().mine(), my.game().rules(), first));
    }

    @Override
    public void connected(GameEntry listed) {
        enter(listed);
        if (my.seat().standsBy()) my.game().publisher().mute(true);
        else if (!my.seat().plays()) my.seat().become(Kind.SPECTATOR);
        linkTargets.sought(listed.endpoints().stream().limit(SOUGHT_MOST).toList());
        my.stepper().start(MemberState.join(my.seat().mine(), my.game().rules(), listed.epoch()));
        group.seeksAdmission(my.time().now());
    }

    private void enter(GameEntry listed) {
        my.game().is(listed);
        directoryAccess.game(listed.id(), false);
        watch.begin();
        watch.timing(my.game().timing());
        my.startTelling(listed);
        my.game().publisher().call(my.seat().id(), my.seat().self());
    }

    @Override
    public void failed(Reason reason, String detail) {
        ending.end(reason, detail);
    }

    /** This member is let in. */
    public void admitted(Effect.Admitted admitted) {
        my.game().learn(admitted.rules());
        directoryAccess.arbiter().admitted(admitted.log().end());
        my.seat().taken();
        watch.timing(my.game().timing());
        Lanes running = my.game().lanes();
        if (running != null) running.suspectAfter(my.game().timing().suspectNanos());
        group.admitted();
    }
}
