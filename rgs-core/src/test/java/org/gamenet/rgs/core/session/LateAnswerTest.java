package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An application that stood still through two recoveries, and then does all that it was called for in one update. */
class LateAnswerTest {
    private final Party party = new Party(Failover.PROMOTED_PLAYER);
    private final Town town = party.town;
    private final Citizen bob = party.joined("bob");
    private final Citizen cat = party.joined("cat");

    /** Cat's game stands still since before ann's death: it is put out, and let in again by bob. */
    private void annDiesAndCatStandsStill() {
        party.hits(bob, 3);
        cat.updates = false;
        party.ann.kill();
        party.untilResumed(1, 6_000, bob);
        party.hits(bob, 40);
        town.pass(2_000);
        assertEquals(43, party.game(bob).sum);
        assertEquals(3, party.game(cat).sum);
    }

    private void bobDiesAndCatGoesOn() {
        bob.kill();
        town.pass(100);
        cat.updates = true;
        town.until(() -> cat.session.isServer() && cat.session.phase() == Phase.PLAYING, 6_000);
    }

    @Test
    @DisplayName("P73 the package for the second recovery is not the one that was asked for in the first")
    void answersEachHolderItself() {
        annDiesAndCatStandsStill();
        party.hits(bob, 7);
        bobDiesAndCatGoesOn();
        assertEquals(50, party.game(cat).sum, "it was shown that in the second epoch");
    }

    @Test
    @DisplayName(
            "P23 P73 a package that was asked for before its maker was put out does not take the place of the state "
                    + "that it was let in with, though it is of the same epoch")
    void keepsWhatItWasGivenInThisEpoch() {
        cat.kill();
        bob.updates = false;
        town.network.mute(bob.end, true);
        town.until(() -> !party.ann.session.view().players().contains(bob.session.self()), 6_000);
        party.hits(party.ann, 5);
        town.network.mute(bob.end, false);
        town.until(() -> party.ann.session.view().players().contains(bob.session.self()), 6_000);
        town.pass(1_000);
        party.game(bob).onRestore = () -> {
            party.game(bob).onRestore = () -> {};
            bob.updates = false;
            party.ann.kill();
            town.pass(5_000);
        };
        bob.updates = true;
        town.until(() -> party.game(bob).restored > 1, 2_000);
        bob.updates = true;
        town.until(() -> bob.session.isServer() && bob.session.phase() == Phase.PLAYING, 15_000);
        assertEquals(5, party.game(bob).sum);
    }

    @Test
    @DisplayName(
            "P73 the state of an admission stays a member's package until the game makes one that reflects no less")
    void keepsWhatItWasGiven() {
        annDiesAndCatStandsStill();
        party.game(cat).onRestore = () -> party.game(cat).throwsInPackage =
                party.game(cat).restored == 2 ? new IllegalStateException("planted") : null;
        bobDiesAndCatGoesOn();
        assertEquals(43, party.game(cat).sum, "it was let in with that");
    }
}
