package org.gamenet.rgs.core.directory.server;

import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Epoch;
import org.junit.jupiter.api.BeforeEach;

/** Process 1 serves players 2 to 4, who echo it; 9 is a spare. */
abstract class ServedGame {
    final Desk desk = new Desk();
    String game;
    Epoch one;

    @BeforeEach
    void play() {
        desk.open(1, 2, 3, 4, 9);
        GameEntry entry = desk.register(1);
        game = entry.id();
        one = entry.epoch();
        desk.renew(game, one, 1, 3, 1, 2, 3, 4);
    }
}
