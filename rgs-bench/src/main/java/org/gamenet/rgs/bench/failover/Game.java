package org.gamenet.rgs.bench.failover;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Away;
import org.gamenet.rgs.SessionEvent.Back;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Refused;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.SessionEvent.RoleChanged;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.bench.process.SharedClock;
import org.jspecify.annotations.Nullable;

/**
 * A money box that is watched: players send numbered coins, whoever serves counts them and shows its state. Game
 * thread.
 */
final class Game implements StateHandler<Chest> {
    private static final int UNORDERED_EVERY = 4;
    private static final int LATES_MAX = 200;

    private final Session session;
    private final FailoverRules rules;
    private final Consumer<Note> notes;
    private final Map<Peer, Purse> purses = new TreeMap<>();
    private final Set<Peer> deposed = new HashSet<>();
    private final List<Long> lates = new ArrayList<>();
    private @Nullable Peer server;
    private @Nullable Chest shown;
    private boolean tellNext = true;
    private long epoch;
    private long step;
    private long made;
    private long base;
    private long nextChest;
    private long nextCoin;
    private long worldAt = now();
    private long longestGap;
    private String backup = "";
    private int sent;
    private int stale;
    private int torn;
    private int fell;

    Game(Session session, FailoverRules rules, Consumer<Note> notes) {
        this.session = session;
        this.rules = rules;
        this.notes = notes;
        notes.accept(new Note.Self(now(), id(session.self())));
        session.on(Coin.class, (who, coin) -> purses.merge(who, Purse.EMPTY.with(coin), (old, first) -> old.with(coin)))
                .on(Chest.class, this::show)
                .on(Joined.class, this::joined)
                .on(Away.class, (who, e) -> notes.accept(new Note.Away(now(), id(who))))
                .on(Back.class, (who, e) -> notes.accept(new Note.Back(now(), id(who))))
                .on(Left.class, this::left)
                .on(Frozen.class, this::frozen)
                .on(Resumed.class, this::resumed)
                .on(RoleChanged.class, this::changed)
                .on(Refused.class, (who, e) -> notes.accept(new Note.Refused(now(), e.request(), e.why())))
                .on(
                        Closed.class,
                        (who, e) -> notes.accept(new Note.Closed(now(), e.why().toString(), e.detail())))
                .state(Chest.class, this);
    }

    /** The work of one turn of the game's loop besides {@code update}. */
    void turn(boolean gives) {
        long now = now();
        noteBackup(now);
        if (gives && now >= nextCoin) {
            nextCoin = now + TimeUnit.MILLISECONDS.toNanos(rules.coinMillis());
            sent++;
            boolean ordered = sent % UNORDERED_EVERY != 0;
            session.sendToServer(
                    new Coin(sent, ordered), ordered ? Delivery.RELIABLE_ORDERED : Delivery.RELIABLE_UNORDERED);
        }
        // A server that was stopped and wakes does not know that it no longer serves, and sends: exactly what must do
        // no harm.
        if (session.isServer() && session.phase() == Session.Phase.PLAYING && now >= nextChest) {
            nextChest = now + TimeUnit.MILLISECONDS.toNanos(rules.chestMillis());
            session.send(chest(), Delivery.UNRELIABLE_SEQUENCED);
        }
    }

    private void noteBackup(long now) {
        String next = session.isServer() ? session.view().backup().map(Game::id).orElse("") : "";
        if (next.equals(backup)) return;
        backup = next;
        notes.accept(new Note.Backed(now, backup));
    }

    /** Hands the game over to the player with that id. */
    void handOver(String peer) {
        session.view().players().stream()
                .filter(p -> id(p).equals(peer))
                .findFirst()
                .ifPresentOrElse(
                        session::handover, () -> notes.accept(new Note.Refused(now(), "handover", "no such player")));
    }

    /** Notes how things stand. */
    void tally() {
        String players = session.view().players().stream().map(Game::id).collect(Collectors.joining(","));
        notes.accept(new Note.Tally(
                now(),
                session.phase().toString(),
                session.view().epoch(),
                players,
                sent,
                stale,
                torn,
                fell,
                session.stats().stale()));
        purses.forEach((giver, p) ->
                notes.accept(new Note.Counted(now(), id(giver), p.coins(), p.digest(), p.last(), p.disorders())));
        notes.accept(new Note.Told(now()));
    }

    /** Notes the longest time without a new world since it was asked last. */
    void gap() {
        long now = now();
        notes.accept(new Note.Gap(now, Math.max(longestGap, now - worldAt)));
        longestGap = 0;
        worldAt = now;
    }

    private Chest chest() {
        step++;
        made = now();
        return new Chest(step, made, base, new TreeMap<>(purses), Chest.body(step, rules.bodyBytes()));
    }

    private void show(Peer from, Chest chest) {
        if (deposed.contains(from)) stale++;
        if (from.equals(session.self())) return;
        long at = now();
        longestGap = Math.max(longestGap, at - worldAt);
        worldAt = at;
        lates.add(at - chest.made());
        if (lates.size() > LATES_MAX) lates.remove(0);
        if (server == null) server = from;
        if (!chest.whole(rules.bodyBytes())) torn++;
        // the first state of a new server may lie behind the last of the old one: that is the play that is lost
        if (!tellNext && (chest.step() < step || purses.entrySet().stream().anyMatch(old -> less(chest, old)))) fell++;
        take(chest);
        shown = chest;
        if (tellNext) notes.accept(new Note.Shown(now(), id(from), chest.step(), chest.made(), chest.base()));
        tellNext = false;
    }

    private static boolean less(Chest chest, Map.Entry<Peer, Purse> old) {
        Purse now = chest.purses().get(old.getKey());
        return now != null && now.coins() < old.getValue().coins();
    }

    private void frozen(Peer who, Frozen event) {
        notes.accept(new Note.Frozen(now(), step, made, event.why()));
        double roundTrip = session.stats().rttMillis();
        if (!lates.isEmpty() && !Double.isNaN(roundTrip))
            notes.accept(new Note.Late(now(), median(lates), (long) (roundTrip * 1e6)));
        lates.clear();
    }

    private static long median(List<Long> some) {
        List<Long> inOrder = some.stream().sorted().toList();
        return inOrder.get(inOrder.size() / 2);
    }

    private void changed(Peer who, RoleChanged event) {
        notes.accept(new Note.Serves(now(), event.to().isActive()));
        notes.accept(new Note.Backs(now(), event.to() == ServerRole.BACKUP));
    }

    private void joined(Peer who, Joined event) {
        notes.accept(new Note.Joined(now(), id(who), event.again()));
        if (rules.keeps() && who.equals(session.self()))
            notes.accept(
                    new Note.Seat(now(), session.rejoinToken(), session.game().id()));
    }

    private void left(Peer who, Left event) {
        purses.remove(who);
        notes.accept(new Note.Left(now(), id(who), event.why().toString()));
    }

    private void resumed(Peer serving, Resumed event) {
        Peer next = event.view().server();
        if (server != null && !server.equals(next)) deposed.add(server);
        deposed.remove(next);
        server = next;
        if (event.view().epoch() != epoch) {
            epoch = event.view().epoch();
            tellNext = true;
        }
        notes.accept(new Note.Resumed(
                now(),
                event.view().epoch(),
                id(next),
                event.outage().detect().toNanos(),
                event.outage().decide().toNanos(),
                event.outage().transfer().toNanos(),
                event.outage().rebuild().toNanos(),
                event.stateAge().toNanos()));
    }

    @Override
    public Chest packageState() {
        if (session.isServer()) return chest();
        return shown != null
                ? shown
                : new Chest(step, made, base, new TreeMap<>(purses), Chest.body(step, rules.bodyBytes()));
    }

    @Override
    public void restoreState(List<StatePackage<Chest>> packages) {
        Chest first = packages.get(0).state();
        take(first);
        base = first.made();
        shown = null;
        notes.accept(new Note.Restored(now(), packages.size(), first.step(), first.made()));
    }

    private void take(Chest chest) {
        step = chest.step();
        made = chest.made();
        purses.clear();
        purses.putAll(chest.purses());
    }

    static String id(Peer peer) {
        return Long.toHexString(peer.id());
    }

    private static long now() {
        return SharedClock.now();
    }
}
