package org.gamenet.rgs.testkit;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.testkit.simulation.Dice;

/** Tries out what a game promises RGS: each promise on a stage of its own. */
final class ContractCheck {
    private final SessionSetup setup;
    private final GameContract game;
    private final Exercised exercised;
    private final Set<String> broken = new LinkedHashSet<>();

    ContractCheck(SessionSetup setup, GameContract game, Exercised exercised) {
        this.exercised = exercised;
        this.setup = setup;
        this.game = game;
    }

    SessionSetup setup() {
        return setup;
    }

    GameContract game() {
        return game;
    }

    Exercised exercised() {
        return exercised;
    }

    /** Says that a promise is broken; a second time says nothing new. */
    void breaks(String promise) {
        broken.add(promise);
    }

    void check(Dice dice) {
        for (Failover way : List.of(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER)) {
            if (game.rules().failover().contains(way))
                on(new CheckedGame(this, dice.next(), way), CheckedGame::takesOver);
        }
        on(new CheckedGame(this, dice.next(), Failover.PROMOTED_PLAYER), CheckedGame::letsGo);
        on(new CheckedGame(this, dice.next(), Failover.PROMOTED_PLAYER), stage -> new Twins(this, stage).agree());
        if (broken.isEmpty()) return;
        int number = 0;
        StringBuilder text = new StringBuilder("the game does not keep what it promises RGS:");
        for (String each : broken)
            text.append("\n  ").append(++number).append(". ").append(each);
        throw new Violation(text.toString());
    }

    private void on(CheckedGame stage, Consumer<CheckedGame> act) {
        try {
            act.accept(stage);
        } catch (AssertionError found) {
            breaks(String.valueOf(found.getMessage()));
        }
    }
}
