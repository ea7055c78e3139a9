package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Mix;

/**
 * Frozen: does not hear the holder of {@code failed} any more; revocable as long as it has answered nobody. Looks for a successor when it is
 * its turn to negotiate, and claims when it is asked to serve (P30-P35).
 *
 * @param failed the epoch that lost its holder: the one it plays in, or a later one that it promised
 * @param suspected that holder
 * @param search how far it has come as negotiator
 * @param claimId of its own claim, 0 if it makes none; kept until granted, overtaken or withdrawn (P6)
 * @param claims counts its claims, so that each has another id (P6)
 * @param call an advertisement that waits for the arbiter's word
 * @param overtaken an epoch granted to somebody who has not advertised it yet
 */
record Suspecting(Part part, Epoch failed, MemberId suspected, Freezing freezing, Search search, long claimId, int claims, Optional<Call> call,
                  Optional<Epoch> overtaken) implements FullMember {

    private static final long TURN_MILLIS = 250;
    private static final long NEXT_WAY_MILLIS = 300;
    private static final long CANDIDATE_MILLIS = 250;
    private static final long PATIENCE_MILLIS = 1_000;
    private static final long OTHERS_FIRST_MILLIS = 2_000;

    static Suspecting of(Part part, Epoch failed, MemberId suspected, Freezing freezing, Optional<Call> call) {
        return new Suspecting(part, failed, suspected, freezing, Search.NOT_BEGUN, 0, 0, call, Optional.empty());
    }

    /** The timers that run from the freeze on, through every attempt. */
    static List<Effect> frozenTimers(Part part) {
        return List.of(new Effect.StartTimer(Timer.GIVE_UP, part.rules().giveUpAfterMillis()),
                new Effect.StartTimer(Timer.CALLBACK, PACKAGE_MILLIS),
                new Effect.StartTimer(Timer.LAST_RESORT, part.rules().goOnWithFewerAfterMillis()));
    }

    /** Enters the state: tells everybody, and waits for its turn. */
    Step begin(List<Effect> first) {
        List<Effect> effects = new ArrayList<>(first);
        effects.add(suspicion());
        // Said again and again: who serves a later epoch shows its ACK to whoever suspects, though it be out (P29).
        effects.add(new Effect.StartTimer(Timer.RESEND, REPEAT_MILLIS));
        if (Search.ways(part.rules().failover()).isEmpty() && freezing.hints().gone().contains(suspected))
            return close(Reason.NO_NEW_SERVER, "the server is gone, and this game names no way to another").after(effects.toArray(Effect[]::new));
        if (freezing.behind()) return letOthersGoFirst(effects, OTHERS_FIRST_MILLIS + part.suspectMillis());
        return freezing.pauseMillis() > 0 ? letOthersGoFirst(effects, freezing.pauseMillis()) : awaitTurn(effects);
    }

    private Effect suspicion() {
        return new Effect.Cast(new Message.Suspicion(failed, false, coordinates()));
    }

    /** As its own process has told it. */
    private boolean coordinates() {
        return freezing.hints().coordinators().contains(part.id());
    }

    /** It would be granted the next number too, and give that up again; so would another one like it, so this holds until it has resumed. */
    private Step letOthersGoFirst(List<Effect> effects, long millis) {
        effects.add(new Effect.StartTimer(Timer.NEGOTIATE, millis));
        return Step.to(this, effects);
    }

    private Step awaitTurn(List<Effect> effects) {
        int rank = turn();
        if (rank == 0) return negotiate(effects);
        boolean earlierActs = freezeView().stream().limit(rank).anyMatch(m -> freezing.hints().suspects().contains(m));
        effects.add(new Effect.StartTimer(Timer.NEGOTIATE, rank * TURN_MILLIS + (earlierActs ? part.suspectMillis() : 0)));
        return Step.to(this, effects);
    }

    /** The roster without the old authority and those gone, by rank (P33). */
    private List<MemberId> freezeView() {
        return part.log().roster().ids().stream()
                .filter(m -> !part.rules(m) && !m.equals(suspected) && !freezing.hints().gone().contains(m)).toList();
    }

    private int turn() {
        int at = freezeView().indexOf(part.id());
        return at < 0 ? freezeView().size() : at;
    }

    @Override public Step on(Event event) {
        Step step = react(event);
        return claimId == 0 || keepsClaim(step.state()) ? step : step.and(new Effect.Release(new Epoch(failed.number() + 1, claimId)));
    }

    /** Whatever else it does, it gives its claim up, for that may be granted yet, or has been, and the answer is lost (P6, P7). */
    private boolean keepsClaim(MemberState next) {
        return next instanceof Collecting || next instanceof Suspecting s && s.claimId == claimId;
    }

    private Step react(Event event) {
        if (event instanceof Event.Heard heard) return onHeard(heard);
        if (event instanceof Event.TimerFired fired) return onTimer(fired.timer());
        if (event instanceof Event.MemberGone gone) return onGone(gone.member(), freezing.gone(gone.member()));
        if (event instanceof Event.MemberUnreachable away) return onGone(away.member(), freezing.unreachable(away.member()));
        if (event instanceof Event.PackageTaken taken) return Step.to(with(freezing.packed(taken.packed())));
        if (event instanceof Event.SpareSought sought) return onSpare(sought);
        if (event instanceof Event.Granted granted) return onGranted(granted);
        if (event instanceof Event.Denied denied) return onDenied(denied);
        if (event instanceof Event.StandingKnown known) return onStanding(known);
        if (event instanceof Event.HolderAnswered a && a.holder().equals(suspected)) return thaw();
        if (event instanceof Event.LeaveAsked) return Step.to(new Over(self(), promise()), new Effect.Cast(new Message.LeaveRequest()));
        return stay();
    }

    /** Once one is heard that was out of reach, there may be enough: whoever waits because there were too few waits no longer (P74). */
    private Step onHeard(Event.Heard heard) {
        Hints now = freezing.hints().reached(heard.from());
        if (now == freezing.hints()) return onMessage(heard.from(), heard.message());
        Step step = with(freezing.with(now)).onMessage(heard.from(), heard.message());
        return step.state() instanceof Suspecting next && next.pauses() ? next.awaitTurn(new ArrayList<>(step.effects())) : step;
    }

    /** Whether it leaves the number to others because too few answered it. */
    private boolean pauses() {
        return freezing.pauseMillis() > 0 && !freezing.behind() && !search.begun() && claimId == 0;
    }

    private Step onMessage(MemberId from, Message message) {
        if (message instanceof Message.AckNews news) return hearAck(from, news, freezing, true);
        if (message instanceof Message.JoinDenied out) return putOut(out);
        if (message instanceof Message.Advertise ad)
            return refuseCall(from, ad).orElseGet(() -> Step.to(with(Optional.of(Call.of(ad))), FullMember.check()));
        if (message instanceof Message.Suspicion s && s.epoch().equals(failed)) return Step.to(with(freezing.with(freezing.hints().heard(from, s))));
        if (message instanceof Message.Promote p) return onPromote(from, p);
        if (message instanceof Message.PromoteAnswer a) return onPromoteAnswer(from, a);
        if (message instanceof Message.Released r && r.epoch().equals(failed) && from.equals(suspected)) return Step.to(with(freezing.goodbye()));
        if (message instanceof Message.JoinRequest) return stay(new Effect.Send(from, new Message.FrozenWait(promise())));
        if (message instanceof Message.Stale stale && stale.promise().isAfter(promise())) return stay(new Effect.AskStanding());
        if (message instanceof Message.FrameNews news && isStale(news.frame().epoch())) return turnAway(from);
        return stay();
    }

    private Step onTimer(Timer timer) {
        return switch (timer) {
            case NEGOTIATE -> negotiate(new ArrayList<>());
            case NEXT_WAY -> nextWay(new ArrayList<>());
            case CANDIDATE -> askPlayer(new ArrayList<>());
            case REPEAT -> repeat();
            case RESEND -> stay(suspicion(), new Effect.StartTimer(Timer.RESEND, REPEAT_MILLIS));
            case CALLBACK -> Step.to(with(freezing.withoutPackage()));
            case LAST_RESORT -> pauses() ? with(freezing.later()).awaitTurn(new ArrayList<>()) : Step.to(with(freezing.later()));
            case CHECK -> call.map(c -> obey(c)).orElse(stay());
            case AWAIT_HOLDER -> suspectOvertaker();
            case GIVE_UP -> stay(new Effect.AskStanding(), new Effect.StartTimer(Timer.GO, PACKAGE_MILLIS));
            case GO -> overtaken.isPresent() || freezing.goesOn() ? cutOff()
                    : close(Reason.NO_NEW_SERVER, "no server took the game over in time; ways tried: " + part.rules().failover());
            default -> stay();
        };
    }

    /** Its claim, until it is answered; where another was granted the number, whether that one has given it up. */
    private Step repeat() {
        if (overtaken.isPresent()) return stay(new Effect.AskStanding(), new Effect.StartTimer(Timer.REPEAT, REPEAT_MILLIS));
        return claimId == 0 ? stay() : stay(claim(), new Effect.StartTimer(Timer.REPEAT, REPEAT_MILLIS));
    }

    private Step onGone(MemberId member, Freezing newer) {
        int before = turn();
        Suspecting now = with(newer);
        if (member.equals(suspected) && Search.ways(part.rules().failover()).isEmpty())
            return close(Reason.NO_NEW_SERVER, "the server is gone, and this game names no way to another");
        if (search.asking().isPresent() && search.asking().get().equals(member)) return now.askPlayer(new ArrayList<>());
        return before > 0 && now.turn() == 0 && !search.begun() ? now.negotiate(new ArrayList<>()) : Step.to(now);
    }

    // ---- revoking

    /** The old server lives and hears me: the same epoch goes on, unless I am bound to a later one (P31). */
    private Step thaw() {
        if (!promise().equals(epoch()) || !failed.equals(epoch())) return stay();
        List<Effect> effects = new ArrayList<>(List.of(new Effect.Cast(new Message.Suspicion(failed, true, coordinates())), new Effect.Thaw()));
        effects.addAll(FullMember.calm());
        return Step.to(new Following(part, List.of(), freezing.hints().forgetSuspects(), call), effects);
    }

    // ---- finding

    private Step negotiate(List<Effect> effects) {
        List<MemberId> view = freezeView();
        if (!search.begun()) effects.add(new Effect.Note("freeze view " + names(view)));
        effects.add(new Effect.AskStanding());
        Suspecting now = with(search.begun() ? search.again() : search);
        return isLastResort() ? now.startClaim(effects, freezing.hints()) : now.nextWay(effects);
    }

    /** It served the last active epoch and others had their time (P74): one spare after another may find nobody left but this one, and go (P38). */
    private boolean isLastResort() {
        return freezing.late() && !freezing.behind() && basis() == Basis.HELD && claimId == 0;
    }

    private String names(List<MemberId> ids) {
        return ids.stream().map(id -> part.log().roster().find(id).map(Member::name).orElse(id.toString())).toList().toString();
    }

    /** Begins the next way, or all of them again after a pause. */
    private Step nextWay(List<Effect> effects) {
        List<Failover> ways = Search.ways(part.rules().failover());
        Search tried = search.next();
        if (tried.way() >= ways.size()) {
            if (part.rules(part.id()) && claimId == 0) return with(search.again()).startClaim(effects, freezing.hints());
            Search again = search.again();
            effects.add(new Effect.StartTimer(Timer.NEGOTIATE, again.pauseMillis()));
            return Step.to(with(again), effects);
        }
        if (tried.way() + 1 < ways.size()) effects.add(new Effect.StartTimer(Timer.NEXT_WAY, NEXT_WAY_MILLIS));
        else effects.add(new Effect.StopTimer(Timer.NEXT_WAY));
        Suspecting now = with(tried);
        if (ways.get(tried.way()) == Failover.PROMOTED_PLAYER) return now.askPlayer(effects);
        effects.add(new Effect.SeekSpare(failed, part.log().roster().members(), now.supporters()));
        // The directory's answer may be lost, and nothing else runs beside the last way (P29).
        if (tried.way() + 1 == ways.size()) effects.add(new Effect.StartTimer(Timer.NEGOTIATE, PATIENCE_MILLIS));
        return Step.to(now, effects);
    }

    private Step onSpare(Event.SpareSought sought) {
        if (!sought.failed().equals(failed) || !search.begun()) return stay();
        if (sought.agreed()) return stay(new Effect.Note("offer to spare " + sought.detail() + " agreed"),
                new Effect.StopTimer(Timer.NEXT_WAY), new Effect.StartTimer(Timer.NEGOTIATE, PATIENCE_MILLIS));
        List<Effect> effects = new ArrayList<>(List.of(new Effect.Note("no spare: " + sought.detail())));
        boolean spareIsLast = Search.ways(part.rules().failover()).get(search.way()) == Failover.SPARE_SERVER;
        return spareIsLast ? nextWay(effects) : stay(effects.toArray(Effect[]::new));
    }

    private Step askPlayer(List<Effect> effects) {
        if (claimId != 0) return Step.to(this, effects);
        Set<MemberId> excluded = new HashSet<>(part.log().authority());
        excluded.add(suspected);
        if (freezing.behind()) excluded.add(part.id());
        Optional<MemberId> candidate = search.candidate(part.log().roster().members(), excluded, freezing.hints())
                .or(() -> lastChoice(excluded));
        if (candidate.isEmpty()) {
            Search over = search.answered();
            effects.add(new Effect.StartTimer(Timer.NEGOTIATE, over.again().pauseMillis()));
            return Step.to(with(over), effects);
        }
        Suspecting asking = with(search.asks(candidate.get()));
        if (candidate.get().equals(part.id())) return asking.startClaim(effects, freezing.hints());
        effects.add(new Effect.Send(candidate.get(), new Message.Promote(failed, supporters())));
        effects.add(new Effect.StartTimer(Timer.CANDIDATE, CANDIDATE_MILLIS));
        return Step.to(asking, effects);
    }

    /** Who gave a number up, or served before, tries again once nobody else is left to ask. */
    private Optional<MemberId> lastChoice(Set<MemberId> excluded) {
        boolean able = self().me().kind() == Kind.PLAYER || part.rules(part.id());
        return able && excluded.contains(part.id()) && !search.asked().contains(part.id()) ? Optional.of(part.id()) : Optional.empty();
    }

    private Step onPromoteAnswer(MemberId from, Message.PromoteAnswer answer) {
        if (!answer.failed().equals(failed) || !search.asking().filter(from::equals).isPresent()) return stay();
        if (!answer.agrees()) return askPlayer(new ArrayList<>());
        return Step.to(with(search.answered()), new Effect.Note("offer to player " + names(List.of(from)) + " agreed"),
                new Effect.StopTimer(Timer.CANDIDATE), new Effect.StartTimer(Timer.NEGOTIATE, PATIENCE_MILLIS));
    }

    // ---- serving, if asked

    private Step onPromote(MemberId from, Message.Promote promote) {
        if (!promote.failed().equals(failed))
            return stay(new Effect.Send(from, new Message.PromoteAnswer(promote.failed(), false, "I wait for epoch " + failed.number())));
        if (freezing.behind()) return stay(new Effect.Send(from, new Message.PromoteAnswer(failed, false, "my history is not part of what others hold")));
        Hints known = freezing.hints();
        for (MemberId supporter : promote.supporters())
            if (part.log().roster().has(supporter)) known = known.heard(supporter, new Message.Suspicion(failed, false,
                    known.coordinators().contains(supporter)));
        List<Effect> effects = new ArrayList<>(List.of(new Effect.Send(from, new Message.PromoteAnswer(failed, true, ""))));
        return claimId != 0 ? Step.to(with(freezing.with(known)), effects) : startClaim(effects, known);
    }

    private Step startClaim(List<Effect> effects, Hints known) {
        // What this suspicion began with is part of it: after a false alarm the same epoch may be suspected again.
        long drawn = Mix.of(self().chance(), Double.doubleToLongBits(freezing.heardAt()));
        long id = Mix.of(drawn, Mix.of(failed.number(), Mix.of(failed.claimId(), claims)));
        Suspecting now = new Suspecting(part, failed, suspected, freezing.with(known), search, id, claims + 1, call, overtaken);
        effects.add(now.claim());
        effects.add(new Effect.StartTimer(Timer.REPEAT, REPEAT_MILLIS));
        return Step.to(now, effects);
    }

    private Effect claim() {
        return new Effect.Claim(failed.number(), List.of(part.id()), basis(), supporters(), claimId);
    }

    /** Who served the epoch that its log ends in holds the state of it, as long as that is the last active one (P9). */
    private Basis basis() {
        return part.rules(part.id()) && !freezing.superseded() ? Basis.HELD : Basis.REBUILD;
    }

    /** Who suspects the failed epoch, I among them. */
    private List<MemberId> supporters() {
        Set<MemberId> all = new TreeSet<>(freezing.hints().suspects());
        all.add(part.id());
        return List.copyOf(all);
    }

    private Step onGranted(Event.Granted granted) {
        if (granted.claimId() != claimId || !granted.epoch().isAfter(promise())) return stay(new Effect.Release(granted.epoch()));
        Step collecting = basis() == Basis.HELD ? Collecting.asHeld(part, granted, freezing)
                : Collecting.asPlayer(part, granted, freezing);
        return collecting.after(FullMember.calm().stream()
                .filter(e -> !(e instanceof Effect.StopTimer t) || t.timer() != Timer.CALLBACK && t.timer() != Timer.LAST_RESORT && t.timer() != Timer.GIVE_UP)
                .toArray(Effect[]::new));
    }

    private Step onDenied(Event.Denied denied) {
        if (denied.claimId() != claimId || claimId == 0) return stay();
        return switch (denied.why()) {
            case NOT_NOW -> stay();
            case ENDED -> close(Reason.ENDED, "the game has ended");
            case OVERTAKEN -> withdraw().overtakenBy(denied.current());
            case NEVER -> withdraw().with(freezing.superseded(basis() == Basis.HELD)).negotiateLater();
            case NO_GAME -> withdraw().negotiateLater();
        };
    }

    private Step negotiateLater() {
        return Step.to(this, new Effect.StopTimer(Timer.REPEAT), new Effect.StartTimer(Timer.NEGOTIATE, search.again().pauseMillis()));
    }

    private Suspecting withdraw() {
        return new Suspecting(part, failed, suspected, freezing, search, 0, claims, call, overtaken);
    }

    /** Another holds the next epoch: it has D to advertise itself, then it is suspected in its turn (P6). */
    private Step overtakenBy(Epoch current) {
        if (!current.isAfter(failed)) return stay();
        if (overtaken.filter(current::equals).isPresent()) return stay();
        Suspecting waiting = new Suspecting(part, failed, suspected, freezing, search, claimId, claims, call, Optional.of(current));
        return Step.to(waiting, new Effect.StartTimer(Timer.REPEAT, REPEAT_MILLIS), new Effect.StartTimer(Timer.AWAIT_HOLDER, part.suspectMillis()));
    }

    private Step suspectOvertaker() {
        if (overtaken.isEmpty()) return stay();
        Suspecting next = new Suspecting(part, overtaken.get(), suspected, freezing.with(freezing.hints().forgetSuspects()),
                Search.NOT_BEGUN, 0, claims, call, Optional.empty());
        return next.begin(List.of(new Effect.Note("epoch " + overtaken.get().number() + " was granted, but nobody advertises it")));
    }

    // ---- what the arbiter says

    private Step onStanding(Event.StandingKnown known) {
        if (known.ended()) return close(Reason.ENDED, "the game has ended");
        if (call.isPresent()) {
            if (known.current().equals(call.get().epoch())) return obey(call.get());
            return with(Optional.<Call>empty()).learn(known);
        }
        return learn(known);
    }

    private Step learn(Event.StandingKnown known) {
        return with(freezing.superseded(known.active().isAfter(epoch())).told(known)).follow(known);
    }

    private Step follow(Event.StandingKnown known) {
        if (!known.current().isAfter(failed)) return Step.to(this);
        if (!known.released()) return overtakenBy(known.current());
        return new Suspecting(part, failed, suspected, freezing, search, claimId, claims, call, Optional.of(known.current())).suspectOvertaker();
    }

    private Step obey(Call wanted) {
        if (isStale(wanted.epoch()) || wanted.epoch().equals(epoch())) return Step.to(with(Optional.<Call>empty()));
        return answer(wanted, freezing, List.of());
    }

    private Suspecting with(Freezing newer) {
        return new Suspecting(part, failed, suspected, newer, search, claimId, claims, call, overtaken);
    }

    private Suspecting with(Search newer) {
        return new Suspecting(part, failed, suspected, freezing, newer, claimId, claims, call, overtaken);
    }

    private Suspecting with(Optional<Call> pending) {
        return new Suspecting(part, failed, suspected, freezing, search, claimId, claims, pending, overtaken);
    }
}
