package org.gamenet.rgs.core.replication;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;

/**
 * A synchronous game of three processes, with their real roles and the real gate; arbiter, application and network are
 * made up. Claims are granted to any member of the active authority at any time, with no evidence: a server that is
 * thought dead goes on. A state is a number within a run; a run begins with each takeover, from a state of an earlier
 * one. Immutable.
 *
 * @param shown by run, the latest state that others were shown
 * @param kept by run that was superseded, the state that the next one began with
 */
record SynchronousWorld(
        List<Process> all,
        Reign reign,
        Optional<Planned> planned,
        Set<Mail> mail,
        Map<Integer, Integer> shown,
        Map<Integer, Integer> kept,
        Spent spent) {

    static final int UPDATES = Integer.getInteger("rgs.sync.updates", 2);
    static final int CUTS = Integer.getInteger("rgs.sync.cuts", 3);
    static final int EPOCHS = Integer.getInteger("rgs.sync.epochs", 3);
    static final int CRASHES = Integer.getInteger("rgs.sync.crashes", 2);
    static final Position PLACE = new Position(new Epoch(1, 1), 0);
    static final List<Member> ROSTER = List.of(member(0), member(1), member(2));

    /** A rule that is not kept. */
    enum Fault {
        LEAVES_AT_ONCE,
        CONFIRMS_AFTER_IT_CLAIMS,
        NAMED_WITH_ITS_FIRST_COPY,
        FORGOTTEN_BEFORE_IT_IS_DROPPED,
        CONFIRMS_WHAT_IT_DOES_NOT_HOLD,
        LEAVES_WITH_THE_COPY_BEFORE
    }

    record Reign(long epoch, List<MemberId> authority) {}

    /** A planned change that the arbiter has not decided, or has, and its server does not know it. */
    record Planned(int by, long epoch, List<MemberId> authority, boolean granted) {}

    record State(int run, int number) {}

    record Output(long cut, State of) {}

    record Spent(int updates, int crashes, int lost, int runs) {}

    /** A message of the roles; or word of an epoch. */
    record Mail(int from, int to, Optional<CopyMessage> message, long epoch, List<MemberId> authority) {}

    /** @param copy that it holds; {@code claims}: it goes on from that */
    record Process(Stand stand, Replica role, OutputGate gate, Reign in, Sight sight, Made made, Optional<State> copy) {
        boolean alive() {
            return stand != Stand.DEAD;
        }

        boolean serves() {
            return stand == Stand.SERVES;
        }

        Process dead() {
            return new Process(Stand.DEAD, role, gate, in, sight, made, copy);
        }
    }

    enum Stand {
        DEAD,
        FOLLOWS,
        SERVES
    }

    /** @param lost members that it misses */
    record Sight(Set<MemberId> lost, boolean changes, boolean claims) {}

    record Made(State state, long cut, List<Output> waiting) {}

    private static Member member(int i) {
        return new Member(new MemberId(i + 1, new Incarnation(1, i)), "m" + i, Kind.PLAYER, new Endpoint("x", 1, i), 5);
    }

    static MemberId id(int i) {
        return ROSTER.get(i).id();
    }

    static Epoch epoch(long number) {
        return new Epoch(number, number);
    }

    static SynchronousWorld begin() {
        List<Process> all = new ArrayList<>();
        Reign first = new Reign(1, List.of(id(0)));
        for (int i = 0; i < 3; i++)
            all.add(new Process(
                    i == 0 ? Stand.SERVES : Stand.FOLLOWS,
                    Replica.of(new Traits(id(i), "", true, 1_000, 1 << 20, true)),
                    OutputGate.OPEN,
                    first,
                    new Sight(Set.of(), false, false),
                    new Made(new State(1, 0), 0, List.of()),
                    Optional.empty()));
        SynchronousDraft draft = new SynchronousDraft(
                new SynchronousWorld(all, first, Optional.empty(), Set.of(), Map.of(), Map.of(), new Spent(0, 0, 0, 1)),
                EnumSet.noneOf(Fault.class));
        draft.stands(0);
        return draft.done();
    }

    /** The fault; empty if there is none. */
    Optional<String> wrong() {
        for (Map.Entry<Integer, Integer> each : kept.entrySet()) {
            int last = shown.getOrDefault(each.getKey(), -1);
            if (last > each.getValue())
                return Optional.of("shown up to " + last + " of run " + each.getKey() + ", and it went on from "
                        + each.getValue() + " of it");
        }
        return Optional.empty();
    }

    /** All that can happen next. */
    List<SynchronousWorld> next(Set<Fault> faults) {
        List<SynchronousWorld> worlds = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Process p = all.get(i);
            if (!p.alive()) continue;
            if (p.serves()) serverSteps(i, p, faults, worlds);
            else followerSteps(i, p, faults, worlds);
            if (spent.crashes < CRASHES) worlds.add(draft(faults).crash(i).done());
        }
        for (Mail each : mail) worlds.add(draft(faults).arrives(each).done());
        planned.ifPresent(p -> worlds.add(draft(faults).decide(p).done()));
        return worlds;
    }

    private void serverSteps(int i, Process p, Set<Fault> faults, List<SynchronousWorld> worlds) {
        if (spent.updates < UPDATES) worlds.add(draft(faults).update(i).done());
        if (p.role.wantsCopies() && p.made.cut < CUTS)
            worlds.add(draft(faults).pack(i).done());
        for (int j = 0; j < 3 && spent.lost < 1; j++)
            if (j != i && !p.sight.lost.contains(id(j)))
                worlds.add(draft(faults).misses(i, id(j)).done());
    }

    private void followerSteps(int i, Process p, Set<Fault> faults, List<SynchronousWorld> worlds) {
        boolean may = p.copy.isPresent() && reign.authority.contains(id(i)) && reign.epoch < EPOCHS;
        if (may && !p.sight.claims) worlds.add(draft(faults).claims(i).done());
        if (may && p.sight.claims) worlds.add(draft(faults).takesOver(i).done());
    }

    private SynchronousDraft draft(Set<Fault> faults) {
        return new SynchronousDraft(this, faults);
    }
}
