package org.gamenet.rgs.core.directory.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.arbiter.Evidence;
import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The directory's leader: games, lines, leases, claims, spares. Deterministic, without IO and without a time of its
 * own: every call names the time, monotonic, in milliseconds. One thread at a time. Whatever must survive is in the
 * {@link Ledgers}, which only commands of the log change: apply one on this thread, then tell {@link #committed}.
 * Everything else is soft, and told again by the processes within D/5.
 *
 * <p>Every request gets one answer, except when the log loses it: then none, and the caller repeats (P6). An answer to
 * a repeated request says the same. Bounds are in {@link DirectorySettings}; what is above them is refused with a
 * reason, nothing is dropped to make room.
 */
public final class DirectoryMachine {

    private static final int MEMBERS_MAX = 1_024;
    /** Milliseconds between two looks at all games for those that nobody serves any more. */
    private static final long EXPIRY_EVERY = 100;

    private final DirectorySettings settings;
    private final Ledgers ledgers;
    private final int mark;
    private final DirectoryOutbox outbox = new DirectoryOutbox();
    private final Catalog catalog;
    private final SparePool spares;
    private final Hosting hosting;
    private final Rights rights;
    private final Holdings<String> holdings;
    private long lastCall = Long.MIN_VALUE;
    private long nextExpiry = Long.MIN_VALUE;

    /**
     * @param ledgers read here, changed by whoever applies the log
     * @param mark drawn at random, not 0: the directory's for good if its log is empty so far (P14)
     */
    public DirectoryMachine(DirectorySettings settings, Ledgers ledgers, int mark) {
        this.settings = settings;
        this.ledgers = ledgers;
        this.mark = mark;
        this.catalog = new Catalog(ledgers);
        this.spares = new SparePool(settings, outbox, catalog);
        this.rights = new Rights(outbox, catalog, spares);
        Quotas quotas = settings.quotas();
        this.holdings = new Holdings<>("games", quotas.gamesPerLine(), quotas.gamesPerAddress());
        this.hosting = new Hosting(settings, outbox, catalog, mark, this::mayFound);
    }

    /**
     * This node leads from now on. Every lease counts as just renewed, and others than the holders are granted nothing
     * for 0.83 D (P13).
     */
    public void leading(long nowMillis) {
        lastCall = nowMillis;
        outbox.forgetProposalsBefore(Long.MAX_VALUE);
        catalog.retainRecorded();
        catalog.all().forEach(game -> {
            GameState state = catalog.state(game, nowMillis);
            state.assume(nowMillis);
            state.othersNotBefore = nowMillis + graceOf(game);
        });
        hosting.leading(nowMillis);
    }

    /** A line of this very process: without quotas. */
    public List<DirectoryOutput> lineOpened(long line, long nowMillis) {
        return lineOpened(line, "", nowMillis);
    }

    /**
     * A process is connected. Line numbers are above 0 and never used again.
     *
     * @param address that it comes from, for the quotas; empty: none hold
     */
    public List<DirectoryOutput> lineOpened(long line, String address, long nowMillis) {
        advance(nowMillis);
        if (outbox.lines() < settings.linesMax()) {
            outbox.open(line, address);
        }
        return outbox.drain();
    }

    /** The process at the other end of the line holds the key of that peer. */
    public void lineProved(long line, long peer) {
        if (outbox.isOpen(line)) {
            rights.proved(line, peer);
        }
    }

    /**
     * The directory's own end of a line has closed: whoever held a game on it is gone, whoever stood by on it does so
     * no more.
     */
    public List<DirectoryOutput> lineClosed(long line, long nowMillis) {
        advance(nowMillis);
        outbox.close(line);
        rights.lineClosed(line);
        catalog.states().forEach(state -> state.lineClosed(line, nowMillis));
        spares.lineClosed(line, nowMillis);
        return outbox.drain();
    }

    /** A process asks. The request id is the line's own. */
    public List<DirectoryOutput> request(long line, long requestId, DirectoryRequest request, long nowMillis) {
        advance(nowMillis);
        Caller caller = new Caller(line, requestId);
        if (!outbox.isOpen(line)) {
            outbox.refuse(
                    caller,
                    new DirectoryReply.Refused(
                            Reason.FULL, "this directory serves no more than " + settings.linesMax() + " lines"));
        } else if (outbox.waiting(line) >= settings.waitingPerLineMax()) {
            outbox.refuse(
                    caller,
                    new DirectoryReply.Refused(
                            Reason.QUEUE_FULL,
                            settings.waitingPerLineMax() + " requests of this process wait already"));
        } else {
            outbox.park(caller);
            rights.refusal(line, request, nowMillis)
                    .ifPresentOrElse(
                            why -> outbox.answer(caller, new DirectoryReply.Refused(Reason.NOT_ADMITTED, why)),
                            () -> dispatch(caller, request, nowMillis));
        }
        return outbox.drain();
    }

    /** The log has applied a command to the ledgers. {@code proposal} 0: it was not this machine's. */
    public List<DirectoryOutput> committed(long proposal, LedgerCommand command, LedgerResult result, long nowMillis) {
        advance(nowMillis);
        List<Caller> callers = outbox.settled(proposal);
        if (command instanceof LedgerCommand.Create c) {
            created(c, result, callers, nowMillis);
        } else if (command instanceof LedgerCommand.Revive c) {
            revived(c, result, callers, nowMillis);
        } else if (command instanceof LedgerCommand.Claim c) {
            claimed(c, result, callers, nowMillis);
        } else if (command instanceof LedgerCommand.Activate c) {
            activated(c, callers, nowMillis);
        } else if (command instanceof LedgerCommand.Enlist c) {
            enlisted(c, callers, nowMillis);
        } else if (command instanceof LedgerCommand.Release c) {
            released(c, callers, nowMillis);
        } else if (command instanceof LedgerCommand.End c) {
            ended(c, callers, nowMillis);
        } else if (command instanceof LedgerCommand.Drop c) {
            dropped(c);
        }
        return outbox.drain();
    }

    /** The log could not take a proposal. A process that waits for it gets no answer and asks again. */
    public List<DirectoryOutput> failed(long proposal, long nowMillis) {
        advance(nowMillis);
        outbox.forget(proposal);
        hosting.tick(nowMillis);
        return outbox.drain();
    }

    /** Time passes; at least every 20 ms. */
    public List<DirectoryOutput> tick(long nowMillis) {
        advance(nowMillis);
        outbox.forgetProposalsBefore(nowMillis - settings.proposalMillis());
        spares.tick(nowMillis);
        hosting.tick(nowMillis);
        if (nowMillis >= nextExpiry) {
            nextExpiry = nowMillis + EXPIRY_EVERY;
            catalog.all().forEach(game -> expire(game, nowMillis));
        }
        return outbox.drain();
    }

    /** All games that have not ended and are listed, oldest first, for people to look at. */
    public List<GameEntry> games(long nowMillis) {
        return catalog.all()
                .filter(game -> !game.ledger().ended() && game.rules().listed())
                .map(game -> catalog.entry(game, nowMillis))
                .toList();
    }

    /** How many spares stand by. */
    public int spares() {
        return spares.size();
    }

    /** The spares that stand by, the longest-standing first. */
    public List<SpareEntry> standing() {
        return spares.entries();
    }

    List<String> gamesOffered() {
        return spares.gamesOffered();
    }

    /**
     * Who was not called for so long was stopped itself (a pause, a laptop that slept): then nobody else was silent
     * (P19).
     */
    private void advance(long now) {
        if (lastCall != Long.MIN_VALUE && now - lastCall > settings.stallMillis()) {
            long missed = now - lastCall;
            catalog.states().forEach(state -> state.shift(missed));
            spares.shift(missed);
        }
        lastCall = now;
    }

    private void dispatch(Caller caller, DirectoryRequest request, long now) {
        if (request instanceof DirectoryRequest.Renew r) {
            renew(caller, r, now);
        } else if (request instanceof DirectoryRequest.Claim r) {
            claim(caller, r, now);
        } else if (request instanceof DirectoryRequest.Activate r) {
            with(caller, r.game(), game -> activate(caller, game, r, now));
        } else if (request instanceof DirectoryRequest.Enlist r) {
            with(caller, r.game(), game -> enlist(caller, game, r, now));
        } else if (request instanceof DirectoryRequest.Release r) {
            with(caller, r.game(), game -> release(caller, game, r, now));
        } else if (request instanceof DirectoryRequest.End r) {
            with(caller, r.game(), game -> end(caller, game, r, now));
        } else if (request instanceof DirectoryRequest.Standing r) {
            with(caller, r.game(), game -> outbox.answer(caller, stands(game, now)));
        } else if (request instanceof DirectoryRequest.Discover r) {
            outbox.answer(caller, catalog.page(r, now));
        } else if (request instanceof DirectoryRequest.Lookup r) {
            lookup(caller, r, now);
        } else if (request instanceof DirectoryRequest.Register r) {
            register(caller, r.game(), now);
        } else if (request instanceof DirectoryRequest.HostOrJoin r) {
            host(caller, r, now);
        } else if (request instanceof DirectoryRequest.StandBy r) {
            outbox.answer(caller, standBy(caller, r, now));
        } else if (request instanceof DirectoryRequest.StandDown r) {
            spares.remove(r.spare(), now);
            outbox.answer(caller, new DirectoryReply.Done());
        } else if (request instanceof DirectoryRequest.SeekSpare r) {
            with(caller, r.game(), game -> seek(caller, game, r, now));
        } else if (request instanceof DirectoryRequest.AnswerOffer r) {
            outbox.answer(caller, spares.answer(r, now));
        }
    }

    private void with(Caller caller, String id, GameUse use) {
        Optional<GameRecord> game = catalog.record(id);
        if (game.isPresent()) {
            use.with(game.get());
        } else {
            outbox.answer(caller, new DirectoryReply.NoGame(id));
        }
    }

    // --- games ---

    private void lookup(Caller caller, DirectoryRequest.Lookup request, long now) {
        outbox.answer(
                caller,
                catalog.record(request.game())
                        .filter(game -> !game.ledger().ended())
                        .<DirectoryReply>map(game -> new DirectoryReply.Found(catalog.entry(game, now)))
                        .orElseGet(() -> new DirectoryReply.NoGame(request.game())));
    }

    private void register(Caller caller, DirectoryRequest.Registration game, long now) {
        if (isFit(caller, game) && (catalog.founded(game.claimId()).isPresent() || mayFound(caller))) {
            outbox.propose(new LedgerCommand.Create(game, mark), List.of(caller), now);
        }
    }

    private void host(Caller caller, DirectoryRequest.HostOrJoin request, long now) {
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

    private void created(LedgerCommand.Create command, LedgerResult result, List<Caller> callers, long now) {
        if (result instanceof LedgerResult.Recorded recorded) {
            GameRecord game = recorded.game();
            long line = callers.isEmpty()
                    ? Lease.NO_LINE
                    : callers.get(callers.size() - 1).line();
            GameState state = catalog.begin(game, line, now);
            if (!state.known) {
                state.founded(command.game().founder());
            }
            holdings.put(game.id(), line, outbox.address(line));
            if (line != Lease.NO_LINE && !outbox.isOpen(line)) {
                state.lineClosed(line, now);
            }
            DirectoryReply reply = game.ledger().ended()
                    ? new DirectoryReply.Refused(Reason.ENDED, "the game " + game.id() + " has ended")
                    : game.isServedByFounder()
                            ? new DirectoryReply.Registered(catalog.entry(game, now))
                            : new DirectoryReply.Refused(
                                    Reason.CUT_OFF,
                                    "the game " + game.id() + " is served by another meanwhile: join it");
            callers.forEach(caller -> outbox.answer(caller, reply));
        } else {
            DirectoryReply reply = new DirectoryReply.Refused(
                    Reason.FULL, "this directory holds no more than " + Ledgers.GAMES_MAX + " games");
            callers.forEach(caller -> outbox.answer(caller, reply));
        }
        hosting.settled(command.game(), now);
    }

    private void end(Caller caller, GameRecord game, DirectoryRequest.End request, long now) {
        Ledger ledger = game.ledger();
        if (!ledger.active().epoch().equals(request.epoch())) {
            outbox.answer(caller, stands(game, now));
        } else if (ledger.ended()) {
            outbox.answer(caller, new DirectoryReply.Done());
        } else {
            outbox.propose(new LedgerCommand.End(game.id(), request.epoch()), List.of(caller), now);
        }
    }

    private void ended(LedgerCommand.End command, List<Caller> callers, long now) {
        Optional<GameRecord> game = catalog.record(command.game());
        boolean over = game.filter(g -> g.ledger().ended()).isPresent();
        if (over) {
            catalog.state(game.get(), now).endedAt = now;
            spares.forget(command.game(), stands(game.get(), now));
        }
        DirectoryReply reply = game.isEmpty()
                ? new DirectoryReply.NoGame(command.game())
                : over ? new DirectoryReply.Done() : stands(game.get(), now);
        callers.forEach(caller -> outbox.answer(caller, reply));
    }

    private void dropped(LedgerCommand.Drop command) {
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
        // Whoever was granted the next epoch at the last moment may still finish.
        return state.current().isDown(suspectAfter, now) || state.active().downFor(suspectAfter, now) >= 2 * giveUp;
    }

    // --- holders ---

    private void renew(Caller caller, DirectoryRequest.Renew renewal, long now) {
        Optional<GameRecord> known = catalog.record(renewal.game());
        if (known.isEmpty()) {
            revive(caller, renewal, now);
            return;
        }
        GameRecord game = known.get();
        Ledger ledger = game.ledger();
        if (ledger.ended()) {
            outbox.answer(caller, stands(game, now));
        } else if (!ledger.follow(renewal.epoch(), renewal.holder(), renewal.listing())
                .equals(ledger)) {
            revive(caller, renewal, now);
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
        if (changes) {
            state.current().renew(caller.line(), renewal.echoed(), now);
        }
        if (serves && !ledger.active().released()) {
            state.active().renew(caller.line(), renewal.echoed(), now);
            holdings.put(game.id(), caller.line(), outbox.address(caller.line()));
            if (renewal.roster().size() <= MEMBERS_MAX) {
                state.report(renewal, renewal.holder());
            }
            settle(game, renewal.holder(), now);
        } else if (holds && !ledger.current().released()) {
            state.current().renew(caller.line(), renewal.echoed(), now);
        }
        outbox.answer(caller, holds || changes ? new DirectoryReply.Renewed(renewal.epoch()) : stands(game, now));
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

    private void revive(Caller caller, DirectoryRequest.Renew renewal, long now) {
        DirectoryRequest.Revival facts = renewal.revival();
        Epoch epoch = renewal.epoch();
        boolean sound = GameIds.isWellFormed(renewal.game())
                && !ledgers.isOver(renewal.game())
                && epoch.number() >= 1
                && epoch.number() <= Ledger.GREATEST_NUMBER
                && renewal.listing().members().size() <= Ledger.LISTED_MAX
                && RequestLimits.fault(facts.kind(), facts.group(), facts.rules())
                        .isEmpty();
        if (sound && catalog.record(renewal.game()).isEmpty() && !mayFound(caller)) {
            return;
        }
        if (sound) {
            outbox.propose(
                    new LedgerCommand.Revive(renewal.game(), facts, epoch, renewal.holder(), renewal.listing(), mark),
                    List.of(caller),
                    now);
        } else {
            outbox.answer(caller, new DirectoryReply.NoGame(renewal.game()));
        }
    }

    private void revived(LedgerCommand.Revive command, LedgerResult result, List<Caller> callers, long now) {
        if (result instanceof LedgerResult.Recorded recorded) {
            GameRecord game = recorded.game();
            GameState state = catalog.state(game, now);
            long line = callers.isEmpty()
                    ? Lease.NO_LINE
                    : callers.get(callers.size() - 1).line();
            state.follow(game.ledger().active().epoch(), line, now);
            if (callers.size() > 0 && game.ledger().active().epoch().equals(command.epoch())) {
                state.active().renew(line, 0, now);
            }
            state.nobodyBefore = Math.max(state.nobodyBefore, now + game.rules().suspectAfterMillis());
            DirectoryReply reply = game.ledger().active().epoch().equals(command.epoch())
                    ? new DirectoryReply.Renewed(command.epoch())
                    : stands(game, now);
            callers.forEach(caller -> outbox.answer(caller, reply));
        } else {
            callers.forEach(caller -> outbox.answer(caller, new DirectoryReply.NoGame(command.game())));
        }
    }

    private void claim(Caller caller, DirectoryRequest.Claim claim, long now) {
        with(caller, claim.game(), game -> {
            if (claim.supporters().size() > MEMBERS_MAX) {
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
        });
    }

    private void claimed(LedgerCommand.Claim command, LedgerResult result, List<Caller> callers, long now) {
        Optional<GameRecord> game = catalog.record(command.game());
        MemberId claimant = command.bid().claimant();
        if (game.isEmpty()) {
            callers.forEach(caller -> outbox.answer(caller, new DirectoryReply.NoGame(command.game())));
        } else if (result instanceof LedgerResult.Granted granted) {
            GameState state = catalog.state(game.get(), now);
            long line = callers.isEmpty()
                    ? Lease.NO_LINE
                    : callers.get(callers.size() - 1).line();
            state.granted(granted.epoch(), line, now);
            if (line != Lease.NO_LINE && !outbox.isOpen(line)) {
                state.lineClosed(line, now);
            }
            spares.spare(claimant).ifPresent(spare -> state.awaits(claimant, spare.name()));
            spares.serves(claimant);
            spares.remove(claimant, now);
            spares.forget(command.game(), stands(game.get(), now));
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

    private void activate(Caller caller, GameRecord game, DirectoryRequest.Activate request, long now) {
        Ledger ledger = game.ledger();
        boolean settled = ledger.isActive(request.epoch())
                || ledger.activate(request.epoch(), request.members()).equals(ledger);
        if (settled || Elections.isOvertakenByItsServer(request, game, catalog.state(game, now), now)) {
            outbox.answer(caller, activated(request.epoch(), ledger));
        } else {
            outbox.propose(
                    new LedgerCommand.Activate(game.id(), request.epoch(), request.members()), List.of(caller), now);
        }
    }

    private static DirectoryReply activated(Epoch epoch, Ledger ledger) {
        return new DirectoryReply.Activated(epoch, ledger.isActive(epoch), ledger.listing());
    }

    private void enlist(Caller caller, GameRecord game, DirectoryRequest.Enlist entry, long now) {
        Ledger ledger = game.ledger();
        boolean waits = Elections.waits(entry, game, catalog.state(game, now), now, outbox::isOpen);
        if (waits || ledger.list(entry.epoch(), entry.count(), entry.members()).equals(ledger)) {
            outbox.answer(caller, listed(game, entry.epoch(), now));
        } else {
            outbox.propose(
                    new LedgerCommand.Enlist(game.id(), entry.epoch(), entry.count(), entry.members()),
                    List.of(caller),
                    now);
        }
    }

    private void enlisted(LedgerCommand.Enlist command, List<Caller> callers, long now) {
        Optional<GameRecord> game = catalog.record(command.game());
        callers.forEach(caller -> outbox.answer(
                caller,
                game.isEmpty() ? new DirectoryReply.NoGame(command.game()) : listed(game.get(), command.epoch(), now)));
    }

    /** The list as it is, to who serves; to another how the game stands. */
    private DirectoryReply listed(GameRecord game, Epoch epoch, long now) {
        Ledger ledger = game.ledger();
        return ledger.isActive(epoch) ? new DirectoryReply.Listed(epoch, ledger.listing()) : stands(game, now);
    }

    private void activated(LedgerCommand.Activate command, List<Caller> callers, long now) {
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

    private void release(Caller caller, GameRecord game, DirectoryRequest.Release request, long now) {
        Ledger ledger = game.ledger();
        if (ledger.release(request.epoch()).equals(ledger)) {
            outbox.answer(caller, new DirectoryReply.Done());
        } else {
            outbox.propose(new LedgerCommand.Release(game.id(), request.epoch()), List.of(caller), now);
        }
    }

    private void released(LedgerCommand.Release command, List<Caller> callers, long now) {
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

    private DirectoryReply stands(GameRecord game, long now) {
        Ledger ledger = game.ledger();
        boolean served = !ledger.ended()
                && !ledger.active().released()
                && !catalog.state(game, now).active().isDown(game.rules().suspectAfterMillis(), now);
        return new DirectoryReply.Stands(
                ledger.current().epoch(),
                ledger.holder(),
                ledger.current().released(),
                ledger.active().epoch(),
                served,
                ledger.ended());
    }

    private static long graceOf(GameRecord game) {
        return game.rules().suspectAfterMillis() * Evidence.SILENT_HUNDREDTHS / 100;
    }

    // --- spares ---

    private DirectoryReply standBy(Caller caller, DirectoryRequest.StandBy request, long now) {
        boolean serves =
                ledgers.heldBy(request.spare()).filter(id -> !isDown(id, now)).isPresent();
        return serves ? new DirectoryReply.Done() : spares.standBy(caller.line(), request, now);
    }

    private boolean isDown(String id, long now) {
        return catalog.record(id)
                .filter(game ->
                        !catalog.state(game, now).current().isDown(game.rules().suspectAfterMillis(), now))
                .isEmpty();
    }

    /** Only for a game whose current epoch is the one that failed, or was granted after it and is burnt. */
    private void seek(Caller caller, GameRecord game, DirectoryRequest.SeekSpare request, long now) {
        Ledger ledger = game.ledger();
        GameState state = catalog.state(game, now);
        boolean older = ledger.active().epoch().isAfter(request.failed());
        boolean taken = ledger.current().epoch().isAfter(request.failed())
                && !ledger.current().released()
                && !state.current().isDown(game.rules().suspectAfterMillis(), now);
        if (ledger.ended() || older || taken) {
            outbox.answer(caller, stands(game, now));
        } else if (request.roster().size() > MEMBERS_MAX || request.supporters().size() > MEMBERS_MAX) {
            outbox.answer(
                    caller,
                    new DirectoryReply.Refused(Reason.NOT_ADMITTED, "a game has at most " + MEMBERS_MAX + " members"));
        } else {
            state.claims().note(request.supporters(), caller.line(), now);
            spares.seek(caller, game, request, stands(game, now), now);
        }
    }

    private interface GameUse {
        void with(GameRecord game);
    }
}
