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
import static org.gamenet.rgs.core.model.Chance.OPEN;
import static org.gamenet.rgs.core.model.Chance.ORDER;
import static org.gamenet.rgs.core.model.Chance.SILENCE;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.MethodSource;

/** The searches and walks that every change of a machine must stand. */
final class Hunt {
    /** A bounded world by its name. */
    record Ground(String name, Bounds bounds) {}

    private static final String UNPLAYABLE = " cannot be replayed: ";

    private Hunt() {}

    /** Small ones first: each is about something else. */
    static List<Ground> grounds() {
        List<Ground> all = new ArrayList<>(served());
        all.addAll(BackupGrounds.all());
        all.addAll(BackupGrounds.handovers());
        all.addAll(GroundsOfEquals.all());
        return all;
    }

    private static List<Ground> served() {
        Failover[] player = {Failover.PROMOTED_PLAYER};
        return List.of(
                new Ground("a player promoted", Bounds.of(2, 0).may(CRASH, 1).ways(player)),
                new Ground("a spare", Bounds.of(1, 1).may(CRASH, 1).may(OFFER, 1)),
                new Ground(
                        "a spare that dies too", Bounds.of(1, 1).may(CRASH, 2).may(OFFER, 1)),
                new Ground("a server that leaves", Bounds.of(1, 1).may(LEAVE, 1).may(OFFER, 1)),
                new Ground(
                        "a newcomer",
                        Bounds.of(1, 1).may(CRASH, 1).newcomers(1).may(OFFER, 1).epochs(2)),
                new Ground(
                        "a planned change",
                        Bounds.of(1, 1).may(CRASH, 1).may(CHANGE, 1).may(OFFER, 1)),
                new Ground(
                        "a kick and a false alarm",
                        Bounds.of(1, 1).may(KICK, 1).may(DOUBT, 1).may(OFFER, 1)),
                new Ground(
                        "a deposed holder and ordered messages",
                        Bounds.of(2, 0)
                                .withPlayingFounder()
                                .ways(player)
                                .may(DOUBT, 2)
                                .may(ORDER, 1)),
                new Ground(
                        "slow callbacks",
                        Bounds.of(2, 0)
                                .may(CRASH, 1)
                                .ways(player)
                                .withSlowCallbacks()
                                .may(FAIL, 1)
                                .epochs(2)),
                new Ground(
                        "a package that comes too late",
                        Bounds.of(1, 0)
                                .may(CRASH, 1)
                                .ways(player)
                                .withSlowCallbacks()
                                .epochs(2)
                                .patience(2)
                                .with(Timer.PACKAGE, Timer.RESTORE, Timer.END)),
                new Ground(
                        "a player lost in the recovery",
                        Bounds.of(2, 1)
                                .may(CRASH, 2)
                                .ways(Failover.SPARE_SERVER)
                                .may(OFFER, 1)
                                .patience(0)
                                .epochs(2)),
                new Ground(
                        "a silent player, and who comes back",
                        Bounds.of(2, 0)
                                .may(SILENCE, 1)
                                .may(CRASH, 1)
                                .ways(player)
                                .epochs(2)),
                new Ground(
                        "a player out of reach",
                        Bounds.of(2, 1).may(AWAY, 1).may(CRASH, 1).may(OFFER, 1).epochs(2)),
                new Ground(
                        "cut off and back",
                        Bounds.of(1, 1)
                                .may(ACT, 2)
                                .may(DOUBT, 1)
                                .may(ORDER, 1)
                                .may(OFFER, 1)
                                .epochs(2)),
                new Ground(
                        "the end",
                        Bounds.of(1, 1)
                                .may(END, 1)
                                .may(CRASH, 1)
                                .newcomers(1)
                                .may(OPEN, 1)
                                .may(OFFER, 1)
                                .epochs(2)
                                .with(Timer.GO, Timer.CLOSE, Timer.PACKAGE, Timer.RESTORE, Timer.END)),
                new Ground(
                        "who leaves while all is frozen",
                        Bounds.of(2, 0)
                                .ways(player)
                                .may(LEAVE, 2)
                                .may(CRASH, 1)
                                .with(Timer.GO, Timer.CLOSE, Timer.GOODBYE)
                                .epochs(2)),
                new Ground(
                        "a spare that goes",
                        Bounds.of(1, 1)
                                .ways(Failover.SPARE_SERVER)
                                .may(LEAVE, 1)
                                .may(CRASH, 1)
                                .may(OFFER, 1)
                                .withSlowCallbacks()
                                .may(FAIL, 1)
                                .epochs(2)),
                new Ground(
                        "all that is said again",
                        Bounds.of(1, 1)
                                .newcomers(1)
                                .may(CRASH, 1)
                                .may(FAIL, 1)
                                .may(LEAVE, 1)
                                .may(OFFER, 1)
                                .epochs(2)
                                .with(
                                        Timer.ASK,
                                        Timer.ADVERTISE,
                                        Timer.RESEND,
                                        Timer.FETCH,
                                        Timer.SUSPECT,
                                        Timer.AWAIT_ACK,
                                        Timer.GOODBYE,
                                        Timer.CLAIM,
                                        Timer.ACTIVATE,
                                        Timer.ASK_ARBITER,
                                        Timer.ENLIST)),
                new Ground(
                        "patience ends",
                        Bounds.of(1, 1)
                                .newcomers(1)
                                .may(CRASH, 2)
                                .may(OFFER, 1)
                                .patience(2)
                                .epochs(2)
                                .with(
                                        Timer.GIVE_UP,
                                        Timer.GO,
                                        Timer.CLOSE,
                                        Timer.NO_GAME,
                                        Timer.LAPSE,
                                        Timer.LAST_RESORT)),
                new Ground(
                        "doubts, again and again",
                        Bounds.of(1, 1)
                                .withPlayingFounder()
                                .may(DOUBT, 1)
                                .may(CHANGE, 1)
                                .may(END, 1)
                                .may(OFFER, 1)
                                .with(
                                        Timer.CLAIM,
                                        Timer.ACTIVATE,
                                        Timer.ASK_ARBITER,
                                        Timer.RESEND,
                                        Timer.FETCH,
                                        Timer.SUSPECT,
                                        Timer.AWAIT_ACK)),
                new Ground(
                        "who comes back waits",
                        Bounds.of(1, 0)
                                .ways(player)
                                .may(SILENCE, 1)
                                .may(LEAVE, 1)
                                .may(CRASH, 1)
                                .patience(2)
                                .epochs(2)
                                .with(Timer.GIVE_UP, Timer.NO_GAME, Timer.GO, Timer.CLOSE, Timer.ASK)),
                new Ground(
                        "who was put out is left alone",
                        Bounds.of(1, 0)
                                .ways(player)
                                .may(Chance.REQUEST, 1)
                                .may(SILENCE, 1)
                                .may(CRASH, 1)
                                .patience(3)
                                .epochs(2)
                                .with(Timer.NO_GAME, Timer.LAST_RESORT)),
                new Ground(
                        "who was replaced is left alone",
                        Bounds.of(1, 0)
                                .withPlayingFounder()
                                .ways(player)
                                .may(Chance.REQUEST, 1)
                                .may(DOUBT, 1)
                                .may(CRASH, 1)
                                .patience(3)
                                .with(Timer.NO_GAME, Timer.LAST_RESORT)),
                new Ground(
                        "a request, a death, and who calls it stable",
                        Bounds.of(2, 0)
                                .ways(player)
                                .may(Chance.REQUEST, 1)
                                .may(CRASH, 1)
                                .epochs(2)
                                .patience(0)),
                new Ground(
                        "a request and a server that is replaced",
                        Bounds.of(2, 1)
                                .may(Chance.REQUEST, 1)
                                .may(DOUBT, 1)
                                .may(OFFER, 1)
                                .epochs(2)
                                .patience(0)),
                new Ground(
                        "a request, a silent player, a newcomer",
                        Bounds.of(1, 0)
                                .ways(player)
                                .newcomers(1)
                                .may(Chance.REQUEST, 1)
                                .may(SILENCE, 1)
                                .may(CRASH, 1)
                                .epochs(2)
                                .patience(0)),
                new Ground(
                        "two players and a spare",
                        Bounds.of(2, 1).may(CRASH, 1).may(OFFER, 1).epochs(2)),
                new Ground(
                        "two players, two spares, two deaths",
                        Bounds.of(2, 2).may(CRASH, 2).may(OFFER, 2)));
    }

    /** Too large for every build: {@link Proof} takes as long as it is given. */
    static List<Ground> large() {
        return List.of(
                new Ground(
                        "three players, two spares, two deaths",
                        Bounds.of(3, 2).may(CRASH, 2).may(OFFER, 2)),
                new Ground(
                        "two players, two spares, a partition and a death",
                        Bounds.of(2, 2)
                                .may(CRASH, 1)
                                .may(DOUBT, 2)
                                .may(SILENCE, 1)
                                .may(AWAY, 1)
                                .may(OFFER, 2)),
                new Ground(
                        "two players, two spares, two deaths",
                        Bounds.of(2, 2).may(CRASH, 2).may(OFFER, 2)),
                new Ground(
                        "a newcomer, a backup, ordered messages",
                        Bounds.of(2, 1)
                                .newcomers(1)
                                .may(CRASH, 1)
                                .may(CHANGE, 1)
                                .may(ORDER, 1)
                                .may(OFFER, 1)),
                GroundsOfEquals.TWICE,
                GroundsOfEquals.NEWCOMER,
                GroundsOfEquals.DOUBTED);
    }

    /** The fault, if one is found: half of the worlds breadth first, half depth first. */
    static Optional<String> inGround(Ground ground, int states) {
        try (Search wide = new Search(new World(ground.bounds()), states / 2);
                Search deep = new Search(new World(ground.bounds()), states / 2)) {
            return told(ground, wide.restingEvery(53).run())
                    .or(() -> told(ground, deep.restingEvery(53).deep(1).run()));
        }
    }

    private static Optional<String> told(Ground ground, Search.Outcome outcome) {
        return outcome.broken().map(b -> ground.name() + ", " + outcome.states() + " states: " + b);
    }

    /**
     * The broken rule, if it is looked for in one of the {@link #ways}. Preceded by the way that found it; empty if
     * nothing did. Called by reflection from programs that break machines on purpose.
     */
    static String by(String way, int walks, int states) {
        Optional<String> wrong = switch (way) {
            case "traces" -> tests(HuntedTests.TRACES);
            case "replication" -> tests(HuntedTests.REPLICATION);
            case "ledger" -> tests("arbiter.LedgerTest", "arbiter.EvidenceTest", "arbiter.LedgerPropertyTest");
            case "election" -> tests(HuntedTests.ELECTION);
            case "electors" -> tests("arbiter.ElectionSearchTest");
            case "permission" -> tests("ordering.PermissionSearchTest");
            case "detector" -> tests(HuntedTests.DETECTOR);
            case "game clock" -> tests("clock.GameClockTest");
            case "directory" -> tests(HuntedTests.DIRECTORY);
            case "lanes" -> tests(HuntedTests.LANES);
            case "codec" -> tests(HuntedTests.CODEC);
            case "scenarios" -> scenarios();
            case "walks" -> walks(0, 0, walks);
            case "lively walks" -> walks(8, 0, walks);
            default -> inGround(ground(way), states);
        };
        return wrong.map(w -> way + ": " + w).orElse("");
    }

    /** Each way of {@link #by}, cheap ones first. */
    static List<String> ways() {
        List<String> ways = new ArrayList<>(List.of(
                "traces",
                "replication",
                "ledger",
                "election",
                "electors",
                "permission",
                "detector",
                "game clock",
                "directory",
                "lanes",
                "codec",
                "scenarios",
                "walks",
                "lively walks"));
        for (Ground ground : grounds()) ways.add(ground.name());
        return ways;
    }

    static Ground ground(String name) {
        return grounds().stream()
                .filter(g -> g.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no ground " + name));
    }

    /** The tests of these classes, without the framework that usually runs them. */
    private static Optional<String> tests(String... names) {
        for (String name : names) {
            Class<?> of = named(name);
            for (Method test : of.getDeclaredMethods()) {
                Optional<String> failed = test(test, List.of(of));
                if (failed.isPresent()) return failed;
            }
            for (Class<?> inner : of.getDeclaredClasses()) {
                if (!inner.isAnnotationPresent(Nested.class)) continue;
                for (Method test : inner.getDeclaredMethods()) {
                    Optional<String> failed = test(test, List.of(of, inner));
                    if (failed.isPresent()) return failed;
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Runs the test with each of the numbers that it is given, or once. Tests that want more of the framework are left
     * out, and so are long ones.
     */
    private static Optional<String> test(Method test, List<Class<?>> within) {
        Tag tag = test.getAnnotation(Tag.class);
        if (tag != null && tag.value().equals("soak")) return Optional.empty();
        if (test.isAnnotationPresent(Test.class))
            return test.getParameterCount() > 0 ? Optional.empty() : once(test, within);
        MethodSource source = test.getAnnotation(MethodSource.class);
        if (source == null) return Optional.empty();
        try {
            Method numbers = test.getDeclaringClass().getDeclaredMethod(source.value()[0]);
            numbers.setAccessible(true);
            return ((IntStream) numbers.invoke(null))
                    .mapToObj(n -> once(test, within, n))
                    .flatMap(Optional::stream)
                    .findFirst();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Within its class, and the one that this one is nested in before it. */
    private static Optional<String> once(Method test, List<Class<?>> within, Object... given) {
        try {
            Object subject = null;
            for (Class<?> of : within) {
                Constructor<?> make = of.getDeclaredConstructors()[0];
                make.setAccessible(true);
                subject = subject == null ? make.newInstance() : make.newInstance(subject);
                for (Class<?> at = of; at != Object.class; at = at.getSuperclass())
                    for (Method before : at.getDeclaredMethods())
                        if (before.isAnnotationPresent(BeforeEach.class)) call(before, subject);
            }
            call(test, subject, given);
            return Optional.empty();
        } catch (InvocationTargetException failed) {
            return Optional.of(test.getName() + " " + failed.getCause());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Class<?> named(String name) {
        try {
            return Class.forName("org.gamenet.rgs.core." + name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static void call(Method method, Object on, Object... given) throws ReflectiveOperationException {
        method.setAccessible(true);
        method.invoke(on, given);
    }

    /** The scenarios that are kept: what breaks in one of them, or else the first that cannot be replayed. */
    static Optional<String> scenarios() {
        Optional<String> unplayable = Optional.empty();
        for (String name : Scenario.kept()) {
            try {
                Optional<String> wrong = Scenario.replay(Scenario.read(name));
                if (wrong.isPresent()) return Optional.of(name + " " + wrong.get());
            } catch (IllegalArgumentException cannotHappen) {
                if (unplayable.isEmpty()) unplayable = Optional.of(name + UNPLAYABLE + cannotHappen.getMessage());
            }
        }
        return unplayable;
    }

    /**
     * The rule that a machine breaks that was changed on purpose. A step that differs from a kept scenario breaks no
     * invariant.
     */
    static String broken(String found) {
        return found.contains(UNPLAYABLE) ? "" : found;
    }

    static Optional<String> walks(int lively, int from, int to) {
        for (int seed = from; seed < to; seed++) {
            try {
                WalkTest.walk(seed, lively);
            } catch (AssertionError | RuntimeException broken) {
                return Optional.of("seed " + seed + (lively > 0 ? " lively: " : ": ") + broken);
            }
        }
        return Optional.empty();
    }
}
