package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;

/** Rule 7: exceptions. */
@ExtendWith(InTavern.class)
class Rule7ExceptionsTest {
    record Unnamed(int number) {}

    record Odd(Thread thread) {}

    record Holder(Optional<String> text, List<Integer> numbers) {}

    private static void refused(Class<? extends Exception> type, String word, Executable call) {
        String message = assertThrows(type, call).getMessage();
        assertTrue(message != null && message.contains(word), () -> "says nothing of " + word + ": " + message);
    }

    @Test
    @DisplayName(
            "Rule 7: what a handler throws leaves update unchanged; its item is used up, those behind it wait for the next call")
    void rule7Exceptions(Tavern tavern) {
        Guest ann = tavern.host("ann");
        List<Integer> taken = new ArrayList<>();
        IllegalArithmetic thrown = new IllegalArithmetic();
        ann.session.on(Blob.class, (peer, blob) -> {
            taken.add(blob.number());
            if (blob.number() == 2) throw thrown;
        });
        tavern.forget(ann);
        for (int i = 1; i <= 3; i++) ann.session.send(new Blob(i, new byte[1]));
        Eventually.holds("all wait", Tavern.SOON, () -> ann.session.stats().queued() >= 3);
        assertSame(thrown, assertThrows(IllegalArithmetic.class, ann.session::update));
        assertEquals(List.of(1, 2), taken);
        assertTrue(ann.session.update());
        assertEquals(List.of(1, 2, 3), taken);
    }

    private static final class IllegalArithmetic extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @Test
    @DisplayName("Rule 7: wrong use of a session throws, names the fault, and costs nothing")
    void wrongUseOfASession(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Guest bob = tavern.join("bob", ann);
        Session session = bob.session;
        refused(IllegalArgumentException.class, "Unnamed", () -> session.send(new Unnamed(1)));
        refused(IllegalArgumentException.class, "MESSAGE_BYTES", () -> session.send(new Blob(1, new byte[2 << 20])));
        refused(IllegalArgumentException.class, "bytes", () -> session.send(new Blob(1, null)));
        refused(
                IllegalArgumentException.class,
                "TOTAL_ORDER",
                () -> session.sendToServer(new Hit(1), Delivery.TOTAL_ORDER));
        refused(
                IllegalArgumentException.class,
                "TOTAL_ORDER",
                () -> session.send(ann.session.self(), new Hit(1), Delivery.TOTAL_ORDER));
        refused(IllegalArgumentException.class, "Unnamed", () -> session.on(Unnamed.class, (p, u) -> {}));
        refused(IllegalArgumentException.class, "String", () -> session.on(String.class, (p, u) -> {}));
        refused(IllegalStateException.class, "update", () -> session.state(Count.class, bob));
        refused(IllegalStateException.class, "kick", () -> session.kick(ann.session.self(), "no"));
        refused(IllegalStateException.class, "end", () -> session.end("no"));
        refused(IllegalStateException.class, "advertise", () -> session.advertise(true, Map.of()));
        refused(IllegalArgumentException.class, "itself", () -> ann.session.kick(ann.session.self(), "no"));
        refused(
                IllegalArgumentException.class,
                "attribute",
                () -> ann.session.advertise(true, Map.of("a", "x".repeat(1 << 20))));
        bob.hit(1);
        tavern.until("play goes on", () -> ann.sum() == 1 && bob.sum() == 1);
        session.leave();
        session.leave();
        refused(IllegalStateException.class, "over", () -> session.send(new Hit(1)));
    }

    @Test
    @DisplayName(
            "HF20 Rule 7: a wrong set-up throws before anything starts: names of 1 MB, unfit records, limits, addresses")
    void wrongSetUp(Tavern tavern) {
        String huge = "x".repeat(1 << 20);
        refused(IllegalArgumentException.class, "64", () -> Rgs.game(huge));
        refused(IllegalArgumentException.class, "64", () -> tavern.process().player(huge));
        refused(IllegalArgumentException.class, "player", () -> tavern.process().player("two\nlines"));
        refused(IllegalArgumentException.class, "64", () -> GameSpec.clientServer(huge, 2));
        refused(IllegalArgumentException.class, "players", () -> GameSpec.clientServer("a", 0));
        refused(
                IllegalArgumentException.class,
                "suspectAfter",
                () -> Tavern.game().suspectAfter(java.time.Duration.ofMillis(1)));
        refused(IllegalArgumentException.class, "attribute", () -> Tavern.game().attribute("a", huge));
        refused(IllegalArgumentException.class, "limit", () -> Query.any().limit(0));
        refused(
                IllegalArgumentException.class,
                "thread",
                () -> tavern.process().records(Odd.class).start());
        refused(
                IllegalArgumentException.class,
                "Thread",
                () -> tavern.process().records(Odd.class).start());
        refused(IllegalArgumentException.class, "records", () -> Rgs.game("a").start());
        refused(
                IllegalArgumentException.class,
                "MESSAGE_BYTES",
                () -> tavern.process().limit(Limit.MESSAGE_BYTES, 0));
        refused(
                IllegalArgumentException.class,
                "nowhere",
                () -> tavern.process().directory("nowhere"));
        refused(IllegalArgumentException.class, "bind", () -> tavern.process().bind("7400"));
        Rgs player = tavern.player("ann");
        refused(IllegalStateException.class, "player", player::standBy);
    }

    @Test
    @DisplayName(
            "Rule 7: what the network does wrong is told as a Reason: no game of that id; and shut down is one, too")
    void theNetworksFault(Tavern tavern) {
        Rgs rgs = tavern.player("ann");
        Guest lost =
                tavern.guest(rgs.join(new GameInfo("no-such-game", "kitchen", 1, 8, true, "", false, 1, Map.of())));
        tavern.until("told", () -> lost.session.phase() == Phase.CLOSED);
        assertEquals(Closed.Why.NO_GAME, lost.all(Closed.class).get(0).why());
        assertTrue(lost.all(Closed.class).get(0).detail().contains("no-such-game"));
        rgs.shutdown();
        assertEquals(
                Reason.SHUT_DOWN,
                assertThrows(RgsException.class, () -> rgs.register(Tavern.game()))
                        .reason());
        assertEquals(
                Reason.SHUT_DOWN,
                assertThrows(RgsException.class, () -> rgs.discover(Query.any()))
                        .reason());
    }

    @Test
    @DisplayName(
            "Rule 7: reliable messages that wait for admission are limited: QUEUE_FULL, and those that fitted arrive once")
    void queueFull(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Session late = tavern.start(tavern.process().player("bob").limit(Limit.SEND_MESSAGES, 10))
                .join(ann.session.game());
        RgsException full = assertThrows(RgsException.class, () -> {
            for (int i = 1; i < 1_000; i++) late.sendToServer(new Hit(1), Delivery.RELIABLE_ORDERED);
        });
        assertEquals(Reason.QUEUE_FULL, full.reason());
        tavern.guest(late);
        tavern.until("those that fitted", () -> ann.sum() == 10);
        tavern.rounds(50);
        assertEquals(10, ann.sum());
    }
}
