package org.gamenet.rgs;

import java.time.Duration;
import java.util.Optional;

/** Of a game's rules: how long it waits for what, and how often it packs its state. */
record GameTiming(
        Duration suspectAfter, Duration giveUpAfter, Optional<Duration> goOnWithFewerAfter, Duration packageEvery) {
    static final GameTiming USUAL =
            new GameTiming(Duration.ofSeconds(1), Duration.ofSeconds(30), Optional.empty(), Duration.ofMillis(50));

    GameTiming suspecting(Duration silence) {
        return new GameTiming(silence, giveUpAfter, goOnWithFewerAfter, packageEvery);
    }

    GameTiming givingUp(Duration frozen) {
        return new GameTiming(suspectAfter, frozen, goOnWithFewerAfter, packageEvery);
    }

    GameTiming goingOnWithFewer(Duration frozen) {
        return new GameTiming(suspectAfter, giveUpAfter, Optional.of(frozen), packageEvery);
    }

    GameTiming packing(Duration interval) {
        return new GameTiming(suspectAfter, giveUpAfter, goOnWithFewerAfter, interval);
    }
}
