package org.gamenet.rgs.testkit.simulation;

import static org.gamenet.rgs.testkit.simulation.JudgeTest.FIRST;
import static org.gamenet.rgs.testkit.simulation.JudgeTest.SECOND;
import static org.gamenet.rgs.testkit.simulation.JudgeTest.SENDER;
import static org.gamenet.rgs.testkit.simulation.JudgeTest.ack;
import static org.gamenet.rgs.testkit.simulation.JudgeTest.turn;
import static org.gamenet.rgs.testkit.simulation.RebuildsTest.SOMEBODY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.wire.SizeLimit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BasesTest {
    private static final Member HOLDER = SOMEBODY.self().me();
    private static final Member OTHER = new Member(SENDER, "other", Kind.PLAYER, new Endpoint("y", 1, 1), 0);
    private static final CountingGame.World OLDER = new CountingGame.World(1, 10, List.of());
    private static final CountingGame.World FRESHER = new CountingGame.World(1, 20, List.of());

    private final SimulatedProcess holder = JudgeTest.playing().players().get(0);
    private final History history = new History((rule, what) -> fail(rule + ": " + what));
    private final Bases bases = new Bases(history);

    private static PackedState packed(CountingGame.World world, long told) {
        byte[] body = CountingGame.RECORDS.encodeBody(world, new SizeLimit("a test", 1_000), 0);
        return new PackedState(new Payload(body), false, 1, FIRST, world.version(), Map.of(), List.of(), 0)
                .at(new Position(FIRST, told));
    }

    /**
     * The holder restores its own package, and was answered with a fresher one.
     *
     * @param mine the last frame of four that the holder's application had been told
     * @param theirs and that of the other
     * @param kept the first frame that is kept
     */
    private int wrong(long mine, long theirs, int kept) {
        List<LogEntry> frames = List.of(turn(FIRST, 1, 1), turn(FIRST, 2, 2), turn(FIRST, 3, 3), turn(FIRST, 4, 4));
        frames.forEach(history::note);
        history.note(ack(SECOND, new Position(FIRST, 4)));
        Log log = new Log(
                new Position(FIRST, 4),
                Log.EMPTY.roster(),
                List.of(),
                Map.of(),
                frames.subList(kept - 1, frames.size()),
                false);
        Message.Collect asks = new Message.Collect(SECOND, 1, Basis.REBUILD, HOLDER, List.of());
        Message.CollectReply answer = new Message.CollectReply(
                SECOND,
                1,
                true,
                log,
                SimulatedCluster.rules(List.of(Failover.PROMOTED_PLAYER), 300, 30_000),
                Double.NaN,
                false,
                Optional.of(packed(FRESHER, theirs)));
        history.stepped(holder, Step.to(SOMEBODY, new Effect.Cast(asks)), null);
        history.stepped(holder, Step.to(SOMEBODY), new Event.Heard(SENDER, answer));
        Effect.Restore restore = new Effect.Restore(List.of(
                new Effect.Contribution(HOLDER, packed(OLDER, mine)),
                new Effect.Contribution(OTHER, packed(FRESHER, theirs))));
        history.stepped(holder, Step.to(SOMEBODY, restore), null);
        bases.restores(holder, OLDER);
        bases.serves(holder, 2);
        return bases.check().size();
    }

    @Test
    @DisplayName(
            "P40 the holder's own package may be the base where all is kept that it lacks, and a fresher one's is not")
    void itsOwn() {
        assertEquals(0, wrong(2, 1, 3));
    }

    @Test
    @DisplayName("P39 P40 it may not where a fresher one lacks nothing that is not kept")
    void bothAreWhole() {
        assertEquals(1, wrong(2, 2, 3));
    }

    @Test
    @DisplayName("P39 P40 nor where something that it lacks is not kept either")
    void neitherIsWhole() {
        assertEquals(1, wrong(1, 1, 3));
    }
}
