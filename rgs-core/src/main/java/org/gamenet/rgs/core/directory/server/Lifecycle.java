package org.gamenet.rgs.core.directory.server;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Member;

/** Games begin and end: they are registered, hosted, revived by a renewal, ended and dropped. */
final class Lifecycle {

    /** Milliseconds between two looks at all games for those that nobody serves any more. */
    private static final long EXPIRY_EVERY = 100;

    private final DirectoryOutbox outbox;
    private final Catalog catalog;
    private final GameStatuses statuses;
    private final SparePool spares;
    private final Holdings<Object> holdings;
    private final int mark;
    private final Hosting hosting;
    private long nextExpiry = Long.MIN_VALUE;

    Lifecycle(
            DirectorySettings settings,
            DirectoryOutbox outbox,
            Catalog catalog,
            SparePool spares,
            Holdings<Object> holdings,
            int mark) {
        this.outbox = outbox;
        this.catalog = catalog;
        this.statuses = new GameStatuses(catalog);
        this.spares = spares;
        this.holdings = holdings;
        this.mark = mark;
        this.hosting = new Hosting(settings, outbox, catalog, mark, this::mayFound);
    }

    void leading(long now) {
        hosting.leading(now);
    }

    void tick(long now) {
        serveWaiting(now);
        if (now >= nextExpiry) {
            nextExpiry = now + EXPIRY_EVERY;
            catalog.all().forEach(game -> expire(game, now));
        }
    }

    /** Tries again what callers of {@code HostOrJoin} wait for. */
    void serveWaiting(long now) {
        hosting.tick(now);
    }

    void lookup(Caller caller, DirectoryRequest.Lookup request, long now) {
        outbox.answer(
                caller,
                catalog.record(request.game())
                        .filter(game -> !game.ledger().ended())
                        .<DirectoryReply>map(game -> new DirectoryReply.Found(catalog.entry(game, now)))
                        .orElseGet(() -> new DirectoryReply.NoGame(request.game())));
    }

    void register(Caller caller, DirectoryRequest.Registration game, long now) {
        if (!isFit(caller, game)) {
            return;
        }
        Optional<GameRecord> known = catalog.founded(game.claimId());
        LedgerCommand make = new LedgerCommand.Create(game, mark);
        if (known.isPresent()) {
            registered(known.get(), game.founder(), List.of(caller), now);
        } else if (outbox.isUnderWay(make) || mayFound(caller)) {
            outbox.proposeGame(make, caller, now);
        }
    }

    void host(Caller caller, DirectoryRequest.HostOrJoin request, long now) {
        if (isFit(caller, request.game())) {
            hosting.ask(caller, request, now);
        }
    }

    /** Whether there is room for one more of the caller's; if not, it is told which bound it met. */
    private boolean mayFound(Caller caller) {
        Optional<String> refusal = holdings.refusal(caller.line(), outbox.address(caller.line()));
        refusal.ifPresent(detail -> outbox.answer(caller, new DirectoryReply.Refused(Reason.FULL, detail)));
        return refusal.isEmpty();
    }

    private boolean isFit(Caller caller, DirectoryRequest.Registration game) {
        Optional<String> fault = RequestLimits.fault(game);
        fault.ifPresent(detail -> outbox.answer(caller, new DirectoryReply.Refused(Reason.NOT_ADMITTED, detail)));
        return fault.isEmpty();
    }

    void revive(Caller caller, DirectoryRequest.Renew renewal, long now) {
        DirectoryRequest.Revival facts = renewal.revival();
        Epoch epoch = renewal.epoch();
        boolean sound = GameIds.isWellFormed(renewal.game())
                && !catalog.isOver(renewal.game())
                && epoch.number() >= 1
                && epoch.number() <= Ledger.GREATEST_NUMBER
                && renewal.listing().members().size() <= Ledger.LISTED_MAX
                && RequestLimits.fault(facts.kind(), facts.group(), facts.rules())
                        .isEmpty();
        LedgerCommand revive =
                new LedgerCommand.Revive(renewal.game(), facts, epoch, renewal.holder(), renewal.listing(), mark);
        if (!sound) {
            outbox.answer(caller, new DirectoryReply.NoGame(renewal.game()));
        } else if (catalog.record(renewal.game()).isPresent()) {
            outbox.propose(revive, List.of(caller), now);
        } else if (outbox.isUnderWay(revive) || mayFound(caller)) {
            outbox.proposeGame(revive, caller, now);
        }
    }

    void revived(LedgerCommand.Revive command, LedgerResult result, List<Caller> callers, long now) {
        if (result instanceof LedgerResult.Recorded recorded) {
            GameRecord game = recorded.game();
            GameState state = catalog.state(game, now);
            long line = Caller.latestLine(callers);
            state.follow(game.ledger().active(), line, now);
            if (callers.size() > 0 && game.ledger().active().epoch().equals(command.epoch())) {
                state.active().renew(command.holder(), line, 0, now);
                holdings.put(game.id(), line, outbox.address(line));
            }
            state.nobodyBefore = Math.max(state.nobodyBefore, now + game.rules().suspectAfterMillis());
            DirectoryReply reply = game.ledger().active().epoch().equals(command.epoch())
                    ? new DirectoryReply.Renewed(command.epoch())
                    : statuses.of(game, now);
            callers.forEach(caller -> outbox.answer(caller, reply));
        } else {
            callers.forEach(caller -> outbox.answer(caller, new DirectoryReply.NoGame(command.game())));
        }
    }

    void created(LedgerCommand.Create command, LedgerResult result, List<Caller> callers, long now) {
        if (result instanceof LedgerResult.Recorded recorded) {
            registered(recorded.game(), command.game().founder(), callers, now);
        } else {
            DirectoryReply reply = new DirectoryReply.Refused(
                    Reason.FULL, "this directory holds no more than " + Ledgers.GAMES_MAX + " games");
            callers.forEach(caller -> outbox.answer(caller, reply));
        }
        hosting.settled(command.game(), now);
    }

    private void registered(GameRecord game, Member founder, List<Caller> callers, long now) {
        boolean founders = game.isServedByFounder();
        boolean anothers = founders && !game.ledger().active().first().equals(founder.id());
        if (founders && !anothers) {
            begun(game, founder, Caller.latestLine(callers), now);
        }
        DirectoryReply reply = anothers
                ? new DirectoryReply.Refused(
                        Reason.NOT_ADMITTED, "the game " + game.id() + " was registered by another: draw a new claimId")
                : game.ledger().ended()
                        ? new DirectoryReply.Refused(Reason.ENDED, "the game " + game.id() + " has ended")
                        : founders
                                ? new DirectoryReply.Registered(catalog.entry(game, now))
                                : new DirectoryReply.Refused(
                                        Reason.CUT_OFF,
                                        "the game " + game.id() + " is served by another meanwhile: join it");
        callers.forEach(caller -> outbox.answer(caller, reply));
    }

    private void begun(GameRecord game, Member founder, long line, long now) {
        GameState state = catalog.begin(game, line, now);
        if (!state.known) {
            state.founded(founder);
        }
        holdings.put(game.id(), line, outbox.address(line));
        if (line != Lease.NO_LINE && !outbox.isOpen(line)) {
            state.lineClosed(line, now);
        }
    }

    void end(Caller caller, GameRecord game, DirectoryRequest.End request, long now) {
        Ledger ledger = game.ledger();
        if (!ledger.active().epoch().equals(request.epoch())) {
            outbox.answer(caller, statuses.of(game, now));
        } else if (ledger.ended()) {
            outbox.answer(caller, new DirectoryReply.Done());
        } else {
            outbox.propose(new LedgerCommand.End(game.id(), request.epoch()), List.of(caller), now);
        }
    }

    void ended(LedgerCommand.End command, List<Caller> callers, long now) {
        Optional<GameRecord> game = catalog.record(command.game());
        boolean over = game.filter(g -> g.ledger().ended()).isPresent();
        if (over) {
            catalog.state(game.get(), now).endedAt = now;
            spares.forget(command.game(), statuses.of(game.get(), now));
        }
        DirectoryReply reply = game.isEmpty()
                ? new DirectoryReply.NoGame(command.game())
                : over ? new DirectoryReply.Done() : statuses.of(game.get(), now);
        callers.forEach(caller -> outbox.answer(caller, reply));
    }

    void dropped(LedgerCommand.Drop command) {
        if (catalog.record(command.game()).isEmpty()) {
            catalog.forget(command.game());
            holdings.remove(command.game());
            spares.forget(command.game(), new DirectoryReply.NoGame(command.game()));
        }
    }

    /**
     * A game that nobody serves for giveUpAfter is dropped; so is, that long after its end, the memory of one that
     * ended.
     */
    private void expire(GameRecord game, long now) {
        GameState state = catalog.state(game, now);
        if (isOver(game, state, now)) {
            LedgerCommand drop =
                    new LedgerCommand.Drop(game.id(), game.ledger().current().epoch());
            if (!outbox.isUnderWay(drop)) {
                outbox.propose(drop, List.of(), now);
            }
        }
    }

    private static boolean isOver(GameRecord game, GameState state, long now) {
        long giveUp = game.rules().giveUpAfterMillis();
        if (game.ledger().ended()) {
            state.endedAt = state.endedAt < 0 ? now : state.endedAt;
            return now - state.endedAt >= giveUp;
        }
        long suspectAfter = game.rules().suspectAfterMillis();
        if (!state.active().isDown(suspectAfter, now) || state.active().downFor(suspectAfter, now) < giveUp) {
            return false;
        }
        // A holder that was granted the next epoch at the last moment may still finish.
        return state.current().isDown(suspectAfter, now) || state.active().downFor(suspectAfter, now) >= 2 * giveUp;
    }
}
