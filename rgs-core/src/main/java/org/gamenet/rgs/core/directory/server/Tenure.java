package org.gamenet.rgs.core.directory.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/** The right to serve a game: it is renewed, claimed, activated and released, and its holder lists the members. */
final class Tenure {

    private final DirectoryOutbox outbox;
    private final Catalog catalog;
    private final GameStatuses statuses;
    private final SparePool spares;
    private final Holdings<Object> holdings;
    private final Lifecycle lifecycle;

    Tenure(
            DirectoryOutbox outbox,
            Catalog catalog,
            GameStatuses statuses,
            SparePool spares,
            Holdings<Object> holdings,
            Lifecycle lifecycle) {
        this.outbox = outbox;
        this.catalog = catalog;
        this.statuses = statuses;
        this.spares = spares;
        this.holdings = holdings;
        this.lifecycle = lifecycle;
    }

    void renew(Caller caller, DirectoryRequest.Renew renewal, long now) {
        Optional<GameRecord> known = catalog.record(renewal.game());
        if (known.isEmpty()) {
            lifecycle.revive(caller, renewal, now);
            return;
        }
        GameRecord game = known.get();
        Ledger ledger = game.ledger();
        if (ledger.ended()) {
            outbox.answer(caller, statuses.of(game, now));
        } else if (!ledger.follow(renewal.epoch(), renewal.holder(), renewal.listing())
                .equals(ledger)) {
            lifecycle.revive(caller, renewal, now);
        } else {
            renewed(caller, game, renewal, now);
        }
    }

    private void renewed(Caller caller, GameRecord game, DirectoryRequest.Renew renewal, long now) {
        Ledger ledger = game.ledger();
        GameState state = catalog.state(game, now);
        boolean serves = ledger.active().epoch().equals(renewal.epoch()) && ledger.isServedBy(renewal.holder());
        boolean holds = ledger.current().epoch().equals(renewal.epoch()) && ledger.isHeldBy(renewal.holder());
        // A planned change of its own, not yet active, does not make who serves an old server.
        boolean changes = serves && ledger.isPending() && ledger.isHeldBy(renewal.holder());
        // Its own planned change is on already, and that answer is on its way, or lost.
        boolean changed = !ledger.isPending()
                && !ledger.active().released()
                && ledger.active().first().equals(renewal.holder())
                && ledger.active().epoch().isAfter(renewal.epoch());
        if (changes || changed) {
            state.current().renew(renewal.holder(), caller.line(), renewal.echoed(), now);
        }
        if (serves && !ledger.active().released()) {
            state.active().renew(renewal.holder(), caller.line(), renewal.echoed(), now);
            holdings.put(game.id(), caller.line(), outbox.address(caller.line()));
            if (renewal.roster().size() <= RequestLimits.MEMBERS) {
                state.report(renewal, renewal.holder());
            }
            settle(game, renewal.holder(), now);
        } else if (holds && !ledger.current().released()) {
            state.current().renew(renewal.holder(), caller.line(), renewal.echoed(), now);
        }
        boolean mayAct = holds || changes || changed;
        boolean mayClaim = ledger.revived() && now >= state.nobodyBefore;
        DirectoryReply holdsOn = serves && mayClaim
                ? new DirectoryReply.Revived(renewal.epoch())
                : new DirectoryReply.Renewed(renewal.epoch());
        outbox.answer(caller, mayAct ? holdsOn : statuses.of(game, now));
    }

    /** The first renewal by the successor of a hand over makes it the only holder; that must not be forgotten (P46). */
    private void settle(GameRecord game, MemberId holder, long now) {
        Ledger ledger = game.ledger();
        LedgerCommand settle =
                new LedgerCommand.Settle(game.id(), ledger.active().epoch());
        if (!ledger.settled() && ledger.active().first().equals(holder) && !outbox.isUnderWay(settle)) {
            outbox.propose(settle, List.of(), now);
        }
    }

    void claim(Caller caller, GameRecord game, DirectoryRequest.Claim claim, long now) {
        if (claim.supporters().size() > RequestLimits.MEMBERS) {
            outbox.answer(caller, Elections.denied(game.ledger(), DirectoryReply.Why.ALIVE));
            return;
        }
        catalog.state(game, now).claims().note(named(claim), caller.line(), now);
        spares.claims(claim.claimant(), game.id(), now);
        Elections.Judgement judgement = Elections.judge(claim, game, catalog.state(game, now), now);
        if (judgement instanceof Elections.Judgement.Log log) {
            outbox.propose(log.command(), List.of(caller), now);
        } else if (judgement instanceof Elections.Judgement.Say say) {
            outbox.answer(caller, say.reply());
        }
    }

    void claimed(LedgerCommand.Claim command, LedgerResult result, List<Caller> callers, long now) {
        Optional<GameRecord> game = catalog.record(command.game());
        MemberId claimant = command.bid().claimant();
        if (game.isEmpty()) {
            callers.forEach(caller -> outbox.answer(caller, new DirectoryReply.NoGame(command.game())));
        } else if (result instanceof LedgerResult.Granted granted) {
            GameState state = catalog.state(game.get(), now);
            long line = Caller.latestLine(callers);
            state.granted(granted.epoch(), claimant, line, now);
            if (line != Lease.NO_LINE && !outbox.isOpen(line)) {
                state.lineClosed(line, now);
            }
            spares.spare(claimant).ifPresent(spare -> {
                state.awaits(claimant, spare.name());
                state.listensAt(claimant, spare.place());
            });
            spares.serves(claimant);
            spares.remove(claimant, now);
            spares.forget(command.game(), statuses.of(game.get(), now));
            callers.forEach(caller -> outbox.answer(
                    caller, new DirectoryReply.Granted(granted.epoch(), granted.listed(), granted.authority())));
        } else if (result instanceof LedgerResult.Denied denied) {
            DirectoryReply reply = Elections.denied(game.get().ledger(), Elections.why(denied.why()));
            callers.forEach(caller -> outbox.answer(caller, reply));
        }
    }

    /** The supporters of a claim, whether it is granted or not. */
    private static List<MemberId> named(DirectoryRequest.Claim claim) {
        List<MemberId> all = new ArrayList<>(claim.supporters());
        all.add(claim.claimant());
        return all;
    }

    void activate(Caller caller, GameRecord game, DirectoryRequest.Activate request, long now) {
        Ledger ledger = game.ledger();
        boolean settled = ledger.isActive(request.epoch())
                || ledger.activate(request.epoch(), request.members()).equals(ledger);
        if (settled) {
            outbox.answer(caller, activated(request.epoch(), ledger));
        } else if (Elections.isOvertakenByItsServer(request, game, catalog.state(game, now), now)) {
            // For good: whoever asked gives the number up, and the same request may come again, and be judged anew.
            outbox.propose(new LedgerCommand.Release(game.id(), request.epoch()), List.of(), now);
            outbox.answer(caller, activated(request.epoch(), ledger));
        } else {
            outbox.propose(
                    new LedgerCommand.Activate(game.id(), request.epoch(), request.members()), List.of(caller), now);
        }
    }

    private static DirectoryReply activated(Epoch epoch, Ledger ledger) {
        return new DirectoryReply.Activated(epoch, ledger.isActive(epoch), ledger.listing());
    }

    void enlist(Caller caller, GameRecord game, DirectoryRequest.Enlist entry, long now) {
        Ledger ledger = game.ledger();
        boolean refused =
                ledger.list(entry.epoch(), entry.count(), entry.members()).equals(ledger);
        if (refused || Elections.waits(entry, game, catalog.state(game, now), now, outbox::isOpen)) {
            outbox.answer(caller, listed(game, entry.epoch(), now));
        } else {
            outbox.propose(
                    new LedgerCommand.Enlist(game.id(), entry.epoch(), entry.count(), entry.members()),
                    List.of(caller),
                    now);
        }
    }

    void enlisted(LedgerCommand.Enlist command, List<Caller> callers, long now) {
        Optional<GameRecord> game = catalog.record(command.game());
        callers.forEach(caller -> outbox.answer(
                caller,
                game.isEmpty() ? new DirectoryReply.NoGame(command.game()) : listed(game.get(), command.epoch(), now)));
    }

    /** The list as it is, to who serves; to another how the game stands. */
    private DirectoryReply listed(GameRecord game, Epoch epoch, long now) {
        Ledger ledger = game.ledger();
        return ledger.isActive(epoch) ? new DirectoryReply.Listed(epoch, ledger.listing()) : statuses.of(game, now);
    }

    void activated(LedgerCommand.Activate command, List<Caller> callers, long now) {
        Optional<GameRecord> game = catalog.record(command.game());
        boolean active = game.filter(g -> g.ledger().isActive(command.epoch())).isPresent();
        if (active) {
            catalog.state(game.get(), now)
                    .activated(command.epoch(), game.get().ledger().current().first());
        }
        DirectoryReply reply = game.isEmpty()
                ? new DirectoryReply.NoGame(command.game())
                : activated(command.epoch(), game.get().ledger());
        callers.forEach(caller -> outbox.answer(caller, reply));
    }

    void release(Caller caller, GameRecord game, DirectoryRequest.Release request, long now) {
        Ledger ledger = game.ledger();
        if (ledger.release(request.epoch()).equals(ledger)) {
            outbox.answer(caller, new DirectoryReply.Done());
        } else {
            outbox.propose(new LedgerCommand.Release(game.id(), request.epoch()), List.of(caller), now);
        }
    }

    void released(LedgerCommand.Release command, List<Caller> callers, long now) {
        catalog.record(command.game()).ifPresent(game -> {
            GameState state = catalog.state(game, now);
            if (state.active().epoch().equals(command.epoch())) {
                state.active().gone(now);
            }
            if (state.current().epoch().equals(command.epoch())) {
                state.current().gone(now);
                if (game.ledger().isPending()) {
                    spares.rests(game.ledger().current().claimant(), game.id(), now);
                }
            }
        });
        callers.forEach(caller -> outbox.answer(caller, new DirectoryReply.Done()));
    }
}
