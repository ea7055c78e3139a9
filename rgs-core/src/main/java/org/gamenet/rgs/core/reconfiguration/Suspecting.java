package org.gamenet.rgs.core.reconfiguration;

import static org.gamenet.rgs.core.reconfiguration.EpochIs.ABOVE_PROMISE;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.ANY;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.FAILED;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.PLAYED;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.STALE;
import static org.gamenet.rgs.core.reconfiguration.Sender.ANYBODY;
import static org.gamenet.rgs.core.reconfiguration.Sender.ARBITER;
import static org.gamenet.rgs.core.reconfiguration.Sender.ASKED;
import static org.gamenet.rgs.core.reconfiguration.Sender.HOLDER;
import static org.gamenet.rgs.core.reconfiguration.Sender.NAMED;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Mix;

/**
 * Frozen: does not hear the holder of {@code failed} any more; revocable as long as it has answered nobody. Looks for a
 * successor when it is its turn to negotiate, and claims when it is asked to serve (P30-P35).
 *
 * @param failed the epoch that lost its holder: the one it plays in, or a later one that it promised
 * @param suspected that holder; where nobody advertised {@code failed}, the last one that did, or served
 * @param search how far it has come as negotiator
 * @param claimId of its own claim, 0 if it makes none; kept until granted, overtaken or withdrawn (P6)
 * @param claims counts its claims, so that each has another id (P6)
 * @param call an advertisement that waits for the arbiter's word
 * @param overtaken an epoch granted to somebody who has not advertised it yet
 */
record Suspecting(
        Membership part,
        Epoch failed,
        MemberId suspected,
        FreezeContext freezing,
        Search search,
        long claimId,
        int claims,
        Optional<PendingCollect> call,
        Optional<Epoch> overtaken)
        implements FullMember {

    private static final long TURN_MILLIS = 250;
    private static final long NEXT_WAY_MILLIS = 300;
    private static final long CANDIDATE_MILLIS = 250;
    private static final long PATIENCE_MILLIS = 1_000;
    private static final long OTHERS_FIRST_MILLIS = 2_000;

    static Suspecting of(
            Membership part, Epoch failed, MemberId suspected, FreezeContext freezing, Optional<PendingCollect> call) {
        return new Suspecting(part, failed, suspected, freezing, Search.NOT_BEGUN, 0, 0, call, Optional.empty());
    }

    /** The timers that run from the freeze on, through every attempt. */
    static List<Effect> frozenTimers(Membership part) {
        return List.of(
                new Effect.StartTimer(Timer.GIVE_UP, part.rules().giveUpAfterMillis()),
                new Effect.StartTimer(Timer.PACKAGE, PACKAGE_MILLIS),
                new Effect.StartTimer(Timer.LAST_RESORT, part.rules().goOnWithFewerAfterMillis()));
    }

    /** Enters the state: tells everybody, and waits for its turn. */
    Step begin(List<Effect> first) {
        List<Effect> effects = new ArrayList<>(first);
        effects.add(suspicion());
        // Said again and again: who serves a later epoch shows its ACK to whoever suspects, though it be out (P29).
        effects.add(new Effect.StartTimer(Timer.SUSPECT, REPEAT_MILLIS));
        if (succession().isHopeless())
            return close(Reason.NO_NEW_SERVER, "the server is gone, and this game names no way to another")
                    .after(effects.toArray(Effect[]::new));
        if (freezing.unable()) return letOthersGoFirst(effects, OTHERS_FIRST_MILLIS + part.suspectMillis());
        if (freezing.pauseMillis() > 0) return letOthersGoFirst(effects, freezing.pauseMillis());
        return succession().backsUp() ? startClaim(effects, freezing.hints()) : awaitTurn(effects);
    }

    private Succession succession() {
        return new Succession(part, suspected, freezing);
    }

    private Effect suspicion() {
        return new Effect.Cast(new Message.Suspicion(failed, false, coordinates()));
    }

    /** As its own process has told it. */
    private boolean coordinates() {
        return freezing.hints().coordinators().contains(part.id());
    }

    /** It gave a number up, and might give the next up again: it leaves that to others until it has resumed. */
    private Step letOthersGoFirst(List<Effect> effects, long millis) {
        effects.add(new Effect.StartTimer(Timer.NEGOTIATE, millis));
        return Step.to(this, effects);
    }

    private Step awaitTurn(List<Effect> effects) {
        int rank = succession().turn();
        // The backup goes first: who looks for another would claim against it.
        if (!search.begun() && search.turns() == 0 && succession().isBackupFirst(failed))
            return letOthersGoFirst(effects, NEXT_WAY_MILLIS + rank * TURN_MILLIS);
        if (rank == 0) return negotiate(effects);
        boolean earlierActs = succession().doesAnEarlierOneAct();
        effects.add(
                new Effect.StartTimer(Timer.NEGOTIATE, rank * TURN_MILLIS + (earlierActs ? part.suspectMillis() : 0)));
        return Step.to(this, effects);
    }

    static final StateTable<Suspecting> TABLE = StateTable.of(Suspecting.class)
            .heardFrom(Message.EpochStart.class, ANYBODY, STALE, "P2", Suspecting::turnAway)
            .heard(Message.EpochStart.class, HOLDER, ANY, "P42", Suspecting::resume)
            .heard(Message.EpochStart.class, ARBITER, ABOVE_PROMISE, "P42", Suspecting::resume)
            .heard(Message.JoinDenied.class, ARBITER, ANY, "P25", Suspecting::onEvicted)
            .heardFrom(Message.Collect.class, ANYBODY, STALE, "P2", Suspecting::turnAway)
            .ignores(Message.Collect.class, PLAYED, "it is frozen in that epoch")
            .heard(Message.Collect.class, NAMED, ANY, "P36", Suspecting::askWhetherReal)
            .heard(Message.Suspicion.class, ANYBODY, FAILED, "P33", Suspecting::noteSuspicion)
            .heard(Message.Promote.class, ANYBODY, FAILED, "P33", Suspecting::onPromote)
            .heard(Message.Promote.class, ANYBODY, ANY, "P33", Suspecting::decline)
            .heard(Message.PromoteAnswer.class, ASKED, FAILED, "P33", Suspecting::onPromoteAnswer)
            .heard(Message.Released.class, HOLDER, FAILED, "P28", Suspecting::onGoodbye)
            .heardFrom(Message.JoinRequest.class, NAMED, ANY, "P26", Suspecting::letWait)
            .heard(Message.Stale.class, ANYBODY, ABOVE_PROMISE, "P21", Suspecting::askHowItStands)
            .heardFrom(Message.EntryNews.class, ANYBODY, STALE, "P2", Suspecting::turnAway)
            .ignores("it is in the game", Message.InitialAck.class, Message.FrozenWait.class)
            .ignores("it does not serve", Asked.OF_SERVERS)
            .ignores("it is frozen, and asks nobody", Asked.OF_EQUALS)
            .ignores("it collects nothing, and has answered nobody", Message.CollectReply.class, Message.Nack.class)
            .on(Event.MemberGone.class, "P33", Suspecting::noteGone)
            .on(Event.MemberUnreachable.class, "P33", Suspecting::noteUnreachable)
            .on(Event.PackageTaken.class, "P36", Suspecting::onPackage)
            .on(Event.SpareSought.class, "P32", Suspecting::onSpare)
            .on(Event.Granted.class, "P6", Suspecting::onGranted)
            .on(Event.Denied.class, "P6", Suspecting::onDenied)
            .on(Event.GameStatusKnown.class, "P7", Suspecting::onStanding)
            .on(Event.HolderAnswered.class, "P31", Suspecting::onHolderAnswered)
            .on(Event.Coordinates.class, "P33", Suspecting::noteCoordinating)
            .on(Event.LeaveAsked.class, "P28", Suspecting::goAtOnce)
            .ignores(
                    "it is frozen: only an answer to a ping of its own, or an ACK, lets it go on",
                    Event.HolderSuspected.class,
                    Event.HeartbeatSeen.class,
                    Event.PlacesTold.class)
            .ignores("it is frozen, and confirms nothing any more", Event.CopyHeld.class)
            .ignores("it does not serve", Asked.IN_SERVERS)
            .ignores("it holds no epoch", Event.Activated.class, Event.RestoreDone.class)
            .ignores("it is no spare", Event.Offered.class)
            .ignores("it is connected", Event.GroupJoined.class, Event.GroupFailed.class)
            .on(Timer.NEGOTIATE, "P33", Suspecting::onTurn)
            .on(Timer.NEXT_WAY, "P32", Suspecting::onNextWay)
            .on(Timer.CANDIDATE, "P33", Suspecting::onCandidateSilent)
            .on(Timer.CLAIM, "P6", Suspecting::repeat)
            .on(Timer.SUSPECT, "P29", Suspecting::suspectAgain)
            .on(Timer.PACKAGE, "P36", Suspecting::onPackageLate)
            .on(Timer.LAST_RESORT, "P74", Suspecting::onLate)
            .on(Timer.CHECK, "P36", Suspecting::obeyUnchecked)
            .on(Timer.AWAIT_HOLDER, "P6", Suspecting::suspectOvertaker)
            .on(Timer.GIVE_UP, "P35", Suspecting::askBeforeGivingUp)
            .on(Timer.CLOSE, "P35", Suspecting::giveUp)
            .build();

    @Override
    public boolean isFrom(Sender sender, MemberId from) {
        return sender == ASKED
                ? search.asking().filter(from::equals).isPresent()
                : FullMember.super.isFrom(sender, from);
    }

    @Override
    public Optional<MemberId> obeys() {
        return Optional.of(suspected);
    }

    @Override
    public StateTable<Suspecting> table() {
        return TABLE;
    }

    @Override
    public Step on(Event event) {
        Step step = event instanceof Event.Heard heard ? onHeard(heard) : TABLE.on(this, event);
        return claimId == 0 || keepsClaim(step.state())
                ? step
                : step.and(new Effect.Release(new Epoch(failed.number() + 1, claimId)));
    }

    /**
     * Once one is heard that was out of reach, there may be enough: whoever waits because there were too few waits no
     * longer (P74).
     */
    private Step onHeard(Event.Heard heard) {
        SuspicionHints now = freezing.hints().reached(heard.from());
        if (now == freezing.hints()) return TABLE.on(this, heard);
        Step step = TABLE.on(with(freezing.with(now)), heard);
        return step.state() instanceof Suspecting next && next.pauses()
                ? next.awaitTurn(new ArrayList<>(step.effects()))
                : step;
    }

    /** Whether it leaves the number to others because too few answered it. */
    private boolean pauses() {
        return freezing.pauseMillis() > 0 && !freezing.unable() && !search.begun() && claimId == 0;
    }

    /**
     * Whether the claim goes on in the next state. Whatever else follows, the claim is given up: it may be granted yet,
     * or has been, and the answer is lost (P6, P7).
     */
    private boolean keepsClaim(MemberState next) {
        return next instanceof Collecting || next instanceof Suspecting s && s.claimId == claimId;
    }

    private Step resume(MemberId from, Message.EpochStart news) {
        return hearAck(from, news, freezing, true);
    }

    private Step askWhetherReal(Message.Collect ad) {
        return Step.to(with(Optional.of(PendingCollect.of(ad))), FullMember.check());
    }

    private Step noteSuspicion(MemberId from, Message.Suspicion suspicion) {
        return Step.to(with(freezing.with(freezing.hints().heard(from, suspicion))));
    }

    /** Whoever never serves has nobody wait for it: one that comes back may go on from what it kept (P75). */
    private Step letWait(MemberId newcomer) {
        return self().mayServe() ? tellToWait(newcomer) : stay();
    }

    private Step onGoodbye() {
        return Step.to(with(freezing.goodbye()));
    }

    private Step noteGone(Event.MemberGone gone) {
        return onGone(gone.member(), freezing.gone(gone.member()));
    }

    private Step noteUnreachable(Event.MemberUnreachable away) {
        return onGone(away.member(), freezing.unreachable(away.member()));
    }

    private Step onPackage(Event.PackageTaken taken) {
        return Step.to(with(freezing.packed(taken.packed())));
    }

    private Step onTurn() {
        return negotiate(new ArrayList<>());
    }

    private Step onNextWay() {
        return nextWay(new ArrayList<>());
    }

    private Step onCandidateSilent() {
        return askMember(new ArrayList<>());
    }

    private Step suspectAgain() {
        return stay(suspicion(), new Effect.StartTimer(Timer.SUSPECT, REPEAT_MILLIS));
    }

    private Step onPackageLate() {
        return Step.to(with(freezing.withoutPackage()));
    }

    private Step onLate() {
        return pauses() ? with(freezing.later()).awaitTurn(new ArrayList<>()) : Step.to(with(freezing.later()));
    }

    private Step obeyUnchecked() {
        return call.map(this::obey).orElse(stay());
    }

    private Step askBeforeGivingUp() {
        return stay(new Effect.AskGameStatus(), new Effect.StartTimer(Timer.CLOSE, PACKAGE_MILLIS));
    }

    private Step giveUp() {
        return overtaken.isPresent() || freezing.goesOn()
                ? cutOff()
                : close(
                        Reason.NO_NEW_SERVER,
                        "no server took the game over in time; ways tried: "
                                + part.rules().failover());
    }

    /**
     * Its claim, until it is answered; where another was granted the number, or has agreed to claim it, whether that
     * one has given it up: one that does not reach anybody here does not say so itself.
     */
    private Step repeat() {
        if (overtaken.isEmpty() && claimId == 0 && !search.begun()) return stay();
        boolean others = overtaken.isPresent() || claimId == 0;
        Effect ask = others ? new Effect.AskGameStatus() : claim();
        return stay(ask, new Effect.StartTimer(Timer.CLAIM, REPEAT_MILLIS));
    }

    private Step onGone(MemberId member, FreezeContext newer) {
        int before = succession().turn();
        Suspecting now = with(newer);
        if (now.succession().isHopeless())
            return close(Reason.NO_NEW_SERVER, "the server is gone, and this game names no way to another");
        if (search.asking().isPresent() && search.asking().get().equals(member))
            return now.askMember(new ArrayList<>());
        boolean known = freezing.hints().isUnreachable(member) && !newer.hints().isUnreachable(member);
        if (known && now.pauses()) return now.awaitTurn(new ArrayList<>());
        if (search.begun() || now.succession().isBackupFirst(failed)) return Step.to(now);
        // The backup that was to claim is lost as well.
        if (succession().isBackupFirst(failed) && claimId == 0) return now.awaitTurn(new ArrayList<>());
        return before > 0 && now.succession().turn() == 0 ? now.negotiate(new ArrayList<>()) : Step.to(now);
    }

    // ---- revoking

    /** The old server lives and hears me: the same epoch goes on, unless I am bound to a later one (P31). */
    private Step onHolderAnswered(Event.HolderAnswered answered) {
        return answered.holder().equals(suspected) ? thaw() : stay();
    }

    private Step thaw() {
        if (!promise().equals(epoch()) || !failed.equals(epoch())) return stay();
        List<Effect> effects = new ArrayList<>(
                List.of(new Effect.Cast(new Message.Suspicion(failed, true, coordinates())), new Effect.Thaw()));
        effects.add(new Effect.StopTimer(Timer.CHECK));
        Following again =
                new Following(part, List.of(), freezing.hints().forgetSuspects(), call, Gap.NONE, freezing.copy());
        return again.wakes(effects);
    }

    // ---- finding

    private Step negotiate(List<Effect> effects) {
        List<MemberId> view = succession().view();
        if (!search.begun()) effects.add(new Effect.Note("freeze view " + names(view)));
        effects.add(new Effect.AskGameStatus());
        Suspecting now = with(search.begun() ? search.again() : search);
        return isLastResort() || claimsItself() ? now.startClaim(effects, freezing.hints()) : now.nextWay(effects);
    }

    /** Among equals whoever negotiates need not ask anybody (P32). */
    private boolean claimsItself() {
        return part.rules().peers()
                && self().mayServe()
                && claimId == 0
                && self().me().kind() == Kind.PLAYER;
    }

    /**
     * Whether it claims itself, ahead of the named ways: it served the last active epoch, and others had their time
     * (P74). A spare that finds nobody left but the old server goes again (P38), one after another.
     */
    private boolean isLastResort() {
        return freezing.late() && !freezing.unable() && succession().basis() == Basis.HELD && claimId == 0;
    }

    private String names(List<MemberId> ids) {
        return ids.stream()
                .map(id -> part.log().roster().find(id).map(Member::name).orElse(id.toString()))
                .toList()
                .toString();
    }

    /** Begins the next way, or all of them again after a pause. */
    private Step nextWay(List<Effect> effects) {
        List<Failover> ways = search.order(part.rules().failover());
        Search tried = search.next();
        if (tried.way() >= ways.size()) {
            if (succession().basis() == Basis.HELD && claimId == 0)
                return with(search.again()).startClaim(effects, freezing.hints());
            Search again = search.again();
            effects.add(new Effect.StartTimer(Timer.NEGOTIATE, again.pauseMillis()));
            return Step.to(with(again), effects);
        }
        if (tried.way() + 1 < ways.size()) effects.add(new Effect.StartTimer(Timer.NEXT_WAY, NEXT_WAY_MILLIS));
        else effects.add(new Effect.StopTimer(Timer.NEXT_WAY));
        return with(tried).askMember(effects);
    }

    private Step seekSpare(List<Effect> effects) {
        effects.add(new Effect.SeekSpare(
                failed, part.log().roster().members(), succession().supporters()));
        // The directory's answer may be lost, and nothing else runs beside the last way (P29).
        boolean last = search.way() + 1 == Search.ways(part.rules().failover()).size();
        if (last) effects.add(new Effect.StartTimer(Timer.NEGOTIATE, PATIENCE_MILLIS));
        return Step.to(this, effects);
    }

    private Step onSpare(Event.SpareSought sought) {
        if (!sought.failed().equals(failed) || !search.begun()) return stay();
        if (sought.agreed())
            return stay(
                    new Effect.Note("offer to spare " + sought.detail() + " agreed"),
                    new Effect.StopTimer(Timer.NEXT_WAY),
                    new Effect.StartTimer(Timer.CLAIM, REPEAT_MILLIS),
                    new Effect.StartTimer(Timer.NEGOTIATE, PATIENCE_MILLIS));
        List<Effect> effects = new ArrayList<>(List.of(new Effect.Note("no spare: " + sought.detail())));
        boolean spareIsLast = search.order(part.rules().failover()).get(search.way()) == Failover.SPARE_SERVER;
        return spareIsLast ? nextWay(effects) : stay(effects.toArray(Effect[]::new));
    }

    /** A spare that is in the game is asked by its members, as players are (P33); all others by the directory. */
    private Step askMember(List<Effect> effects) {
        boolean players = search.seeksPlayers(part.rules().failover());
        if (claimId != 0) return players ? Step.to(this, effects) : seekSpare(effects);
        Set<MemberId> excluded = new HashSet<>(List.of(part.primary(), suspected));
        if (freezing.unable() || !self().mayServe()) excluded.add(part.id());
        Optional<MemberId> candidate = search.candidate(
                        players ? Kind.PLAYER : Kind.SERVER, part.log().roster().members(), excluded, freezing.hints())
                .or(() -> players ? succession().lastChoice(search, excluded) : Optional.empty());
        if (candidate.isEmpty() && !players) return seekSpare(effects);
        if (candidate.isEmpty()) {
            Search over = search.answered();
            effects.add(new Effect.StartTimer(Timer.NEGOTIATE, over.again().pauseMillis()));
            return Step.to(with(over), effects);
        }
        Suspecting asking = with(search.asks(candidate.get()));
        if (candidate.get().equals(part.id())) return asking.startClaim(effects, freezing.hints());
        effects.add(new Effect.Send(
                candidate.get(), new Message.Promote(failed, succession().supporters())));
        effects.add(new Effect.StartTimer(Timer.CANDIDATE, CANDIDATE_MILLIS));
        return Step.to(asking, effects);
    }

    private Step onPromoteAnswer(MemberId from, Message.PromoteAnswer answer) {
        if (!answer.agrees()) return askMember(new ArrayList<>());
        return Step.to(
                with(search.answered()),
                new Effect.Note("offer to player " + names(List.of(from)) + " agreed"),
                new Effect.StopTimer(Timer.CANDIDATE),
                new Effect.StartTimer(Timer.CLAIM, REPEAT_MILLIS),
                new Effect.StartTimer(Timer.NEGOTIATE, PATIENCE_MILLIS));
    }

    // ---- serving, if asked

    /** Told of the epoch that is promised: it counts while that is the one that failed. */
    private Step noteCoordinating(Event.Coordinates told) {
        if (!failed.equals(promise())) return stay();
        return Step.to(with(freezing.with(freezing.hints().withCoordinating(part.id(), told.does()))));
    }

    private Step decline(MemberId from, Message.Promote promote) {
        return stay(new Effect.Send(
                from, new Message.PromoteAnswer(promote.failed(), false, "I wait for epoch " + failed.number())));
    }

    private Step onPromote(MemberId from, Message.Promote promote) {
        if (!self().mayServe())
            return stay(new Effect.Send(from, new Message.PromoteAnswer(failed, false, "I never serve")));
        if (freezing.unable())
            return stay(new Effect.Send(from, new Message.PromoteAnswer(failed, false, "I tried, and could not")));
        SuspicionHints known =
                freezing.hints().suspectedBy(promote.supporters(), part.log().roster(), failed);
        List<Effect> effects =
                new ArrayList<>(List.of(new Effect.Send(from, new Message.PromoteAnswer(failed, true, ""))));
        return claimId != 0 ? Step.to(with(freezing.with(known)), effects) : startClaim(effects, known);
    }

    private Step startClaim(List<Effect> effects, SuspicionHints known) {
        // The beginning of this suspicion is part of it: after a false alarm the same epoch may be suspected again.
        long drawn = Mix.of(self().chance(), Double.doubleToLongBits(freezing.heardAt()));
        long id = Mix.of(drawn, Mix.of(failed.number(), Mix.of(failed.claimId(), claims)));
        Suspecting now =
                new Suspecting(part, failed, suspected, freezing.with(known), search, id, claims + 1, call, overtaken);
        effects.add(now.claim());
        effects.add(new Effect.StartTimer(Timer.CLAIM, REPEAT_MILLIS));
        return Step.to(now, effects);
    }

    private Effect claim() {
        return new Effect.Claim(
                failed.number(),
                List.of(part.id()),
                succession().basis(),
                succession().supporters(),
                claimId);
    }

    private Step onGranted(Event.Granted granted) {
        if (granted.claimId() != claimId || !granted.epoch().isAfter(promise()))
            return stay(new Effect.Release(granted.epoch()));
        Step collecting = succession().basis() == Basis.HELD
                ? Gathering.asHeld(part, granted, freezing)
                : Gathering.asPlayer(part, granted, freezing);
        return TABLE.backFrom(Gathering.TABLE, collecting);
    }

    private Step onDenied(Event.Denied denied) {
        if (denied.claimId() != claimId || claimId == 0) return stay();
        return switch (denied.why()) {
            case NOT_NOW -> stay();
            case ENDED -> close(Reason.ENDED, "the game has ended");
            case OVERTAKEN -> withdraw().overtakenBy(denied.current());
            case NEVER ->
                withdraw()
                        .with(freezing.superseded(succession().basis() == Basis.HELD))
                        .negotiateLater();
            case NO_GAME -> withdraw().negotiateLater();
            case NOT_ADMITTED -> withdraw().with(freezing.failed()).negotiateLater();
        };
    }

    private Step negotiateLater() {
        return Step.to(
                this,
                new Effect.StopTimer(Timer.CLAIM),
                new Effect.StartTimer(Timer.NEGOTIATE, search.again().pauseMillis()));
    }

    private Suspecting withdraw() {
        return new Suspecting(part, failed, suspected, freezing, search, 0, claims, call, overtaken);
    }

    /** Another holds the next epoch: it has D to advertise itself, then it is suspected in its turn (P6). */
    private Step overtakenBy(Epoch current) {
        if (!current.isAfter(failed)) return stay();
        if (overtaken.filter(current::equals).isPresent()) return stay();
        Suspecting waiting =
                new Suspecting(part, failed, suspected, freezing, search, claimId, claims, call, Optional.of(current));
        return Step.to(
                waiting,
                new Effect.StartTimer(Timer.CLAIM, REPEAT_MILLIS),
                new Effect.StartTimer(Timer.AWAIT_HOLDER, part.suspectMillis()));
    }

    private Step suspectOvertaker() {
        return overtaken.isEmpty()
                ? stay()
                : suspectOvertaker(search.burns(part.rules().failover()));
    }

    private Step suspectOvertaker(Search again) {
        Suspecting next = new Suspecting(
                part,
                overtaken.get(),
                suspected,
                freezing.with(freezing.hints().forgetSuspects()),
                again,
                0,
                claims,
                call,
                Optional.empty());
        return next.begin(List.of(
                new Effect.Note("epoch " + overtaken.get().number() + " was granted, but nobody advertises it")));
    }

    // ---- what the arbiter says

    private Step onStanding(Event.GameStatusKnown known) {
        if (known.ended()) return close(Reason.ENDED, "the game has ended");
        if (call.isPresent()) {
            if (call.get().isGranted(known)) return obey(call.get());
            return with(Optional.<PendingCollect>empty()).learn(known);
        }
        return learn(known);
    }

    private Step learn(Event.GameStatusKnown known) {
        return with(freezing.superseded(known.active().isAfter(epoch())).told(known))
                .follow(known);
    }

    private Step follow(Event.GameStatusKnown known) {
        if (!known.current().isAfter(failed)) return Step.to(this);
        if (!known.released()) return overtakenBy(known.current());
        // It led somewhere, and who served takes leave.
        boolean served = known.active().equals(known.current());
        return new Suspecting(
                        part, failed, suspected, freezing, search, claimId, claims, call, Optional.of(known.current()))
                .suspectOvertaker(
                        served ? Search.NOT_BEGUN : search.burns(part.rules().failover()));
    }

    private Step obey(PendingCollect wanted) {
        if (isStale(wanted.epoch()) || wanted.epoch().equals(epoch()))
            return Step.to(with(Optional.<PendingCollect>empty()));
        return answer(wanted, freezing, List.of());
    }

    private Suspecting with(FreezeContext newer) {
        return new Suspecting(part, failed, suspected, newer, search, claimId, claims, call, overtaken);
    }

    private Suspecting with(Search newer) {
        return new Suspecting(part, failed, suspected, freezing, newer, claimId, claims, call, overtaken);
    }

    private Suspecting with(Optional<PendingCollect> pending) {
        return new Suspecting(part, failed, suspected, freezing, search, claimId, claims, pending, overtaken);
    }
}
