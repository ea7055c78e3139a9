package org.gamenet.rgs.core.directory.server;

import static org.gamenet.rgs.core.directory.server.DirectoryHarness.D;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.held;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.id;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.rebuild;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.spareClaim;
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
        assertEquals(Why.ALIVE, harness.denied(2, rebuild(game, 1, 2, 20, 2)));
        assertEquals(Why.ALIVE, harness.denied(9, spareClaim(game, 1, 9, 21, 2, 3, 4)));
    }

    @Test
    @DisplayName("P12 HA1 once the server's line has closed one supporter is enough, at once")
    void grantsWhenGone() {
        harness.close(1);
        assertEquals(new Epoch(2, 20), harness.granted(9, spareClaim(game, 1, 9, 20, 2)));
    }

    private boolean served(long asks) {
        return harness.ask(DirectoryReply.GameStatus.class, asks, new DirectoryRequest.AskStatus(game))
                .served();
    }

    @Test
    @DisplayName("P35 whether a game goes on: while its server renews, again with the next one; not while that "
            + "is only granted, not after the end")
    void saysWhetherItGoesOn() {
        assertTrue(served(2));
        harness.pass(840);
        assertFalse(served(2), "silent");
        harness.renew(game, one, 1, 3, 1, 2, 3, 4);
        assertTrue(served(2));
        harness.close(1);
        assertFalse(served(2), "gone");
        Epoch two = harness.granted(2, rebuild(game, 1, 2, 20, 2));
        assertFalse(served(3), "granted, not active");
        harness.ask(DirectoryReply.Activated.class, 2, new DirectoryRequest.Activate(game, two, List.of()));
        assertTrue(served(3));
        harness.ask(DirectoryReply.Done.class, 2, new DirectoryRequest.Release(game, two));
        assertFalse(served(3), "given up");
    }

    @Test
    @DisplayName(
            "P12 who has given its number up speaks for itself like anybody: the only player left may try again, and again")
    void triesAgainAlone() {
        harness.renew(game, one, 1, 1, 1, 2);
        harness.close(1);
        for (int number = 2; number < 5; number++) {
            Epoch granted = harness.granted(2, rebuild(game, number - 1, 2, 20 + number, 2));
            assertEquals(number, granted.number());
            harness.ask(DirectoryReply.Done.class, 2, new DirectoryRequest.Release(game, granted));
        }
    }

    @Test
    @DisplayName(
            "P2 who finds the game learns the epoch that was active last, not the number of one who may give it up yet")
    void listsWhatIsActive() {
        harness.close(1);
        Epoch two = harness.granted(2, rebuild(game, 1, 2, 20, 2));
        assertEquals(
                one,
                harness.ask(DirectoryReply.Found.class, 9, new DirectoryRequest.Lookup(game))
                        .game()
                        .epoch());
        assertTrue(activate(2, two));
        assertEquals(
                two,
                harness.ask(DirectoryReply.Found.class, 9, new DirectoryRequest.Lookup(game))
                        .game()
                        .epoch());
    }

    @Test
    @DisplayName("P12 a spare does not support itself")
    void needsSupporters() {
        harness.close(1);
        assertEquals(Why.ALIVE, harness.denied(9, spareClaim(game, 1, 9, 20)));
        assertEquals(Why.ALIVE, harness.denied(9, spareClaim(game, 1, 9, 20, 9, 77)));
    }

    @Test
    @DisplayName(
            "P12 P21 who serves speaks for itself, though it came as a spare and has not renewed, once a later number was given up")
    void servesAfterABurntNumber() {
        harness.close(1);
        Epoch two = harness.granted(9, spareClaim(game, 1, 9, 20, 2));
        assertTrue(activate(9, two));
        harness.pass(900);
        Epoch three = harness.granted(2, rebuild(game, 2, 2, 21, 2, 3));
        DirectoryRequest.Claim back =
                new DirectoryRequest.Claim(game, 3, List.of(id(9)), id(9), Basis.HELD, List.of(id(9)), 22, true);
        assertEquals(Why.ALIVE, harness.denied(9, back));
        harness.ask(DirectoryReply.Done.class, 2, new DirectoryRequest.Release(game, three));
        assertEquals(new Epoch(4, 22), harness.granted(9, back));
    }

    @Test
    @DisplayName("P12 HA21 HG5 a server cut off from its players is outweighed, though it renews")
    void grantsAgainstUnfollowed() {
        harness.renew(game, one, 1, 0, 1, 2, 3, 4);
        assertEquals(Why.ALIVE, harness.denied(2, rebuild(game, 1, 2, 20, 2)));
        assertEquals(new Epoch(2, 20), harness.granted(2, rebuild(game, 1, 2, 20, 2, 3)));
    }

    @Test
    @DisplayName("P12 HG5 a silent server weighs nothing after 0.83 D, and not before")
    void grantsWhenSilent() {
        harness.pass(820);
        assertEquals(Why.ALIVE, harness.denied(2, rebuild(game, 1, 2, 20, 2)));
        harness.pass(20);
        assertEquals(new Epoch(2, 20), harness.granted(2, rebuild(game, 1, 2, 20, 2)));
    }

    @Test
    @DisplayName("HG4 a server whose connection was reset is alive again with its next renewal")
    void revivesAfterReset() {
        harness.close(1);
        harness.open(11);
        harness.ask(DirectoryReply.Renewed.class, 11, DirectoryHarness.renewal(game, one, 1, 3, 1, 2, 3, 4));
        assertEquals(Why.ALIVE, harness.denied(2, rebuild(game, 1, 2, 20, 2, 3)));
    }

    @Test
    @DisplayName("P12 HA45 who released weighs nothing")
    void grantsAfterRelease() {
        harness.ask(DirectoryReply.Done.class, 1, new DirectoryRequest.Release(game, one));
        harness.renew(game, one, 1, 3, 1, 2, 3, 4);
        assertEquals(new Epoch(2, 20), harness.granted(9, spareClaim(game, 1, 9, 20, 2)));
    }

    @Test
    @DisplayName("P12 P13 a release is not forgotten with the leader")
    void remembersRelease() {
        harness.ask(DirectoryReply.Done.class, 1, new DirectoryRequest.Release(game, one));
        harness.restart();
        harness.open(29);
        assertEquals(new Epoch(2, 20), harness.granted(29, spareClaim(game, 1, 9, 20, 2)));
    }

    @Test
    @DisplayName("P12 P45 the present holder may always claim its successor")
    void grantsPlannedChange() {
        assertEquals(new Epoch(2, 20), harness.granted(1, held(game, 1, 1, 20, 1, 2)));
    }

    @Test
    @DisplayName("HA10 HA11 G4 S1 of two claims for one number one wins")
    void grantsOnce() {
        harness.close(1);
        harness.granted(2, rebuild(game, 1, 2, 20, 2, 3, 4));
        assertEquals(Why.OVERTAKEN, harness.denied(3, rebuild(game, 1, 3, 21, 2, 3, 4)));
    }

    @Test
    @DisplayName("HA19 P6 HG13 the reply lost: the same claim gets the same grant")
    void repeatsGrant() {
        harness.close(1);
        Epoch first = harness.granted(2, rebuild(game, 1, 2, 20, 2));
        assertEquals(first, harness.granted(2, rebuild(game, 1, 2, 20, 2)));
    }

    @Test
    @DisplayName("P6 a denied claim is judged anew")
    void judgesAnew() {
        assertEquals(Why.ALIVE, harness.denied(2, rebuild(game, 1, 2, 20, 2)));
        harness.close(1);
        assertEquals(new Epoch(2, 20), harness.granted(2, rebuild(game, 1, 2, 20, 2)));
    }

    @Test
    @DisplayName("HA6 P7 the grant of a holder that dies is burnt; the next gets the next number")
    void burns() {
        harness.close(1);
        for (long n = 1; n <= 5; n++) {
            long spare = 100 + n;
            harness.open(spare);
            assertEquals(
                    n + 1,
                    harness.granted(spare, spareClaim(game, n, spare, 50 + n, 2, 3))
                            .number());
            assertEquals(Why.ALIVE, harness.denied(2, rebuild(game, n + 1, 2, 90 + n, 2)), "it has just been granted");
            harness.close(spare);
        }
    }

    @Test
    @DisplayName("P12 a holder that was granted but does not renew falls silent like any other")
    void weighsPendingHolder() {
        harness.close(1);
        harness.granted(2, rebuild(game, 1, 2, 20, 2));
        harness.pass(840);
        assertEquals(3, harness.granted(3, rebuild(game, 2, 3, 21, 3)).number());
    }

    @Test
    @DisplayName(
            "P7 P21 while a burnt number lies between, the server that still serves keeps its weight, and may go on with HELD")
    void keepsWeightOfActive() {
        harness.renew(game, one, 1, 0, 1, 2, 3, 4);
        Epoch two = harness.granted(2, rebuild(game, 1, 2, 20, 2, 3));
        harness.ask(DirectoryReply.Done.class, 2, new DirectoryRequest.Release(game, two));
        harness.ask(DirectoryReply.GameStatus.class, 1, DirectoryHarness.renewal(game, one, 1, 3, 1, 2, 3, 4));
        assertEquals(Why.ALIVE, harness.denied(3, rebuild(game, 2, 3, 21, 3)));
        assertEquals(3, harness.granted(1, held(game, 2, 1, 22, 1)).number());
    }

    @Test
    @DisplayName("P8 HG17 activate is confirmed only for the current number and claim")
    void activates() {
        harness.close(1);
        Epoch two = harness.granted(2, rebuild(game, 1, 2, 20, 2));
        assertFalse(activate(2, new Epoch(2, 99)));
        assertTrue(activate(2, two));
        assertTrue(activate(2, two));
        harness.close(2);
        Epoch three = harness.granted(3, rebuild(game, 2, 3, 21, 3));
        harness.open(12);
        assertFalse(activate(12, two));
        assertTrue(activate(3, three));
    }

    @Test
    @DisplayName("P9 HG26 the server of an earlier epoch is refused HELD, and learns how the game stands")
    void refusesOldServer() {
        harness.close(1);
        Epoch two = harness.granted(2, rebuild(game, 1, 2, 20, 2));
        activate(2, two);
        harness.close(2);
        harness.open(12);
        assertEquals(Why.NOT_HELD, harness.denied(12, held(game, 2, 1, 30, 1)));
        DirectoryReply.GameStatus stands =
                harness.ask(DirectoryReply.GameStatus.class, 12, DirectoryHarness.renewal(game, one, 1, 0, 1));
        assertEquals(two, stands.current());
        assertEquals(two, stands.active());
        assertEquals(id(2), stands.holder());
    }

    @Test
    @DisplayName("P28 after end every claim hears ENDED; a deposed server cannot end")
    void ends() {
        harness.ask(DirectoryReply.Done.class, 1, new DirectoryRequest.End(game, one));
        harness.ask(DirectoryReply.Done.class, 1, new DirectoryRequest.End(game, one));
        assertEquals(Why.ENDED, harness.denied(2, rebuild(game, 1, 2, 20, 2, 3, 4)));
        assertTrue(harness.ask(DirectoryReply.GameStatus.class, 2, new DirectoryRequest.AskStatus(game))
                .ended());
    }

    @Test
    @DisplayName("P28 HF9 END of an epoch that another has followed changes nothing")
    void refusesEndByDeposed() {
        harness.close(1);
        activate(2, harness.granted(2, rebuild(game, 1, 2, 20, 2)));
        harness.open(12);
        assertFalse(harness.ask(DirectoryReply.GameStatus.class, 12, new DirectoryRequest.End(game, one))
                .ended());
    }

    @Test
    @DisplayName("P13 HG6 HA16 a new leader grants others nothing for 0.83 D unless the holder is gone")
    void waitsAfterChangeOfLeader() {
        harness.restart();
        harness.open(21, 22);
        assertEquals(Why.NOT_YET, harness.denied(22, rebuild(game, 1, 2, 20, 2, 3, 4)));
        harness.ask(DirectoryReply.Renewed.class, 21, DirectoryHarness.renewal(game, one, 1, 3, 1, 2, 3, 4));
        harness.pass(600);
        assertEquals(Why.NOT_YET, harness.denied(22, rebuild(game, 1, 2, 20, 2, 3, 4)));
        harness.close(21);
        assertEquals(2, harness.granted(22, rebuild(game, 1, 2, 20, 2, 3, 4)).number());
    }

    @Test
    @DisplayName(
            "P13 HA16 a server that died together with the leader can be followed, though nobody knows its roster any more")
    void followsServerThatDiedWithLeader() {
        harness.restart();
        harness.open(22);
        harness.pass(840);
        assertEquals(2, harness.granted(22, rebuild(game, 1, 2, 20, 2)).number());
    }

    @Test
    @DisplayName("P13 the holder itself need not wait for a new leader")
    void holderNeedNotWait() {
        harness.restart();
        harness.open(21);
        assertEquals(2, harness.granted(21, held(game, 1, 1, 20, 1)).number());
    }

    @Test
    @DisplayName("HA52 HF1 a renewal with an impossible number or id makes no game")
    void refusesForgedRevival() {
        harness.ask(
                DirectoryReply.NoGame.class,
                2,
                DirectoryHarness.renewal("zz-9", new Epoch(Long.MAX_VALUE, 1), 2, 0, 2));
        harness.ask(DirectoryReply.NoGame.class, 2, DirectoryHarness.renewal("../x", new Epoch(1, 1), 2, 0, 2));
    }

    @Test
    @DisplayName("P19 HA48 a directory that was stopped takes nobody's silence for death")
    void survivesOwnPause() {
        harness.now += 10_000;
        harness.directory.tick(harness.now);
        assertEquals(Why.ALIVE, harness.denied(2, rebuild(game, 1, 2, 20, 2, 3)));
    }

    @Test
    @DisplayName(
            "P71 a grant names the list, a repeat says the same, a new leader has it from its log; from the grant on nobody changes it")
    void freezesTheList() {
        harness.renew(game, one, 1, 1, 1, 2, 4);
        harness.close(1);
        DirectoryReply.Granted granted = harness.grant(9, spareClaim(game, 1, 9, 20, 2, 3, 9));
        assertEquals(DirectoryHarness.ids(1, 2, 4), granted.listed());
        harness.open(11);
        DirectoryReply.GameStatus refused = harness.ask(
                DirectoryReply.GameStatus.class,
                11,
                new DirectoryRequest.Enlist(game, one, 2, DirectoryHarness.ids(1)));
        assertEquals(granted.epoch(), refused.current());
        assertEquals(granted, harness.grant(9, spareClaim(game, 1, 9, 20, 2, 3, 5)));
        harness.restart();
        harness.open(29);
        assertEquals(granted, harness.grant(29, spareClaim(game, 1, 9, 20)));
    }

    @Test
    @DisplayName(
            "P71 an activation lists the holder and those of its members whom the grant listed; the others are listed by an entry")
    void listsWhoStays() {
        harness.close(1);
        Epoch two = harness.granted(9, spareClaim(game, 1, 9, 20, 2));
        DirectoryReply.Activated active = harness.ask(
                DirectoryReply.Activated.class,
                9,
                new DirectoryRequest.Activate(game, two, DirectoryHarness.ids(2, 3, 8, 9)));
        assertEquals(DirectoryHarness.ids(9, 2, 3), active.listing().members());
        DirectoryReply.Listed listed = harness.ask(
                DirectoryReply.Listed.class,
                9,
                new DirectoryRequest.Enlist(game, two, active.listing().count(), DirectoryHarness.ids(9, 2, 3, 8)));
        assertEquals(DirectoryHarness.ids(9, 2, 3, 8), listed.listing().members());
        assertEquals(
                listed,
                harness.ask(
                        9,
                        new DirectoryRequest.Enlist(game, two, active.listing().count(), DirectoryHarness.ids(9, 2))),
                "not in turn");
    }

    @Test
    @DisplayName(
            "P12 P71 N1 members that were taken off the list support nobody, whoever names them; those listed do, also of a new leader")
    void countsWhoIsListed() {
        harness.renew(game, one, 1, 1, 1, 2);
        harness.close(1);
        assertEquals(Why.ALIVE, harness.denied(3, rebuild(game, 1, 3, 20, 3, 4)));
        harness.restart();
        harness.pass(840);
        harness.open(22);
        assertEquals(Why.ALIVE, harness.denied(22, rebuild(game, 1, 3, 20, 3, 4)));
        assertEquals(2, harness.granted(22, rebuild(game, 1, 2, 21, 2)).number());
    }

    @Test
    @DisplayName(
            "P75 where nobody is listed but a server that is down, whoever is left counts at once; not while it is heard")
    void followsWhoWasAlone() {
        harness.renew(game, one, 1, 0, 1);
        assertEquals(Why.ALIVE, harness.denied(3, rebuild(game, 1, 3, 20, 2, 3)));
        harness.close(1);
        assertEquals(new Epoch(2, 20), harness.granted(3, rebuild(game, 1, 3, 20, 2, 3)));
    }

    @Test
    @DisplayName("P12 P75 a member in whose place a newer incarnation claims is not left: where nobody else is "
            + "listed but a server that is down, that one counts at once")
    void followsWhoCameBack() {
        harness.renew(game, one, 1, 1, 1, 2);
        harness.close(1);
        assertEquals(Why.ALIVE, harness.denied(3, rebuild(game, 1, 3, 20, 3)), "the listed one may be at play");
        MemberId again = new MemberId(2, new Incarnation(3, 2));
        assertEquals(
                new Epoch(2, 21),
                harness.granted(
                        2,
                        new DirectoryRequest.Claim(
                                game, 1, List.of(again), again, Basis.REBUILD, List.of(again), 21, false)));
    }

    @Test
    @DisplayName("P12 P71 a newer incarnation of a listed member supports in its place, once, and takes nobody off")
    void countsWhoCameBackOnce() {
        harness.renew(game, one, 1, 1, 1, 2, 3, 4);
        MemberId two = new MemberId(2, new Incarnation(3, 2));
        MemberId three = new MemberId(3, new Incarnation(4, 3));
        DirectoryRequest.Claim claim = new DirectoryRequest.Claim(
                game, 1, List.of(two), two, Basis.REBUILD, List.of(DirectoryHarness.id(2), two, three), 20, false);
        assertEquals(Why.ALIVE, harness.denied(2, claim), "two against a server and one that echoes it");
        DirectoryReply.Listed listed = harness.ask(
                DirectoryReply.Listed.class,
                1,
                new DirectoryRequest.Enlist(
                        game,
                        one,
                        harness.count(game),
                        List.of(DirectoryHarness.id(1), two, three, DirectoryHarness.id(4))));
        assertEquals(
                List.of(DirectoryHarness.id(1), two, three, DirectoryHarness.id(4)),
                listed.listing().members(),
                "it does not wait");
    }

    @Test
    @DisplayName(
            "P12 N5 where all that are left have come back, and one that is listed is closed, they find a server at once")
    void followsAllWhoCameBack() {
        harness.renew(game, one, 1, 1, 1, 2, 3);
        harness.close(1);
        MemberId two = new MemberId(2, new Incarnation(3, 2));
        assertEquals(
                new Epoch(2, 21),
                harness.granted(
                        2,
                        new DirectoryRequest.Claim(
                                game, 1, List.of(two), two, Basis.REBUILD, List.of(two), 21, false)));
    }

    @Test
    @DisplayName("P12 N2 a holder that has not begun weighs as much as supported its claim: the server that "
            + "they left does not outweigh it with fewer")
    void weighsWhatSupportedIt() {
        harness.renew(game, one, 1, 1, 1, 2, 3, 4);
        Epoch two = harness.granted(2, rebuild(game, 1, 2, 20, 2, 3, 4));
        harness.ask(DirectoryReply.GameStatus.class, 1, DirectoryHarness.renewal(game, one, 1, 1, 1, 2, 3, 4));
        assertEquals(Why.ALIVE, harness.denied(1, held(game, 2, 1, 22, 1)));
        assertTrue(activate(2, two));
    }

    @Test
    @DisplayName("P12 a claimant that has given its number up needs supporters like anybody")
    void doesNotHoldWhatItReleased() {
        harness.renew(game, one, 1, 1, 1, 2);
        harness.close(1);
        Epoch two = harness.granted(9, spareClaim(game, 1, 9, 20, 2));
        harness.ask(DirectoryReply.Done.class, 9, new DirectoryRequest.Release(game, two));
        assertEquals(Why.ALIVE, harness.denied(9, spareClaim(game, 2, 9, 21, 3)));
        assertEquals(new Epoch(3, 22), harness.granted(9, spareClaim(game, 2, 9, 22, 2)));
    }

    @Test
    @DisplayName("P6 N7 a number that was given up is not granted again to the claim that had it")
    void doesNotRepeatWhatWasReleased() {
        harness.close(1);
        Epoch two = harness.granted(2, rebuild(game, 1, 2, 20, 2, 3));
        harness.ask(DirectoryReply.Done.class, 2, new DirectoryRequest.Release(game, two));
        assertEquals(Why.OVERTAKEN, harness.denied(2, rebuild(game, 1, 2, 20, 2, 3)));
    }

    @Test
    @DisplayName("P71 N2 an entry that takes half of the listed off waits while they claim, for as long as a "
            + "recovery takes; then they are outweighed, or it is late")
    void weighsClaimsFirst() {
        harness.renew(game, one, 1, 3, 1, 2, 3, 4);
        assertEquals(Why.ALIVE, harness.denied(2, rebuild(game, 1, 2, 20, 2)));
        harness.list(game, one, 1, 1, 3);
        assertEquals(DirectoryHarness.ids(1, 2, 3, 4), harness.listed(game), "it waits");
        harness.pass(D + 2_480, () -> {
            harness.renew(game, one, 1, 3, 1, 3);
            harness.denied(2, rebuild(game, 1, 2, 20, 2));
        });
        harness.list(game, one, 1, 1, 3);
        assertEquals(DirectoryHarness.ids(1, 2, 3, 4), harness.listed(game));
        harness.pass(20);
        harness.list(game, one, 1, 1, 3);
        assertEquals(DirectoryHarness.ids(1, 3), harness.listed(game));
    }

    @Test
    @DisplayName(
            "P71 an entry that takes half of the listed off does not wait for members whose line is gone, nor for those that claim nothing")
    void doesNotWaitForTheSilent() {
        harness.denied(2, rebuild(game, 1, 2, 20, 2));
        harness.close(2);
        harness.list(game, one, 1, 1, 3);
        assertEquals(DirectoryHarness.ids(1, 3), harness.listed(game));
    }

    @Test
    @DisplayName("P74 N3 no more than half of the listed make no epoch active while the server renews again; "
            + "more than half do, and so do fewer while it is silent")
    void refusesFewerThanTheServerHas() {
        harness.pass(900);
        Epoch two = harness.granted(2, rebuild(game, 1, 2, 20, 2));
        harness.ask(DirectoryReply.GameStatus.class, 1, DirectoryHarness.renewal(game, one, 1, 2, 1, 3, 4));
        assertFalse(harness.ask(
                        DirectoryReply.Activated.class,
                        2,
                        new DirectoryRequest.Activate(game, two, DirectoryHarness.ids(2)))
                .active());
        harness.pass(900);
        assertFalse(
                harness.ask(
                                DirectoryReply.Activated.class,
                                2,
                                new DirectoryRequest.Activate(game, two, DirectoryHarness.ids(2)))
                        .active(),
                "the request has come again, and whoever sent it has given that number up");
        Epoch three = harness.granted(2, rebuild(game, 2, 2, 21, 2));
        assertTrue(harness.ask(
                        DirectoryReply.Activated.class,
                        2,
                        new DirectoryRequest.Activate(game, three, DirectoryHarness.ids(2)))
                .active());
    }

    @Test
    @DisplayName("P74 N2 more than half of the listed go on although their server renews")
    void mostGoOn() {
        harness.renew(game, one, 1, 0, 1, 2, 3, 4);
        Epoch two = harness.granted(2, rebuild(game, 1, 2, 20, 2, 3));
        harness.pass(20);
        harness.ask(DirectoryReply.GameStatus.class, 1, DirectoryHarness.renewal(game, one, 1, 0, 1, 2, 3, 4));
        assertTrue(harness.ask(
                        DirectoryReply.Activated.class,
                        2,
                        new DirectoryRequest.Activate(game, two, DirectoryHarness.ids(2, 3)))
                .active());
    }

    @Test
    @DisplayName(
            "P12 N3 who serves claims the number after a burnt one with the followers that echo it, so one other does not outweigh it")
    void claimsWithItsFollowers() {
        harness.pass(900);
        harness.granted(2, rebuild(game, 1, 2, 20, 2));
        harness.ask(DirectoryReply.GameStatus.class, 1, DirectoryHarness.renewal(game, one, 1, 2, 1, 3, 4));
        assertEquals(3, harness.granted(1, held(game, 2, 1, 22, 1)).number());
    }

    private boolean activate(long line, Epoch epoch) {
        return harness.ask(
                        DirectoryReply.Activated.class,
                        line,
                        new DirectoryRequest.Activate(game, epoch, DirectoryHarness.ids(1, 2, 3, 4, 9)))
                .active();
    }
}
