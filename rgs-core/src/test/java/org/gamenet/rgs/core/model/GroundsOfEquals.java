package org.gamenet.rgs.core.model;

import java.util.List;
import java.util.stream.Stream;
import org.gamenet.rgs.Failover;

/** Where equals are searched: each has the whole state, and one of them stamps, or each in its turn. */
final class GroundsOfEquals {

    /** Larger ones, by command. */
    static final Hunt.Ground TWICE =
            new Hunt.Ground("three ask each other twice, one dies", asking(2, 3).may(Chance.CRASH, 1));

    static final Hunt.Ground NEWCOMER = new Hunt.Ground(
            "three ask each other, one comes, one dies",
            asking(2, 2).newcomers(1).may(Chance.CRASH, 1));

    static final Hunt.Ground DOUBTED = new Hunt.Ground(
            "three ask each other, one is doubted, one may not act, one dies",
            asking(2, 2).may(Chance.CRASH, 1).may(Chance.DOUBT, 1).may(Chance.ACT, 2));

    private GroundsOfEquals() {}

    static List<Hunt.Ground> all() {
        return Stream.of(byPrimary(), byPermission()).flatMap(List::stream).toList();
    }

    private static List<Hunt.Ground> byPrimary() {
        return List.of(
                new Hunt.Ground(
                        "equals, one dies",
                        Bounds.of(2, 0)
                                .withPlayingFounder()
                                .ways(Failover.PROMOTED_PLAYER)
                                .may(Chance.PEERS, 1)
                                .may(Chance.CRASH, 1)
                                .may(Chance.ORDER, 1)),
                new Hunt.Ground(
                        "equals, a doubt and a newcomer",
                        Bounds.of(1, 0)
                                .withPlayingFounder()
                                .ways(Failover.PROMOTED_PLAYER)
                                .newcomers(1)
                                .may(Chance.PEERS, 1)
                                .may(Chance.DOUBT, 1)
                                .may(Chance.CRASH, 1)
                                .may(Chance.ORDER, 1)));
    }

    /** A peer that has something to say asks the others for a place (P68 to P70). */
    private static List<Hunt.Ground> byPermission() {
        return List.of(
                new Hunt.Ground("two ask each other", asking(1, 2).patience(2)),
                new Hunt.Ground("two ask each other, one dies", asking(1, 1).may(Chance.CRASH, 1)),
                new Hunt.Ground("three ask each other", asking(2, 2).patience(0).epochs(1)),
                new Hunt.Ground(
                        "three ask each other, one dies",
                        asking(2, 2).may(Chance.CRASH, 1).patience(0).epochs(2)),
                new Hunt.Ground(
                        "two ask each other, one may not act",
                        asking(1, 1).may(Chance.ACT, 2).epochs(1)),
                new Hunt.Ground(
                        "two ask each other, one is doubted",
                        asking(1, 1).may(Chance.DOUBT, 1).epochs(2)),
                new Hunt.Ground(
                        "two ask each other, one leaves",
                        asking(1, 1).may(Chance.LEAVE, 1).epochs(2)),
                new Hunt.Ground(
                        "two ask each other, one comes",
                        asking(1, 2).newcomers(1).epochs(1).patience(0)),
                new Hunt.Ground(
                        "one asks, one comes, one dies",
                        asking(1, 1).newcomers(1).may(Chance.CRASH, 1).epochs(2).patience(0)),
                new Hunt.Ground(
                        "two ask each other, a change",
                        asking(1, 1).may(Chance.CHANGE, 1).epochs(2)));
    }

    /** Equals whose order is by permission: so many players beside the founder, with so much to say together. */
    private static Bounds asking(int players, int acts) {
        return Bounds.of(players, 0)
                .withPlayingFounder()
                .ways(Failover.PROMOTED_PLAYER)
                .may(Chance.PEERS, 1)
                .may(Chance.PERMISSION, 1)
                .may(Chance.ORDER, acts);
    }
}
