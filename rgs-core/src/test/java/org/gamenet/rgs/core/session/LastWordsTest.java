package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How sessions end, and what the directory says and hears of it. */
class LastWordsTest {
    private final Party party = new Party(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER);
    private final Town town = party.town;
    private final Citizen ann = party.ann;
    private final Citizen bob = party.joined("bob");
    private final Citizen cat = party.joined("cat");

    private static List<Closed.Why> closed(Citizen one) {
        return one.all(Closed.class).stream().map(Closed::why).toList();
    }

    @Test
    @DisplayName("P35 cut off while the game goes on in the same epoch: CUT_OFF, and the others play on")
    void cutOffInTheSameEpoch() {
        town.network.mute(bob.end, true);
        town.until(() -> bob.session.phase() == Phase.CLOSED, 40_000);
        assertEquals(List.of(Closed.Why.CUT_OFF), closed(bob));
        assertEquals(1, cat.session.view().epoch());
        party.hits(cat, 2);
        assertEquals(2, party.game(ann).sum);
    }

    @Test
    @DisplayName("P28 P29 the directory is away while a game ends: it is told again, and learns it")
    void theEndIsToldAgain() {
        String game = ann.session.game().id();
        town.directoryAway = true;
        ann.session.end("good night");
        town.until(
                () -> List.of(ann, bob, cat).stream().allMatch(c -> closed(c).equals(List.of(Closed.Why.ENDED))),
                2_000);
        town.pass(500);
        town.directoryAway = false;
        town.pass(1_500);
        assertTrue(town.asked(ann, DirectoryRequest.End.class).size() > 2);
        assertTrue(ann.session.worker().isFinished());
        Citizen dan = party.joining("dan", game);
        town.until(() -> dan.session.phase() == Phase.CLOSED, 2_000);
        assertEquals(List.of(Closed.Why.NO_GAME), closed(dan));
    }

    @Test
    @DisplayName("P28 the last player leaves while the directory is away: the directory learns that the game is over")
    void theLastPlayerLeaves() {
        bob.session.leave();
        cat.session.leave();
        town.until(() -> ann.session.view().players().size() == 1, 2_000);
        String game = ann.session.game().id();
        town.directoryAway = true;
        ann.session.leave();
        town.pass(1_000);
        town.directoryAway = false;
        town.until(() -> ann.session.worker().isFinished(), 2_000);
        Citizen dan = party.joining("dan", game);
        town.until(() -> dan.session.phase() == Phase.CLOSED, 2_000);
        assertEquals(List.of(Closed.Why.NO_GAME), closed(dan));
    }

    @Test
    @DisplayName(
            "P14 where the directory lost its disk the server takes a number above all that it may have forgotten, and nobody stands still")
    void goesAboveWhatIsForgotten() {
        long before = ann.session.view().epoch();
        town.loseDisk();
        town.pass(2_500);
        for (Citizen each : List.of(ann, bob, cat)) {
            assertEquals(before + (1L << 32), each.session.view().epoch());
            assertEquals(List.of(), each.all(Frozen.class));
        }
        town.pass(2_000);
        assertEquals(before + (1L << 32), ann.session.view().epoch(), "once");
    }

    @Test
    @DisplayName("P28 a server that stood still until the directory had dropped its game is told that it is over")
    void nobodyCanLetItGoOn() {
        bob.kill();
        cat.hangs = true;
        town.network.mute(ann.end, true);
        ann.line.cut = true;
        town.pass(31_000);
        assertEquals(Phase.FROZEN, ann.session.phase());
        ann.line.cut = false;
        town.until(() -> ann.session.phase() == Phase.CLOSED, 4_000);
        assertEquals(List.of(Closed.Why.ENDED), closed(ann));
    }

    @Test
    @DisplayName(
            "P14 HG16 server and directory lose all at once: claims for an unknown game are withdrawn, and all end with NO_NEW_SERVER")
    void theDirectoryForgets() {
        Citizen spare = party.spare("spare");
        town.pass(300);
        ann.kill();
        town.loseDisk();
        town.until(() -> bob.session.phase() == Phase.CLOSED && cat.session.phase() == Phase.CLOSED, 40_000);
        assertEquals(List.of(Closed.Why.NO_NEW_SERVER), closed(bob));
        assertEquals(List.of(Closed.Why.NO_NEW_SERVER), closed(cat));
        int claims = town.asked(bob, DirectoryRequest.Claim.class).size()
                + town.asked(cat, DirectoryRequest.Claim.class).size();
        assertTrue(claims > 2 && claims < 150, claims + " claims");
        assertEquals(Phase.WAITING, spare.session.phase());
    }
}
