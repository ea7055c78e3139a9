package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.Codec;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rule 1: the game's code runs on the caller's thread alone. */
@ExtendWith(InTavern.class)
class Rule1ThreadsTest {
    private static final Set<Thread> BUILDERS = ConcurrentHashMap.newKeySet();

    record Made(int number) {
        Made {
            BUILDERS.add(Thread.currentThread());
        }
    }

    record Own(int number) {}

    private final Set<Thread> seen = ConcurrentHashMap.newKeySet();

    private final class Noting implements Codec<Own>, StateHandler<Made> {
        @Override
        public void encode(Own value, ByteBuffer room) {
            seen.add(Thread.currentThread());
            room.putInt(value.number());
        }

        @Override
        public Own decode(ByteBuffer bytes) {
            seen.add(Thread.currentThread());
            return new Own(bytes.getInt());
        }

        @Override
        public Made packageState() {
            seen.add(Thread.currentThread());
            return new Made(1);
        }

        @Override
        public void restoreState(List<StatePackage<Made>> packages) {
            seen.add(Thread.currentThread());
        }
    }

    private Guest guest(Tavern tavern, Session session) {
        Guest guest = Guest.noting(session);
        session.state(Made.class, new Noting());
        session.on(SessionEvent.class, (peer, event) -> {
            seen.add(Thread.currentThread());
            guest.notes.add(new Guest.Note(peer, (Record) event, session.phase(), session.isServer(), 0));
        });
        return tavern.attend(guest);
    }

    private Rgs process(Tavern tavern, String name) {
        return tavern.start(tavern.process()
                .records(Made.class)
                .codec(Own.class, new Noting())
                .player(name));
    }

    @Test
    @DisplayName(
            "Rule 1: handlers, state callbacks, codecs and constructors of records run on the thread that called send, recv or update")
    void rule1Threads(Tavern tavern) {
        Guest ann = tavern.playing(guest(tavern, process(tavern, "ann").register(Tavern.game())));
        Guest bob = tavern.playing(guest(tavern, process(tavern, "bob").join(ann.session.game())));
        bob.session.send(new Own(1), Delivery.RELIABLE_ORDERED);
        bob.session.send(new Made(2), Delivery.TOTAL_ORDER);
        tavern.until(
                "both messages are there",
                () -> ann.all(Own.class).size() == 1
                        && ann.all(Made.class).size() == 1
                        && bob.all(Own.class).size() == 1);
        ann.session.leave();
        tavern.until("bob serves", bob.session::isServer);
        assertEquals(Set.of(Thread.currentThread()), seen);
        assertEquals(Set.of(Thread.currentThread()), BUILDERS);
    }

    @Test
    @DisplayName("HA46 Rule 1: two threads that meet in a game-thread member are told so, and neither is harmed")
    void twoThreadsMeet(Tavern tavern) throws Exception {
        Guest ann = tavern.host("ann");
        CompletableFuture<Void> inside = new CompletableFuture<>();
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        ann.session.on(Blob.class, (peer, blob) -> {
            inside.complete(null);
            goOn.join();
        });
        ann.session.send(new Blob(1, new byte[1]));
        CompletableFuture<Boolean> updating = CompletableFuture.supplyAsync(() -> {
            while (!inside.isDone()) ann.session.update();
            return true;
        });
        inside.get(10, TimeUnit.SECONDS);
        List<Runnable> wrong = List.of(
                ann.session::update,
                ann.session::recv,
                () -> ann.session.on(Blob.class, (p, b) -> {}),
                () -> ann.session.updateOn(Runnable::run));
        for (Runnable call : wrong) {
            String told = assertThrows(IllegalStateException.class, call::run).getMessage();
            assertTrue(
                    told.contains("game thread")
                            && told.contains(Thread.currentThread().getName()),
                    told);
        }
        goOn.complete(null);
        assertTrue(updating.get(10, TimeUnit.SECONDS));
        assertTrue(ann.session.update());
    }

    @Test
    @DisplayName(
            "HA46 Rule 1: from within a handler everything marked any thread may be called; update and recv may not")
    void callsFromAHandler(Tavern tavern) {
        Guest ann = tavern.host("ann");
        RuntimeException[] thrown = new RuntimeException[2];
        boolean[] done = new boolean[1];
        ann.session.on(Blob.class, (peer, blob) -> {
            thrown[0] = assertThrows(IllegalStateException.class, ann.session::update);
            thrown[1] = assertThrows(IllegalStateException.class, ann.session::recv);
            ann.session.phase();
            ann.session.view();
            ann.session.game();
            ann.session.stats();
            ann.session.gameTime();
            ann.session.sendToServer(new Hit(7), Delivery.RELIABLE_ORDERED);
            ann.session.advertise(false, java.util.Map.of());
            ann.session.on(Blob.class, (p, b) -> {});
            ann.session.leave();
            done[0] = true;
        });
        ann.session.send(new Blob(1, new byte[1]));
        tavern.until("the handler ran", () -> done[0]);
        assertSame(IllegalStateException.class, thrown[0].getClass());
        assertTrue(thrown[1].getMessage().contains("handler"), thrown[1].getMessage());
        assertEquals(Session.Phase.CLOSED, ann.session.phase());
    }

    @Test
    @DisplayName(
            "Rule 1: send is for any thread: four at once, and each one's messages arrive complete and in its order")
    void sendsFromManyThreads(Tavern tavern) throws InterruptedException, ExecutionException {
        Guest ann = tavern.host("ann");
        Guest bob = tavern.join("bob", ann);
        List<CompletableFuture<Void>> senders = java.util.stream.IntStream.range(0, 4)
                .mapToObj(sender -> CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < 200; i++)
                        bob.session.send(new Blob(sender * 1_000 + i, new byte[8]), Delivery.RELIABLE_ORDERED);
                }))
                .toList();
        tavern.until("all are there", () -> ann.all(Blob.class).size() == 800);
        for (CompletableFuture<Void> sender : senders) sender.get();
        for (int sender = 0; sender < 4; sender++) {
            int first = sender * 1_000;
            List<Integer> ofOne = ann.all(Blob.class).stream()
                    .map(Blob::number)
                    .filter(n -> n / 1_000 * 1_000 == first)
                    .toList();
            assertEquals(
                    java.util.stream.IntStream.range(first, first + 200).boxed().toList(), ofOne);
        }
    }
}
