package org.gamenet.rgs.core.model;

import static org.gamenet.rgs.core.model.Chance.ACT;
import static org.gamenet.rgs.core.model.Chance.AWAY;
import static org.gamenet.rgs.core.model.Chance.CHANGE;
import static org.gamenet.rgs.core.model.Chance.CRASH;
import static org.gamenet.rgs.core.model.Chance.DOUBT;
import static org.gamenet.rgs.core.model.Chance.END;
import static org.gamenet.rgs.core.model.Chance.FAIL;
import static org.gamenet.rgs.core.model.Chance.KICK;
import static org.gamenet.rgs.core.model.Chance.LEAVE;
import static org.gamenet.rgs.core.model.Chance.OFFER;
import static org.gamenet.rgs.core.model.Chance.ORDER;
import static org.gamenet.rgs.core.model.Chance.SILENCE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.reconfiguration.Timer;

/**
 * The step of every state at every event, as far as worlds show it that are small enough to be searched to their end.
 */
final class Steps {

    /** Small enough: so what is seen is the same every time. */
    static List<Bounds> wholes() {
        Failover[] player = {Failover.PROMOTED_PLAYER};
        Timer[] last = {Timer.GIVE_UP, Timer.GO, Timer.CLOSE, Timer.LAST_RESORT};
        return List.of(
                Bounds.of(1, 0).ways(player).newcomers(1).may(KICK, 1).epochs(1),
                Bounds.of(1, 0)
                        .ways(player)
                        .may(END, 1)
                        .may(CRASH, 1)
                        .epochs(1)
                        .with(Timer.GO, Timer.CLOSE, Timer.PACKAGE, Timer.RESTORE, Timer.END)
                        .patience(2),
                Bounds.of(2, 0).ways(player).may(ORDER, 2).epochs(1).patience(0),
                Bounds.of(2, 0).ways(player).may(SILENCE, 1).epochs(1).patience(0),
                Bounds.of(1, 0).ways(player).may(ACT, 2).may(LEAVE, 1).epochs(1),
                Bounds.of(1, 0).ways(player).may(CRASH, 1).epochs(2).with(last).patience(3),
                Bounds.of(1, 0)
                        .ways(player)
                        .withPlayingFounder()
                        .may(DOUBT, 1)
                        .patience(0)
                        .epochs(2),
                Bounds.of(2, 0).ways(player).may(DOUBT, 1).patience(0).epochs(2),
                Bounds.of(1, 0).ways(player).may(DOUBT, 1).patience(0).epochs(3),
                Bounds.of(1, 0)
                        .ways(player)
                        .withPlayingFounder()
                        .may(LEAVE, 1)
                        .patience(0)
                        .epochs(2),
                Bounds.of(1, 1)
                        .ways(Failover.SPARE_SERVER)
                        .may(CRASH, 1)
                        .may(OFFER, 1)
                        .withSlowCallbacks()
                        .may(FAIL, 1)
                        .patience(0)
                        .epochs(2),
                Bounds.of(1, 0).ways(player).may(CHANGE, 1).may(CRASH, 1).epochs(2),
                Bounds.of(2, 0).ways(player).may(AWAY, 1).epochs(1).patience(0),
                Bounds.of(1, 1).may(LEAVE, 1).may(OFFER, 1).epochs(2).patience(0),
                Bounds.of(1, 0)
                        .ways(player)
                        .may(CRASH, 1)
                        .epochs(2)
                        .patience(1)
                        .with(
                                Timer.ASK,
                                Timer.ADVERTISE,
                                Timer.RESEND,
                                Timer.FETCH,
                                Timer.SUSPECT,
                                Timer.AWAIT_ACK,
                                Timer.GOODBYE,
                                Timer.DEPART,
                                Timer.CLAIM,
                                Timer.ACTIVATE,
                                Timer.ASK_ARBITER),
                Bounds.of(1, 1)
                        .ways(Failover.SPARE_SERVER)
                        .may(CRASH, 1)
                        .may(OFFER, 1)
                        .epochs(2)
                        .patience(1)
                        .with(
                                Timer.ADVERTISE,
                                Timer.RESEND,
                                Timer.FETCH,
                                Timer.SUSPECT,
                                Timer.AWAIT_ACK,
                                Timer.CLAIM,
                                Timer.ACTIVATE,
                                Timer.ASK_ARBITER));
    }

    private Steps() {}

    static Map<String, Set<String>> seen() {
        Map<String, Set<String>> all = new TreeMap<>();
        for (Bounds bounds : wholes()) add(all, seen(bounds));
        return all;
    }

    /** In one world. */
    static Map<String, Set<String>> seen(Bounds bounds) {
        World world = new World(bounds);
        try (Search search = new Search(world, 2_000_000)) {
            Search.Outcome outcome = search.restingEvery(0).run();
            if (!outcome.complete()) throw new Broken("not searched to its end: " + bounds + ": " + outcome);
        }
        return world.steps;
    }

    static void add(Map<String, Set<String>> all, Map<String, Set<String>> more) {
        more.forEach((pair, outcomes) ->
                all.computeIfAbsent(pair, p -> new TreeSet<>()).addAll(outcomes));
    }

    static String text(Map<String, Set<String>> steps) {
        StringBuilder text = new StringBuilder(
                "# What comes of an event in a state: the next state, and what is done. As the search "
                        + "sees it; -Drgs.rewrite writes it anew.\n");
        steps.forEach((pair, outcomes) -> outcomes.forEach(
                outcome -> text.append(pair).append(" -> ").append(outcome).append('\n')));
        return text.toString();
    }

    static String kept() {
        try (var in = Steps.class.getResourceAsStream("/model/steps.txt")) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The differences from what is kept. */
    static Optional<String> differ() {
        return differ(seen());
    }

    static Optional<String> differ(Map<String, Set<String>> seen) {
        Set<String> kept = new LinkedHashSet<>(kept().lines().toList());
        Set<String> now = new LinkedHashSet<>(text(seen).lines().toList());
        List<String> wrong = new ArrayList<>();
        for (String line : kept) if (!now.contains(line)) wrong.add("not seen any more: " + line);
        for (String line : now) if (!kept.contains(line)) wrong.add("new: " + line);
        return wrong.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", wrong));
    }

    /** The first of these that is not kept. */
    static Optional<String> news(Map<String, Set<String>> seen) {
        Set<String> kept = new HashSet<>(kept().lines().toList());
        return text(seen).lines().filter(l -> !kept.contains(l)).findFirst().map(l -> "new: " + l);
    }
}
