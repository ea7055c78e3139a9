package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The search for a new server by a frozen member whose turn it is (P32, P33): one way after the other, one candidate
 * after the other, until one has agreed to claim the next number.
 */
final class Negotiation {

    private static final long TURN_MILLIS = 250;
    private static final long NEXT_WAY_MILLIS = 300;
    private static final long CANDIDATE_MILLIS = 250;
    private static final long PATIENCE_MILLIS = 1_000;

    private Negotiation() {}

    // ---- whose turn it is

    static Step awaitTurn(Suspecting at, List<Effect> effects) {
        Succession succession = at.succession();
        int rank = at.succession().turn();
        // The backup goes first: a negotiator that looks for another would claim against it.
        if (!at.search().begun() && at.search().turns() == 0 && succession.isBackupFirst(at.failed()))
            return letOthersGoFirst(at, effects, NEXT_WAY_MILLIS + rank * TURN_MILLIS);
        if (rank == 0) return negotiate(at, effects);
        long longer = succession.doesAnEarlierOneAct() ? at.membership().suspectMillis() : 0;
        return letOthersGoFirst(at, effects, rank * TURN_MILLIS + longer);
    }

    static Step letOthersGoFirst(Suspecting at, List<Effect> effects, long millis) {
        effects.add(new Effect.StartTimer(Timer.NEGOTIATE, millis));
        return Step.to(at, effects);
    }

    static Step onTurn(Suspecting at) {
        return negotiate(at, new ArrayList<>());
    }

    static Step negotiate(Suspecting at, List<Effect> effects) {
        List<MemberId> view = at.succession().view();
        if (!at.search().begun()) effects.add(new Effect.Note("freeze view " + names(at, view)));
        effects.add(new Effect.AskGameStatus());
        if (isInVain(at)) return waitForMore(at, effects);
        Suspecting now = at.with(at.search().begun() ? at.search().again() : at.search());
        return claimsWithState(at) || claimsItself(at)
                ? Claiming.startClaim(now, effects, at.freezing().hints())
                : nextWay(now, effects);
    }

    // ---- too few

    /**
     * Whether a number would be granted to this side in vain, as one was to somebody already (P74). The first one tells
     * a side how it stands: members that are in the roster need not be on the arbiter's list yet.
     */
    static boolean isInVain(Suspecting at) {
        boolean burnt = !at.failed().equals(at.epoch());
        return burnt && at.freezing().mayWaitOn() && at.succession().isOutnumbered();
    }

    /** As if it had been granted one, and given it up. */
    static Step waitForMore(Suspecting at, List<Effect> effects) {
        FreezeContext longer = at.freezing().withTooFew();
        effects.add(new Effect.StopTimer(Timer.NEXT_WAY));
        return letOthersGoFirst(at.with(longer).with(Search.NOT_BEGUN), effects, longer.pauseMillis());
    }

    // ---- itself

    /** Among equals a negotiator need not ask anybody (P32). */
    private static boolean claimsItself(Suspecting at) {
        return at.membership().rules().peers()
                && at.self().mayServe()
                && !at.next().isClaimed()
                && at.self().me().kind() == Kind.PLAYER;
    }

    /**
     * Whether it claims itself, ahead of the named ways: it is of the authority of the last active epoch, and others
     * had their time (P74), or will not be granted a number before that (P48), or are gone. A spare that finds nobody
     * left but the old server goes again (P38), one after another.
     */
    private static boolean claimsWithState(Suspecting at) {
        FreezeContext freezing = at.freezing();
        return (freezing.late()
                        || at.membership().rules().synchronous()
                        || at.succession().isLastOne())
                && !freezing.unable()
                && at.succession().basis() == Basis.HELD
                && !at.next().isClaimed();
    }

    private static String names(Suspecting at, List<MemberId> ids) {
        return ids.stream()
                .map(id -> at.log().roster().find(id).map(Member::name).orElse(id.toString()))
                .toList()
                .toString();
    }

    // ---- ways

    static Step onNextWay(Suspecting at) {
        return nextWay(at, new ArrayList<>());
    }

    /**
     * Begins the next way. Behind the last one a member that has the state claims itself; others begin again after a
     * pause.
     */
    private static Step nextWay(Suspecting at, List<Effect> effects) {
        List<Failover> ways = at.search().order(at.membership().rules().failover());
        Search tried = at.search().next();
        if (tried.way() >= ways.size()) {
            Search again = at.search().again();
            if (at.succession().basis() == Basis.HELD && !at.next().isClaimed())
                return Claiming.startClaim(
                        at.with(again), effects, at.freezing().hints());
            return letOthersGoFirst(at.with(again), effects, again.pauseMillis());
        }
        if (tried.way() + 1 < ways.size()) effects.add(new Effect.StartTimer(Timer.NEXT_WAY, NEXT_WAY_MILLIS));
        else effects.add(new Effect.StopTimer(Timer.NEXT_WAY));
        return askMember(at.with(tried), effects);
    }

    private static Step seekSpare(Suspecting at, List<Effect> effects) {
        effects.add(new Effect.SeekSpare(
                at.failed(), at.log().roster().members(), at.succession().supporters()));
        // The directory's answer may be lost, and nothing else runs beside the last way (P29).
        boolean last = at.search().way() + 1
                == Search.ways(at.membership().rules().failover()).size();
        if (last) effects.add(new Effect.StartTimer(Timer.NEGOTIATE, PATIENCE_MILLIS));
        return Step.to(at, effects);
    }

    static Step onSpare(Suspecting at, Event.SpareSought sought) {
        if (!sought.failed().equals(at.failed()) || !at.search().begun()) return at.stay();
        if (sought.agreed()) return at.stay(agreed("spare " + sought.detail(), Timer.NEXT_WAY));
        List<Effect> effects = new ArrayList<>(List.of(new Effect.Note("no spare: " + sought.detail())));
        List<Failover> ways = at.search().order(at.membership().rules().failover());
        boolean seeksSpare = ways.get(at.search().way()) == Failover.SPARE_SERVER;
        return seeksSpare ? nextWay(at, effects) : at.stay(effects.toArray(Effect[]::new));
    }

    /** The candidate has time to claim; another is asked only when that is over. */
    private static Effect[] agreed(String who, Timer over) {
        return new Effect[] {
            new Effect.Note("offer to " + who + " agreed"),
            new Effect.StopTimer(over),
            new Effect.StartTimer(Timer.CLAIM, FullMember.REPEAT_MILLIS),
            new Effect.StartTimer(Timer.NEGOTIATE, PATIENCE_MILLIS)
        };
    }

    // ---- candidates

    static Step onCandidateSilent(Suspecting at) {
        return askMember(at, new ArrayList<>());
    }

    /** A spare that is in the game is asked by its members, as players are (P33); all others by the directory. */
    static Step askMember(Suspecting at, List<Effect> effects) {
        Membership membership = at.membership();
        Search search = at.search();
        boolean players = search.seeksPlayers(membership.rules().failover());
        if (at.next().isClaimed()) return players ? Step.to(at, effects) : seekSpare(at, effects);
        Set<MemberId> excluded = new HashSet<>(List.of(membership.primary(), at.suspected()));
        if (at.freezing().unable() || !at.self().mayServe()) excluded.add(membership.id());
        Kind kind = players ? Kind.PLAYER : Kind.SERVER;
        Optional<MemberId> candidate = search.candidate(
                        kind,
                        membership.log().roster().members(),
                        excluded,
                        at.freezing().hints())
                .or(() -> players ? at.succession().lastChoice(search, excluded) : Optional.empty());
        if (candidate.isEmpty() && !players) return seekSpare(at, effects);
        if (candidate.isEmpty()) {
            Search over = search.answered();
            return letOthersGoFirst(at.with(over), effects, over.again().pauseMillis());
        }
        Suspecting asking = at.with(search.asks(candidate.get()));
        if (candidate.get().equals(membership.id()))
            return Claiming.startClaim(asking, effects, at.freezing().hints());
        effects.add(new Effect.Send(
                candidate.get(),
                new Message.Promote(at.failed(), at.succession().supporters())));
        effects.add(new Effect.StartTimer(Timer.CANDIDATE, CANDIDATE_MILLIS));
        return Step.to(asking, effects);
    }

    static Step onPromoteAnswer(Suspecting at, MemberId from, Message.PromoteAnswer answer) {
        if (!answer.agrees()) return askMember(at, new ArrayList<>());
        return Step.to(at.with(at.search().answered()), agreed("player " + names(at, List.of(from)), Timer.CANDIDATE));
    }
}
