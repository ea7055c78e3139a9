package org.gamenet.rgs.core.session;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.MalformedException;

/**
 * A game under way in a {@link Town}, with everybody's counting game, and an ear on the wire that can also change what
 * it hears.
 */
final class Party {
    final Town town = new Town();
    final Map<Citizen, GameOfCounts> games = new LinkedHashMap<>();
    /** Messages between members since the game began, in order. */
    final List<Said> said = new ArrayList<>();

    private final List<Function<Said, TestNetwork.Fate>> rules = new ArrayList<>();
    Citizen ann;

    /** A message of the protocol on its way. */
    record Said(Citizen from, Citizen to, Record what, FrameHeader header, byte[] frame) {
        boolean is(Class<? extends Record> type) {
            return type.isInstance(what);
        }

        /** The same message with other contents. */
        byte[] with(Record other) {
            return Frames.encode(
                    other,
                    new Frames.Stamp(
                            header.game(), header.epoch(), header.sender(), header.sequence(), header.sentAt()));
        }
    }

    /** Stands for a frame with the game's own messages. */
    record Data() {}

    Party() {
        town.network.weather = this::weather;
    }

    /** Ann has registered the game and plays. */
    Party(Failover... routes) {
        this();
        ann = town.registers("ann", routes);
        games.put(ann, new GameOfCounts(ann));
        plays(ann);
    }

    private TestNetwork.Fate weather(TestNetwork.End from, TestNetwork.End to, byte[] frame) {
        Said one = new Said(of(from), of(to), decoded(frame), FrameHeader.read(ByteBuffer.wrap(frame)), frame);
        said.add(one);
        for (Function<Said, TestNetwork.Fate> rule : rules) {
            TestNetwork.Fate fate = rule.apply(one);
            if (fate != null) return fate;
        }
        return TestNetwork.Fate.arrives(frame);
    }

    private static Record decoded(byte[] frame) {
        ByteBuffer body = ByteBuffer.wrap(frame);
        try {
            FrameHeader header = FrameHeader.read(body);
            return header.type() >= MessageTypes.FIRST_DATA_ID ? new Data() : Frames.decode(header, body);
        } catch (MalformedException damaged) {
            return new Data();
        }
    }

    private Citizen of(TestNetwork.End end) {
        return town.citizens.stream().filter(c -> c.end == end).findFirst().orElseThrow();
    }

    /** From now on; null: the next rule decides. */
    void rule(Function<Said, TestNetwork.Fate> rule) {
        rules.add(rule);
    }

    /** Frames of which this holds are lost. */
    void loses(Predicate<Said> which) {
        rule(s -> which.test(s) ? TestNetwork.Fate.lost(s.frame()) : null);
    }

    /** Does this when the first such message is sent, in the very moment. */
    void when(Predicate<Said> first, Runnable then) {
        boolean[] done = {false};
        rule(s -> {
            if (!done[0] && first.test(s)) {
                done[0] = true;
                town.network.later(0, then);
            }
            return null;
        });
    }

    /** Fair weather again. */
    void calm() {
        rules.clear();
    }

    <T extends Record> List<T> said(Citizen by, Class<T> type) {
        return said.stream()
                .filter(s -> s.from() == by && s.is(type))
                .map(s -> type.cast(s.what()))
                .toList();
    }

    // ---- who is there

    /** Counts like everybody. */
    Citizen counts(Citizen one) {
        games.put(one, new GameOfCounts(one));
        return one;
    }

    Citizen plays(Citizen one) {
        one.begins();
        town.until(
                () -> one.session.phase() == Phase.PLAYING
                        && one.all(Joined.class).size() >= 1,
                2_000);
        return one;
    }

    /** A player that has joined ann's game. */
    Citizen joined(String name) {
        return plays(counts(town.joins(name, ann)));
    }

    /** A player that begins to join. */
    Citizen joining(String name, String game) {
        Citizen one = counts(town.new Citizen(name, true, new SearchGoal.Join(game, "kitchen"), null).listens());
        one.begins();
        return one;
    }

    /** A spare that stands by. */
    Citizen spare(String name) {
        Citizen one = counts(town.standsBy(name));
        one.begins();
        town.pass(50);
        return one;
    }

    GameOfCounts game(Citizen one) {
        return games.get(one);
    }

    /** So many points, one request each, and time for them to be counted. */
    void hits(Citizen by, int times) {
        for (int i = 0; i < times; i++) by.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        town.pass(200);
    }

    // ---- what was seen

    /** Each of them has been resumed so often, and plays. */
    void untilResumed(int times, long withinMillis, Citizen... all) {
        town.until(
                () -> List.of(all).stream()
                        .allMatch(c -> c.all(Resumed.class).size() == times && c.session.phase() == Phase.PLAYING),
                withinMillis);
    }

    Citizen server() {
        return town.citizens.stream()
                .filter(c -> c.alive && c.session.isServer() && c.session.phase() == Phase.PLAYING)
                .findFirst()
                .orElseThrow();
    }

    static List<String> left(Citizen at) {
        return at.got.stream()
                .filter(i -> i.body() instanceof Left)
                .map(i -> i.from().name() + " " + ((Left) i.body()).why())
                .toList();
    }

    static List<String> names(Citizen at) {
        return at.session.view().players().stream()
                .map(org.gamenet.rgs.Peer::name)
                .toList();
    }

    /** Messages, joins, exits and resumes at one member, from the first to the last: what has one order everywhere. */
    static List<String> ordered(Citizen at) {
        return at.got.stream()
                .filter(i -> !(i.body() instanceof SessionEvent.RoleChanged
                        || i.body() instanceof SessionEvent.Frozen
                        || i.body() instanceof GameOfCounts.Restored))
                .map(i -> i.body() instanceof Town.Hit hit
                        ? i.from().name() + hit.points()
                        : i.body().getClass().getSimpleName() + i.from().name())
                .toList();
    }
}
