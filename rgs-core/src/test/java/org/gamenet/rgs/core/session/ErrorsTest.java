package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Errors that are not exceptions, and members that flood: a session says what happened, or plays on. */
class ErrorsTest {

    private final Party party = new Party(Failover.PROMOTED_PLAYER);
    private final Town town = party.town;
    private final Citizen bob = party.joined("bob");
    private final Citizen cat = party.joined("cat");

    private void endsBy(Error planted) {
        boolean[] thrown = {false};
        party.ann.session.worker().onStep((step, before, cause) -> {
            if (!thrown[0] && step.effects().stream().anyMatch(Effect.Delivered.class::isInstance)) {
                thrown[0] = true;
                throw planted;
            }
        });
        party.joining("dan", party.ann.session.game().id());
        town.until(() -> party.ann.all(Closed.class).size() == 1, 1_000);
        assertTrue(thrown[0]);
        assertEquals(Closed.Why.INTERNAL, party.ann.all(Closed.class).get(0).why());
        town.until(
                () -> List.of(bob, cat).stream()
                        .allMatch(one -> one.session.phase() == Phase.PLAYING
                                && !one.session.view().server().equals(party.ann.session.self())),
                10_000);
    }

    @Test
    @DisplayName("no memory in the worker: the session closes with INTERNAL within 1 s, and the others go on")
    void outOfMemory() {
        endsBy(new OutOfMemoryError("planted by the test"));
    }

    @Test
    @DisplayName("no stack in the worker: the session closes with INTERNAL within 1 s, and the others go on")
    void outOfStack() {
        endsBy(new StackOverflowError("planted by the test"));
    }

    @Test
    @DisplayName("K7 a thousand Stale a second of one sender freeze a server no more than once a second")
    void staleFlood() {
        long from = party.ann.all(Frozen.class).size();
        Party.Said heard = party.said.stream()
                .filter(said -> said.from() == bob && said.to() == party.ann)
                .findFirst()
                .orElseThrow();
        for (int i = 0; i < 3_000; i++) {
            if (i % 3 == 0) town.pass(3);
            bob.end.cast(heard.with(new Message.Stale(new Epoch(1L << 40, i))), Lane.URGENT);
        }
        long frozen = party.ann.all(Frozen.class).size() - from;
        assertTrue(frozen <= 6, frozen + " times in 3 s");
    }
}
