package org.gamenet.rgs.core.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.gamenet.rgs.Failover;
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
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.reconfiguration.Timer;

/**
 * One random history of a whole game, of the pure machines and the real ledger alone: any message late or lost, any
 * timer at any moment, any suspicion, crashes and pauses at every step; then a fair end, in which everybody alive must
 * come to rest. Judges itself after every event.
 */
final class Walk {

    static final GameRules RULES = new GameRules(
            "walk", 8, List.of(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER), 1_000, 30_000, 50, Map.of());

    /** A process. */
    static final class Process {
        MemberState state;
        MemberId id;
        final long peer;
        final String name;
        final Kind kind;
        boolean dead;
        boolean paused;
        boolean closed;
        boolean frozen;
        String closedWhy = "";
        final Set<Timer> timers = EnumSet.noneOf(Timer.class);
        final List<String> told = new ArrayList<>();
        final List<LogEntry> delivered = new ArrayList<>();
        final List<Epoch> resumed = new ArrayList<>();
        final Deque<Event> pending = new ArrayDeque<>();

        Process(long peer, String name, Kind kind) {
            this.peer = peer;
            this.name = name;
            this.kind = kind;
        }
    }

    record Packet(MemberId from, MemberId to, Message message) {}

    final Random chance;
    final Map<Long, Process> processes = new TreeMap<>();
    final Map<MemberId, Process> byId = new HashMap<>();
    final List<Packet> net = new ArrayList<>();
    final List<String> trace = new ArrayList<>();
    final Map<Long, LogEntry> acks = new HashMap<>();
    Ledger ledger;
    long incarnations;
    double loss = 0.05;
    double twice = 0.05;
    /** One in so many events is the application's doing; 0: it does nothing. */
    int lively;

    boolean fair;

    Walk(long seed) {
        chance = new Random(seed);
    }

    Member member(Process p, MemberId id) {
        return new Member(id, p.name, p.kind, new Endpoint("x", 1, 1), 5);
    }

    LocalMember self(Process p) {
        p.id = new MemberId(p.peer, new Incarnation(7, ++incarnations));
        byId.put(p.id, p);
        return new LocalMember(member(p, p.id), 1, Payload.EMPTY, 1, 0);
    }

    Process add(String name, Kind kind) {
        Process p = new Process(processes.size() + 1, name, kind);
        processes.put(p.peer, p);
        return p;
    }

    Process found(String name, Kind kind) {
        Process p = add(name, kind);
        LocalMember self = self(p);
        ledger = Ledger.founded(p.id, 99, false);
        enter(p, MemberState.found(self, RULES, new Epoch(1, 99)));
        return p;
    }

    Process join(String name) {
        Process p = add(name, Kind.PLAYER);
        enter(p, MemberState.join(self(p), RULES, ledger.active().epoch()));
        return p;
    }

    Process spare(String name) {
        Process p = add(name, Kind.SERVER);
        p.state = MemberState.standBy(self(p));
        return p;
    }

    private void enter(Process p, Step step) {
        p.state = step.state();
        perform(p, step);
    }

    void happen(Process p, Event event) {
        if (p.dead) return;
        Epoch before = p.state.promise();
        MemberState was = p.state;
        Step step = p.state.on(event);
        if (!step.state().equals(was) || !step.effects().isEmpty())
            trace.add(p.name + " " + was.name() + " <- " + event);
        p.state = step.state();
        if (!p.state.name().equals("StandingBy")
                && p.state.promise().number() < before.number()
                && !"SpareClaiming".equals(p.state.name()))
            fail("S20 promise of " + p.name + " went from " + before + " back to " + p.state.promise());
        if (p.state.name().equals("GameOver")) p.closed = true;
        for (Effect e : step.effects()) trace.add("    " + p.name + " -> " + e);
        perform(p, step);
    }

    private void send(MemberId from, MemberId to, Message message) {
        Packet packet = new Packet(from, to, message);
        if (!net.contains(packet)) net.add(packet);
    }

    private void perform(Process p, Step step) {
        for (Effect effect : step.effects()) perform(p, effect);
    }

    private void perform(Process p, Effect effect) {
        MemberId me = p.id;
        if (effect instanceof Effect.Send s) {
            if (s.to().equals(me)) happen(p, new Event.Heard(me, s.message()));
            else send(me, s.to(), s.message());
        } else if (effect instanceof Effect.Cast c) {
            for (Process q : processes.values()) if (q != p) send(me, q.id, c.message());
        } else if (effect instanceof Effect.StartTimer t) {
            p.timers.add(t.timer());
        } else if (effect instanceof Effect.StopTimer t) {
            p.timers.remove(t.timer());
        } else if (effect instanceof Effect.Claim c) {
            claim(p, c);
        } else if (effect instanceof Effect.Activate a) {
            ledger = ledger.activate(a.epoch(), a.members());
            answer(p, new Event.Activated(a.epoch(), ledger.isActive(a.epoch()), ledger.listing()));
        } else if (effect instanceof Effect.Enlist e) {
            ledger = ledger.list(e.epoch(), e.count(), e.members());
            if (ledger.isActive(e.epoch())) answer(p, new Event.Listed(e.epoch(), ledger.listing()));
            else answer(p, standing());
        } else if (effect instanceof Effect.Release r) {
            ledger = ledger.release(r.epoch());
        } else if (effect instanceof Effect.TellEnd t) {
            ledger = ledger.end(t.epoch());
            answer(p, new Event.EndConfirmed());
        } else if (effect instanceof Effect.AskGameStatus) {
            answer(p, standing());
        } else if (effect instanceof Effect.SeekSpare s) {
            Optional<Process> free = processes.values().stream()
                    .filter(q -> !q.dead && !q.paused && "StandingBy".equals(q.state.name()))
                    .findFirst();
            if (free.isPresent()) {
                free.get()
                        .pending
                        .add(new Event.Offered(
                                chance.nextLong(), RULES, s.failed(), s.roster(), s.supporters(), 1_100));
                answer(p, new Event.SpareSought(s.failed(), true, free.get().name));
            } else {
                answer(p, new Event.SpareSought(s.failed(), false, "none"));
            }
        } else if (effect instanceof Effect.JoinGroup) {
            answer(p, new Event.GroupJoined());
        } else if (effect instanceof Effect.TakePackage || effect instanceof Effect.TakeKept) {
            answer(
                    p,
                    new Event.PackageTaken(Optional.of(
                            new PackedState(Payload.EMPTY, false, 1, p.state.epoch(), 1, Map.of(), List.of(), 0))));
        } else if (effect instanceof Effect.TakeInitialState t) {
            answer(p, new Event.InitialStateTaken(t.newcomer(), t.at(), Optional.empty()));
        } else if (effect instanceof Effect.Restore) {
            answer(p, new Event.RestoreDone(true, 1, "", List.of()));
        } else if (effect instanceof Effect.Founded f) {
            tell(p, f.first());
            resume(p, f.first());
        } else if (effect instanceof Effect.Admitted a) {
            p.frozen = false;
            p.delivered.clear();
            p.resumed.clear();
            p.resumed.add(a.log().end().epoch());
            p.told.add("admitted " + a.log().end());
        } else if (effect instanceof Effect.Delivered d) {
            if (p.frozen) fail("S8 " + p.name + " is told of " + d.entry() + " while frozen");
            tell(p, d.entry());
            if (d.entry().body() instanceof EntryBody.Ack) resume(p, d.entry());
        } else if (effect instanceof Effect.Freeze) {
            p.frozen = true;
            p.told.add("frozen");
        } else if (effect instanceof Effect.Thaw) {
            p.frozen = false;
            p.told.add("resumed same");
        } else if (effect instanceof Effect.Resume r) {
            for (LogEntry f : r.path()) tell(p, f);
            p.frozen = false;
            resume(p, r.path().get(r.path().size() - 1));
        } else if (effect instanceof Effect.TakeOver t) {
            p.delivered.clear();
            p.delivered.addAll(t.before().kept());
        } else if (effect instanceof Effect.Close c) {
            p.closed = true;
            p.closedWhy = c.reason() + ": " + c.detail();
            p.timers.clear();
        } else if (effect instanceof Effect.Rejoin r) {
            p.timers.clear();
            p.told.add("rejoins: " + r.why());
            p.closed = false;
            enter(p, MemberState.rejoin(self(p), RULES, r.promise(), r.log()));
        } else if (effect instanceof Effect.StandByAgain) {
            p.timers.clear();
        }
    }

    /** The evidence of P12, as far as it matters in the end: a holder that is there keeps its number. */
    private boolean holds(long claimant) {
        return processes.values().stream()
                .anyMatch(q -> q.peer != claimant
                        && !q.dead
                        && !q.closed
                        && q.state.leads()
                        && (q.state.promise().equals(ledger.current().epoch())
                                && !ledger.current().released()));
    }

    private void claim(Process p, Effect.Claim c) {
        if (fair && holds(p.peer) && c.claimId() != ledger.current().epoch().claimId()) {
            boolean overtaken = c.expected() != ledger.current().epoch().number();
            answer(
                    p,
                    new Event.Denied(
                            c.claimId(),
                            ledger.current().epoch(),
                            overtaken ? Event.DenialReason.OVERTAKEN : Event.DenialReason.NOT_NOW));
            return;
        }
        Verdict verdict = ledger.claim(new Bid(c.expected(), c.authority(), p.id, c.basis(), c.claimId(), false));
        if (verdict instanceof Verdict.Granted g) {
            ledger = g.next();
            answer(
                    p,
                    new Event.Granted(
                            c.claimId(),
                            g.term().epoch(),
                            g.next().listing().members(),
                            g.next().active().authority()));
        } else if (verdict instanceof Verdict.Denied d) {
            Event.DenialReason why = d.why() == Denial.OVERTAKEN
                    ? Event.DenialReason.OVERTAKEN
                    : d.why() == Denial.ENDED ? Event.DenialReason.ENDED : Event.DenialReason.NEVER;
            answer(p, new Event.Denied(c.claimId(), ledger.current().epoch(), why));
        }
    }

    private Event standing() {
        return new Event.GameStatusKnown(
                ledger.current().epoch(),
                ledger.current().released(),
                ledger.active().epoch(),
                false,
                ledger.ended());
    }

    private void answer(Process p, Event event) {
        p.pending.add(event);
    }

    private void tell(Process p, LogEntry frame) {
        for (LogEntry before : p.delivered)
            if (before.at().equals(frame.at()) && !before.equals(frame)) fail("S11 two entries at " + frame.at());
        p.delivered.add(frame);
        p.told.add(frame.toString());
    }

    private void resume(Process p, LogEntry ack) {
        LogEntry known = acks.putIfAbsent(ack.epoch().number(), ack);
        if (known != null && !known.equals(ack))
            fail("S1 two ACKs of epoch " + ack.epoch().number() + ":\n" + known + "\n" + ack);
        if (!p.resumed.isEmpty()
                && p.resumed.get(p.resumed.size() - 1).number() >= ack.epoch().number())
            fail("S2 " + p.name + " goes back to " + ack);
        p.resumed.add(ack.epoch());
        for (Process q : processes.values()) {
            for (LogEntry a : p.delivered)
                for (LogEntry b : q.delivered)
                    if (a.at().equals(b.at()) && !a.equals(b))
                        fail("S11 " + p.name + " and " + q.name + " differ at " + a.at() + "\n" + a + "\n" + b);
        }
    }

    void fail(String what) {
        int from = Math.max(0, trace.size() - Integer.getInteger("rgs.trace", 400));
        throw new AssertionError(what + "\n" + String.join("\n", trace.subList(from, trace.size())));
    }

    // ---- what may happen next

    /** One random thing. */
    void stir() {
        List<Runnable> choices = new ArrayList<>();
        List<Process> able =
                processes.values().stream().filter(p -> !p.dead && !p.paused).toList();
        for (Process p : able) {
            if (!p.pending.isEmpty())
                for (int i = 0; i < 4; i++)
                    choices.add(() -> {
                        Event e = p.pending.poll();
                        if (!fair && chance.nextDouble() < loss && isDirectoryReply(e)) return;
                        happen(p, e);
                    });
            for (Timer t : p.timers)
                if (t != Timer.GIVE_UP
                        && t != Timer.NO_GAME
                        && (t != Timer.GO && t != Timer.CLOSE || goes(p))
                        && t != Timer.LAPSE
                        && (!fair || net.isEmpty()))
                    choices.add(() -> {
                        p.timers.remove(t);
                        happen(p, new Event.TimerFired(t));
                    });
            heartbeats(p, choices);
            if (!p.closed
                    && p.state.leads()
                    && !p.state.plays()
                    && p.state.name().equals("Serving")) choices.add(() -> happen(p, new Event.MayAct(true)));
        }
        int packets = Math.min(net.size(), 12);
        for (int i = 0; i < packets; i++)
            choices.add(() -> {
                if (net.isEmpty()) return;
                Packet packet = net.remove(chance.nextInt(net.size()));
                if (!fair && chance.nextDouble() < loss) return;
                if (!fair && chance.nextDouble() < twice) net.add(packet);
                Process to = byId.get(packet.to());
                if (to == null || to.dead) return;
                if (to.paused) {
                    net.add(packet);
                    return;
                }
                if (to.id.equals(packet.to())) happen(to, new Event.Heard(packet.from(), packet.message()));
            });
        if (!fair && lively > 0 && chance.nextInt(lively) == 0) applications(able);
        if (!choices.isEmpty()) choices.get(chance.nextInt(choices.size())).run();
    }

    private static boolean goes(Process p) {
        return p.state.name().equals("Leaving") || p.state.name().equals("Departing");
    }

    /** Something that the game does. */
    private void applications(List<Process> able) {
        if (able.isEmpty()) return;
        Process p = able.get(chance.nextInt(able.size()));
        if (p.closed || !p.state.plays()) return;
        int what = chance.nextInt(24);
        List<Member> roster = p.state.log().roster().members();
        Member other = roster.get(chance.nextInt(roster.size()));
        if (what < 12 && p.state.watches().isPresent()) {
            long number = p.state.log().orderedOf(p.id) + 1;
            send(p.id, p.state.watches().get(), new Message.OrderRequest(number, 5, 1, Payload.EMPTY));
        } else if (what < 15 && p.state.leads()) {
            happen(p, new Event.MayAct(false));
        } else if (what < 18 && p.state.leads()) {
            happen(p, new Event.ChangeAsked(other.id().equals(p.id) ? List.of(p.id) : List.of(p.id, other.id())));
        } else if (what == 18 && p.state.leads()) {
            happen(p, new Event.MemberOverdue(other.id(), "silent"));
        } else if (what == 19 && p.state.leads()) {
            happen(p, new Event.KickAsked(other.id().peer(), "kicked"));
        } else if (what == 20 && processes.size() < 8) {
            join("new" + processes.size());
        } else if (what == 21) {
            happen(p, new Event.LeaveAsked());
        } else if (what == 22 && p.state.leads() && chance.nextInt(8) == 0) {
            happen(p, new Event.EndAsked("done"));
        }
    }

    private static boolean isDirectoryReply(Event e) {
        return e instanceof Event.Granted
                || e instanceof Event.Denied
                || e instanceof Event.Activated
                || e instanceof Event.GameStatusKnown
                || e instanceof Event.SpareSought;
    }

    private void heartbeats(Process p, List<Runnable> choices) {
        if (p.state.leads() && !ledger.current().epoch().equals(p.state.epoch()))
            choices.add(() -> happen(p, standing()));
        Optional<MemberId> watched = p.state.watches();
        if (watched.isPresent()) {
            Process chief = byId.get(watched.get());
            boolean leads = chief != null
                    && !chief.dead
                    && !chief.closed
                    && !chief.paused
                    && chief.id.equals(watched.get())
                    && chief.state.leads();
            boolean same = leads
                    && (chief.state.epoch().equals(p.state.epoch())
                            || chief.state.epoch().equals(p.state.promise()));
            if (!same && (fair || chance.nextInt(3) == 0))
                choices.add(() -> happen(p, new Event.HolderSuspected(watched.get(), "silent", 1)));
            else if (!fair && chance.nextInt(200) == 0)
                choices.add(() -> happen(p, new Event.HolderSuspected(watched.get(), "falsely", 1)));
            if (same && p.state.plays() && chief.state.plays())
                choices.add(() -> {
                    Position last = chief.state.log().end();
                    if (p.state.log().end().isBefore(last) || chance.nextInt(4) == 0)
                        happen(
                                p,
                                new Event.HeartbeatSeen(
                                        chief.id, chief.state.epoch(), last, Facts.stable(chief.state.log())));
                    happen(chief, new Event.EchoSeen(p.id, p.state.log().end()));
                });
        }
        if (p.state.name().equals("Suspecting")) {
            for (Process q : processes.values())
                if (!q.dead
                        && !q.paused
                        && q.state.leads()
                        && q.state.epoch().equals(p.state.epoch())
                        && q.state.plays()) choices.add(() -> happen(p, new Event.HolderAnswered(q.id)));
        }
        if (p.state.leads()
                || p.state.name().equals("Suspecting")
                || p.state.name().equals("Promised")) {
            for (Map.Entry<MemberId, Process> e : byId.entrySet()) {
                Process q = e.getValue();
                if (q.dead && p.state.log().roster().has(e.getKey()) && chance.nextInt(4) == 0)
                    choices.add(() -> happen(p, new Event.MemberGone(e.getKey())));
                else if (q.dead && Actor.COLLECTING.contains(p.state.name()) && chance.nextInt(4) == 0)
                    choices.add(() -> happen(p, new Event.MemberGone(e.getKey())));
                boolean stranger = !q.dead && !q.id.equals(e.getKey());
                if ((stranger || q.closed)
                        && p.state.plays()
                        && p.state.leads()
                        && p.state.log().roster().has(e.getKey()))
                    choices.add(() -> happen(p, new Event.MemberOverdue(e.getKey(), "silent")));
            }
        }
    }

    /** Everybody alive plays under one server, or is out, after at most so many fair steps. */
    void rest(int steps) {
        fair = true;
        for (Process p : processes.values()) p.paused = false;
        for (int i = 0; i < steps; i++) {
            if (i % 50 == 0 && atRest()) return;
            stir();
        }
        if (!atRest()) {
            StringBuilder stuck = new StringBuilder("L1 not at rest: ledger " + ledger + "\n");
            for (Process p : processes.values())
                stuck.append(p.name)
                        .append(p.dead ? " dead " : " ")
                        .append(p.state.name())
                        .append(' ')
                        .append(p.state.epoch())
                        .append(" promise ")
                        .append(p.state.promise())
                        .append(" timers ")
                        .append(p.timers)
                        .append(" pending ")
                        .append(p.pending)
                        .append(' ')
                        .append(p.closedWhy)
                        .append('\n');
            fail(stuck.toString());
        }
    }

    boolean atRest() {
        List<Process> in = processes.values().stream()
                .filter(p -> !p.dead
                        && !p.closed
                        && !p.state.name().equals("StandingBy")
                        && !p.state.name().equals("GameOver"))
                .toList();
        if (in.stream().allMatch(p -> p.state.name().equals("Joining"))) return true;
        long serving = in.stream()
                .filter(p -> p.state.name().equals("Serving") && p.state.plays())
                .count();
        boolean allPlay = in.stream().allMatch(p -> p.state.plays());
        boolean same = in.stream().map(p -> p.state.epoch()).distinct().count() == 1
                && in.stream().map(p -> p.state.log().end()).distinct().count() == 1;
        return serving == 1 && allPlay && same;
    }
}
