package org.gamenet.rgs.bench.cut;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.bench.process.SharedClock;

/**
 * Requests are counted by whoever serves, ordered messages are heard by all, and everything is written down. Game
 * thread.
 */
final class CutGame implements StateHandler<CutWorld> {
    private static final long SEND_NANOS = TimeUnit.SECONDS.toNanos(1) / 30;
    private static final long SHOW_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    /** Messages that are late are caught up with in a few turns of the loop, not in one. */
    private static final int AT_ONCE = 4;

    /** Of the process, which has one game at a time: a spare that serves again must not call it what it was. */
    private static final AtomicInteger STINTS = new AtomicInteger();

    private final Session session;
    private final String name;
    private final boolean plays;
    private final Diary diary;
    private final Map<String, Tally> tallies = new TreeMap<>();
    private final Map<String, Long> heard = new TreeMap<>();
    private List<HistoryPlace> path;
    private boolean served;
    private long shownAt = SharedClock.now();
    private long nextWorld;
    private long nextSend;
    private long asked;
    private long turns;

    CutGame(Session session, String name, boolean plays, boolean founds, Diary diary) {
        this.session = session;
        this.name = name;
        this.plays = plays;
        this.diary = diary;
        path = founds ? List.of(new HistoryPlace(stint(), SharedClock.now())) : List.of();
        session.on(
                Add.class, (from, add) -> tallies.put(add.by(), tally(add.by()).with(add.number())));
        session.on(CutTurn.class, (from, turn) -> {
            diary.note("turn", turn.by(), turn.number());
            heard.merge(turn.by(), turn.number(), Math::max);
        });
        session.on(CutWorld.class, (from, world) -> {
            if (!from.equals(session.self()) && !session.isServer()) shown(world);
        });
        session.on(Joined.class, (about, joined) -> diary.note("joined", about));
        session.on(Left.class, (about, left) -> diary.note("left", about, left.why()));
        session.on(Frozen.class, (about, frozen) -> diary.note("frozen", frozen.why()));
        session.on(
                Resumed.class,
                (about, resumed) -> diary.note(
                        "resumed", resumed.stateAge().toNanos(), resumed.view().epoch()));
        session.on(Closed.class, (about, closed) -> diary.note("closed", closed.why(), closed.detail()));
        session.state(CutWorld.class, this);
    }

    private Tally tally(String by) {
        return tallies.getOrDefault(by, Tally.none(by));
    }

    private String stint() {
        return name + "." + STINTS.incrementAndGet();
    }

    private void shown(CutWorld world) {
        path = world.path();
        tallies.clear();
        world.tallies().forEach(each -> tallies.put(each.by(), each));
        shownAt = SharedClock.now();
        diary.note("shown", CutWorld.format(path));
    }

    /** The work of one turn of the game's loop besides {@code update}. */
    void turn(boolean sends) {
        boolean serves = session.isServer() && session.phase() == Phase.PLAYING;
        if (serves != served)
            diary.note(serves ? "serves" : "serves no more", session.view().epoch());
        served = serves;
        if (serves) serve();
        long now = SharedClock.now();
        if (!sends || !plays || session.phase() == Phase.CLOSED) nextSend = now;
        else for (int i = 0; i < AT_ONCE && now >= nextSend && send(); i++) nextSend += SEND_NANOS;
    }

    private void serve() {
        long now = SharedClock.now();
        if (now < nextWorld) return;
        nextWorld = now + SHOW_NANOS;
        if (path.isEmpty() || !path.get(path.size() - 1).stint().startsWith(name + ".")) begin(path, now);
        List<HistoryPlace> on = new ArrayList<>(path);
        on.set(on.size() - 1, new HistoryPlace(on.get(on.size() - 1).stint(), now));
        path = List.copyOf(on);
        shownAt = now;
        diary.note("shown", CutWorld.format(path));
        session.send(packageState(), Delivery.UNRELIABLE_SEQUENCED);
    }

    private void begin(List<HistoryPlace> base, long made) {
        List<HistoryPlace> longer = new ArrayList<>(base);
        longer.add(new HistoryPlace(stint(), made));
        path = List.copyOf(longer);
        diary.note("rebuilt", CutWorld.format(path));
    }

    /** One of each kind; false if there is no room for them. */
    private boolean send() {
        try {
            session.sendToServer(new Add(name, asked + 1));
            asked++;
            session.send(new CutTurn(name, turns + 1), Delivery.TOTAL_ORDER);
            turns++;
            return true;
        } catch (RgsException full) {
            diary.note("full", full.getMessage());
            nextSend = SharedClock.now() + SHOW_NANOS;
            return false;
        }
    }

    /** How things stand. */
    CutReport report(String question) {
        return new CutReport(
                name,
                question,
                session.phase().toString(),
                served,
                session.view().epoch(),
                session.view().players().size(),
                asked,
                turns,
                path.isEmpty() ? "" : path.get(path.size() - 1).stint(),
                TimeUnit.NANOSECONDS.toMillis(SharedClock.now() - shownAt),
                tallies.values().stream()
                        .map(each -> each.by() + "=" + each.count())
                        .collect(Collectors.joining(",")),
                heardOfEach());
    }

    private String heardOfEach() {
        return heard.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(","));
    }

    /** All that the judge wants to know of the end. */
    void conclude() {
        diary.note("sent", asked, turns, session.phase(), served);
        tallies.values()
                .forEach(each ->
                        diary.note("counted", each.format(), each.twice().size()));
    }

    @Override
    public CutWorld packageState() {
        List<Heard> turns = heard.entrySet().stream()
                .map(each -> new Heard(each.getKey(), each.getValue()))
                .toList();
        return new CutWorld(path, List.copyOf(tallies.values()), turns);
    }

    @Override
    public void restoreState(List<StatePackage<CutWorld>> packages) {
        CutWorld first = packages.get(0).state();
        tallies.clear();
        first.tallies().forEach(each -> tallies.put(each.by(), each));
        // Ordered messages that the restored state lacks are handed out after it, also those that were heard before.
        heard.clear();
        first.heard().forEach(each -> heard.put(each.by(), each.count()));
        boolean admitted = packages.size() == 1
                && packages.get(0).fromServer()
                && !packages.get(0).from().equals(session.self());
        if (admitted) {
            path = first.path();
            diary.note("reloaded", CutWorld.format(path), heardOfEach());
            return;
        }
        diary.note("base", packages.get(0).from(), heardOfEach());
        begin(first.path(), first.path().isEmpty() ? 0 : first.place().made());
    }
}
