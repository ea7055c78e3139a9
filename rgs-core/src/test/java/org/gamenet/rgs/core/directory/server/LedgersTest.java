package org.gamenet.rgs.core.directory.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.gamenet.rgs.core.arbiter.Bid;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Listing;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LedgersTest {

    @Test
    @DisplayName("two replicas that apply the same log are equal, wherever one starts from a snapshot")
    void replays() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Ledgers whole = new Ledgers();
            Ledgers late = new Ledgers();
            for (int i = 0; i < 80; i++) {
                LedgerCommand command = command(random, whole);
                if (random.nextInt(20) == 0) {
                    late = new Ledgers(whole.snapshot());
                } else {
                    late.install(late.snapshot());
                }
                assertEquals(whole.apply(command), late.apply(command), "seed " + seed);
                assertEquals(whole.snapshot(), late.snapshot(), "seed " + seed);
            }
        }
    }

    @Test
    @DisplayName("HA19 a command that the log has twice changes nothing the second time")
    void appliesTwice() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Ledgers ledgers = new Ledgers();
            for (int i = 0; i < 80; i++) {
                LedgerCommand command = command(random, ledgers);
                ledgers.apply(command);
                LedgersSnapshot once = ledgers.snapshot();
                // A registration of a game that was dropped meanwhile is a new one; nothing else comes back.
                ledgers.apply(command);
                assertEquals(once, ledgers.snapshot(), () -> "twice: " + command);
            }
        }
    }

    @Test
    @DisplayName("a drop decided before somebody was granted the next epoch drops nothing")
    void dropsOnlyWhatItMeant() {
        Ledgers ledgers = new Ledgers();
        GameRecord game = ((LedgerResult.Recorded) ledgers.apply(
                        new LedgerCommand.Create(DirectoryHarness.game(1, "duel", 2), DirectoryHarness.MARK)))
                .game();
        Epoch one = game.ledger().current().epoch();
        ledgers.apply(new LedgerCommand.Claim(
                game.id(), new Bid(1, DirectoryHarness.ids(2), DirectoryHarness.id(2), Basis.REBUILD, 20, false)));
        ledgers.apply(new LedgerCommand.Drop(game.id(), one));
        assertTrue(ledgers.game(game.id()).isPresent());
        ledgers.apply(new LedgerCommand.Drop(game.id(), new Epoch(2, 20)));
        assertFalse(ledgers.game(game.id()).isPresent());
    }

    @Test
    @DisplayName("ids are not given again after a drop, nor to a game whose id a renewal brought back")
    void givesIdsOnce() {
        Ledgers ledgers = new Ledgers();
        GameRecord first = ((LedgerResult.Recorded) ledgers.apply(
                        new LedgerCommand.Create(DirectoryHarness.game(1, "duel", 2), DirectoryHarness.MARK)))
                .game();
        ledgers.apply(
                new LedgerCommand.Drop(first.id(), first.ledger().current().epoch()));
        GameRecord again = ((LedgerResult.Recorded) ledgers.apply(
                        new LedgerCommand.Create(DirectoryHarness.game(1, "duel", 2), DirectoryHarness.MARK)))
                .game();
        assertNotEquals(first.id(), again.id());
        Ledgers amnesiac = new Ledgers();
        DirectoryRequest.Renew renewal =
                DirectoryHarness.renewal(GameIds.of(DirectoryHarness.MARK + 1, 2), new Epoch(3, 3), 7, 0, 7);
        amnesiac.apply(new LedgerCommand.Revive(
                renewal.game(),
                renewal.revival(),
                renewal.epoch(),
                renewal.holder(),
                Listing.of(renewal.holder()),
                DirectoryHarness.MARK));
        GameRecord other = ((LedgerResult.Recorded) amnesiac.apply(
                        new LedgerCommand.Create(DirectoryHarness.game(5, "duel", 2), DirectoryHarness.MARK)))
                .game();
        assertNotEquals(renewal.game(), other.id());
        assertEquals(2, amnesiac.size());
    }

    @Test
    @DisplayName(
            "P14 P28 N6 a game that this log had and dropped never comes back, whatever was on its way; one of another mark does")
    void dropsForGood() {
        Ledgers ledgers = new Ledgers();
        GameRecord game = ((LedgerResult.Recorded) ledgers.apply(
                        new LedgerCommand.Create(DirectoryHarness.game(1, "duel", 2), DirectoryHarness.MARK)))
                .game();
        ledgers.apply(new LedgerCommand.End(game.id(), game.ledger().active().epoch()));
        ledgers.apply(new LedgerCommand.Drop(game.id(), game.ledger().current().epoch()));
        // Another node leads meanwhile and has drawn another mark: the log has its own.
        assertInstanceOf(LedgerResult.Unknown.class, ledgers.apply(revival(game.id(), DirectoryHarness.MARK + 1)));
        assertInstanceOf(
                LedgerResult.Unknown.class,
                new Ledgers(ledgers.snapshot()).apply(revival(game.id(), DirectoryHarness.MARK + 1)));
        assertEquals(0, ledgers.size());
        assertInstanceOf(
                LedgerResult.Recorded.class,
                ledgers.apply(revival(GameIds.of(DirectoryHarness.MARK + 1, 1), DirectoryHarness.MARK)));
    }

    @Test
    @DisplayName("P14 N6 the mark comes with the first entry of a log, be it a game or one that comes back, and stays")
    void drawsItsMarkOnce() {
        Ledgers ledgers = new Ledgers();
        assertEquals(0, ledgers.snapshot().mark());
        assertInstanceOf(LedgerResult.Recorded.class, ledgers.apply(revival(GameIds.of(DirectoryHarness.MARK, 4), 7)));
        ledgers.apply(new LedgerCommand.Create(DirectoryHarness.game(1, "duel", 2), 9));
        assertEquals(7, ledgers.snapshot().mark());
        assertEquals(List.of(GameIds.of(DirectoryHarness.MARK, 4), GameIds.of(7, 2)), List.copyOf(ledgers.ids()));
    }

    @Test
    @DisplayName("P14 N6 an id tells its mark, all 32 bits of it")
    void readsMarks() {
        List<Integer> marks = List.of(1, 29, 30, Integer.MAX_VALUE, Integer.MIN_VALUE, -1, DirectoryHarness.MARK);
        for (int given : marks) {
            assertEquals(
                    List.of(given),
                    marks.stream()
                            .filter(mark -> GameIds.isOf(mark, GameIds.of(given, 12)))
                            .toList());
        }
    }

    private static LedgerCommand revival(String game, int mark) {
        DirectoryRequest.Renew zombie = DirectoryHarness.renewal(game, new Epoch(3, 3), 7, 0, 7);
        return new LedgerCommand.Revive(
                game, zombie.revival(), zombie.epoch(), zombie.holder(), zombie.listing(), mark);
    }

    @Test
    @DisplayName("commands for games that are not there say so")
    void knowsNothing() {
        Ledgers ledgers = new Ledgers();
        List<LedgerCommand> all = List.of(
                new LedgerCommand.Activate("x-1", Epoch.NONE, List.of()),
                new LedgerCommand.Settle("x-1", Epoch.NONE),
                new LedgerCommand.Release("x-1", Epoch.NONE),
                new LedgerCommand.End("x-1", Epoch.NONE),
                new LedgerCommand.Drop("x-1", Epoch.NONE),
                new LedgerCommand.Claim(
                        "x-1", new Bid(1, DirectoryHarness.ids(2), DirectoryHarness.id(2), Basis.HELD, 20, false)));
        all.forEach(command -> assertInstanceOf(LedgerResult.Unknown.class, ledgers.apply(command)));
    }

    private static LedgerCommand command(Random random, Ledgers ledgers) {
        List<String> ids = new ArrayList<>(ledgers.ids());
        if (ids.isEmpty() || random.nextInt(8) == 0) {
            return new LedgerCommand.Create(
                    DirectoryHarness.game(1 + random.nextInt(200), "duel", 2), DirectoryHarness.MARK);
        }
        GameRecord game = ledgers.game(ids.get(random.nextInt(ids.size()))).orElseThrow();
        Epoch current = game.ledger().current().epoch();
        long peer = 1 + random.nextInt(3);
        return switch (random.nextInt(10)) {
            case 0, 1, 2 ->
                new LedgerCommand.Claim(
                        game.id(),
                        new Bid(
                                current.number() - random.nextInt(2),
                                DirectoryHarness.ids(peer),
                                DirectoryHarness.id(peer),
                                random.nextBoolean() ? Basis.HELD : Basis.REBUILD,
                                random.nextLong(),
                                false));
            case 3, 4, 5 -> new LedgerCommand.Activate(game.id(), current, List.of());
            case 6 -> new LedgerCommand.Release(game.id(), current);
            case 7 ->
                new LedgerCommand.End(
                        game.id(),
                        random.nextInt(4) == 0 ? game.ledger().active().epoch() : Epoch.NONE);
            case 8 ->
                new LedgerCommand.Revive(
                        random.nextInt(3) == 0 ? "zzzz-" + (1_000 + random.nextInt(9)) : game.id(),
                        DirectoryHarness.renewal("", current, 1, 0, 1).revival(),
                        new Epoch(1 + random.nextInt(9), 5),
                        DirectoryHarness.id(peer),
                        Listing.of(DirectoryHarness.id(peer)),
                        DirectoryHarness.MARK);
            default -> new LedgerCommand.Drop(game.id(), current);
        };
    }
}
