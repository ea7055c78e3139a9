package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.detection.Signal;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The work that one light turn does for the thread that takes it. */
class LightTurnTest {
    private static final int MUCH = 256;

    private static final Endpoint OTHER = new Endpoint("127.0.0.1", 7, 8);

    /** Of a type that messages have, at no time. */
    private static final FrameHeader STRANGE =
            new FrameHeader(64, 1, Epoch.NONE, new MemberId(9, new Incarnation(1, 9)), 1, Double.NaN, 0);

    private final Town town = new Town();
    private final Citizen server = town.registers("ann", Failover.PROMOTED_PLAYER);
    private final List<Integer> got = new ArrayList<>();

    @Test
    @DisplayName("what a handler in place sends goes out in the turn that runs it, and nobody else is woken for it")
    void answersAtOnce() {
        answers();
        hit(1);
        assertFalse(turn(MUCH), "the worker's own thread has nothing to do");
        assertEquals(List.of(1, 2, 3), got);
    }

    @Test
    @DisplayName("a turn has an end, however much handlers send: the rest is the worker's own thread's")
    void ends() {
        answers();
        hit(1);
        turn(2);
        assertEquals(List.of(1, 2), got);
        assertTrue(server.session.worker().hasWork());
    }

    @Test
    @DisplayName("a frame is taken as it comes, behind what the application sent, and waits behind what is not light")
    void takesFramesAsTheyCome() {
        answers();
        SessionWorker worker = server.session.worker();
        long malformed = server.session.stats().malformed();
        hit(3);
        assertTrue(worker.beginLightTurn());
        assertTrue(worker.takesFrame(OTHER, STRANGE, ByteBuffer.allocate(0), true));
        assertFalse(worker.hasWork(), "what was sent before was taken before");
        assertEquals(malformed + 1, server.session.stats().malformed(), "it was looked at");
        server.session.conditions(Conditions.NONE);
        assertFalse(
                worker.takesFrame(OTHER, STRANGE, ByteBuffer.allocate(0), true),
                "what is no message waits, and all behind it");
        worker.endLightTurn(0, true, true);
        assertTrue(worker.hasWork(), "for the worker's own thread");
        assertEquals(malformed + 1, server.session.stats().malformed());
        assertEquals(List.of(3), got);
    }

    @Test
    @DisplayName("a thread that reads leaves a round that is due to the worker's own thread")
    void leavesRounds() {
        answers();
        town.clock.pass(TimeUnit.MILLISECONDS.toNanos(200));
        assertFalse(server.session.worker().beginLightTurn());
    }

    @Test
    @DisplayName("a sign of life that has changed the machine's state brings the worker a whole round, no other does")
    void wakesForChanges() {
        List<MemberState> states = new ArrayList<>();
        server.session.worker().onStep((step, from, cause) -> states.add(step.state()));
        server.begins();
        town.until(() -> server.session.phase() == Phase.PLAYING, 5_000);
        MemberState after = states.get(states.size() - 1);
        int echo = MessageTypes.RECORDS.idOf(Signal.Echo.class);
        int order = MessageTypes.RECORDS.idOf(Message.OrderRequest.class);
        assertTrue(leaves(null, echo, after), "other parts go by the state");
        assertFalse(leaves(after, echo, after), "most signs change nothing");
        assertFalse(leaves(null, order, after), "an entry of the order moves on nothing but the order");
    }

    private static boolean leaves(@Nullable MemberState before, int type, MemberState after) {
        LightTurn light = new LightTurn();
        light.begin(1, before);
        light.takes(type);
        return light.leavesWork(1, after);
    }

    private boolean turn(int most) {
        return !server.session.worker().beginLightTurn()
                || server.session.worker().endLightTurn(most, true, true);
    }

    /** Each of the first two has its handler send the next. */
    private void answers() {
        server.session.on(Town.Hit.class, (who, hit) -> {
            got.add(hit.points());
            if (hit.points() < 3) hit(hit.points() + 1);
        });
        server.begins();
        town.until(() -> server.session.phase() == Phase.PLAYING, 5_000);
        server.updates = false;
        server.session.updateOn(Runnable::run);
        town.pass(100);
    }

    private void hit(int points) {
        server.session.send(new Town.Hit(points), Delivery.RELIABLE_ORDERED);
    }
}
