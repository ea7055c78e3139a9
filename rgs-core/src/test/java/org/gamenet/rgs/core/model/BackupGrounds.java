package org.gamenet.rgs.core.model;

import java.util.List;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.reconfiguration.Timer;

/** Worlds in which the server has a backup, or is about to: more of {@link Hunt#grounds}. */
final class BackupGrounds {
    private static final Hunt.Ground END = new Hunt.Ground(
            "the end beside a planned change",
            Bounds.of(1, 0)
                    .ways(Failover.PROMOTED_PLAYER)
                    .may(Chance.END, 1)
                    .may(Chance.CHANGE, 1)
                    .epochs(2)
                    .with(Timer.GO, Timer.CLOSE, Timer.END));

    private BackupGrounds() {}

    static List<Hunt.Ground> all() {
        return List.of(
                new Hunt.Ground(
                        "a backup and two deaths",
                        Bounds.of(2, 0)
                                .ways(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER)
                                .may(Chance.REQUEST, 1)
                                .may(Chance.COPY, 1)
                                .may(Chance.CHANGE, 1)
                                .may(Chance.CRASH, 2)
                                .epochs(4)
                                .patience(0)),
                new Hunt.Ground(
                        "a backup, a second copy, a doubt",
                        Bounds.of(1, 0)
                                .ways(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER)
                                .may(Chance.REQUEST, 1)
                                .may(Chance.COPY, 2)
                                .may(Chance.CHANGE, 1)
                                .may(Chance.DOUBT, 1)
                                .epochs(3)
                                .patience(0)),
                END,
                new Hunt.Ground(
                        "a backup and ordered messages",
                        Bounds.of(2, 0)
                                .ways(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER)
                                .may(Chance.ORDER, 1)
                                .may(Chance.COPY, 1)
                                .may(Chance.CHANGE, 1)
                                .may(Chance.CRASH, 1)
                                .epochs(3)
                                .patience(0)));
    }

    /** The server hands over to its backup. */
    static List<Hunt.Ground> handovers() {
        Failover[] ways = {Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER};
        Bounds two = Bounds.of(1, 0).ways(ways).epochs(4).patience(0);
        return List.of(
                new Hunt.Ground(
                        "a handover, and either dies",
                        two.may(Chance.CHANGE, 1).may(Chance.HANDOVER, 1).may(Chance.CRASH, 1)),
                new Hunt.Ground(
                        "a handover that a third one sees",
                        Bounds.of(2, 0)
                                .ways(ways)
                                .may(Chance.CHANGE, 1)
                                .may(Chance.HANDOVER, 1)
                                .may(Chance.CRASH, 1)
                                .epochs(4)
                                .patience(1)),
                new Hunt.Ground(
                        "a handover and a request",
                        two.may(Chance.REQUEST, 1)
                                .may(Chance.COPY, 1)
                                .may(Chance.CHANGE, 1)
                                .may(Chance.HANDOVER, 1)
                                .may(Chance.CRASH, 1)),
                new Hunt.Ground(
                        "a handover and a doubt",
                        two.may(Chance.CHANGE, 1)
                                .may(Chance.HANDOVER, 2)
                                .may(Chance.DOUBT, 1)
                                .may(Chance.ORDER, 1)));
    }
}
