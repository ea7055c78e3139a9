package org.gamenet.rgs.core.directory.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Epoch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HostOrJoinTest {

    private static final int PAIRS = 1_000;

    private final DirectoryHarness harness = new DirectoryHarness();

    @Test
    @DisplayName("T1 1 000 of 1 000 pairs that ask in the same millisecond get one game each, however slow the log")
    void pairsMeet() {
        for (int seed = 0; seed < PAIRS; seed++) {
            Random random = new Random(seed);
            SlowLog log = new SlowLog(random);
            log.machine.lineOpened(1, 0);
            log.machine.lineOpened(2, 0);
            List<Long> order = random.nextBoolean() ? List.of(1L, 2L) : List.of(2L, 1L);
            for (long process : order) {
                log.take(log.machine.request(process, process, ask(process, "duel", 4), 10));
            }
            log.run(10);
            DirectoryReply.Registered host =
                    assertInstanceOf(DirectoryReply.Registered.class, log.answers.get(order.get(0)));
            DirectoryReply.Found guest = assertInstanceOf(DirectoryReply.Found.class, log.answers.get(order.get(1)));
            assertEquals(host.game().id(), guest.game().id());
            assertEquals(1, log.ledgers.size());
        }
    }

    @Test
    @DisplayName("1 000 pairs of names all at once: 1 000 games, each of two")
    void manyPairsMeet() {
        SlowLog log = new SlowLog(new Random(7));
        for (long p = 1; p <= 2 * PAIRS; p++) {
            log.machine.lineOpened(p, 0);
            log.take(log.machine.request(p, p, ask(p, "room " + p % PAIRS, 4), 10));
        }
        log.run(10);
        assertEquals(PAIRS, log.ledgers.size());
        assertEquals(
                PAIRS,
                log.answers.values().stream()
                        .filter(DirectoryReply.Registered.class::isInstance)
                        .count());
        assertEquals(
                PAIRS,
                log.answers.values().stream()
                        .filter(DirectoryReply.Found.class::isInstance)
                        .count());
    }

    @Test
    @DisplayName("a crowd of one name fills games seat by seat")
    void fillsSeats() {
        SlowLog log = new SlowLog(new Random(7));
        for (long p = 1; p <= 100; p++) {
            log.machine.lineOpened(p, 0);
            log.take(log.machine.request(p, p, ask(p, "duel", 2), 10));
        }
        log.run(10);
        assertEquals(50, log.ledgers.size());
        assertEquals(100, log.answers.size());
    }

    @Test
    @DisplayName("the oldest open game is found, not one of those that were full or did not let in")
    void findsOldest() {
        harness.open(1, 2, 3, 4);
        String first = harness.register(1).id();
        String second = harness.register(2).id();
        assertEquals(
                first,
                harness.ask(DirectoryReply.Found.class, 3, ask(3, "duel", 8))
                        .game()
                        .id());
        assertEquals(
                second,
                harness.ask(DirectoryReply.Found.class, 3, ask(3, "duel", 8, first))
                        .game()
                        .id());
        String third = harness.ask(DirectoryReply.Registered.class, 3, ask(3, "duel", 8, first, second))
                .game()
                .id();
        assertNotEquals(first, third);
        assertEquals(
                first,
                harness.ask(DirectoryReply.Found.class, 4, ask(4, "duel", 8))
                        .game()
                        .id());
    }

    @Test
    @DisplayName("a seat promised to one who does not come is free again after a second, and at once to itself")
    void promisesSeats() {
        harness.open(1, 2, 3);
        String game = harness.ask(DirectoryReply.Registered.class, 1, ask(1, "duel", 2))
                .game()
                .id();
        assertEquals(
                game,
                harness.ask(DirectoryReply.Found.class, 2, ask(2, "duel", 2))
                        .game()
                        .id());
        assertEquals(
                game,
                harness.ask(DirectoryReply.Found.class, 2, ask(2, "duel", 2))
                        .game()
                        .id());
        harness.pass(1_000, () -> harness.renew(game, new Epoch(1, 1_001), 1, 0, 1));
        assertEquals(
                game,
                harness.ask(DirectoryReply.Found.class, 3, ask(3, "duel", 2))
                        .game()
                        .id());
    }

    @Test
    @DisplayName("a taken seat is not also counted as promised")
    void countsSeatOnce() {
        harness.open(1, 2, 3);
        String game = harness.ask(DirectoryReply.Registered.class, 1, ask(1, "duel", 3))
                .game()
                .id();
        harness.ask(DirectoryReply.Found.class, 2, ask(2, "duel", 3));
        harness.renew(game, new Epoch(1, 1_001), 1, 1, 1, 2);
        assertEquals(
                game,
                harness.ask(DirectoryReply.Found.class, 3, ask(3, "duel", 3))
                        .game()
                        .id());
    }

    @Test
    @DisplayName("P29 asking again after the answer got lost gives the same game")
    void repeats() {
        harness.open(1);
        String game = harness.ask(DirectoryReply.Registered.class, 1, ask(1, "duel", 4))
                .game()
                .id();
        assertEquals(
                game,
                harness.ask(DirectoryReply.Registered.class, 1, ask(1, "duel", 4))
                        .game()
                        .id());
        assertEquals(1, harness.directory.ledgers().size());
    }

    @Test
    @DisplayName("who was to make the entry and is gone does not keep the others waiting")
    void goesOnWithoutFirst() {
        SlowLog log = new SlowLog(new Random(1));
        log.machine.lineOpened(1, 0);
        log.machine.lineOpened(2, 0);
        log.take(log.machine.request(1, 1, ask(1, "duel", 4), 10));
        log.take(log.machine.request(2, 2, ask(2, "duel", 4), 10));
        log.take(log.machine.lineClosed(1, 10));
        log.run(10);
        log.take(log.machine.tick(20));
        log.run(20);
        assertInstanceOf(DirectoryReply.Registered.class, log.answers.get(2L));
    }

    @Test
    @DisplayName("a lost proposal keeps nobody waiting for ever")
    void goesOnAfterLostProposal() {
        SlowLog log = new SlowLog(new Random(1));
        log.machine.lineOpened(1, 0);
        log.machine.lineOpened(2, 0);
        log.take(log.machine.request(1, 1, ask(1, "duel", 4), 10));
        log.take(log.machine.request(2, 2, ask(2, "duel", 4), 10));
        DirectoryOutput.Propose lost = log.queue.remove(0);
        log.take(log.machine.failed(lost.proposal(), 12));
        log.run(12);
        assertInstanceOf(DirectoryReply.Registered.class, log.answers.get(2L));
        log.take(log.machine.request(1, 3, ask(1, "duel", 4), 14));
        assertInstanceOf(DirectoryReply.Found.class, log.answers.get(3L));
    }

    @Test
    @DisplayName(
            "P13 after a restart of the directory a running game is found once it has renewed, instead of a second one made")
    void waitsForRenewalAfterRestart() {
        harness.open(1);
        GameEntry entry = harness.register(1);
        harness.restart();
        harness.open(11, 12);
        long asked = harness.send(12, ask(2, "duel", 8));
        harness.pass(100);
        assertTrue(harness.answers(asked).isEmpty());
        harness.ask(11, DirectoryHarness.renewal(entry.id(), entry.epoch(), 1, 0, 1));
        harness.pass(20);
        assertEquals(
                entry.id(),
                assertInstanceOf(
                                DirectoryReply.Found.class,
                                harness.answers(asked).get(0))
                        .game()
                        .id());
    }

    @Test
    @DisplayName(
            "T1 a fresh game whose founder stands still for two seconds gets no twin: who asks waits until it renews")
    void waitsForSilentFounder() {
        harness.open(1, 2, 3);
        GameEntry entry = harness.ask(DirectoryReply.Registered.class, 1, ask(1, "duel", 8))
                .game();
        harness.pass(1_500);
        long asked = harness.send(2, ask(2, "duel", 8));
        harness.pass(1_000);
        assertTrue(harness.answers(asked).isEmpty());
        harness.renew(entry.id(), entry.epoch(), 1, 0, 1);
        harness.pass(20);
        assertEquals(
                entry.id(),
                assertInstanceOf(
                                DirectoryReply.Found.class,
                                harness.answers(asked).get(0))
                        .game()
                        .id());
        assertEquals(1, harness.directory.ledgers().size());
    }

    @Test
    @DisplayName("who waits for a founder that stays silent, line or not, has a game of its own after 3 s")
    void waitsNotForEver() {
        harness.open(1, 2);
        harness.register(1);
        harness.pass(840);
        long asked = harness.send(2, ask(2, "duel", 8));
        harness.pass(2_900);
        assertTrue(harness.answers(asked).isEmpty());
        harness.pass(120);
        assertInstanceOf(DirectoryReply.Registered.class, harness.answers(asked).get(0));
    }

    @Test
    @DisplayName(
            "a founder that is gone, with nobody to follow it, keeps nobody waiting; nor does one that lets nobody in")
    void waitsForNobody() {
        harness.open(1, 2, 3, 4);
        harness.register(1);
        harness.close(1);
        GameEntry second = harness.ask(DirectoryReply.Registered.class, 2, ask(2, "duel", 8))
                .game();
        harness.ask(2, closed(DirectoryHarness.renewal(second.id(), second.epoch(), 2, 1, 2, 3)));
        harness.pass(900);
        harness.ask(DirectoryReply.Registered.class, 4, ask(4, "duel", 8));
    }

    private static DirectoryRequest.Renew closed(DirectoryRequest.Renew open) {
        return new DirectoryRequest.Renew(
                open.game(),
                open.epoch(),
                open.holder(),
                open.roster(),
                open.listing(),
                open.echoed(),
                open.players(),
                false,
                open.backedUp(),
                open.attributes(),
                open.revival());
    }

    @Test
    @DisplayName("P26 while a game is taken over it gets no twin: who asks waits for the new server")
    void waitsForTakeover() {
        harness.open(1, 2, 3, 4);
        GameEntry entry = harness.register(1);
        harness.renew(entry.id(), entry.epoch(), 1, 1, 1, 2);
        harness.close(1);
        long asked = harness.send(4, ask(4, "duel", 8));
        Epoch two = harness.granted(2, DirectoryHarness.rebuild(entry.id(), 1, 2, 20, 2));
        harness.ask(DirectoryReply.Activated.class, 2, new DirectoryRequest.Activate(entry.id(), two, List.of()));
        harness.pass(100);
        harness.renew(entry.id(), two, 2, 0, 2);
        harness.pass(20);
        assertEquals(
                entry.id(),
                assertInstanceOf(
                                DirectoryReply.Found.class,
                                harness.answers(asked).get(0))
                        .game()
                        .id());
    }

    private static DirectoryRequest.HostOrJoin ask(long process, String name, int seats, String... not) {
        return new DirectoryRequest.HostOrJoin(DirectoryHarness.game(process, name, seats), List.of(not));
    }

    /** A log that applies in order, but only when told. */
    private static final class SlowLog {
        final Ledgers ledgers = new Ledgers();
        final DirectoryMachine machine =
                new DirectoryMachine(DirectorySettings.standard(), ledgers, DirectoryHarness.MARK);
        final List<DirectoryOutput.Propose> queue = new ArrayList<>();
        final Map<Long, DirectoryReply> answers = new HashMap<>();
        final Random random;

        SlowLog(Random random) {
            this.random = random;
        }

        void take(List<DirectoryOutput> outputs) {
            for (DirectoryOutput output : outputs) {
                if (output instanceof DirectoryOutput.Propose propose) {
                    queue.add(propose);
                } else if (output instanceof DirectoryOutput.Answer answer) {
                    answers.put(answer.requestId(), answer.reply());
                }
                if (random.nextInt(4) == 0) {
                    applyOne(10);
                }
            }
        }

        void run(long now) {
            while (!queue.isEmpty()) {
                applyOne(now);
            }
        }

        private void applyOne(long now) {
            if (!queue.isEmpty()) {
                DirectoryOutput.Propose next = queue.remove(0);
                take(machine.committed(next.proposal(), next.command(), ledgers.apply(next.command()), now));
            }
        }
    }
}
