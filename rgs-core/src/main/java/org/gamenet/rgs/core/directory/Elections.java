package org.gamenet.rgs.core.directory;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.arbiter.Bid;
import org.gamenet.rgs.core.arbiter.Denial;
import org.gamenet.rgs.core.arbiter.Evidence;
import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.arbiter.Term;
import org.gamenet.rgs.core.arbiter.Verdict;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.MemberId;

/** Judges claims: first by the ledger, which is safety, then by the evidence, which is not (P12, P13, P14). */
final class Elections {

    private Elections() {}

    private static final long LAST_RESORT_MILLIS = 10_000;

    /** What to do with a claim. */
    sealed interface Judgement {

        /** Answer at once. */
        record Say(DirectoryReply reply) implements Judgement {}

        /** Let the log decide. */
        record Log(LedgerCommand.Claim command) implements Judgement {}
    }

    static Judgement judge(DirectoryRequest.Claim claim, GameRecord game, GameState state, long now) {
        Ledger ledger = game.ledger();
        List<MemberId> listed = listed(claim, game, state, now);
        Bid bid = new Bid(claim.expected(), claim.authority(), claim.claimant(), claim.basis(), claim.claimId(), listed,
                mayRebuild(claim, game, state, now));
        Verdict verdict = ledger.claim(bid);
        if (verdict instanceof Verdict.Denied denied) {
            return new Judgement.Say(denied(ledger, why(denied.why())));
        }
        if (((Verdict.Granted) verdict).next().equals(ledger)) {
            return new Judgement.Say(new DirectoryReply.Granted(ledger.current().epoch(), ledger.current().listed()));
        }
        return doubt(claim, listed, game, state, now)
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

    private static Optional<DirectoryReply.Why> doubt(DirectoryRequest.Claim claim, List<MemberId> listed, GameRecord game, GameState state,
            long now) {
        Ledger ledger = game.ledger();
        if (now < state.nobodyBefore) {
            return Optional.of(DirectoryReply.Why.NOT_YET);
        }
        // Who has given its number up needs supporters like anybody: those that it would find may be whom the last server had put out (P38).
        if (ledger.isHeldBy(claim.claimant()) && !ledger.current().released()) {
            return Optional.empty();
        }
        boolean holderOut = ledger.current().released() || state.current().isGone();
        if (now < state.othersNotBefore && !holderOut) {
            return Optional.of(DirectoryReply.Why.NOT_YET);
        }
        if (isOut(claim.claimant(), game, state) && !isDownFor(LAST_RESORT_MILLIS, claim, game, state, now)) {
            return Optional.of(DirectoryReply.Why.ALIVE);
        }
        Evidence evidence = new Evidence(supporters(claim, listed, game.ledger()), weight(claim, game, state, now));
        return evidence.suffices() ? Optional.empty() : Optional.of(DirectoryReply.Why.ALIVE);
    }

    /**
     * Whether the last server had put it out: its history is older than that of its supporters, and they can claim themselves. Whoever serves the last
     * active epoch holds the newest, listed or not.
     */
    private static boolean isOut(MemberId claimant, GameRecord game, GameState state) {
        return !state.roster().contains(claimant) && state.notOut(List.of(claimant)).isEmpty() && !game.ledger().isServedBy(claimant);
    }

    /**
     * Who is in the game as far as this directory knows. Whoever of them supports the claim counts (P12); whoever rebuilds the game needs the history of
     * one of them (P38).
     */
    private static List<MemberId> listed(DirectoryRequest.Claim claim, GameRecord game, GameState state, long now) {
        // A leader that never heard an active holder knows no roster: then the claim's own word must do, else nobody could follow a
        // server that died together with the old leader. Nor is there another word once nobody has renewed for long: the last holder may
        // have let everybody in who is left while it could not tell.
        // Whom it had put out counts last, when a minority may go on as well (P38).
        boolean lastResort = isDownFor(LAST_RESORT_MILLIS, claim, game, state, now);
        boolean blind = !state.known || lastResort || isDownFor(game.rules().suspectAfterMillis(), claim, game, state, now);
        if (!blind) {
            return state.roster();
        }
        Set<MemberId> all = new LinkedHashSet<>(claim.supporters());
        if (!claim.claimantIsSpare()) {
            all.add(claim.claimant());
        }
        Set<MemberId> listed = new LinkedHashSet<>(state.roster());
        listed.addAll(lastResort ? all : state.notOut(all));
        return List.copyOf(listed);
    }

    private static int supporters(DirectoryRequest.Claim claim, List<MemberId> listed, Ledger ledger) {
        Optional<MemberId> holder = ledger.current().released() ? Optional.empty() : Optional.of(ledger.holder());
        int counted = Evidence.supporters(claim.supporters(), claim.claimant(), claim.claimantIsSpare(), listed, holder);
        // Who serves the last active epoch speaks for itself, listed or not: it need not have renewed before a later number was granted (P21).
        boolean serves = ledger.isServedBy(claim.claimant()) && (claim.claimantIsSpare() || !listed.contains(claim.claimant()));
        return counted + (serves ? 1 : 0);
    }

    /** Whether whoever holds, and whoever still serves, has weighed nothing for so long: followers that are listed would have claimed by then. */
    private static boolean isDownFor(long millis, DirectoryRequest.Claim claim, GameRecord game, GameState state, long now) {
        Ledger ledger = game.ledger();
        boolean serves = ledger.isPending() && !ledger.isServedBy(claim.claimant());
        // A number that was given up again says nothing of how long nobody has served.
        boolean burnt = ledger.isPending() && ledger.current().released();
        return (burnt || isDownFor(millis, state.current(), game, now)) && (!serves || isDownFor(millis, state.active(), game, now));
    }

    private static boolean isDownFor(long millis, Lease lease, GameRecord game, long now) {
        long suspectAfter = game.rules().suspectAfterMillis();
        return lease.isDown(suspectAfter, now) && lease.downFor(suspectAfter, now) >= millis;
    }

    /**
     * The holder's; while a granted epoch is not active, also that of whoever still serves the last active one, if it is not the
     * claimant.
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
     * P11; that a backup's own line is silent, only its lease could tell: until backups hold one, the holder's speaks for the authority.
     */
    private static boolean mayRebuild(DirectoryRequest.Claim claim, GameRecord game, GameState state, long now) {
        boolean another = game.rules().failover().stream().anyMatch(way -> way != Failover.HOT_BACKUP);
        boolean alone = game.ledger().active().authority().size() == 1;
        Lease lease = state.active();
        long suspectAfter = game.rules().suspectAfterMillis();
        boolean silentLong = lease.isDown(suspectAfter, now) && lease.downFor(suspectAfter, now) >= game.rules().giveUpAfterMillis() / 2;
        return claim.basis() == Basis.REBUILD && another && (alone && lease.isGone() || silentLong);
    }
}
