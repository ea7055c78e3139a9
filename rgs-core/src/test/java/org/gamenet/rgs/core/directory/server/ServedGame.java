package org.gamenet.rgs.core.directory.server;

import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Epoch;
import org.junit.jupiter.api.BeforeEach;

/** Process 1 serves players 2 to 4, who echo it; 9 is a spare. */
abstract class ServedGame {
    final DirectoryHarness harness = new DirectoryHarness();
    String game;
    Epoch one;

    @BeforeEach
    void play() {
        harness.open(1, 2, 3, 4, 9);
        GameEntry entry = harness.register(1);
        game = entry.id();
        one = entry.epoch();
        harness.renew(game, one, 1, 3, 1, 2, 3, 4);
    }
}
