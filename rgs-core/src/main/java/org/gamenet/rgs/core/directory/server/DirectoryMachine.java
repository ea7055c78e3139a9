package org.gamenet.rgs.core.directory.server;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.arbiter.Evidence;
import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;

/**
 * The directory's leader: games, lines, leases, claims, spares. Deterministic, without IO and without a clock: every
 * call names the time, monotonic, in milliseconds; {@link OwnTime} takes the pauses of this process out of it. One
 * thread at a time. Everything that must survive is in the {@link Ledgers}, which only commands of the log change:
 * apply one on this thread, then tell {@link #committed}. Everything else is soft, and told again by the processes
 * within D/5.
 *
 * <p>Every request gets one answer, except when the log loses it: then none, and the caller repeats (P6). An answer to
 * a repeated request says the same. Bounds are in {@link DirectorySettings}. A request above them is refused with a
 * reason; nothing is dropped to make room.
 */
public final class DirectoryMachine {

    private final DirectorySettings settings;
    private final Ledgers ledgers;
    private final DirectoryOutbox outbox;
    private final Catalog catalog;
    private final GameStatuses statuses;
    private final SparePool spares;
    private final Grants grants;
    private final BackupsWanted backups;
    private final Rights rights;
    private final Lifecycle lifecycle;
    private final Tenure tenure;
    private final OwnTime time;

    /** One that signs nothing. */
    public DirectoryMachine(DirectorySettings settings, Ledgers ledgers, int mark) {
        this(settings, ledgers, mark, GrantSigner.NONE);
    }

    /**
     * @param ledgers read here, changed by whoever applies the log
     * @param mark drawn at random, not 0: the directory's for good if its log is empty so far (P14)
     * @param signer of grants (P36)
     */
    public DirectoryMachine(DirectorySettings settings, Ledgers ledgers, int mark, GrantSigner signer) {
        this.settings = settings;
        this.ledgers = ledgers;
        this.time = new OwnTime(settings.stallMillis());
        Quotas quotas = settings.quotas();
        Holdings<Object> holdings = new Holdings<>("games", quotas.gamesPerLine(), quotas.gamesPerAddress());
        this.outbox = new DirectoryOutbox(holdings);
        this.catalog = new Catalog(ledgers);
        this.statuses = new GameStatuses(catalog);
        this.grants = new Grants(catalog, statuses, signer);
        this.spares = new SparePool(settings, outbox, catalog);
        this.backups = new BackupsWanted(ledgers, catalog);
        this.rights = new Rights(outbox, catalog, spares);
        this.lifecycle = new Lifecycle(settings, outbox, catalog, spares, holdings, mark);
        this.tenure = new Tenure(outbox, catalog, statuses, spares, holdings, lifecycle);
    }

    /**
     * This node leads from now on. Every lease counts as just renewed, and others than the holders are granted nothing
     * for 0.83 D (P13).
     */
    public void leading(long nowMillis) {
        long now = time.begin(nowMillis);
        outbox.forgetProposalsBefore(Long.MAX_VALUE);
        catalog.retainRecorded();
        catalog.all().forEach(game -> {
            GameState state = catalog.state(game, now);
            state.assume(now);
            state.othersNotBefore = now + graceOf(game);
        });
        lifecycle.leading(now);
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
        time.advance(nowMillis);
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
        long now = time.advance(nowMillis);
        outbox.close(line);
        rights.lineClosed(line);
        catalog.states().forEach(state -> state.lineClosed(line, now));
        spares.lineClosed(line, now);
        return outbox.drain();
    }

    /** A process asks. The request id is the line's own. */
    public List<DirectoryOutput> request(long line, long requestId, DirectoryRequest request, long nowMillis) {
        long now = time.advance(nowMillis);
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
            RequestLimits.lengthFault(request)
                    .or(() -> rights.refusal(line, request, now))
                    .ifPresentOrElse(
                            why -> outbox.answer(caller, new DirectoryReply.Refused(Reason.NOT_ADMITTED, why)),
                            () -> dispatch(caller, request, now));
        }
        return outbox.drain();
    }

    /** The log has applied a command to the ledgers. {@code proposal} 0: it was not this machine's. */
    public List<DirectoryOutput> committed(long proposal, LedgerCommand command, LedgerResult result, long nowMillis) {
        long now = time.advance(nowMillis);
        List<Caller> callers = outbox.settled(proposal);
        if (command instanceof LedgerCommand.Create c) {
            lifecycle.created(c, result, callers, now);
        } else if (command instanceof LedgerCommand.Revive c) {
            lifecycle.revived(c, result, callers, now);
        } else if (command instanceof LedgerCommand.Claim c) {
            tenure.claimed(c, result, callers, now);
        } else if (command instanceof LedgerCommand.Activate c) {
            tenure.activated(c, callers, now);
        } else if (command instanceof LedgerCommand.Enlist c) {
            tenure.enlisted(c, callers, now);
        } else if (command instanceof LedgerCommand.Release c) {
            tenure.released(c, callers, now);
        } else if (command instanceof LedgerCommand.End c) {
            lifecycle.ended(c, callers, now);
        } else if (command instanceof LedgerCommand.Drop c) {
            lifecycle.dropped(c);
        }
        return outbox.drain();
    }

    /** The log could not take a proposal. A process that waits for it gets no answer and asks again. */
    public List<DirectoryOutput> failed(long proposal, long nowMillis) {
        long now = time.advance(nowMillis);
        outbox.forget(proposal);
        lifecycle.serveWaiting(now);
        return outbox.drain();
    }

    /** Time passes; at least every 20 ms. */
    public List<DirectoryOutput> tick(long nowMillis) {
        long now = time.advance(nowMillis);
        outbox.forgetProposalsBefore(now - settings.proposalMillis());
        spares.tick(now);
        backups.tick(now);
        lifecycle.tick(now);
        return outbox.drain();
    }

    /** All games that have not ended and are listed, oldest first, for people to look at. */
    public List<GameEntry> games(long nowMillis) {
        long now = time.at(nowMillis);
        return catalog.all()
                .filter(game -> !game.ledger().ended() && game.rules().listed())
                .map(game -> catalog.entry(game, now))
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

    private void dispatch(Caller caller, DirectoryRequest request, long now) {
        if (request instanceof DirectoryRequest.Renew r) {
            tenure.renew(caller, r, now);
        } else if (request instanceof DirectoryRequest.Claim r) {
            with(caller, r.game(), game -> tenure.claim(caller, game, r, now));
        } else if (request instanceof DirectoryRequest.Activate r) {
            with(caller, r.game(), game -> tenure.activate(caller, game, r, now));
        } else if (request instanceof DirectoryRequest.Enlist r) {
            with(caller, r.game(), game -> tenure.enlist(caller, game, r, now));
        } else if (request instanceof DirectoryRequest.Release r) {
            with(caller, r.game(), game -> tenure.release(caller, game, r, now));
        } else if (request instanceof DirectoryRequest.End r) {
            with(caller, r.game(), game -> lifecycle.end(caller, game, r, now));
        } else if (request instanceof DirectoryRequest.AskStatus r) {
            with(caller, r.game(), game -> outbox.answer(caller, statuses.of(game, now)));
        } else if (request instanceof DirectoryRequest.SignGrant r) {
            with(caller, r.game(), game -> outbox.answer(caller, grants.sign(game, r, now)));
        } else if (request instanceof DirectoryRequest.Discover r) {
            outbox.answer(caller, catalog.page(r, now));
        } else if (request instanceof DirectoryRequest.Lookup r) {
            lifecycle.lookup(caller, r, now);
        } else if (request instanceof DirectoryRequest.Register r) {
            lifecycle.register(caller, r.game(), now);
        } else if (request instanceof DirectoryRequest.HostOrJoin r) {
            lifecycle.host(caller, r, now);
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

    private static long graceOf(GameRecord game) {
        return game.rules().suspectAfterMillis() * Evidence.SILENT_HUNDREDTHS / 100;
    }

    // --- spares ---

    private DirectoryReply standBy(Caller caller, DirectoryRequest.StandBy request, long now) {
        boolean serves =
                ledgers.heldBy(request.spare()).filter(id -> !isDown(id, now)).isPresent();
        if (serves) return new DirectoryReply.Done();
        DirectoryReply reply = spares.standBy(caller.line(), request, now);
        return spares.spare(request.spare())
                .filter(spare -> reply instanceof DirectoryReply.Done && spare.isFree() && !spare.rehearses())
                .flatMap(spare -> backups.next(spare, now))
                .<DirectoryReply>map(game -> new DirectoryReply.Found(catalog.entry(game, now)))
                .orElse(reply);
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
            outbox.answer(caller, statuses.of(game, now));
        } else if (request.roster().size() > RequestLimits.MEMBERS
                || request.supporters().size() > RequestLimits.MEMBERS) {
            outbox.answer(
                    caller,
                    new DirectoryReply.Refused(
                            Reason.NOT_ADMITTED, "a game has at most " + RequestLimits.MEMBERS + " members"));
        } else {
            state.claims().note(request.supporters(), caller.line(), now);
            state.named(request.roster());
            spares.seek(caller, game, request, statuses.of(game, now), now);
        }
    }

    private interface GameUse {
        void with(GameRecord game);
    }
}
