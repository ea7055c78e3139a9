package org.gamenet.rgs.core.directory.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Several processes ask a directory whose log is slow and loses proposals, whose lines close, and which starts anew
 * from its log, all of it anything but sensible. Each answer must agree with all earlier ones.
 */
class DirectoryPropertyTest {

    private static final int RUNS = 400;
    private static final int STEPS = 250;
    private static final int PROCESSES = 5;

    @Test
    @DisplayName(
            "S1 S17 S18 P1 P6 P8 a number has one claim, active epochs only grow, a game has one offer, a request one answer")
    void agreesWithItself() {
        int granted = 0;
        int agreed = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            Run run = new Run(seed);
            run.go();
            granted += run.claimOf.size();
            agreed += run.agreements;
        }
        assertTrue(
                granted > 3 * RUNS && agreed > RUNS / 4,
                "the search is blind: " + granted + " epochs, " + agreed + " agreements");
    }

    @Test
    @DisplayName("the same calls give the same outputs")
    void isDeterministic() {
        for (int seed = 0; seed < 20; seed++) {
            Run first = new Run(seed);
            Run second = new Run(seed);
            first.go();
            second.go();
            assertEquals(first.transcript, second.transcript);
        }
    }

    private static final class Run {
        final Random random;
        final List<String> transcript = new ArrayList<>();
        final Map<String, Epoch> claimOf = new HashMap<>();
        final Map<String, Long> activeOf = new HashMap<>();
        final Set<Long> answered = new HashSet<>();
        final Map<Long, DirectoryRequest> asked = new HashMap<>();
        final List<DirectoryPush.Offer> offers = new ArrayList<>();
        final List<DirectoryOutput.Propose> log = new ArrayList<>();
        final List<Epoch> epochs = new ArrayList<>(List.of(new Epoch(1, 1)));
        Ledgers ledgers = new Ledgers();
        DirectoryMachine machine = new DirectoryMachine(DirectorySettings.standard(), ledgers, DirectoryHarness.MARK);
        long now = 1_000;
        long line = 100;
        final long[] lineOf = new long[PROCESSES];
        long requests;
        int agreements;

        Run(int seed) {
            random = new Random(seed);
        }

        void go() {
            for (int p = 0; p < PROCESSES; p++) {
                reopen(p);
            }
            for (int i = 0; i < STEPS; i++) {
                int p = random.nextInt(PROCESSES);
                switch (random.nextInt(24)) {
                    case 0 -> reopen(p);
                    case 1 -> restart();
                    case 2, 3, 4, 5 -> pass(20L * (1 + random.nextInt(20)));
                    case 6, 7, 8, 9 -> applyOne();
                    default -> ask(p);
                }
                if (random.nextBoolean()) {
                    applyOne();
                }
            }
        }

        void reopen(int p) {
            if (lineOf[p] != 0) {
                take(machine.lineClosed(lineOf[p], now));
                asked.entrySet().removeIf(e -> e.getKey() / 1_000_000 == lineOf[p]);
            }
            lineOf[p] = ++line;
            take(machine.lineOpened(line, now));
        }

        void restart() {
            if (random.nextInt(4) > 0) {
                return;
            }
            ledgers = new Ledgers(ledgers.snapshot());
            machine = new DirectoryMachine(DirectorySettings.standard(), ledgers, DirectoryHarness.MARK);
            machine.leading(now);
            // Commands that are still in the log are applied, but not ours any more.
            log.replaceAll(one -> new DirectoryOutput.Propose(0, one.command()));
            offers.clear();
            for (int p = 0; p < PROCESSES; p++) {
                lineOf[p] = ++line;
                take(machine.lineOpened(line, now));
            }
        }

        void pass(long millis) {
            for (long t = 0; t < millis; t += 20) {
                now += 20;
                take(machine.tick(now));
            }
        }

        void applyOne() {
            if (log.isEmpty()) {
                return;
            }
            DirectoryOutput.Propose next = log.remove(0);
            if (random.nextInt(10) == 0) {
                take(machine.failed(next.proposal(), now));
            } else {
                take(machine.committed(next.proposal(), next.command(), ledgers.apply(next.command()), now));
            }
        }

        void ask(int p) {
            long process = 1 + p;
            String game = ledgers.ids().stream().findFirst().orElse("none-1");
            Epoch epoch = random.nextInt(3) > 0
                    ? ledgers.game(game).map(g -> g.ledger().current().epoch()).orElse(epochs.get(0))
                    : epochs.get(random.nextInt(epochs.size()));
            MemberId me = DirectoryHarness.id(process);
            DirectoryRequest request = switch (random.nextInt(16)) {
                case 0 ->
                    new DirectoryRequest.HostOrJoin(DirectoryHarness.game(process, "duel", 3, process), List.of());
                case 1, 2, 3 ->
                    new DirectoryRequest.Claim(
                            game,
                            epoch.number(),
                            DirectoryHarness.ids(process),
                            me,
                            random.nextInt(3) == 0 ? Basis.HELD : Basis.REBUILD,
                            DirectoryHarness.ids(1, 2, 3, 4, 5),
                            10 + random.nextInt(1_000),
                            random.nextBoolean());
                case 4, 5 -> new DirectoryRequest.Activate(game, epoch, List.of());
                case 6, 7, 8 -> DirectoryHarness.renewal(game, epoch, process, random.nextInt(3), 1, 2, 3, 4, 5);
                case 9 -> new DirectoryRequest.Release(game, epoch);
                case 10 ->
                    random.nextInt(30) == 0
                            ? new DirectoryRequest.End(game, epoch)
                            : new DirectoryRequest.AskStatus(game);
                case 11, 12 -> DirectoryHarness.standingBy(process, "teapots", 77, 1);
                case 13 ->
                    new DirectoryRequest.SeekSpare(
                            game, epoch, DirectoryHarness.members(1, 2), DirectoryHarness.ids(1, 2), 0, me);
                default ->
                    offers.isEmpty() ? new DirectoryRequest.AskStatus(game) : answer(offers.remove(offers.size() - 1));
            };
            long id = lineOf[p] * 1_000_000 + ++requests;
            asked.put(id, request);
            take(machine.request(lineOf[p], id, request, now));
        }

        DirectoryRequest answer(DirectoryPush.Offer offer) {
            return new DirectoryRequest.AnswerOffer(offer.offer(), offer.spare(), random.nextInt(3) > 0, "");
        }

        void take(List<DirectoryOutput> outputs) {
            for (DirectoryOutput output : outputs) {
                transcript.add(output.toString());
                if (output instanceof DirectoryOutput.Propose propose) {
                    log.add(propose);
                } else if (output instanceof DirectoryOutput.Push push
                        && push.push() instanceof DirectoryPush.Offer offer) {
                    offers.add(offer);
                } else if (output instanceof DirectoryOutput.Answer answer) {
                    assertTrue(answered.add(answer.requestId()), () -> "answered twice: " + answer);
                    check(asked.get(answer.requestId()), answer.reply());
                }
            }
            assertOneSparePerGame();
            ledgers.ids().forEach(id -> {
                long active =
                        ledgers.game(id).orElseThrow().ledger().active().epoch().number();
                assertTrue(activeOf.getOrDefault(id, 0L) <= active, "the active epoch went back");
                activeOf.put(id, active);
            });
        }

        void check(DirectoryRequest request, DirectoryReply reply) {
            if (reply instanceof DirectoryReply.Granted granted && request instanceof DirectoryRequest.Claim claim) {
                Epoch before =
                        claimOf.putIfAbsent(claim.game() + "/" + granted.epoch().number(), granted.epoch());
                assertTrue(
                        before == null || before.equals(granted.epoch()),
                        () -> "granted twice: " + before + " " + granted);
                assertEquals(claim.claimId(), granted.epoch().claimId());
                epochs.add(granted.epoch());
            } else if (reply instanceof DirectoryReply.Activated activated
                    && activated.active()
                    && request instanceof DirectoryRequest.Activate activate) {
                assertEquals(
                        activated.epoch(),
                        ledgers.game(activate.game())
                                .orElseThrow()
                                .ledger()
                                .active()
                                .epoch());
            } else if (reply instanceof DirectoryReply.SpareAgreed) {
                agreements++;
            }
        }

        void assertOneSparePerGame() {
            List<String> games = machine.gamesOffered();
            assertEquals(new HashSet<>(games).size(), games.size(), () -> "two spares for one game: " + games);
        }
    }
}
