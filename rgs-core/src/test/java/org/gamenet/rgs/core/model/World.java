package org.gamenet.rgs.core.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.gamenet.rgs.core.arbiter.Bid;
import org.gamenet.rgs.core.arbiter.Denial;
import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.arbiter.Verdict;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.Frame;
import org.gamenet.rgs.core.ordering.FrameBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.reconfiguration.Self;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.reconfiguration.Timer;

/**
 * All worlds that a game of the pure machines and the real ledger can get into. A world is a few ints: the number of each actor's value, of
 * the ledger's, of the ghost's and of the budget's, then those of everything under way, ascending. What is sent once may arrive at any time,
 * repeatedly or never: so delay, loss, duplication, partitions and paused processes need no events of their own. The arbiter grants without
 * evidence (P12). Everything that is stepped into is judged: a {@link Broken} names the invariant.
 */
final class World {

    /** What is told of every world that one step leads to. */
    interface Next {
        void world(int[] next);
    }

    /** An answer of the arbiter that is what it is when it comes. */
    private static final Event STANDING = new Event.StandingKnown(Epoch.NONE, false, Epoch.NONE, false, false);
    private static final long FIRST_CLAIM = 99;

    final Bounds bounds;
    final Interned<Actor> actors = new Interned<>();
    final Interned<Ledger> ledgers = new Interned<>();
    final Interned<Ghost> ghosts = new Interned<>();
    final Interned<Budget> budgets = new Interned<>();
    final Interned<Packet> packets = new Interned<>();
    final Map<String, Set<String>> transitions = new TreeMap<>();
    /** Whether repeats are sent, callbacks and the arbiter's evidence are as in life: for the fair end only. */
    boolean fair;

    private final Interned<Event> events = new Interned<>();
    private final Map<Long, Reaction> reactions = new HashMap<>();
    private final GameRules rules;
    private long offered = 1_000;
    private int idle;
    final int count;
    final List<String> names = new ArrayList<>();
    final List<Kind> kinds = new ArrayList<>();

    World(Bounds bounds) {
        this.bounds = bounds;
        rules = new GameRules("world", 8, bounds.ways(), 1_000, 30_000, 50, Map.of());
        name("server", bounds.founderPlays() ? Kind.PLAYER : Kind.SERVER);
        for (int i = 0; i < bounds.players(); i++) name("c" + (i + 1), Kind.PLAYER);
        for (int i = 0; i < bounds.spares(); i++) name("s" + (i + 1), Kind.SERVER);
        for (int i = 0; i < bounds.joins(); i++) name("n" + (i + 1), Kind.PLAYER);
        count = names.size();
    }

    private void name(String name, Kind kind) {
        names.add(name);
        kinds.add(kind);
    }

    private static MemberId id(int actor, int life) {
        return new MemberId(actor + 1, new Incarnation(7, 10L * (actor + 1) + life));
    }

    private static int place(MemberId id) {
        return (int) id.peer() - 1;
    }

    private Self self(int actor, MemberId id) {
        return new Self(new Member(id, names.get(actor), kinds.get(actor), new Endpoint("x", 1, 1), 5), 1, Payload.EMPTY, 1, 0);
    }

    private boolean isNewcomer(int actor) {
        return actor >= count - bounds.joins();
    }

    // ---- the beginning

    /** A founder, its players in the game, everything stable; spares standing by; newcomers not there yet. */
    int[] begin() {
        int[] world = new int[count + 3];
        MemberId founder = id(0, 0);
        Actor[] first = new Actor[count];
        for (int i = 0; i < count; i++)
            first[i] = new Actor(MemberState.standBy(self(i, id(i, 0))), id(i, 0), 0, false, false, "", false, Position.NONE, Epoch.NONE, 0, List.of(), List.of(), bounds.patience());
        for (int i = 0; i < count; i++) world[i] = actors.of(first[i]);
        world[count] = ledgers.of(Ledger.founded(founder, FIRST_CLAIM, false));
        world[count + 1] = ghosts.of(new Ghost(Map.of(), Set.of(new Epoch(1, FIRST_CLAIM))));
        world[count + 2] = budgets.of(Budget.of(bounds));
        world = enter(world, 0, MemberState.found(self(0, founder), rules, new Epoch(1, FIRST_CLAIM)));
        for (int i = 1; i <= bounds.players(); i++) world = enter(world, i, MemberState.join(self(i, id(i, 0)), rules));
        fair = true;
        for (int round = 0; round < 30; round++) world = calmRound(world);
        fair = false;
        return clean(Arrays.copyOf(world, count + 3));
    }

    /** Everything under way arrives once, and everybody hears its server. */
    private int[] calmRound(int[] from) {
        int[] world = from;
        for (int p : Arrays.copyOfRange(world, count + 3, world.length)) if (has(world, p)) world = arrive(world, p, true);
        for (int i = 0; i < count; i++) {
            int chief = chiefOf(world, i);
            if (chief >= 0) world = echo(beat(world, i, chief), i, chief);
        }
        return world;
    }

    private int[] enter(int[] world, int actor, Step step) {
        return apply(world, actor, react(actor, actor(world, actor), List.of(step), null));
    }

    Actor actor(int[] world, int i) {
        return actors.get(world[i]);
    }

    Ledger ledger(int[] world) {
        return ledgers.get(world[count]);
    }

    Budget budget(int[] world) {
        return budgets.get(world[count + 2]);
    }

    private int[] with(int[] world, Budget budget) {
        int[] next = world.clone();
        next[count + 2] = budgets.of(budget);
        return next;
    }

    // ---- what may happen

    /** Every world that is one event away. Anything that breaks an invariant throws. */
    void successors(int[] world, Next next) {
        for (int p = count + 3; p < world.length; p++) give(world, arrive(world, world[p], packets.get(world[p]).once()), next);
        for (int i = 0; i < count; i++) {
            Actor a = actor(world, i);
            if (!a.able()) continue;
            for (Timer t : bounds.timers()) if (a.runs(t) && (a.patience() > 0 || t == Timer.CHECK)) give(world, fire(world, i, t), next);
            suspicions(world, i, a, next);
            application(world, i, a, next);
            if (budget(world).crashes() > 0 && !a.is("Standing")) give(world, crash(with(world, budget(world).crash()), i), next);
        }
    }

    private static void give(int[] from, int[] to, Next next) {
        if (!Arrays.equals(from, to)) next.world(to);
    }

    private void suspicions(int[] world, int i, Actor a, Next next) {
        if (a.state().watches().isPresent()) {
            MemberId holder = a.state().watches().get();
            boolean free = !leads(world, holder, a);
            Event event = new Event.HolderSuspected(holder, "silent", 1);
            if (free) give(world, happen(world, i, event), next);
            else if (budget(world).doubts() > 0) give(world, happen(with(world, budget(world).doubt()), i, event), next);
            int chief = chiefOf(world, i);
            if (chief >= 0) {
                give(world, beat(world, i, chief), next);
                give(world, echo(world, i, chief), next);
            }
        }
        if (a.is("Suspecting"))
            for (int j = 0; j < count; j++) {
                Actor b = actor(world, j);
                if (j != i && b.able() && b.state().leads() && b.state().plays() && b.state().epoch().equals(a.state().epoch()))
                    give(world, happen(world, i, new Event.HolderAnswered(b.id())), next);
            }
        for (MemberId id : known(a))
            if (!id.equals(a.id()) && !lives(world, id)) give(world, happen(world, i, new Event.MemberGone(id)), next);
        if (a.state().leads()) give(world, happen(world, i, standing(world)), next);
    }

    private Set<MemberId> known(Actor a) {
        Set<MemberId> all = new HashSet<>(a.state().log().roster().ids());
        if (a.is("Collecting")) for (int i = 0; i <= bounds.players(); i++) all.add(id(i, 0));
        return all;
    }

    private boolean lives(int[] world, MemberId id) {
        Actor a = actor(world, place(id));
        return a.able() && a.id().equals(id);
    }

    private boolean leads(int[] world, MemberId holder, Actor follower) {
        Actor h = actor(world, place(holder));
        return h.able() && h.id().equals(holder) && h.state().leads()
                && (h.state().epoch().equals(follower.state().epoch()) || h.state().promise().equals(follower.state().promise()));
    }

    private int chiefOf(int[] world, int i) {
        Actor a = actor(world, i);
        if (!a.able() || !a.state().plays() || a.state().leads() || a.state().watches().isEmpty()) return -1;
        int chief = place(a.state().watches().get());
        Actor b = actor(world, chief);
        boolean hears = b.able() && b.id().equals(a.state().watches().get()) && b.state().leads() && b.state().plays() && b.state().epoch().equals(a.state().epoch());
        return hears ? chief : -1;
    }

    private int[] beat(int[] world, int i, int chief) {
        Log log = actor(world, chief).state().log();
        return happen(world, i, new Event.HeartbeatSeen(actor(world, chief).id(), log.end().epoch(), log.end(), stable(log)));
    }

    private int[] echo(int[] world, int i, int chief) {
        return happen(world, chief, new Event.EchoSeen(actor(world, i).id(), actor(world, i).state().log().end()));
    }

    /** As the session tells it: right before the first frame that is kept. */
    static Position stable(Log log) {
        if (log.kept().isEmpty()) return log.end();
        Frame first = log.kept().get(0);
        return first.body() instanceof FrameBody.Ack ack ? ack.end() : new Position(first.epoch(), first.seq() - 1);
    }

    private void application(int[] world, int i, Actor a, Next next) {
        Budget left = budget(world);
        if (left.orders() > 0 && a.state().plays() && a.state().watches().isPresent()) {
            long number = a.state().log().ordered().getOrDefault(a.id(), 0L) + 1;
            Event order = new Event.Heard(a.id(), new Message.OrderRequest(number, 5, 1, Payload.EMPTY));
            MemberId chief = a.state().watches().get();
            give(world, add(with(world, left.order()), new Packet(place(chief), chief, order, null, i, false)), next);
        }
        if (left.leaves() > 0 && a.state().plays()) give(world, happen(with(world, left.leave()), i, new Event.LeaveAsked()), next);
        if (left.joins() > 0 && isNewcomer(i) && a.is("Standing"))
            give(world, enter(with(world, left.join()), i, MemberState.join(self(i, a.id()), rules)), next);
        if (left.kicks() > 0 && a.state().leads() && a.state().plays())
            give(world, happen(with(world, left.kick()), i, new Event.KickAsked(2, "kicked")), next);
        if (left.changes() > 0 && a.state().leads() && a.state().plays())
            for (MemberId other : a.state().log().roster().ids())
                if (!other.equals(a.id())) give(world, happen(with(world, left.change()), i, new Event.ChangeAsked(List.of(a.id(), other))), next);
    }

    // ---- one event

    private boolean has(int[] world, int packet) {
        return Arrays.binarySearch(world, count + 3, world.length, packet) >= 0;
    }

    int[] arrive(int[] from, int number, boolean consume) {
        Packet p = packets.get(number);
        int[] world = consume ? without(from, number) : from;
        if (p.claim() != null) return judge(world, p);
        Actor a = actor(world, p.to());
        if (!a.able() || p.addressee() != null && !p.addressee().equals(a.id())) return world;
        return happen(world, p.to(), p.event().equals(STANDING) ? standing(world) : p.event());
    }

    private int[] without(int[] world, int packet) {
        int at = Arrays.binarySearch(world, count + 3, world.length, packet);
        int[] less = new int[world.length - 1];
        System.arraycopy(world, 0, less, 0, at);
        System.arraycopy(world, at + 1, less, at, world.length - at - 1);
        return less;
    }

    private int[] add(int[] world, Packet packet) {
        int number = packets.of(packet);
        int at = Arrays.binarySearch(world, count + 3, world.length, number);
        if (at >= 0) return world;
        int put = -at - 1;
        int[] more = new int[world.length + 1];
        System.arraycopy(world, 0, more, 0, put);
        more[put] = number;
        System.arraycopy(world, put, more, put + 1, world.length - put);
        return more;
    }

    int[] fire(int[] world, int i, Timer timer) {
        Actor a = actor(world, i);
        Actor left = a.with(a.timers() & ~(1 << timer.ordinal()));
        int[] next = world.clone();
        next[i] = actors.of(fair || timer == Timer.CHECK ? left : left.waited());
        return happen(next, i, new Event.TimerFired(timer));
    }

    int[] crash(int[] world, int i) {
        int[] next = world.clone();
        next[i] = actors.of(actor(world, i).dies());
        return clean(next);
    }

    int[] happen(int[] world, int i, Event event) {
        long key = (long) events.of(event) << 32 | world[i];
        Reaction known = fair ? null : reactions.get(key);
        if (known == null) {
            Actor a = actor(world, i);
            known = react(i, a, List.of(), event);
            if (!fair) reactions.put(key, known);
        }
        return apply(world, i, known);
    }

    /** What is under way to whoever does not listen any more is of no interest. */
    private int[] clean(int[] world) {
        int kept = count + 3;
        int[] next = world.clone();
        for (int p = count + 3; p < world.length; p++) {
            Packet packet = packets.get(world[p]);
            if (packet.to() == Packet.ARBITER || listens(actor(world, packet.to()), packet)) next[kept++] = world[p];
        }
        return kept == world.length ? world : Arrays.copyOf(next, kept);
    }

    private static boolean listens(Actor a, Packet packet) {
        return a.able() && (packet.addressee() == null || packet.addressee().equals(a.id()));
    }

    // ---- the arbiter

    private int[] judge(int[] world, Packet packet) {
        Effect.Claim c = packet.claim();
        Ledger ledger = ledger(world);
        if (!fair && ledger.current().epoch().number() >= bounds.epochs() && c.claimId() != ledger.current().epoch().claimId()) return world;
        MemberId claimant = packet.addressee();
        if (fair && holds(world, claimant) && c.claimId() != ledger.current().epoch().claimId()) {
            boolean late = c.expected() != ledger.current().epoch().number();
            return reply(world, packet.from(), claimant, new Event.Denied(c.claimId(), ledger.current().epoch(),
                    late ? Event.DenialReason.OVERTAKEN : Event.DenialReason.NOT_NOW));
        }
        Verdict verdict = ledger.claim(new Bid(c.expected(), c.authority(), claimant, c.basis(), c.claimId(), false));
        if (verdict instanceof Verdict.Granted g) {
            int[] next = world.clone();
            next[count] = ledgers.of(g.next());
            return reply(next, packet.from(), claimant, new Event.Granted(c.claimId(), g.epoch()));
        }
        Denial why = ((Verdict.Denied) verdict).why();
        return reply(world, packet.from(), claimant, new Event.Denied(c.claimId(), ledger.current().epoch(), why == Denial.OVERTAKEN
                ? Event.DenialReason.OVERTAKEN : why == Denial.ENDED ? Event.DenialReason.ENDED : Event.DenialReason.NEVER));
    }

    /** P12: a holder that is there keeps its number. */
    private boolean holds(int[] world, MemberId claimant) {
        Ledger ledger = ledger(world);
        if (ledger.current().released()) return false;
        for (int i = 0; i < count; i++) {
            Actor a = actor(world, i);
            if (a.able() && !a.id().equals(claimant) && a.state().leads() && a.state().promise().equals(ledger.current().epoch())) return true;
        }
        return false;
    }

    private int[] reply(int[] world, int to, MemberId addressee, Event event) {
        Packet packet = new Packet(to, addressee, event, null, Packet.ARBITER, false);
        return listens(actor(world, to), packet) ? add(world, packet) : world;
    }

    private Event standing(int[] world) {
        Ledger ledger = ledger(world);
        return new Event.StandingKnown(ledger.current().epoch(), ledger.current().released(), ledger.active().epoch(), false, ledger.ended());
    }

    // ---- what a process does

    /** An actor's answer to an event, the same whatever else is in the world. */
    private record Reaction(int actor, boolean moved, List<Effect> outward, List<Event> answers, List<Frame> told, List<Position> used, Optional<Position> end) {}

    private Reaction react(int i, Actor before, List<Step> steps, @Nullable Event event) {
        Telling telling = new Telling(before);
        Deque<Event> local = new ArrayDeque<>();
        for (Step step : steps) telling.take(i, step, "", local);
        if (event != null) local.add(event);
        while (!local.isEmpty() && telling.now.able()) {
            Event e = local.poll();
            String from = telling.now.state().name();
            Step step;
            try {
                step = telling.now.state().on(e);
            } catch (RuntimeException | AssertionError broken) {
                throw new Broken("throws " + broken + " in " + telling.now.state() + " at " + e);
            }
            if (!from.equals(step.state().name()))
                transitions.computeIfAbsent(from + " --> " + step.state().name(), k -> new TreeSet<>()).add(label(e));
            telling.take(i, step, from, local);
        }
        return new Reaction(actors.of(telling.now), !telling.now.id().equals(before.id()) || telling.now.over() != before.over(), telling.outward,
                telling.answers, telling.told, telling.used, telling.end);
    }

    private static String label(Event e) {
        if (e instanceof Event.Heard h) return h.message().getClass().getSimpleName();
        if (e instanceof Event.TimerFired t) return t.timer().name();
        return e.getClass().getSimpleName();
    }

    /** Collects what one event leads to, through all that is answered on the spot. */
    private final class Telling {
        Actor now;
        final List<Effect> outward = new ArrayList<>();
        final List<Event> answers = new ArrayList<>();
        final List<Frame> told = new ArrayList<>();
        List<Position> used = List.of();
        Roster known = Roster.EMPTY;
        Optional<Position> end = Optional.empty();

        Telling(Actor before) {
            now = before;
        }

        void take(int i, Step step, String from, Deque<Event> local) {
            Epoch promised = now.state().promise();
            known = now.state().log().roster();
            now = now.with(step.state());
            boolean spare = now.is("Standing") || now.is("SpareClaiming");
            Epoch promise = now.state().promise();
            if (!spare && !promise.equals(promised) && !promise.isAfter(promised))
                throw new Broken("S20 the promise of " + names.get(i) + " goes from " + promised + " back to " + promise);
            if (now.state().plays() && !promise.equals(now.state().epoch()))
                throw new Broken("S20 " + names.get(i) + " plays in " + now.state().epoch() + " and has promised " + promise);
            for (Effect e : step.effects()) perform(i, e, local);
            if (now.is("Over") && !now.over()) now = now.closes("went");
        }

        private void perform(int i, Effect effect, Deque<Event> local) {
            if (effect instanceof Effect.StartTimer t) {
                if (fair || bounds.timers().contains(t.timer()) && (now.patience() > 0 || t.timer() == Timer.CHECK)) now = now.with(now.timers() | 1 << t.timer().ordinal());
            } else if (effect instanceof Effect.StopTimer t) now = now.with(now.timers() & ~(1 << t.timer().ordinal()));
            else if (effect instanceof Effect.Send s && s.to().equals(now.id())) local.add(new Event.Heard(now.id(), s.message()));
            else if (effect instanceof Effect.JoinGroup) local.add(new Event.GroupJoined());
            else if (effect instanceof Effect.TakePackage) answer(i, new Event.PackageTaken(Optional.of(packed())), local);
            else if (effect instanceof Effect.TakeInitialState t) answer(i, new Event.InitialStateTaken(t.newcomer(), t.at(), Optional.empty()), local);
            else if (effect instanceof Effect.Restore r) restore(i, r, local);
            else if (effect instanceof Effect.Founded f) resume(List.of(f.first()), f.log());
            else if (effect instanceof Effect.Admitted a) now = now.told(a.log().end()).resumes(a.log().end().epoch());
            else if (effect instanceof Effect.Delivered d) deliver(d.frame(), d.log());
            else if (effect instanceof Effect.Freeze) now = now.shown(true);
            else if (effect instanceof Effect.Thaw) now = now.shown(false);
            else if (effect instanceof Effect.TakeOver t) now = now.told(t.before().end());
            else if (effect instanceof Effect.Resume r) resume(r.path(), r.log());
            else if (effect instanceof Effect.Close c) now = now.closes(c.reason().name());
            else if (effect instanceof Effect.StandByAgain) now = now.with(0);
            else if (effect instanceof Effect.Rejoin r) {
                MemberId next = id(i, now.lives() + 1);
                now = now.reborn(next);
                take(i, MemberState.rejoin(self(i, next), rules, r.promise()), "", local);
            } else if (!(effect instanceof Effect.Note || effect instanceof Effect.CountStale || effect instanceof Effect.AnswerOffer)) outward.add(effect);
        }

        private PackedState packed() {
            Position at = now.state().log().end();
            return new PackedState(Payload.EMPTY, false, 1, at.epoch(), at.seq(), Map.of(), List.of(), 0);
        }

        private void answer(int i, Event event, Deque<Event> local) {
            if (bounds.slowCallbacks() && !fair) answers.add(event);
            else local.add(event);
        }

        private void restore(int i, Effect.Restore r, Deque<Event> local) {
            List<Position> places = new ArrayList<>();
            List<MemberId> senders = new ArrayList<>();
            for (Effect.Contribution c : r.packages()) {
                places.add(new Position(c.packed().stateEpoch(), (long) c.packed().stateTime()));
                senders.add(c.from().id());
            }
            now = now.restores(places, senders);
            answer(i, new Event.RestoreDone(true, 1, ""), local);
        }

        private void deliver(Frame frame, Log after) {
            Roster before = known;
            known = after.roster();
            if (now.frozen()) throw new Broken("S8 " + frame + " is delivered while frozen");
            if (frame.epoch().number() < now.resumed().number()) throw new Broken("S3 " + frame + " is delivered after " + now.resumed());
            tell(frame);
            if (frame.body() instanceof FrameBody.Exited exit && !before.has(exit.who())) throw new Broken("S7 exit of one who is not in: " + frame);
            if (frame.body() instanceof FrameBody.Joined join && before.lapsed().stream().anyMatch(m -> m.id().equals(join.member().id())))
                throw new Broken("S7 an incarnation comes back: " + frame);
            if (frame.body() instanceof FrameBody.Ack) now = now.resumes(frame.epoch());
        }

        private void tell(Frame frame) {
            Position follows = frame.body() instanceof FrameBody.Ack ack ? ack.end() : new Position(frame.epoch(), frame.seq() - 1);
            if (!follows.equals(now.told())) throw new Broken("S11 " + frame + " is told after " + now.told());
            told.add(frame);
            now = now.told(frame.at());
        }

        private void resume(List<Frame> path, Log after) {
            known = after.roster();
            for (Frame frame : path) tell(frame);
            Frame ack = path.get(path.size() - 1);
            FrameBody.Ack body = (FrameBody.Ack) ack.body();
            if (ack.epoch().number() <= now.resumed().number()) throw new Broken("S2 resumes " + ack.epoch() + " after " + now.resumed());
            if (!body.members().contains(now.id())) throw new Broken("S4 resumes " + ack.epoch() + " without being in M");
            if (!Set.copyOf(body.members()).equals(Set.copyOf(after.roster().ids()))) throw new Broken("S4 S5 M is not the roster: " + body + " " + after.roster().ids());
            if (!now.state().promise().equals(ack.epoch())) throw new Broken("S20 resumes " + ack.epoch() + " with promise " + now.state().promise());
            if (body.authority().get(0).equals(now.id())) {
                used = now.restored();
                for (FrameBody.Exited exit : body.exits())
                    if (exit.detail().contains("lost in the recovery") && now.senders().contains(exit.who())) throw new Broken("S5 the package of a lost one was used: " + exit);
                end = Optional.of(body.end());
            }
            now = now.resumes(ack.epoch());
        }
    }

    private int[] apply(int[] from, int i, Reaction reaction) {
        int[] world = from;
        if (world[i] != reaction.actor()) {
            world = world.clone();
            world[i] = reaction.actor();
        }
        if (!reaction.told().isEmpty()) {
            Ghost ghost = ghosts.get(world[count + 1]);
            Ghost more = ghost.tells(reaction.told());
            for (Position place : reaction.used())
                if (!more.isPrefix(place, reaction.end().orElseThrow()))
                    throw new Broken("S5 a package of " + place + " was restored, but the history ended at " + reaction.end());
            if (more != ghost) {
                if (world == from) world = world.clone();
                world[count + 1] = ghosts.of(more);
            }
        }
        Actor a = actor(world, i);
        for (Effect effect : reaction.outward()) world = perform(world, i, a, effect);
        for (Event answer : reaction.answers()) if (a.able()) world = add(world, new Packet(i, a.id(), answer, null, i, true));
        return reaction.moved() ? clean(world) : world;
    }

    private int[] perform(int[] world, int i, Actor a, Effect effect) {
        MemberId me = a.id();
        if (effect instanceof Effect.Send s) return post(world, i, place(s.to()), s.to(), new Event.Heard(me, s.message()));
        if (effect instanceof Effect.Cast c) {
            int[] next = world;
            for (int j = 0; j < count; j++)
                if (j != i && !actor(next, j).is("Standing")) next = post(next, i, j, null, new Event.Heard(me, c.message()));
            return next;
        }
        if (effect instanceof Effect.Claim c) return add(world, new Packet(Packet.ARBITER, me, null, c, i, false));
        if (effect instanceof Effect.AskStanding) return reply(world, i, me, STANDING);
        if (effect instanceof Effect.SeekSpare s) return seek(world, i, me, s);
        Ledger ledger = ledger(world);
        int[] next = world.clone();
        if (effect instanceof Effect.Activate activate) {
            Ledger after = ledger.activate(activate.epoch());
            next[count] = ledgers.of(after);
            if (after.isActive(activate.epoch())) next[count + 1] = ghosts.of(ghosts.get(world[count + 1]).activated(activate.epoch()));
            return reply(next, i, me, new Event.Activated(activate.epoch(), after.isActive(activate.epoch())));
        }
        if (effect instanceof Effect.Release release) {
            next[count] = ledgers.of(ledger.release(release.epoch()));
            return next;
        }
        if (effect instanceof Effect.TellEnd end) {
            next[count] = ledgers.of(ledger.end(end.epoch()));
            return reply(next, i, me, new Event.EndConfirmed());
        }
        throw new AssertionError("nobody performs " + effect);
    }

    private int[] post(int[] world, int from, int to, @Nullable MemberId addressee, Event event) {
        if (to < 0 || to >= count) return world;
        Packet packet = new Packet(to, addressee, event, null, from, false);
        return listens(actor(world, to), packet) ? add(world, packet) : world;
    }

    private int[] seek(int[] world, int i, MemberId me, Effect.SeekSpare seek) {
        Budget left = budget(world);
        for (int j = 0; j < count; j++) {
            Actor spare = actor(world, j);
            if (!spare.able() || !spare.is("Standing") || isNewcomer(j) || !fair && left.offers() == 0) continue;
            int[] next = fair ? world : with(world, left.offer());
            Event offer = new Event.Offered(fair ? ++offered : left.offers(), rules, seek.failed(), seek.roster(), seek.supporters(), 1_100);
            next = add(next, new Packet(j, spare.id(), offer, null, Packet.ARBITER, true));
            return reply(next, i, me, new Event.SpareSought(seek.failed(), true, names.get(j)));
        }
        return reply(world, i, me, new Event.SpareSought(seek.failed(), false, "none"));
    }

    // ---- the fair end

    /** From here on nothing is lost any more, after all under way has been if {@code lost}: says what is wrong if not everybody comes to rest. */
    Optional<String> rest(int[] from, boolean lost, int rounds) {
        fair = true;
        try {
            int[] world = lost ? Arrays.copyOf(from, count + 3) : from;
            for (int round = 0; round < rounds; round++) {
                if (atRest(world)) return Optional.empty();
                world = fairRound(world, round);
            }
            return Optional.of("L1 L2 not at rest after " + rounds + " rounds\n" + describe(world));
        } finally {
            fair = false;
        }
    }

    private int[] fairRound(int[] from, int round) {
        int[] world = from;
        for (int p : Arrays.copyOfRange(world, count + 3, world.length)) if (has(world, p)) world = arrive(world, p, true);
        for (int i = 0; i < count; i++) {
            world = notice(world, i);
            int chief = chiefOf(world, i);
            if (chief >= 0) world = echo(beat(world, i, chief), i, chief);
        }
        if (world.length > count + 3 && round % 4 != 3) return world;
        idle++;
        for (Timer timer : Timer.values()) {
            int i = (round + timer.ordinal()) % count;
            for (int k = 0; k < count; k++, i = (i + 1) % count) {
                Actor a = actor(world, i);
                boolean goes = timer == Timer.GO && (a.is("Leaving") || a.is("Departing"));
                boolean again = REPEATED.contains(timer) || (a.runs(timer) || a.patience() == 0) && !LAST.contains(timer);
                if (SLOW.contains(timer) && idle % 5 != 0) continue;
                if (a.able() && (goes || again)) world = fire(world, i, timer);
            }
        }
        return world;
    }

    private static final Set<Timer> REPEATED = Set.of(Timer.ASK, Timer.ADVERTISE, Timer.RESEND, Timer.REPEAT, Timer.GOODBYE);
    private static final Set<Timer> LAST = Set.of(Timer.NO_GAME, Timer.GIVE_UP, Timer.GO, Timer.LAPSE);

    private static final Set<Timer> SLOW = Set.of(Timer.COLLECT, Timer.AWAIT_HOLDER, Timer.LAST_RESORT, Timer.RESERVATION, Timer.NEGOTIATE, Timer.GO,
            Timer.CALLBACK);

    private int[] notice(int[] from, int i) {
        int[] world = from;
        if (!actor(world, i).able()) return world;
        Actor a = actor(world, i);
        if (a.state().watches().isPresent() && !leads(world, a.state().watches().get(), a))
            world = happen(world, i, new Event.HolderSuspected(a.state().watches().get(), "silent", 1));
        a = actor(world, i);
        if (a.is("Suspecting"))
            for (int j = 0; j < count; j++) {
                Actor b = actor(world, j);
                if (j != i && b.able() && b.state().leads() && b.state().plays() && b.state().epoch().equals(a.state().epoch()))
                    world = happen(world, i, new Event.HolderAnswered(b.id()));
            }
        a = actor(world, i);
        for (MemberId id : known(a)) {
            if (id.equals(a.id()) || lives(world, id) || !actor(world, i).able()) continue;
            world = happen(world, i, new Event.MemberGone(id));
        }
        a = actor(world, i);
        if (a.able() && a.state().leads() && !ledger(world).current().epoch().equals(a.state().promise())) world = happen(world, i, standing(world));
        return world;
    }

    boolean atRest(int[] world) {
        List<Actor> in = new ArrayList<>();
        for (int i = 0; i < count; i++) if (actor(world, i).able() && !actor(world, i).is("Standing")) in.add(actor(world, i));
        if (in.stream().allMatch(a -> a.is("Joining"))) return true;
        return in.stream().filter(a -> a.is("Serving")).count() == 1 && in.stream().allMatch(a -> a.state().plays())
                && in.stream().map(a -> a.state().log().end()).distinct().count() == 1;
    }

    String describe(int[] world) {
        StringBuilder text = new StringBuilder(ledger(world) + "\n");
        for (int i = 0; i < count; i++) {
            Actor a = actor(world, i);
            text.append(names.get(i)).append(a.dead() ? " dead " : a.over() ? " over (" + a.why() + ") " : " ").append(brief(a.state())).append(" timers ");
            for (Timer t : Timer.values()) if (a.runs(t)) text.append(t).append(' ');
            text.append('\n');
        }
        for (int p = count + 3; p < world.length; p++) text.append("under way ").append(packets.get(world[p])).append('\n');
        return text.toString();
    }

    private static String brief(MemberState state) {
        String text = state.toString();
        return text.replaceAll("(self=Self|rules=GameRules|Member)\\[[^\\[\\]]*(\\[[^\\[\\]]*\\][^\\[\\]]*)*\\],? ?", "");
    }

    /** What changed between two worlds, for a trace. */
    String difference(int[] a, int[] b) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (a[i] == b[i]) continue;
            Actor x = actor(a, i);
            Actor y = actor(b, i);
            String what = y.dead() ? "dies" : y.over() ? "closes: " + y.why() : x.state().name() + " -> " + y.state().name();
            parts.add(names.get(i) + " " + what + " epoch " + y.state().epoch() + " promise " + y.state().promise() + " end " + y.state().log().end());
        }
        if (a[count] != b[count]) parts.add("ledger " + ledger(b).current() + " active " + ledger(b).active().epoch());
        for (int p = count + 3; p < b.length; p++) if (!has(a, b[p])) parts.add("  sent: " + packets.get(b[p]));
        return String.join("\n    ", parts);
    }
}
