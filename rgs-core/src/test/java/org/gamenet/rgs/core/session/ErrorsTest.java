package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Codec;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.wire.Records;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Errors that are not exceptions, and members that flood: a session says what happened, or plays on. */
class ErrorsTest {

    record Word(int says) {}

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

    static List<Error> errors() {
        return List.of(new OutOfMemoryError("planted by the test"), new StackOverflowError("planted by the test"));
    }

    private static Runnable once(Error planted) {
        boolean[] thrown = {false};
        return () -> {
            if (thrown[0]) return;
            thrown[0] = true;
            throw planted;
        };
    }

    private void assertPlaysOn(long points) {
        bob.session.sendToServer(new Town.Hit(10), Delivery.RELIABLE_ORDERED);
        town.pass(1_000);
        assertEquals(points + 10, party.games.get(party.ann).sum);
        for (Citizen each : List.of(party.ann, bob, cat)) {
            assertEquals(Phase.PLAYING, each.session.phase(), each.name);
            assertEquals(List.of(), each.all(Frozen.class), each.name);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("errors")
    @DisplayName("an error in a handler leaves update, as an exception does, and play goes on with the next item")
    void inAHandler(Error planted) {
        party.game(party.ann).onHit = once(planted);
        bob.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        bob.session.sendToServer(new Town.Hit(2), Delivery.RELIABLE_ORDERED);
        assertSame(planted, assertThrows(Error.class, () -> town.pass(300)));
        town.pass(300);
        assertPlaysOn(3);
    }

    /** Errors that are no virtual machine's, and a checked exception, which a callback in Kotlin throws undeclared. */
    static List<Throwable> anything() {
        List<Throwable> all = new ArrayList<>(errors());
        all.add(new AssertionError("planted by the test"));
        all.add(new NoClassDefFoundError("planted by the test"));
        all.add(new IOException("planted by the test"));
        return all;
    }

    @SuppressWarnings("unchecked") // the compiler is to see no checked exception
    private static <T extends Throwable> void throwUndeclared(Throwable planted) throws T {
        throw (T) planted;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("anything")
    @DisplayName(
            "HA33 whatever packageState throws costs that package, a newcomer comes to play, and nothing comes out of update")
    void inAPackage(Throwable planted) {
        boolean[] packs = {false};
        boolean[] thrown = {false};
        Runnable fails = () -> {
            if (thrown[0]) return;
            thrown[0] = true;
            ErrorsTest.<RuntimeException>throwUndeclared(planted);
        };
        party.game(party.ann).onPackage = () -> {
            packs[0] = true;
            fails.run();
        };
        Citizen dan = party.joining("dan", party.ann.session.game().id());
        town.until(() -> dan.session.phase() == Phase.PLAYING, 5_000);
        assertTrue(packs[0], "nothing was packed");
        assertPlaysOn(0);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("errors")
    @DisplayName(
            "an error in a codec that reads costs the message or leaves update, one in a codec that writes leaves send, and play goes on")
    void inACodec(Error planted) {
        Runnable[] fails = {() -> {}, () -> {}};
        Codec<Word> codec = new Codec<>() {
            @Override
            public void encode(Word word, ByteBuffer to) {
                fails[0].run();
                to.putInt(word.says());
            }

            @Override
            public Word decode(ByteBuffer from) {
                fails[1].run();
                return new Word(from.getInt());
            }
        };
        Records records = Records.of(List.of(Town.Hit.class, Town.World.class), Map.of(Word.class, codec));
        Citizen eve = speaks("eve", new SearchGoal.Register(Town.rules(Failover.PROMOTED_PLAYER)), records);
        Citizen fay = speaks("fay", new SearchGoal.Join(eve.session.game().id(), "kitchen"), records);
        fails[0] = once(planted);
        assertSame(planted, assertThrows(Error.class, () -> says(fay, 1)));
        fails[1] = once(planted);
        says(fay, 2);
        // Input that nests too deep is bad, and counted. Lack of memory is the game's own affair.
        if (planted instanceof StackOverflowError) town.pass(300);
        else assertSame(planted, assertThrows(Error.class, () -> town.pass(300)));
        says(fay, 3);
        town.pass(300);
        assertEquals(List.of(new Word(3)), eve.all(Word.class));
        assertEquals(Phase.PLAYING, eve.session.phase());
        assertEquals(Phase.PLAYING, fay.session.phase());
    }

    private Citizen speaks(String name, SearchGoal goal, Records records) {
        Citizen one = town.new Citizen(name, true, goal, null, Map.of(), records).listens();
        one.begins();
        town.until(() -> one.session.phase() == Phase.PLAYING, 5_000);
        return one;
    }

    private static void says(Citizen one, int what) {
        one.session.sendToServer(new Word(what), Delivery.RELIABLE_ORDERED);
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
