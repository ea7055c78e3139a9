package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code updateOn(Runnable::run)}, for a server without a loop. */
@ExtendWith(InTavern.class)
class InPlaceTest {
    private static final String READER = "rgs-links";
    private static final String WORKER = "rgs-session";

    private final Set<Thread> handledOn = ConcurrentHashMap.newKeySet();
    private final AtomicInteger answered = new AtomicInteger();

    /** Answers every hit, in place. */
    private Session answers(Session session) {
        session.on(Hit.class, (peer, hit) -> {
            handledOn.add(Thread.currentThread());
            session.send(peer, new Blob(hit.points(), new byte[1]), Delivery.RELIABLE_ORDERED);
        });
        return session.updateOn(Runnable::run);
    }

    private List<String> threads() {
        return handledOn.stream()
                .map(thread -> thread.getName().replaceAll("-\\d+$", ""))
                .distinct()
                .sorted()
                .collect(Collectors.toList());
    }

    private Guest joined(Tavern tavern, Session server) {
        tavern.until("the server serves", () -> server.phase() == Session.Phase.PLAYING);
        Guest bob = tavern.guest(tavern.player("bob").join(server.game()));
        bob.session.on(Blob.class, (peer, blob) -> answered.incrementAndGet());
        return tavern.playing(bob);
    }

    private void hit(Tavern tavern, Guest bob) {
        int before = answered.get();
        bob.session.sendToServer(new Hit(7));
        tavern.until("it is answered", () -> answered.get() > before);
    }

    @Test
    @DisplayName("in place, a message is handled by the thread that read it, and its answer leaves from there")
    void onTheReader(Tavern tavern) {
        Session server = answers(tavern.player("ann").register(Tavern.game()));
        Guest bob = joined(tavern, server);
        tavern.until("the reader handles one", () -> {
            hit(tavern, bob);
            return threads().contains(READER);
        });
        assertTrue(
                Set.of(READER, WORKER).containsAll(threads()), () -> threads().toString());
    }

    @Test
    @DisplayName("in place, no handler runs on a reader's thread while the process has another session")
    void onTheWorkerBesideAnother(Tavern tavern) {
        Rgs process = tavern.player("ann");
        Session server = answers(process.register(Tavern.game()));
        Session other = answers(process.register(Tavern.game("another kitchen", 2)));
        Guest bob = joined(tavern, server);
        tavern.until("the other game is up, too", () -> other.phase() == Session.Phase.PLAYING);
        for (int i = 0; i < 30; i++) hit(tavern, bob);
        assertEquals(List.of(WORKER), threads());
    }
}
