package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.ordering.Frame;
import org.gamenet.rgs.core.ordering.FrameBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Position;

/**
 * Holds a granted epoch that is not on yet: gathers the answers, has the application restore the state, activates (P36-P40).
 *
 * @param part its own part in the game, if it was in it: a player, a deposed holder that holds the log, or who was left behind and keeps what it had
 * @param failed the epoch before
 * @param stage how far it is
 * @param plan where the old epoch ended, once that is settled: M is fixed from here on
 * @param lost who is gone since then: an ordinary exit after the ACK
 * @param connected whether it is in the group
 */
record Collecting(Self self, GameRules rules, Optional<Part> part, Epoch epoch, Epoch failed, Basis basis, int round, Gathered gathered,
                  Freezing freezing, Stage stage, Optional<Plan> plan, Set<MemberId> lost, boolean connected) implements MemberState {

    enum Stage { GATHERING, RESTORING, ACTIVATING }

    /**
     * What was settled when the gathering ended.
     *
     * @param lastResort whether it goes on without a witness, or with too few (P75)
     */
    record Plan(Log end, List<Effect.Contribution> packages, boolean lastResort, long rebuildMillis) {

        /** Without those that could not be read. */
        Plan without(Collection<MemberId> unreadable) {
            return new Plan(end, packages.stream().filter(c -> !unreadable.contains(c.from().id())).toList(), lastResort, rebuildMillis);
        }

        Plan restored(long millis) {
            return new Plan(end, packages, lastResort, millis);
        }
    }

    private static final long FIRST_REPEAT_MILLIS = 20;
    private static final long COLLECT_REBUILD_MILLIS = 2_000;
    private static final long COLLECT_HELD_MILLIS = 150;
    private static final long RESTORE_MILLIS = 2_000;

    static Step asSpare(Self self, GameRules rules, Event.Granted granted, Epoch failed, Gathered nobody, boolean connected, boolean late) {
        Freezing freezing = Freezing.at(Double.NaN, false, Hints.NONE).withoutPackage();
        return new Collecting(self, rules, Optional.empty(), granted.epoch(), failed, Basis.REBUILD, 1,
                nobody, late ? freezing.later() : freezing, Stage.GATHERING, Optional.empty(), Set.of(), connected).begin();
    }

    static Step asPlayer(Part part, Event.Granted granted, Freezing freezing) {
        Part bound = part.promising(granted.epoch());
        return new Collecting(part.self(), part.rules(), Optional.of(bound), granted.epoch(), part.promise(), Basis.REBUILD, 1,
                Gathered.of(part.log().roster().members(), granted.listed(), freezing.hints()), freezing, Stage.GATHERING, Optional.empty(), Set.of(), true)
                .withOwnAnswer().begin();
    }

    /** A deposed holder whose successor's number was burnt: it still has everything (P21). */
    static Step asHeld(Part part, Event.Granted granted, Freezing freezing) {
        Part bound = part.promising(granted.epoch());
        return new Collecting(part.self(), part.rules(), Optional.of(bound), granted.epoch(), part.promise(), Basis.HELD, 1,
                Gathered.of(part.log().roster().members(), granted.listed(), freezing.hints()), freezing.withoutPackage(), Stage.GATHERING, Optional.empty(),
                Set.of(), true).withOwnAnswer().begin();
    }

    /** Left behind, and nobody is there to let it in again: it goes on with what it has kept (P75). */
    static Step asReturner(Part kept, Event.Granted granted, boolean late) {
        Freezing freezing = Freezing.at(Double.NaN, false, Hints.NONE);
        return asPlayer(kept, granted, late ? freezing.later() : freezing).and(new Effect.TakeKept());
    }

    /** Whether it is in the game under its former incarnation only. */
    private boolean isReturner() {
        return part.isPresent() && !part.get().log().roster().has(self.id());
    }

    /** Its own log is one of the answers (P37, HG19), and says who is to be waited for before its own package is there. */
    private Collecting withOwnAnswer() {
        if (part.isEmpty()) return this;
        if (basis == Basis.REBUILD && !freezing.packageDone()) return with(gathered.with(self.id(), part.get().log()));
        Message.Answer own = new Message.Answer(epoch, round, true, part.get().log(), rules, freezing.heardAt(), freezing.serverLeaves(),
                freezing.packed());
        return with(gathered.with(self.id(), own, round));
    }

    private Step begin() {
        List<Effect> effects = new ArrayList<>(List.of(new Effect.Note("claim epoch " + epoch.number() + " granted")));
        effects.add(new Effect.StartTimer(Timer.COLLECT, basis == Basis.HELD ? COLLECT_HELD_MILLIS : COLLECT_REBUILD_MILLIS));
        effects.add(new Effect.Cast(advertisement()));
        effects.add(new Effect.StartTimer(Timer.ADVERTISE, FIRST_REPEAT_MILLIS));
        return settle(effects);
    }

    private Message.Advertise advertisement() {
        return new Message.Advertise(epoch, round, basis, self.me(), List.copyOf(new TreeSet<>(gathered.heardOf())));
    }

    @Override public Step on(Event event) {
        if (event instanceof Event.Heard heard) return onMessage(heard.from(), heard.message());
        if (event instanceof Event.TimerFired fired) return onTimer(fired.timer());
        if (event instanceof Event.MemberGone gone) return onGone(gone.member(), gathered.without(gone.member()), freezing.gone(gone.member()));
        if (event instanceof Event.MemberUnreachable away)
            return onGone(away.member(), gathered.outOfReach(away.member()), freezing.unreachable(away.member()));
        if (event instanceof Event.GroupJoined && !connected) return joined();
        if (event instanceof Event.GroupFailed failure) return onGroupFailed(failure);
        if (event instanceof Event.PackageTaken taken) return onPackage(freezing.packed(taken.packed()));
        if (event instanceof Event.RestoreDone done) return onRestored(done);
        if (event instanceof Event.Activated a && a.epoch().equals(epoch) && stage == Stage.ACTIVATING)
            return a.active() ? serve(a.listing()) : giveUp("epoch " + epoch.number() + " was overtaken", false);
        if (event instanceof Event.StandingKnown known) return onStanding(known);
        if (event instanceof Event.Granted late && !late.epoch().equals(epoch)) return Step.to(this, new Effect.Release(late.epoch()));
        if (event instanceof Event.LeaveAsked)
            return Step.to(new Over(self, epoch), new Effect.Release(epoch), new Effect.Cast(new Message.Released(epoch)),
                    new Effect.Cast(new Message.LeaveRequest()));
        return Step.to(this);
    }

    private Step onMessage(MemberId from, Message message) {
        if (message instanceof Message.Answer answer && answer.epoch().equals(epoch)) return onAnswer(from, answer);
        if (message instanceof Message.Stale stale && stale.promise().number() > epoch.number()) return Step.to(this, new Effect.AskStanding());
        if (message instanceof Message.Advertise ad && ad.epoch().number() > epoch.number()) return Step.to(this, new Effect.AskStanding());
        if (message instanceof Message.AckNews news && news.ack().epoch().number() > epoch.number()) return Step.to(this, new Effect.AskStanding());
        if (message instanceof Message.JoinRequest) return Step.to(this, new Effect.Send(from, new Message.FrozenWait(epoch)));
        return Step.to(this);
    }

    private Step onAnswer(MemberId from, Message.Answer answer) {
        if (stage != Stage.GATHERING) return Step.to(this);
        return with(gathered.with(from, answer, round)).settle(new ArrayList<>());
    }

    private Step onPackage(Freezing newer) {
        Collecting now = with(newer);
        return stage == Stage.GATHERING && !freezing.packageDone() ? now.withOwnAnswer().settle(new ArrayList<>()) : Step.to(now);
    }

    /** Those that have answered hear it without a common group, which can wait. */
    private Step onGroupFailed(Event.GroupFailed failure) {
        boolean heard = stage != Stage.GATHERING || !gathered.logs().isEmpty();
        return heard ? Step.to(this) : giveUp("cannot connect: " + failure.detail(), true);
    }

    private Step joined() {
        Collecting now = new Collecting(self, rules, part, epoch, failed, basis, round, gathered, freezing, stage, plan, lost, true);
        return Step.to(now, new Effect.Cast(advertisement()), new Effect.StartTimer(Timer.ADVERTISE, FIRST_REPEAT_MILLIS));
    }

    private Step onTimer(Timer timer) {
        return switch (timer) {
            case ADVERTISE -> Step.to(this, new Effect.Cast(advertisement()), new Effect.StartTimer(Timer.ADVERTISE, FullMember.REPEAT_MILLIS));
            case CALLBACK -> stage == Stage.RESTORING ? notRestored("restoreState took more than " + RESTORE_MILLIS + " ms")
                    : onPackage(freezing.withoutPackage());
            case COLLECT -> deadline();
            case LAST_RESORT -> Step.to(with(freezing.later()));
            case REPEAT -> stage == Stage.ACTIVATING ? activate(List.of()) : Step.to(this);
            case GIVE_UP -> Step.to(new Over(self, epoch), new Effect.Release(epoch), new Effect.Cast(new Message.Released(epoch)),
                    new Effect.Close(Reason.NO_NEW_SERVER, "the game was frozen for too long", Payload.EMPTY));
            default -> Step.to(this);
        };
    }

    /** A REBUILD begins anew without the dead one; what is settled stays settled, and the dead one gets an ordinary exit (P37, P40). */
    private Step onGone(MemberId member, Gathered rest, Freezing newer) {
        if (stage != Stage.GATHERING) {
            Set<MemberId> more = new TreeSet<>(lost);
            more.add(member);
            return Step.to(new Collecting(self, rules, part, epoch, failed, basis, round, gathered, freezing, stage, plan, more, connected));
        }
        boolean counted = gathered.freezeView(self.id()).contains(member) && !gathered.gone().contains(member);
        Collecting now = with(rest).with(newer);
        if (!counted || basis == Basis.HELD) return now.settle(new ArrayList<>());
        Collecting next = new Collecting(self, rules, part, epoch, failed, basis, round + 1, now.gathered.nextRound(), now.freezing, stage, plan,
                lost, connected).withOwnAnswer();
        List<Effect> effects = new ArrayList<>(List.of(new Effect.Note("a member is lost: round " + next.round),
                new Effect.Cast(new Message.Nack(epoch, next.round))));
        return next.settle(effects);
    }

    /** Goes on to the restoring if everybody has answered who can. */
    private Step settle(List<Effect> effects) {
        if (isEnough() && gathered.isComplete(self.id())) return restore(effects);
        boolean hopeless = !freezing.late() && basis == Basis.REBUILD && gathered.isHopeless(self.id());
        return hopeless ? outnumbered("half of those listed are out of reach").after(effects.toArray(Effect[]::new)) : Step.to(this, effects);
    }

    private boolean isEnough() {
        return gathered.isMajority(self.id()) || freezing.late() && !gathered.logs().isEmpty();
    }

    private Step deadline() {
        if (stage != Stage.GATHERING) return Step.to(this);
        return isEnough() ? restore(new ArrayList<>()) : outnumbered("too few of those listed answered");
    }

    private Step outnumbered(String why) {
        return with(freezing.withTooFew()).giveUp(why, true);
    }

    private Step restore(List<Effect> effects) {
        Optional<Log> end = gathered.end();
        if (end.isEmpty()) return giveUp("no answer covers the frames that are not stable", true).after(effects.toArray(Effect[]::new));
        boolean behind = part.isPresent() && !gathered.isPrefix(part.get().log(), end.get());
        boolean out = part.isPresent() && !isReturner() && !end.get().roster().has(self.id());
        if (behind || out) return fallenBehind().giveUp("my own history is not part of what the others hold", true).after(effects.toArray(Effect[]::new));
        List<Effect.Contribution> packages = basis == Basis.HELD ? List.of() : gathered.packages(self.me(), end.get());
        boolean witnessed = basis == Basis.HELD || gathered.hasWitness(packages, List.of());
        if (!witnessed && !mayGoOnWithout())
            return outnumbered("nobody listed has shown a package that is contained in what can be restored").after(effects.toArray(Effect[]::new));
        if (part.isEmpty() && !gathered.isAnybodyLeft(end.get(), packages.isEmpty()))
            return giveUp("nobody is left in the game", true).after(effects.toArray(Effect[]::new));
        effects.add(new Effect.Note("packages " + packages.size() + "/" + gathered.freezeView(self.id()).size()));
        effects.add(new Effect.StopTimer(Timer.COLLECT));
        boolean lastResort = !gathered.isMajority(self.id()) || !witnessed && !packages.isEmpty();
        if (lastResort) effects.add(new Effect.Note("goes on with fewer than half, or with nobody that the arbiter lists: something may be lost"));
        Collecting now = with(Stage.RESTORING, new Plan(end.get(), packages, lastResort, 0));
        if (packages.isEmpty()) return now.with(Stage.ACTIVATING, now.plan.get()).activate(effects);
        effects.add(new Effect.Restore(packages));
        effects.add(new Effect.StartTimer(Timer.CALLBACK, RESTORE_MILLIS));
        return Step.to(now, effects);
    }

    private Step onRestored(Event.RestoreDone done) {
        if (stage != Stage.RESTORING) return Step.to(this);
        if (!done.done()) return notRestored(done.why());
        Plan read = plan.get().without(done.unreadable()).restored(done.millis());
        if (!gathered.hasWitness(read.packages(), done.unreadable()) && !mayGoOnWithout())
            return notRestored("the packages of those listed cannot be read");
        // What it has restored is what it knows from here on, also if somebody else takes the game over (P73).
        Optional<PackedState> base = read.packages().stream().findFirst().map(Effect.Contribution::packed);
        Collecting now = base.isPresent() ? with(freezing.packed(base)) : this;
        return now.with(Stage.ACTIVATING, read).activate(List.of(new Effect.StopTimer(Timer.CALLBACK)));
    }

    /** P75. */
    private boolean mayGoOnWithout() {
        return freezing.late() || gathered.isNobodyListedLeft();
    }

    /** It goes back to where it came from; the session sees to it that its application gets a whole state before it plays on (P40). */
    private Step notRestored(String why) {
        Collecting back = part.isPresent() ? fallenBehind() : with(Stage.GATHERING, plan.get());
        return back.giveUp(why, true).after(new Effect.StopTimer(Timer.CALLBACK));
    }

    private Step activate(List<Effect> first) {
        List<Effect> effects = new ArrayList<>(first);
        effects.add(new Effect.Activate(epoch, ack().members()));
        effects.add(new Effect.StartTimer(Timer.REPEAT, FullMember.REPEAT_MILLIS));
        return Step.to(this, effects);
    }

    private FrameBody.Ack ack() {
        Plan settled = plan.orElseThrow(() -> new AssertionError("activated without a plan"));
        return gathered.ack(self.me(), settled.end(), settled.packages(), settled.lastResort(), settled.rebuildMillis());
    }

    private Step serve(Listing listing) {
        Plan settled = plan.orElseThrow(() -> new AssertionError("activated without a plan"));
        List<Effect> effects = new ArrayList<>();
        for (Timer timer : List.of(Timer.ADVERTISE, Timer.REPEAT, Timer.COLLECT)) effects.add(new Effect.StopTimer(timer));
        effects.addAll(FullMember.calm());
        Frame ack = new Frame(new Position(epoch, 0), ack());
        List<Frame> frames = gathered.frames();
        Log before = part.map(Part::log).orElseGet(() -> settled.end());
        if (part.isEmpty() || isReturner()) effects.add(new Effect.TakeOver(before, rules));
        Log.Catchup.Reached reached = (Log.Catchup.Reached) before.catchUp(ack, frames);
        Log log = reached.log().withKept(frames, ack);
        effects.add(new Effect.Note("ACK of epoch " + epoch.number()));
        effects.add(new Effect.Resume(reached.path(), log));
        Part mine = new Part(self, rules, epoch, log);
        Map<MemberId, Position> from = new TreeMap<>();
        gathered.logs().forEach((id, l) -> from.put(id, l.end()));
        return Serving.afterAck(mine, ack, from, gathered.unadmitted(), lost, listing, effects);
    }

    private Step onStanding(Event.StandingKnown known) {
        if (known.ended()) return Step.to(new Over(self, epoch), new Effect.Close(Reason.ENDED, "the game has ended", Payload.EMPTY));
        return known.current().isAfter(epoch) ? giveUp("epoch " + known.current().number() + " was granted meanwhile", false) : Step.to(this);
    }

    /** The number is burnt: the next claim expects it (P7). */
    private Step giveUp(String why, boolean release) {
        List<Effect> effects = new ArrayList<>(List.of(new Effect.Note("gives epoch " + epoch.number() + " up: " + why)));
        for (Timer timer : List.of(Timer.ADVERTISE, Timer.REPEAT, Timer.COLLECT)) effects.add(new Effect.StopTimer(timer));
        if (release) {
            effects.add(new Effect.Release(epoch));
            effects.add(new Effect.Cast(new Message.Released(epoch)));
        }
        // An application in the middle of a restoreState has no package.
        if (isReturner()) return Joining.goOn(self, rules, epoch, stage == Stage.RESTORING ? Log.EMPTY : part.get().log(), freezing.late(), effects);
        if (part.isPresent()) {
            Freezing again = freezing.with(freezing.hints().forgetSuspects());
            return Suspecting.of(part.get(), epoch, self.id(), again, Optional.empty()).begin(effects);
        }
        effects.add(new Effect.StopTimer(Timer.LAST_RESORT));
        effects.add(new Effect.StopTimer(Timer.CALLBACK));
        boolean restored = stage != Stage.GATHERING;
        if (restored) {
            effects.add(new Effect.Close(Reason.CUT_OFF, why + "; stand by again to serve the next game", Payload.EMPTY));
            return Step.to(new Over(self, epoch), effects);
        }
        effects.add(new Effect.StandByAgain());
        return Step.to(new Standing(self), effects);
    }

    private Collecting fallenBehind() {
        return with(freezing.fallenBehind());
    }

    private Collecting with(Gathered newer) {
        return new Collecting(self, rules, part, epoch, failed, basis, round, newer, freezing, stage, plan, lost, connected);
    }

    private Collecting with(Freezing newer) {
        return new Collecting(self, rules, part, epoch, failed, basis, round, gathered, newer, stage, plan, lost, connected);
    }

    private Collecting with(Stage next, Plan settled) {
        return new Collecting(self, rules, part, epoch, failed, basis, round, gathered, freezing, next, Optional.of(settled), lost, connected);
    }

    @Override public Epoch promise() {
        return epoch;
    }

    @Override public Optional<MemberId> watches() {
        return Optional.empty();
    }

    @Override public boolean leads() {
        return true;
    }

    @Override public boolean plays() {
        return false;
    }

    @Override public Listing listing() {
        return new Listing(List.copyOf(gathered.listed()), 0);
    }

    @Override public Log log() {
        return part.map(Part::log).orElse(Log.EMPTY);
    }
}
