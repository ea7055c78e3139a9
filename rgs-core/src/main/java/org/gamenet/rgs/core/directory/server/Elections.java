package org.gamenet.rgs.core.directory.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.arbiter.Bid;
import org.gamenet.rgs.core.arbiter.Denial;
import org.gamenet.rgs.core.arbiter.Evidence;
import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.arbiter.Term;
import org.gamenet.rgs.core.arbiter.Verdict;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.MemberId;

/** Judges claims: first by the ledger, which is safety, then by the evidence, which is not (P12, P13, P14). */
final class Elections {

    private Elections() {}

    /** The decision about a claim. */
    sealed interface Judgement {

        /** Answer at once. */
        record Say(DirectoryReply reply) implements Judgement {}

        /** Let the log decide. */
        record Log(LedgerCommand.Claim command) implements Judgement {}
    }

    static Judgement judge(DirectoryRequest.Claim claim, GameRecord game, GameState state, long now) {
        Ledger ledger = game.ledger();
        Bid bid = new Bid(
                claim.expected(),
                claim.authority(),
                claim.claimant(),
                claim.basis(),
                claim.claimId(),
                mayRebuild(claim, game, state, now));
        Verdict verdict = ledger.claim(bid);
        if (verdict instanceof Verdict.Denied denied) {
            return new Judgement.Say(denied(ledger, why(denied.why())));
        }
        if (((Verdict.Granted) verdict).next().equals(ledger)) {
            return new Judgement.Say(new DirectoryReply.Granted(
                    ledger.current().epoch(),
                    ledger.listing().members(),
                    ledger.active().authority()));
        }
        return doubt(claim, game, state, now)
                .<Judgement>map(why -> new Judgement.Say(denied(ledger, why)))
                .orElseGet(() -> new Judgement.Log(new LedgerCommand.Claim(game.id(), bid)));
    }

    static DirectoryReply.Denied denied(Ledger ledger, DirectoryReply.Why why) {
        return new DirectoryReply.Denied(ledger.current().epoch(), ledger.holder(), why);
    }

    static DirectoryReply.Why why(Denial denial) {
        return switch (denial) {
            case OVERTAKEN -> DirectoryReply.Why.OVERTAKEN;
            case ENDED -> DirectoryReply.Why.ENDED;
            case NOT_HELD -> DirectoryReply.Why.NOT_HELD;
            case SYNCHRONOUS -> DirectoryReply.Why.SYNCHRONOUS;
            case AUTHORITY -> DirectoryReply.Why.AUTHORITY;
        };
    }

    private static Optional<DirectoryReply.Why> doubt(
            DirectoryRequest.Claim claim, GameRecord game, GameState state, long now) {
        Ledger ledger = game.ledger();
        if (now < state.nobodyBefore) {
            return Optional.of(DirectoryReply.Why.NOT_YET);
        }
        if (ledger.isHeldBy(claim.claimant()) && !ledger.current().released()) {
            return Optional.empty();
        }
        boolean holderOut = ledger.current().released() || state.current().isGone();
        if (now < state.othersNotBefore && !holderOut) {
            return Optional.of(DirectoryReply.Why.NOT_YET);
        }
        Evidence evidence = new Evidence(supporters(claim, game, state, now), weight(claim, game, state, now));
        if (!evidence.suffices()) {
            return Optional.of(DirectoryReply.Why.ALIVE);
        }
        state.claims().proposed(claim.claimId(), evidence.supporters() - (claim.claimantIsSpare() ? 0 : 1));
        return Optional.empty();
    }

    /**
     * The listed members (P71) count, and newer incarnations of them. Any member that is left counts where nobody has
     * served for as long as P74 says, and where none is listed but who served and is down: a holder that finds another
     * one alive goes no further (P75).
     */
    private static int supporters(DirectoryRequest.Claim claim, GameRecord game, GameState state, long now) {
        Ledger ledger = game.ledger();
        Optional<MemberId> holder = ledger.current().released() ? Optional.empty() : Optional.of(ledger.holder());
        List<MemberId> all = new ArrayList<>(claim.supporters());
        all.add(claim.claimant());
        List<MemberId> listed = ledger.listing().members();
        boolean nobody =
                ledger.listing().without(ledger.active().authority()).isEmpty() && weight(claim, game, state, now) == 0;
        List<MemberId> may = nobody || isDownFor(game.rules().goOnWithFewerAfterMillis(), claim, game, state, now)
                ? all
                : all.stream()
                        .filter(m -> listed.contains(m) || listed.stream().anyMatch(one -> isNewer(m, one)))
                        .toList();
        int counted = Evidence.supporters(claim.supporters(), claim.claimant(), claim.claimantIsSpare(), may, holder);
        return ledger.isServedBy(claim.claimant()) ? Math.max(counted, followers(game, state, now)) : counted;
    }

    private static boolean isNewer(MemberId one, MemberId listed) {
        return one.peer() == listed.peer() && one.incarnation().compareTo(listed.incarnation()) > 0;
    }

    /** The active epoch's holder claims the next one with the followers that echo it, as it reported them. */
    private static int followers(GameRecord game, GameState state, long now) {
        boolean down = state.active().isDown(game.rules().suspectAfterMillis(), now);
        return Evidence.weight(down ? 0 : state.active().echoed());
    }

    /**
     * Whether whoever holds, and whoever still serves, has weighed nothing for so long: followers that are listed would
     * have claimed by then.
     */
    private static boolean isDownFor(
            long millis, DirectoryRequest.Claim claim, GameRecord game, GameState state, long now) {
        Ledger ledger = game.ledger();
        boolean serves = ledger.isPending() && !ledger.isServedBy(claim.claimant());
        // A number that was given up again says nothing of how long nobody has served, nor does one whose holder has
        // been lost for as long as a recovery takes.
        long recovery = game.rules().suspectAfterMillis() + Claims.RECOVERY_MILLIS;
        boolean lost = isDownFor(recovery, state.current(), game, now);
        boolean burnt = ledger.isPending() && (ledger.current().released() || lost);
        return (burnt || isDownFor(millis, state.current(), game, now))
                && (!serves || isDownFor(millis, state.active(), game, now));
    }

    private static boolean isDownFor(long millis, Lease lease, GameRecord game, long now) {
        long suspectAfter = game.rules().suspectAfterMillis();
        return lease.isDown(suspectAfter, now) && lease.downFor(suspectAfter, now) >= millis;
    }

    /**
     * The holder's; while a granted epoch is not active, also that of whoever still serves the last active one, if it
     * is not the claimant.
     */
    private static int weight(DirectoryRequest.Claim claim, GameRecord game, GameState state, long now) {
        Ledger ledger = game.ledger();
        long suspectAfter = game.rules().suspectAfterMillis();
        int holder = weight(ledger.current(), state.current(), suspectAfter, now);
        boolean serves = ledger.isPending() && !ledger.isServedBy(claim.claimant());
        return serves ? Math.max(holder, weight(ledger.active(), state.active(), suspectAfter, now)) : holder;
    }

    private static int weight(Term term, Lease lease, long suspectAfter, long now) {
        return term.released() ? 0 : lease.weight(suspectAfter, now);
    }

    /**
     * Whether an epoch is made active by no more than half of those listed although who serves has renewed since the
     * grant (P74): such a holder saw less of the game than the directory does.
     */
    static boolean isOvertakenByItsServer(
            DirectoryRequest.Activate request, GameRecord game, GameState state, long now) {
        Ledger ledger = game.ledger();
        List<MemberId> others = ledger.listing().without(List.of(ledger.active().first()));
        long stay = others.stream().filter(request.members()::contains).count();
        boolean fewer = stay * 2 <= others.size();
        return fewer
                && !ledger.isServedBy(ledger.current().claimant())
                && !ledger.active().released()
                && state.servesAgain(game, now);
    }

    /**
     * Whether an entry takes half of the listed off, or more, one of whom claims (P71): for as long as a recovery takes
     * the claim is weighed first.
     */
    static boolean waits(
            DirectoryRequest.Enlist entry, GameRecord game, GameState state, long now, LongPredicate lines) {
        // In whose place a newer incarnation comes is not taken off.
        List<MemberId> off = game.ledger().listing().without(entry.members()).stream()
                .filter(listed -> entry.members().stream().noneMatch(m -> isNewer(m, listed)))
                .toList();
        boolean half = !off.isEmpty()
                && off.size() * 2 >= game.ledger().listing().members().size();
        return half && state.claims().holdsUp(entry.count(), off, game.rules().suspectAfterMillis(), now, lines);
    }

    /**
     * P11; that a backup's own line is silent, only its lease could tell: until backups hold one, the holder's speaks
     * for the authority. A later number that was given up says nothing of whoever still serves.
     */
    private static boolean mayRebuild(DirectoryRequest.Claim claim, GameRecord game, GameState state, long now) {
        boolean another = game.rules().failover().stream().anyMatch(way -> way != Failover.HOT_BACKUP);
        boolean alone = game.ledger().active().authority().size() == 1;
        Lease lease = state.active();
        long suspectAfter = game.rules().suspectAfterMillis();
        boolean silentLong = lease.isDown(suspectAfter, now)
                && lease.downFor(suspectAfter, now) >= game.rules().giveUpAfterMillis() / 2;
        return claim.basis() == Basis.REBUILD
                && another
                && (alone && (lease.isGone() || game.ledger().active().released()) || silentLong);
    }
}
