package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Delivery;

/** Frames as they really travel: what a fuzzer starts from. */
public final class Traffic {
    private static final int OF_EACH_TYPE = 4;

    private Traffic() {}

    /** Of admissions, messages of every kind, a server's death and the recovery; a few of each type. */
    public static List<byte[]> ofARecovery() {
        SmallGame game = new SmallGame(4, 1_000_000);
        for (int round = 0; round < 3; round++) {
            game.tables.forEach(SmallGame.Table::turn);
            for (Delivery how : Delivery.values()) game.tables.forEach(table -> table.shout(how));
            game.pass(100);
        }
        game.tables.get(0).die(false);
        game.pass(3_000);
        game.tables.get(1).session.leave();
        game.pass(500);
        Map<Integer, Integer> count = new HashMap<>();
        List<byte[]> few = new ArrayList<>();
        for (byte[] frame : game.heard)
            if (count.merge(frame[1] & 0xff, 1, Integer::sum) <= OF_EACH_TYPE) few.add(frame);
        return few;
    }
}
