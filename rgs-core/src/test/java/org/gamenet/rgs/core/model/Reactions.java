package org.gamenet.rgs.core.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.jspecify.annotations.Nullable;

/**
 * A process's answer to an event: the same whatever else is in the world, so it is worked out once. News for its
 * application is judged here, as far as one process can show it.
 */
final class Reactions {
    static final Timer[] TIMERS = Timer.values();
    /** In the version of a copy, beside what is in it: its server has stopped. */
    private static final long LAST_COPY = 1 << 20;

    /**
     * An answer.
     *
     * @param actor the process afterwards
     * @param moved whether what is under way to it may have lost its reader
     * @param sends packets that it sends, by number, in order
     * @param told entries that its application was told
     * @param used where the packages came from that went into a resumed state
     * @param end where that history ended
     * @param begun the epoch that it begins to serve in, made from packages
     * @param base the requests in that state
     * @param lastResort whether its ACK says that something may be lost
     */
    record Reaction(
            int number,
            int actor,
            boolean moved,
            int[] sends,
            List<LogEntry> told,
            List<Position> used,
            Optional<Position> end,
            @Nullable Epoch begun,
            int base,
            boolean lastResort) {}

    private final World world;
    private final Bounds bounds;
    /** Whether time and callbacks are as in life: for the fair end only. */
    private final boolean fair;

    private final Memo<Reaction> known = new Memo<>();
    private int count;

    Reactions(World world, boolean fair) {
        this.world = world;
        this.bounds = world.bounds;
        this.fair = fair;
    }

    Reaction to(int i, int actor, int event) {
        Reaction found = known.get(actor, event);
        return found != null
                ? found
                : known.put(actor, event, react(i, world.actors.get(actor), List.of(), world.events.get(event)));
    }

    /** A process begins. */
    Reaction begin(int i, Actor actor, Step step) {
        return react(i, actor, List.of(step), null);
    }

    private Reaction react(int i, Actor before, List<Step> steps, @Nullable Event event) {
        Telling telling = new Telling(i, before);
        Deque<Event> local = telling.local;
        for (Step step : steps) telling.take(step);
        if (event != null && telling.counts(event)) local.add(event);
        while (!local.isEmpty() && !telling.now.dead()) {
            Event e = local.poll();
            String from = telling.now.state().name();
            Step step;
            try {
                step = telling.now.state().on(e);
            } catch (RuntimeException | AssertionError broken) {
                throw new Broken("throws " + broken + " in " + telling.now.state() + " at " + e);
            }
            if (!fair)
                world.steps
                        .computeIfAbsent(from + " <- " + label(e), k -> new TreeSet<>())
                        .add(step.state().name() + " / " + does(step));
            if (telling.now.over()) telling.afterwards(step);
            else telling.take(step);
        }
        boolean moved = !telling.now.id().equals(before.id()) || telling.now.over() != before.over();
        int[] sends = telling.sends.stream().mapToInt(Integer::intValue).toArray();
        return new Reaction(
                count++,
                world.actor(telling.now),
                moved,
                sends,
                telling.told,
                telling.used,
                telling.end,
                telling.begun,
                telling.now.known().requests(),
                telling.lastResort);
    }

    static String label(Event e) {
        if (e instanceof Event.Heard h) return h.message().getClass().getSimpleName();
        if (e instanceof Event.TimerFired t) return t.timer().name();
        return e.getClass().getSimpleName();
    }

    private static boolean isTold(Effect e) {
        return e instanceof Effect.Founded
                || e instanceof Effect.Admitted
                || e instanceof Effect.Delivered
                || e instanceof Effect.Freeze
                || e instanceof Effect.Thaw
                || e instanceof Effect.TakeOver
                || e instanceof Effect.Resume
                || e instanceof Effect.Close;
    }

    /** The kinds of what a step does, each once. */
    static String does(Step step) {
        Set<String> kinds = new TreeSet<>();
        for (Effect e : step.effects()) {
            if (e instanceof Effect.Note) continue;
            String kind = e.getClass().getSimpleName();
            if (e instanceof Effect.Send s) kind += " " + s.message().getClass().getSimpleName();
            if (e instanceof Effect.Cast c) kind += " " + c.message().getClass().getSimpleName();
            if (e instanceof Effect.StartTimer t) kind += " " + t.timer();
            if (e instanceof Effect.StopTimer) continue;
            if (e instanceof Effect.Close c) kind += " " + c.reason();
            if (e instanceof Effect.Delivered d)
                kind += " " + d.entry().body().getClass().getSimpleName();
            kinds.add(kind);
        }
        return kinds.isEmpty() ? "nothing" : String.join(", ", kinds);
    }

    /** Collects what one event leads to, through all that is answered on the spot. */
    private final class Telling {
        final int i;
        Actor now;
        final Deque<Event> local = new ArrayDeque<>();
        final List<Integer> sends = new ArrayList<>();
        final List<LogEntry> told = new ArrayList<>();
        List<Position> used = List.of();
        Log before = Log.EMPTY;
        Optional<Position> end = Optional.empty();

        @Nullable
        Epoch begun;

        boolean lastResort;

        Telling(int i, Actor actor) {
            this.i = i;
            now = actor;
        }

        /** A confirmation of an earlier epoch is not heard; one of this epoch says what the copy contains. */
        boolean counts(Event event) {
            if (!(event instanceof Event.Copied copied) || copied.place().isEmpty()) return true;
            if (!copied.place().get().epoch().equals(now.state().epoch()) || !now.is("Serving")) return false;
            long contained = copied.version() & ~LAST_COPY;
            if (world.hasRequests()) now = now.knows(now.known().copied(copied.backup(), (int) contained));
            if (contained != copied.version()) local.add(new Event.HandoverReady(copied.backup(), packed()));
            return true;
        }

        void take(Step step) {
            Epoch promised = now.state().promise();
            before = now.state().log();
            now = now.with(step.state());
            Epoch promise = now.state().promise();
            boolean spare = now.is("StandingBy") || now.is("SpareClaiming");
            if (!spare && !promise.equals(promised) && !promise.isAfter(promised))
                throw new Broken(
                        "S20 the promise of " + world.names.get(i) + " goes from " + promised + " back to " + promise);
            if (now.state().plays() && !promise.equals(now.state().epoch()))
                throw new Broken("S20 " + world.names.get(i) + " plays in "
                        + now.state().epoch() + " and has promised " + promise);
            for (Effect e : step.effects()) perform(e);
            if (now.is("GameOver") && !now.over()) now = now.ends();
        }

        /** It is closed: nothing is shown any more, but a grant that comes late is given back. */
        void afterwards(Step step) {
            for (Effect e : step.effects()) if (e instanceof Effect.Release) ask(e);
        }

        private void show(Actor.Shown shown) {
            now = now.with(shown);
        }

        private void perform(Effect effect) {
            // The session tells a closed application nothing more, and closes it once.
            if (!now.why().isEmpty() && isTold(effect)) return;
            if (effect instanceof Effect.StartTimer t) start(t.timer());
            else if (effect instanceof Effect.StopTimer t)
                now = now.running(now.timers() & ~(1 << t.timer().ordinal()));
            else if (effect instanceof Effect.Send s) send(s);
            else if (effect instanceof Effect.Cast c) cast(c);
            else if (effect instanceof Effect.ConfirmCopy c) confirm(c);
            else if (effect instanceof Effect.JoinGroup) answer(new Event.GroupJoined());
            else if (effect instanceof Effect.StopServing s) stop(s.successor());
            else if (effect instanceof Effect.TakePackage) answer(new Event.PackageTaken(Optional.of(packed())));
            else if (effect instanceof Effect.TakeKept) local.add(new Event.PackageTaken(Optional.of(packed())));
            else if (effect instanceof Effect.TakeInitialState t) give(t);
            else if (effect instanceof Effect.Restore r) restore(r);
            else if (effect instanceof Effect.Founded f) resume(List.of(f.first()), f.log(), false);
            else if (effect instanceof Effect.Admitted a) admit(a.log(), a.state());
            else if (effect instanceof Effect.Delivered d) deliver(d.entry(), d.log());
            else if (effect instanceof Effect.Freeze) freeze();
            else if (effect instanceof Effect.Thaw) thaw();
            else if (effect instanceof Effect.TakeOver t) take(t.before());
            else if (effect instanceof Effect.Resume r) resume(r.path(), r.log(), true);
            else if (effect instanceof Effect.Close c)
                now = now.closes(c.reason().name());
            else if (effect instanceof Effect.StandByAgain) now = now.running(0);
            else if (effect instanceof Effect.Rejoin r) rejoin(r);
            else if (!(effect instanceof Effect.Note
                    || effect instanceof Effect.CountStale
                    || effect instanceof Effect.Replay
                    || effect instanceof Effect.ServeOn
                    || effect instanceof Effect.Refuse
                    || effect instanceof Effect.KnowActive
                    || effect instanceof Effect.AnswerOffer)) ask(effect);
        }

        private void start(Timer timer) {
            boolean may = bounds.timers().contains(timer) && now.patience() > 0;
            if (fair || may || Actor.KEPT.contains(timer)) now = now.running(now.timers() | 1 << timer.ordinal());
        }

        private void send(Effect.Send s) {
            if (s.to().equals(now.id())) local.add(new Event.Heard(now.id(), s.message()));
            else post(World.place(s.to()), s.to(), s.message());
        }

        private void confirm(Effect.ConfirmCopy c) {
            Event confirmed =
                    new Event.Copied(now.id(), c.version(), Optional.of(c.copy().place()));
            sends.add(world.packet(new Packet(World.place(c.to()), c.to(), confirmed, null, i, true)));
        }

        private void cast(Effect.Cast c) {
            for (int j = 0; j < world.count; j++) if (j != i) post(j, null, c.message());
        }

        private void post(int to, @Nullable MemberId addressee, Message message) {
            if (to >= 0 && to < world.count)
                sends.add(world.packet(new Packet(to, addressee, new Event.Heard(now.id(), message), null, i, false)));
        }

        private void ask(Effect request) {
            // An entry names the count that it follows: a second copy of it does nothing (LedgerTest).
            boolean once = request instanceof Effect.Enlist;
            sends.add(world.packet(new Packet(Packet.ARBITER, now.id(), null, request, i, once)));
        }

        private PackedState packed() {
            return world.packed(now);
        }

        /** A newcomer's state counts as its package from here on (P72). */
        private void give(Effect.TakeInitialState take) {
            Optional<PackedState> packed = world.hasRequests() ? Optional.of(packed()) : Optional.empty();
            if (world.hasRequests())
                now = now.knows(
                        now.known().reported(take.newcomer(), now.known().requests()));
            answer(new Event.InitialStateTaken(take.newcomer(), take.at(), packed));
        }

        private void stop(MemberId successor) {
            if (world.hasRequests()) now = now.knows(now.known().copying(successor));
            long version = LAST_COPY | now.known().requests();
            Event held = new Event.CopyHeld(now.id(), now.state().epoch(), version, packed());
            sends.add(world.packet(new Packet(World.place(successor), successor, held, null, i, true)));
        }

        private void know(PackedState state) {
            if (world.hasRequests())
                now = now.knows(Known.of(
                        state.stateEpoch(),
                        (int) state.stateTime(),
                        state.state().bytes()[0]));
        }

        private void answer(Event event) {
            if (bounds.slow() && !fair) sends.add(world.packet(new Packet(i, now.id(), event, null, i, true)));
            else local.add(event);
        }

        private void restore(Effect.Restore r) {
            if (world.rules.peers()) throw new Broken("P40 among equals packages are restored: " + r);
            List<Position> places = new ArrayList<>();
            List<MemberId> senders = new ArrayList<>();
            for (Effect.Contribution c : r.packages()) {
                if (!world.hasRequests())
                    places.add(new Position(
                            c.packed().stateEpoch(), (long) c.packed().stateTime()));
                senders.add(c.from().id());
            }
            if (new HashSet<>(senders).size() < senders.size())
                throw new Broken("S5 two packages of one member: " + senders);
            show(now.shown().restores(places, senders));
            know(r.packages().get(0).packed());
            answer(new Event.RestoreDone(true, 1, "", List.of()));
        }

        private void rejoin(Effect.Rejoin r) {
            now = now.reborn(world.id(i, now.lives() + 1));
            now = now.with(new Actor.Shown(
                    now.shown().in(), true, now.shown().told(), now.shown().resumed(), List.of(), List.of()));
            take(MemberState.rejoin(world.self(i, now.id()), world.rules, r.promise(), r.log()));
        }

        // ---- what the application is told

        private void admit(Log log, Optional<PackedState> state) {
            state.ifPresent(this::know);
            take(log);
            show(now.shown().resumes(log.end().epoch()));
        }

        private void take(Log log) {
            before = log;
            show(now.shown().told(log.end()));
        }

        private void freeze() {
            if (now.shown().frozen()) throw new Broken("S19 Frozen again while frozen");
            show(now.shown().frozen(true));
        }

        private void thaw() {
            if (!now.shown().frozen()) throw new Broken("S19 Resumed while it was not frozen");
            show(now.shown().frozen(false));
        }

        private void deliver(LogEntry entry, Log after) {
            Actor.Shown shown = now.shown();
            if (!shown.in()) throw new Broken("S19 " + entry + " before the application was told that it is in");
            if (shown.frozen()) throw new Broken("S8 " + entry + " is delivered while frozen");
            if (entry.epoch().number() < shown.resumed().number())
                throw new Broken("S3 " + entry + " is delivered after " + shown.resumed());
            if (entry.body() instanceof EntryBody.Ack ack && !ack.planned())
                throw new Broken("S19 no Frozen before " + entry);
            tell(entry);
            judge(entry, before, after);
            before = after;
            if (entry.body() instanceof EntryBody.Ack ack) {
                show(now.shown().resumes(entry.epoch()));
                serve(ack, entry.epoch());
            }
        }

        /** An entry must fit the roster before it. */
        private void judge(LogEntry entry, Log was, Log is) {
            Roster in = was.roster();
            if (entry.body() instanceof EntryBody.Exited exit && !in.has(exit.who()))
                throw new Broken("S7 exit of one who is not in: " + entry);
            if (entry.body() instanceof EntryBody.Joined join
                    && in.isOut(join.member().id())) throw new Broken("S7 an incarnation comes back: " + entry);
            if (entry.body() instanceof EntryBody.Joined join
                    && in.has(join.member().id())) throw new Broken("S7 comes in twice: " + entry);
            if (entry.body() instanceof EntryBody.Ordered o
                    && (o.number() != was.orderedOf(o.from()) + 1 || !in.has(o.from())))
                throw new Broken("S9 " + entry + " after " + was.ordered());
            if (world.rules.byPermission()
                    && entry.body() instanceof EntryBody.Ordered said
                    && !said.message().equals(Speech.said(said.number())))
                throw new Broken("S9 said otherwise: " + entry);
            if (is.roster().members().stream()
                            .map(m -> m.id().peer())
                            .distinct()
                            .count()
                    < is.roster().members().size()) throw new Broken("S6 one peer twice: " + is.roster());
        }

        private void tell(LogEntry entry) {
            Position follows = entry.body() instanceof EntryBody.Ack ack
                    ? ack.end()
                    : new Position(entry.epoch(), entry.seq() - 1);
            if (!follows.equals(now.shown().told()))
                throw new Broken(
                        "S11 " + entry + " is told after " + now.shown().told());
            told.add(entry);
            show(now.shown().told(entry.at()));
        }

        private void resume(List<LogEntry> path, Log after, boolean wasIn) {
            LogEntry ack = path.get(path.size() - 1);
            EntryBody.Ack body = (EntryBody.Ack) ack.body();
            Actor.Shown shown = now.shown();
            if (ack.epoch().number() <= shown.resumed().number())
                throw new Broken("S2 resumes " + ack.epoch() + " after " + shown.resumed());
            if (wasIn && shown.in() && !shown.frozen() && !body.planned())
                throw new Broken("S19 Resumed(" + ack.epoch() + ") without Frozen");
            for (LogEntry entry : path) {
                tell(entry);
                if (entry == ack) continue;
                Log next = before.takes(entry) ? before.with(entry) : before;
                judge(entry, before, next);
                before = next;
            }
            if (!body.members().contains(now.id()))
                throw new Broken("S4 resumes " + ack.epoch() + " without being in M");
            if (!Set.copyOf(body.members()).equals(Set.copyOf(after.roster().ids())))
                throw new Broken("S4 S5 M is not the roster: " + body + " "
                        + after.roster().ids());
            if (!now.state().promise().equals(ack.epoch()))
                throw new Broken("S20 resumes " + ack.epoch() + " with promise "
                        + now.state().promise());
            if (shown.in() && wasIn) judgeExits(body, before.roster());
            if (body.authority().get(0).equals(now.id())) holds(body);
            if (serve(body, ack.epoch())) {
                begun = ack.epoch();
                lastResort = body.lastResort();
            }
            show(now.shown().resumes(ack.epoch()));
            before = after;
        }

        private boolean serve(EntryBody.Ack ack, Epoch epoch) {
            boolean mine = world.hasRequests() && ack.authority().get(0).equals(now.id());
            if (mine) now = now.knows(now.known().servedIn(epoch));
            return mine;
        }

        /**
         * S5: who was in at the end is in M or has an exit, and nobody has both. A holder that had been left behind
         * takes the place of what it was before (P75).
         */
        private void judgeExits(EntryBody.Ack ack, Roster at) {
            Set<MemberId> all = new HashSet<>(ack.members());
            ack.admitted().ifPresent(m -> {
                all.remove(m.id());
                at.findPeer(m.id().peer()).ifPresent(before -> all.add(before.id()));
            });
            for (EntryBody.Exited exit : ack.exits())
                if (!all.add(exit.who())) throw new Broken("S7 stays and has an exit: " + exit);
            if (!all.equals(Set.copyOf(at.ids()))) throw new Broken("S5 roster " + at.ids() + " became " + ack);
        }

        private void holds(EntryBody.Ack body) {
            used = now.shown().restored();
            List<MemberId> senders = now.shown().senders();
            if (!senders.containsAll(body.packaged()))
                throw new Broken("S5 said to have packaged: " + body.packaged() + ", used: " + senders);
            for (EntryBody.Exited exit : body.exits())
                if (exit.detail().contains("lost in the recovery") && senders.contains(exit.who()))
                    throw new Broken("S5 the package of a lost one was used: " + exit);
            for (MemberId member : body.members())
                if (senders.contains(member) && !body.packaged().contains(member))
                    throw new Broken("S5 used, and not marked so: " + member);
            end = Optional.of(body.end());
        }
    }
}
