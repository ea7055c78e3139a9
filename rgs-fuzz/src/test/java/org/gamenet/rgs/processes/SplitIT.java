package org.gamenet.rgs.processes;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.gamenet.rgs.bench.Bench;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.split.SplitPlan;
import org.gamenet.rgs.bench.split.Splits;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Games without a directory whose network is cut, each member a process in a network namespace of its own. Needs what
 * {@link NamespacesIT} needs, and says so loudly where it is not allowed.
 */
class SplitIT {
    private static final long SETTLE_MILLIS = 500;
    private static final long CUT_MILLIS = 3_500;
    /** The side without a server keeps playing once it has stood still for 10 s (P59). */
    private static final long APART_MILLIS = 11_500;

    @Test
    @DisplayName(
            "the server and one player are cut from three: those go on with a server of their own, the two play nothing, and "
                    + "after the heal there is one game, with all that anybody said in it once")
    void majorityGoesOn() throws Exception {
        play(new SplitPlan(5, SplitPlan.Rule.MAJORITY, SETTLE_MILLIS, CUT_MILLIS, true, false, 1));
    }

    @Test
    @DisplayName(
            "two and two keep playing, each for itself; after the heal there is one history, nobody is lost, and all who "
                    + "changed sides were told")
    void bothKeepPlaying() throws Exception {
        play(new SplitPlan(4, SplitPlan.Rule.KEEP_PLAYING, SETTLE_MILLIS, APART_MILLIS, true, false, 1));
    }

    @BeforeAll
    static void mayMakeThem() {
        NamespacesIT.namespaces().close();
    }

    private static void play(SplitPlan plan) throws IOException, InterruptedException {
        System.setProperty(Processes.PROGRAM, Bench.class.getName());
        if (System.getProperty(Processes.CLASS_PATH) == null) {
            System.setProperty(
                    Processes.CLASS_PATH,
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        }
        Splits splits = new Splits(plan, 1);
        StringBuilder story = new StringBuilder();
        splits.play(1, line -> {
            System.out.println(line);
            story.append(line).append('\n');
        });
        assertTrue(splits.isGood(), story::toString);
        assertTrue(splits.changedSides() > 0, () -> "nobody was ever on another side: " + story);
    }
}
