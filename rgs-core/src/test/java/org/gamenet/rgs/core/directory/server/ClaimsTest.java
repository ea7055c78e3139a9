package org.gamenet.rgs.core.directory.server;

import static org.gamenet.rgs.core.directory.server.Desk.D;
import static org.gamenet.rgs.core.directory.server.Desk.held;
import static org.gamenet.rgs.core.directory.server.Desk.id;
import static org.gamenet.rgs.core.directory.server.Desk.rebuild;
import static org.gamenet.rgs.core.directory.server.Desk.spareClaim;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply.Why;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Claims to the next number: those that are granted, and those that are not. */
class ClaimsTest extends ServedGame {

    @Test
    @DisplayName("P12 HF19 HG4 an odd player does not depose a followed server")
    void deniesOdd() {
        assertEquals(Why.ALIVE, desk.denied(2, rebuild(game, 1, 2, 20, 2)));
        assertEquals(Why.ALIVE, desk.denied(9, spareClaim(game, 1, 9, 21, 2, 3, 4)));
    }

    @Test
    @DisplayName("P12 HA1 once the server's line has closed one supporter is enough, at once")
    void grantsWhenGone() {
        desk.close(1);
        assertEquals(new Epoch(2, 20), desk.granted(9, spareClaim(game, 1, 9, 20, 2)));
    }

    private boolean served(long asks) {
        return desk.ask(DirectoryReply.Stands.class, asks, new DirectoryRequest.Standing(game))
                .served();
    }

    @Test
    @DisplayName("P35 whether a game goes on: while its server renews, again with the next one; not while that "
            + "is only granted, not after the end")
    void saysWhetherItGoesOn() {
        assertTrue(served(2));
        desk.pass(840);
        assertFalse(served(2), "silent");
        desk.renew(game, one, 1, 3, 1, 2, 3, 4);
        assertTrue(served(2));
        desk.close(1);
        assertFalse(served(2), "gone");
        Epoch two = desk.granted(2, rebuild(game, 1, 2, 20, 2));
        assertFalse(served(3), "granted, not active");
        desk.ask(DirectoryReply.Activated.class, 2, new DirectoryRequest.Activate(game, two, List.of()));
        assertTrue(served(3));
        desk.ask(DirectoryReply.Done.class, 2, new DirectoryRequest.Release(game, two));
        assertFalse(served(3), "given up");
    }

    @Test
    @DisplayName(
            "P12 who has given its number up speaks for itself like anybody: the only player left may try again, and again")
    void triesAgainAlone() {
        desk.renew(game, one, 1, 1, 1, 2);
        desk.close(1);
        for (int number = 2; number < 5; number++) {
            Epoch granted = desk.granted(2, rebuild(game, number - 1, 2, 20 + number, 2));
            assertEquals(number, granted.number());
            desk.ask(DirectoryReply.Done.class, 2, new DirectoryRequest.Release(game, granted));
        }
    }

    @Test
    @DisplayName(
            "P2 who finds the game learns the epoch that was active last, not the number of one who may give it up yet")
    void listsWhatIsActive() {
        desk.close(1);
        Epoch two = desk.granted(2, rebuild(game, 1, 2, 20, 2));
        assertEquals(
                one,
                desk.ask(DirectoryReply.Found.class, 9, new DirectoryRequest.Lookup(game))
                        .game()
                        .epoch());
        assertTrue(activate(2, two));
        assertEquals(
                two,
                desk.ask(DirectoryReply.Found.class, 9, new DirectoryRequest.Lookup(game))
                        .game()
                        .epoch());
    }

    @Test
    @DisplayName("P12 a spare does not support itself")
    void needsSupporters() {
        desk.close(1);
        assertEquals(Why.ALIVE, desk.denied(9, spareClaim(game, 1, 9, 20)));
        assertEquals(Why.ALIVE, desk.denied(9, spareClaim(game, 1, 9, 20, 9, 77)));
    }

    @Test
    @DisplayName(
            "P12 P21 who serves speaks for itself, though it came as a spare and has not renewed, once a later number was given up")
    void servesAfterABurntNumber() {
        desk.close(1);
        Epoch two = desk.granted(9, spareClaim(game, 1, 9, 20, 2));
        assertTrue(activate(9, two));
        desk.pass(900);
        Epoch three = desk.granted(2, rebuild(game, 2, 2, 21, 2, 3));
        DirectoryRequest.Claim back =
                new DirectoryRequest.Claim(game, 3, List.of(id(9)), id(9), Basis.HELD, List.of(id(9)), 22, true);
        assertEquals(Why.ALIVE, desk.denied(9, back));
        desk.ask(DirectoryReply.Done.class, 2, new DirectoryRequest.Release(game, three));
        assertEquals(new Epoch(4, 22), desk.granted(9, back));
    }

    @Test
    @DisplayName("P12 HA21 HG5 a server cut off from its players is outweighed, though it renews")
    void grantsAgainstUnfollowed() {
        desk.renew(game, one, 1, 0, 1, 2, 3, 4);
        assertEquals(Why.ALIVE, desk.denied(2, rebuild(game, 1, 2, 20, 2)));
        assertEquals(new Epoch(2, 20), desk.granted(2, rebuild(game, 1, 2, 20, 2, 3)));
    }

    @Test
    @DisplayName("P12 HG5 a silent server weighs nothing after 0.83 D, and not before")
    void grantsWhenSilent() {
        desk.pass(820);
        assertEquals(Why.ALIVE, desk.denied(2, rebuild(game, 1, 2, 20, 2)));
        desk.pass(20);
        assertEquals(new Epoch(2, 20), desk.granted(2, rebuild(game, 1, 2, 20, 2)));
    }

    @Test
    @DisplayName("HG4 a server whose connection was reset is alive again with its next renewal")
    void revivesAfterReset() {
        desk.close(1);
        desk.open(11);
        desk.ask(DirectoryReply.Renewed.class, 11, Desk.renewal(game, one, 1, 3, 1, 2, 3, 4));
        assertEquals(Why.ALIVE, desk.denied(2, rebuild(game, 1, 2, 20, 2, 3)));
    }

    @Test
    @DisplayName("P12 HA45 who released weighs nothing")
    void grantsAfterRelease() {
        desk.ask(DirectoryReply.Done.class, 1, new DirectoryRequest.Release(game, one));
        desk.renew(game, one, 1, 3, 1, 2, 3, 4);
        assertEquals(new Epoch(2, 20), desk.granted(9, spareClaim(game, 1, 9, 20, 2)));
    }

    @Test
    @DisplayName("P12 P13 a release is not forgotten with the leader")
    void remembersRelease() {
        desk.ask(DirectoryReply.Done.class, 1, new DirectoryRequest.Release(game, one));
        desk.restart();
        desk.open(29);
        assertEquals(new Epoch(2, 20), desk.granted(29, spareClaim(game, 1, 9, 20, 2)));
    }

    @Test
    @DisplayName("P12 P45 the present holder may always claim its successor")
    void grantsPlannedChange() {
        assertEquals(new Epoch(2, 20), desk.granted(1, held(game, 1, 1, 20, 1, 2)));
    }

    @Test
    @DisplayName("HA10 HA11 G4 S1 of two claims for one number one wins")
    void grantsOnce() {
        desk.close(1);
        desk.granted(2, rebuild(game, 1, 2, 20, 2, 3, 4));
        assertEquals(Why.OVERTAKEN, desk.denied(3, rebuild(game, 1, 3, 21, 2, 3, 4)));
    }

    @Test
    @DisplayName("HA19 P6 HG13 the reply lost: the same claim gets the same grant")
    void repeatsGrant() {
        desk.close(1);
        Epoch first = desk.granted(2, rebuild(game, 1, 2, 20, 2));
        assertEquals(first, desk.granted(2, rebuild(game, 1, 2, 20, 2)));
    }

    @Test
    @DisplayName("P6 a denied claim is judged anew")
    void judgesAnew() {
        assertEquals(Why.ALIVE, desk.denied(2, rebuild(game, 1, 2, 20, 2)));
        desk.close(1);
        assertEquals(new Epoch(2, 20), desk.granted(2, rebuild(game, 1, 2, 20, 2)));
    }

    @Test
    @DisplayName("HA6 P7 the grant of a holder that dies is burnt; the next gets the next number")
    void burns() {
        desk.close(1);
        for (long n = 1; n <= 5; n++) {
            long spare = 100 + n;
            desk.open(spare);
            assertEquals(
                    n + 1,
                    desk.granted(spare, spareClaim(game, n, spare, 50 + n, 2, 3))
                            .number());
            assertEquals(Why.ALIVE, desk.denied(2, rebuild(game, n + 1, 2, 90 + n, 2)), "it has just been granted");
            desk.close(spare);
        }
    }

    @Test
    @DisplayName("P12 a holder that was granted but does not renew falls silent like any other")
    void weighsPendingHolder() {
        desk.close(1);
        desk.granted(2, rebuild(game, 1, 2, 20, 2));
        desk.pass(840);
        assertEquals(3, desk.granted(3, rebuild(game, 2, 3, 21, 3)).number());
    }

    @Test
    @DisplayName(
            "P7 P21 while a burnt number lies between, the server that still serves keeps its weight, and may go on with HELD")
    void keepsWeightOfActive() {
        desk.renew(game, one, 1, 0, 1, 2, 3, 4);
        Epoch two = desk.granted(2, rebuild(game, 1, 2, 20, 2, 3));
        desk.ask(DirectoryReply.Done.class, 2, new DirectoryRequest.Release(game, two));
        desk.ask(DirectoryReply.Stands.class, 1, Desk.renewal(game, one, 1, 3, 1, 2, 3, 4));
        assertEquals(Why.ALIVE, desk.denied(3, rebuild(game, 2, 3, 21, 3)));
        assertEquals(3, desk.granted(1, held(game, 2, 1, 22, 1)).number());
    }

    @Test
    @DisplayName("P8 HG17 activate is confirmed only for the current number and claim")
    void activates() {
        desk.close(1);
        Epoch two = desk.granted(2, rebuild(game, 1, 2, 20, 2));
        assertFalse(activate(2, new Epoch(2, 99)));
        assertTrue(activate(2, two));
        assertTrue(activate(2, two));
        desk.close(2);
        Epoch three = desk.granted(3, rebuild(game, 2, 3, 21, 3));
        desk.open(12);
        assertFalse(activate(12, two));
        assertTrue(activate(3, three));
    }

    @Test
    @DisplayName("P9 HG26 the server of an earlier epoch is refused HELD, and learns how the game stands")
    void refusesOldServer() {
        desk.close(1);
        Epoch two = desk.granted(2, rebuild(game, 1, 2, 20, 2));
        activate(2, two);
        desk.close(2);
        desk.open(12);
        assertEquals(Why.NOT_HELD, desk.denied(12, held(game, 2, 1, 30, 1)));
        DirectoryReply.Stands stands = desk.ask(DirectoryReply.Stands.class, 12, Desk.renewal(game, one, 1, 0, 1));
        assertEquals(two, stands.current());
        assertEquals(two, stands.active());
        assertEquals(id(2), stands.holder());
    }

    @Test
    @DisplayName("P28 after end every claim hears ENDED; a deposed server cannot end")
    void ends() {
        desk.ask(DirectoryReply.Done.class, 1, new DirectoryRequest.End(game, one));
        desk.ask(DirectoryReply.Done.class, 1, new DirectoryRequest.End(game, one));
        assertEquals(Why.ENDED, desk.denied(2, rebuild(game, 1, 2, 20, 2, 3, 4)));
        assertTrue(desk.ask(DirectoryReply.Stands.class, 2, new DirectoryRequest.Standing(game))
                .ended());
    }

    @Test
    @DisplayName("P28 HF9 END of an epoch that another has followed changes nothing")
    void refusesEndByDeposed() {
        desk.close(1);
        activate(2, desk.granted(2, rebuild(game, 1, 2, 20, 2)));
        desk.open(12);
        assertFalse(desk.ask(DirectoryReply.Stands.class, 12, new DirectoryRequest.End(game, one))
                .ended());
    }

    @Test
    @DisplayName("P13 HG6 HA16 a new leader grants others nothing for 0.83 D unless the holder is gone")
    void waitsAfterChangeOfLeader() {
        desk.restart();
        desk.open(21, 22);
        assertEquals(Why.NOT_YET, desk.denied(22, rebuild(game, 1, 2, 20, 2, 3, 4)));
        desk.ask(DirectoryReply.Renewed.class, 21, Desk.renewal(game, one, 1, 3, 1, 2, 3, 4));
        desk.pass(600);
        assertEquals(Why.NOT_YET, desk.denied(22, rebuild(game, 1, 2, 20, 2, 3, 4)));
        desk.close(21);
        assertEquals(2, desk.granted(22, rebuild(game, 1, 2, 20, 2, 3, 4)).number());
    }

    @Test
    @DisplayName(
            "P13 HA16 a server that died together with the leader can be followed, though nobody knows its roster any more")
    void followsServerThatDiedWithLeader() {
        desk.restart();
        desk.open(22);
        desk.pass(840);
        assertEquals(2, desk.granted(22, rebuild(game, 1, 2, 20, 2)).number());
    }

    @Test
    @DisplayName("P13 the holder itself need not wait for a new leader")
    void holderNeedNotWait() {
        desk.restart();
        desk.open(21);
        assertEquals(2, desk.granted(21, held(game, 1, 1, 20, 1)).number());
    }

    @Test
    @DisplayName("HA52 HF1 a renewal with an impossible number or id makes no game")
    void refusesForgedRevival() {
        desk.ask(DirectoryReply.NoGame.class, 2, Desk.renewal("zz-9", new Epoch(Long.MAX_VALUE, 1), 2, 0, 2));
        desk.ask(DirectoryReply.NoGame.class, 2, Desk.renewal("../x", new Epoch(1, 1), 2, 0, 2));
    }

    @Test
    @DisplayName("P19 HA48 a directory that was stopped takes nobody's silence for death")
    void survivesOwnPause() {
        desk.now += 10_000;
        desk.directory.tick(desk.now);
        assertEquals(Why.ALIVE, desk.denied(2, rebuild(game, 1, 2, 20, 2, 3)));
    }

    @Test
    @DisplayName(
            "P71 a grant names the list, a repeat says the same, a new leader has it from its log; from the grant on nobody changes it")
    void freezesTheList() {
        desk.renew(game, one, 1, 1, 1, 2, 4);
        desk.close(1);
        DirectoryReply.Granted granted = desk.grant(9, spareClaim(game, 1, 9, 20, 2, 3, 9));
        assertEquals(Desk.ids(1, 2, 4), granted.listed());
        desk.open(11);
        DirectoryReply.Stands refused =
                desk.ask(DirectoryReply.Stands.class, 11, new DirectoryRequest.Enlist(game, one, 2, Desk.ids(1)));
        assertEquals(granted.epoch(), refused.current());
        assertEquals(granted, desk.grant(9, spareClaim(game, 1, 9, 20, 2, 3, 5)));
        desk.restart();
        desk.open(29);
        assertEquals(granted, desk.grant(29, spareClaim(game, 1, 9, 20)));
    }

    @Test
    @DisplayName(
            "P71 an activation lists the holder and those of its members whom the grant listed; the others are listed by an entry")
    void listsWhoStays() {
        desk.close(1);
        Epoch two = desk.granted(9, spareClaim(game, 1, 9, 20, 2));
        DirectoryReply.Activated active = desk.ask(
                DirectoryReply.Activated.class, 9, new DirectoryRequest.Activate(game, two, Desk.ids(2, 3, 8, 9)));
        assertEquals(Desk.ids(9, 2, 3), active.listing().members());
        DirectoryReply.Listed listed = desk.ask(
                DirectoryReply.Listed.class,
                9,
                new DirectoryRequest.Enlist(game, two, active.listing().count(), Desk.ids(9, 2, 3, 8)));
        assertEquals(Desk.ids(9, 2, 3, 8), listed.listing().members());
        assertEquals(
                listed,
                desk.ask(
                        9,
                        new DirectoryRequest.Enlist(game, two, active.listing().count(), Desk.ids(9, 2))),
                "not in turn");
    }

    @Test
    @DisplayName(
            "P12 P71 N1 members that were taken off the list support nobody, whoever names them; those listed do, also of a new leader")
    void countsWhoIsListed() {
        desk.renew(game, one, 1, 1, 1, 2);
        desk.close(1);
        assertEquals(Why.ALIVE, desk.denied(3, rebuild(game, 1, 3, 20, 3, 4)));
        desk.restart();
        desk.pass(840);
        desk.open(22);
        assertEquals(Why.ALIVE, desk.denied(22, rebuild(game, 1, 3, 20, 3, 4)));
        assertEquals(2, desk.granted(22, rebuild(game, 1, 2, 21, 2)).number());
    }

    @Test
    @DisplayName(
            "P75 where nobody is listed but a server that is down, whoever is left counts at once; not while it is heard")
    void followsWhoWasAlone() {
        desk.renew(game, one, 1, 0, 1);
        assertEquals(Why.ALIVE, desk.denied(3, rebuild(game, 1, 3, 20, 2, 3)));
        desk.close(1);
        assertEquals(new Epoch(2, 20), desk.granted(3, rebuild(game, 1, 3, 20, 2, 3)));
    }

    @Test
    @DisplayName("P12 P75 a member in whose place a newer incarnation claims is not left: where nobody else is "
            + "listed but a server that is down, that one counts at once")
    void followsWhoCameBack() {
        desk.renew(game, one, 1, 1, 1, 2);
        desk.close(1);
        assertEquals(Why.ALIVE, desk.denied(3, rebuild(game, 1, 3, 20, 3)), "the listed one may be at play");
        MemberId again = new MemberId(2, new Incarnation(3, 2));
        assertEquals(
                new Epoch(2, 21),
                desk.granted(
                        2,
                        new DirectoryRequest.Claim(
                                game, 1, List.of(again), again, Basis.REBUILD, List.of(again), 21, false)));
    }

    @Test
    @DisplayName("P12 P71 a newer incarnation of a listed member supports in its place, once, and takes nobody off")
    void countsWhoCameBackOnce() {
        desk.renew(game, one, 1, 1, 1, 2, 3, 4);
        MemberId two = new MemberId(2, new Incarnation(3, 2));
        MemberId three = new MemberId(3, new Incarnation(4, 3));
        DirectoryRequest.Claim claim = new DirectoryRequest.Claim(
                game, 1, List.of(two), two, Basis.REBUILD, List.of(Desk.id(2), two, three), 20, false);
        assertEquals(Why.ALIVE, desk.denied(2, claim), "two against a server and one that echoes it");
        DirectoryReply.Listed listed = desk.ask(
                DirectoryReply.Listed.class,
                1,
                new DirectoryRequest.Enlist(game, one, desk.count(game), List.of(Desk.id(1), two, three, Desk.id(4))));
        assertEquals(
                List.of(Desk.id(1), two, three, Desk.id(4)), listed.listing().members(), "it does not wait");
    }

    @Test
    @DisplayName(
            "P12 N5 where all that are left have come back, and one that is listed is closed, they find a server at once")
    void followsAllWhoCameBack() {
        desk.renew(game, one, 1, 1, 1, 2, 3);
        desk.close(1);
        MemberId two = new MemberId(2, new Incarnation(3, 2));
        assertEquals(
                new Epoch(2, 21),
                desk.granted(
                        2,
                        new DirectoryRequest.Claim(
                                game, 1, List.of(two), two, Basis.REBUILD, List.of(two), 21, false)));
    }

    @Test
    @DisplayName("P12 N2 a holder that has not begun weighs as much as supported its claim: the server that "
            + "they left does not outweigh it with fewer")
    void weighsWhatSupportedIt() {
        desk.renew(game, one, 1, 1, 1, 2, 3, 4);
        Epoch two = desk.granted(2, rebuild(game, 1, 2, 20, 2, 3, 4));
        desk.ask(DirectoryReply.Stands.class, 1, Desk.renewal(game, one, 1, 1, 1, 2, 3, 4));
        assertEquals(Why.ALIVE, desk.denied(1, held(game, 2, 1, 22, 1)));
        assertTrue(activate(2, two));
    }

    @Test
    @DisplayName("P12 a claimant that has given its number up needs supporters like anybody")
    void doesNotHoldWhatItReleased() {
        desk.renew(game, one, 1, 1, 1, 2);
        desk.close(1);
        Epoch two = desk.granted(9, spareClaim(game, 1, 9, 20, 2));
        desk.ask(DirectoryReply.Done.class, 9, new DirectoryRequest.Release(game, two));
        assertEquals(Why.ALIVE, desk.denied(9, spareClaim(game, 2, 9, 21, 3)));
        assertEquals(new Epoch(3, 22), desk.granted(9, spareClaim(game, 2, 9, 22, 2)));
    }

    @Test
    @DisplayName("P6 N7 a number that was given up is not granted again to the claim that had it")
    void doesNotRepeatWhatWasReleased() {
        desk.close(1);
        Epoch two = desk.granted(2, rebuild(game, 1, 2, 20, 2, 3));
        desk.ask(DirectoryReply.Done.class, 2, new DirectoryRequest.Release(game, two));
        assertEquals(Why.OVERTAKEN, desk.denied(2, rebuild(game, 1, 2, 20, 2, 3)));
    }

    @Test
    @DisplayName("P71 N2 an entry that takes half of the listed off waits while they claim, for as long as a "
            + "recovery takes; then they are outweighed, or it is late")
    void weighsClaimsFirst() {
        desk.renew(game, one, 1, 3, 1, 2, 3, 4);
        assertEquals(Why.ALIVE, desk.denied(2, rebuild(game, 1, 2, 20, 2)));
        desk.list(game, one, 1, 1, 3);
        assertEquals(Desk.ids(1, 2, 3, 4), desk.listed(game), "it waits");
        desk.pass(D + 2_480, () -> {
            desk.renew(game, one, 1, 3, 1, 3);
            desk.denied(2, rebuild(game, 1, 2, 20, 2));
        });
        desk.list(game, one, 1, 1, 3);
        assertEquals(Desk.ids(1, 2, 3, 4), desk.listed(game));
        desk.pass(20);
        desk.list(game, one, 1, 1, 3);
        assertEquals(Desk.ids(1, 3), desk.listed(game));
    }

    @Test
    @DisplayName(
            "P71 an entry that takes half of the listed off does not wait for members whose line is gone, nor for those that claim nothing")
    void doesNotWaitForTheSilent() {
        desk.denied(2, rebuild(game, 1, 2, 20, 2));
        desk.close(2);
        desk.list(game, one, 1, 1, 3);
        assertEquals(Desk.ids(1, 3), desk.listed(game));
    }

    @Test
    @DisplayName("P74 N3 no more than half of the listed make no epoch active while the server renews again; "
            + "more than half do, and so do fewer while it is silent")
    void refusesFewerThanTheServerHas() {
        desk.pass(900);
        Epoch two = desk.granted(2, rebuild(game, 1, 2, 20, 2));
        desk.ask(DirectoryReply.Stands.class, 1, Desk.renewal(game, one, 1, 2, 1, 3, 4));
        assertFalse(desk.ask(DirectoryReply.Activated.class, 2, new DirectoryRequest.Activate(game, two, Desk.ids(2)))
                .active());
        desk.pass(900);
        assertFalse(
                desk.ask(DirectoryReply.Activated.class, 2, new DirectoryRequest.Activate(game, two, Desk.ids(2)))
                        .active(),
                "the request has come again, and whoever sent it has given that number up");
        Epoch three = desk.granted(2, rebuild(game, 2, 2, 21, 2));
        assertTrue(desk.ask(DirectoryReply.Activated.class, 2, new DirectoryRequest.Activate(game, three, Desk.ids(2)))
                .active());
    }

    @Test
    @DisplayName("P74 N2 more than half of the listed go on although their server renews")
    void mostGoOn() {
        desk.renew(game, one, 1, 0, 1, 2, 3, 4);
        Epoch two = desk.granted(2, rebuild(game, 1, 2, 20, 2, 3));
        desk.pass(20);
        desk.ask(DirectoryReply.Stands.class, 1, Desk.renewal(game, one, 1, 0, 1, 2, 3, 4));
        assertTrue(desk.ask(DirectoryReply.Activated.class, 2, new DirectoryRequest.Activate(game, two, Desk.ids(2, 3)))
                .active());
    }

    @Test
    @DisplayName(
            "P12 N3 who serves claims the number after a burnt one with the followers that echo it, so one other does not outweigh it")
    void claimsWithItsFollowers() {
        desk.pass(900);
        desk.granted(2, rebuild(game, 1, 2, 20, 2));
        desk.ask(DirectoryReply.Stands.class, 1, Desk.renewal(game, one, 1, 2, 1, 3, 4));
        assertEquals(3, desk.granted(1, held(game, 2, 1, 22, 1)).number());
    }

    private boolean activate(long line, Epoch epoch) {
        return desk.ask(
                        DirectoryReply.Activated.class,
                        line,
                        new DirectoryRequest.Activate(game, epoch, Desk.ids(1, 2, 3, 4, 9)))
                .active();
    }
}
