package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.MessageTable;
import org.gamenet.rgs.core.replication.Copy;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Members that say what is not theirs to say. */
class RoguesTest {
    private static final long STORIES = 300;
    private static final long STORIES_LONG = 10_000;
    private static final long CUTS = 40;
    private static final long CUTS_LONG = 1_000;

    @Test
    @DisplayName(
            "K6 S16 a member that makes up messages of every type, while servers die and others take over, ends, resumes and"
                    + " binds nobody else's session")
    void harmNobody() {
        Map<Long, List<String>> bad = new TreeMap<>();
        long recoveries = 0;
        for (long seed = 1; seed <= (Boolean.getBoolean("rgs.long") ? STORIES_LONG : STORIES); seed++) {
            Scenario.Outcome outcome = Scenario.run(seed, Length.SHORT, EnumSet.of(Ill.ROGUE), Mutant.NONE);
            recoveries += outcome.recoveries();
            if (!outcome.violations().isEmpty()) bad.put(seed, outcome.violations());
        }
        assertEquals(Map.of(), bad, "SimulationMain with one of these seeds, 0 and ROGUE tells the story");
        assertTrue(recoveries > STORIES / 2, "only " + recoveries + " recoveries");
    }

    @Test
    @DisplayName("K6 S16 P36 nor where the network is cut again and again, and the directory cannot be asked")
    void harmNobodyWhereNobodyCanAsk() {
        Map<Long, List<String>> bad = new TreeMap<>();
        long recoveries = 0;
        for (long seed = 1; seed <= (Boolean.getBoolean("rgs.long") ? CUTS_LONG : CUTS); seed++) {
            Scenario.Outcome outcome = Scenario.run(
                    seed,
                    Length.LONG,
                    EnumSet.of(Ill.ROGUE, Ill.CUT_GROUPS, Ill.KILL_SERVER, Ill.DIRECTORY_AWAY, Ill.LINE_CUT),
                    Mutant.NONE);
            recoveries += outcome.recoveries();
            if (!outcome.violations().isEmpty()) bad.put(seed, outcome.violations());
        }
        assertEquals(Map.of(), bad, "SimulationMain with one of these seeds, 0 and those ills tells the story");
        assertTrue(recoveries > CUTS, "only " + recoveries + " recoveries");
    }

    @Test
    @DisplayName("K6 a rogue says something of every type that travels by itself")
    void sayEverything() {
        MemberId me = new MemberId(1, new Incarnation(1, 1));
        Forgeries some = new Forgeries(
                new Dice(1), me, new Endpoint("10.0.0.1", 1, 1), List.of(me), Position.NONE, new Epoch(1, 1), me);
        Set<Class<?>> missing = new HashSet<>();
        for (MessageTable.Row row : MessageTypes.TABLE) missing.add(row.type());
        for (Record each : some.every()) missing.remove(each.getClass());
        assertEquals(
                Set.of(Message.LeaveRequest.class, Copy.class), missing, "a leave is only another's, a copy in parts");
    }
}
