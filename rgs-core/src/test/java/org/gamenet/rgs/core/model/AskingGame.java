package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.reconfiguration.Timer;

/** Equals that order by permission, with nothing but messages between their machines (P68 to P70). */
abstract class AskingGame extends OneMachine {
    static final long SECRET = 77;
    static final GameRules RULES = new GameRules(
                    "equals", 32, List.of(Failover.PROMOTED_PLAYER), 1_000, 30_000, 50, Map.of())
            .amongPeers()
            .orderedBy(Order.LAMPORT);

    final Map<MemberId, MemberState> all = new TreeMap<>();
    final Deque<Said> waiting = new ArrayDeque<>();
    final List<Message> said = new ArrayList<>();
    final Map<MemberId, Set<Timer>> timers = new TreeMap<>();
    final List<Effect> others = new ArrayList<>();
    /** The messages that the network loses. */
    Predicate<Said> lost = one -> false;

    final LocalMember ann = self(1, Kind.PLAYER);
    final LocalMember bob = self(2, Kind.PLAYER);
    final LocalMember cat = self(3, Kind.PLAYER);
    final LocalMember dan = self(4, Kind.PLAYER);

    record Said(MemberId from, MemberId to, Message message) {}

    void happens(MemberId to, Event event) {
        Step step = all.get(to).on(event);
        all.put(to, step.state());
        for (Effect effect : step.effects()) {
            if (effect instanceof Effect.Send send) say(to, send.to(), send.message());
            else if (effect instanceof Effect.Cast cast) for (MemberId id : all.keySet()) say(to, id, cast.message());
            else if (effect instanceof Effect.StartTimer start)
                timers.computeIfAbsent(to, id -> new HashSet<>()).add(start.timer());
            else if (effect instanceof Effect.TakeInitialState take)
                happens(to, new Event.InitialStateTaken(take.newcomer(), take.at(), Optional.empty()));
            else others.add(effect);
        }
    }

    void say(MemberId from, MemberId to, Message message) {
        if (from.equals(to) || !all.containsKey(to)) return;
        said.add(message);
        Said one = new Said(from, to, message);
        if (!lost.test(one)) waiting.add(one);
    }

    void quiet() {
        for (int i = 0; !waiting.isEmpty(); i++) {
            assertTrue(i < 100_000, "it never ends");
            Said one = waiting.remove();
            happens(one.to(), new Event.Heard(one.from(), one.message()));
        }
    }

    /** All timers of this kind run out, once. */
    void later(Timer timer) {
        for (MemberId id : List.copyOf(all.keySet()))
            if (timers.computeIfAbsent(id, any -> new HashSet<>()).remove(timer))
                happens(id, new Event.TimerFired(timer));
        quiet();
    }

    void playing(LocalMember... some) {
        all.put(some[0].id(), MemberState.found(some[0], RULES, ONE).state());
        for (LocalMember each : List.of(some).subList(1, some.length)) {
            all.put(each.id(), MemberState.join(each, RULES, Epoch.NONE).state());
            happens(some[0].id(), new Event.Heard(each.id(), new Message.JoinRequest(each.me(), 1, 1, 0)));
            quiet();
            later(Timer.PERMIT);
            quiet();
        }
        for (LocalMember each : some)
            assertEquals(some.length, at(each).log().roster().members().size());
        said.clear();
        others.clear();
    }

    /** Cat is dead, and off the arbiter's list: Ann claims the next number, unless she ends the game. */
    void losesCat() {
        all.remove(cat.id());
        happens(ann.id(), new Event.MemberGone(cat.id()));
        happens(ann.id(), new Event.Listed(ONE, new Listing(List.of(ann.id(), bob.id()), 9)));
    }

    /** The first that was made. */
    Effect.Claim claim() {
        return others.stream()
                .filter(Effect.Claim.class::isInstance)
                .map(Effect.Claim.class::cast)
                .findFirst()
                .orElseThrow();
    }

    /** The arbiter grants Ann's claim, and lists these. */
    void goesOn(List<MemberId> rest) {
        happens(ann.id(), new Event.Granted(claim().claimId(), TWO, rest));
        quiet();
        happens(bob.id(), new Event.GameStatusKnown(TWO, false, ONE, true, false, Optional.of(ann.id())));
        happens(bob.id(), new Event.PackageTaken(Optional.empty()));
        quiet();
        happens(ann.id(), new Event.Activated(TWO, true, new Listing(rest, 1)));
        quiet();
        assertEquals(TWO, at(bob).epoch());
    }

    MemberState at(LocalMember one) {
        return all.get(one.id());
    }

    void wants(LocalMember who, long number) {
        happens(who.id(), new Event.OrderAsked(new Message.OrderRequest(number, 5, 1, new Payload(new byte[] {
            (byte) number
        }))));
    }

    List<String> told(LocalMember who) {
        List<String> frames = new ArrayList<>();
        for (LogEntry frame : at(who).log().kept())
            if (frame.body() instanceof EntryBody.Ordered one)
                frames.add(one.from().peer() + "/" + one.number());
        return frames;
    }

    long count(Class<? extends Message> type) {
        return said.stream().filter(type::isInstance).count();
    }
}
