package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.wire.Records;

/**
 * The letters of members to one player alone (P24, P76.9): never twice, in the order of their sender, and all, from
 * when the sender was told that the player is in until it is told that it left, however often one of the two is put out
 * and comes back meanwhile. Letters of a server that was replaced reach nobody (P75).
 */
final class Letters {
    /**
     * In order.
     *
     * @param tells so many messages to all its sender has sent before
     */
    record Letter(long number, long tells) {}

    /** In any order. */
    record Parcel(long number) {}

    static final Records RECORDS = Records.of(
            CountingGame.Add.class,
            CountingGame.Any.class,
            CountingGame.Tell.class,
            CountingGame.Loose.class,
            CountingGame.Turn.class,
            CountingGame.World.class,
            Letter.class,
            Parcel.class);

    private final SimulatedCluster cluster;
    private final Map<Pair, Way> ways = new LinkedHashMap<>();
    private final Map<CountingProcess, Dice> dice = new HashMap<>();

    private record Pair(CountingProcess from, CountingProcess to) {}

    /** From one to another. */
    static final class Way {
        final Kind letters = new Kind();
        final Kind parcels = new Kind();
        /** The last letter, and the messages to all that its sender had sent before that. */
        long last;

        long tells;

        /** Letters that were sent until now may be missing. */
        void beginAnew() {
            letters.due = letters.sent;
            parcels.due = parcels.sent;
        }

        /** Its sender was put out while it served. */
        void waits() {
            letters.waits = letters.sent;
            parcels.waits = parcels.sent;
        }

        /** Letters that waited then reach nobody, from this epoch on. */
        void isRecanted(long epoch) {
            letters.isRecanted(epoch);
            parcels.isRecanted(epoch);
        }

        Optional<String> letter(Letter letter) {
            boolean once = letters.heard.add(letter.number);
            long before = last;
            last = Math.max(last, letter.number);
            tells = Math.max(tells, letter.tells);
            if (once && letter.number > before) return Optional.empty();
            return Optional.of("Letter " + letter.number + (once ? " after " + before : " twice"));
        }

        Optional<String> parcel(long number) {
            return parcels.heard.add(number) ? Optional.empty() : Optional.of("Parcel " + number + " twice");
        }

        /** Ordered messages of one sender keep their order, to one and to all. */
        Optional<String> tell(long number) {
            return number > tells
                    ? Optional.empty()
                    : Optional.of("Tell " + number + " after a letter that had " + tells + " before it");
        }
    }

    /** The messages of one kind. */
    static final class Kind {
        long sent;
        /** From the one behind this on they must come. */
        long due;

        long waits;
        long recanted;
        long recantedIn;
        final Set<Long> heard = new HashSet<>();
        /** Of those of a server, the world that it made next. */
        final Map<Long, CountingGame.Place> asServer = new HashMap<>();

        void isRecanted(long epoch) {
            due = Math.max(due, waits);
            recanted = waits;
            recantedIn = epoch;
        }

        /** Whether its sender had sent it as a server that was put out, and another's history goes on. */
        boolean mayNotCome(long number, long epoch) {
            return number <= recanted && epoch >= recantedIn && asServer.containsKey(number);
        }

        List<Long> missing() {
            List<Long> missing = new ArrayList<>();
            for (long number = due + 1; number <= sent; number++) if (!heard.contains(number)) missing.add(number);
            return missing;
        }
    }

    Letters(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    private Way way(CountingProcess from, CountingProcess to) {
        return ways.computeIfAbsent(new Pair(from, to), pair -> new Way());
    }

    private Optional<CountingProcess> process(Peer peer) {
        return cluster.processes.stream()
                .filter(p -> p.witness.me() == peer.id())
                .findFirst();
    }

    /** Has this process take what is sent to it, in a game whose members write to each other. */
    void open(CountingProcess to) {
        if (!cluster.writes) return;
        to.session.on(Letter.class, (from, letter) -> letter(to, from, letter));
        to.session.on(Parcel.class, (from, parcel) -> parcel(to, from, parcel.number()));
    }

    // ---- sent

    /** In one frame: mostly nothing. */
    void write(CountingProcess from) {
        if (!cluster.writes || !from.plays && !from.session.isServer()) return;
        Dice chance = dice.computeIfAbsent(from, p -> new Dice(p.number * 79L + 3));
        int what = chance.below(40);
        if (what > 2) return;
        List<Peer> others = from.session.view().players().stream()
                .filter(peer -> peer.id() != from.witness.me())
                .toList();
        if (others.isEmpty()) return;
        Peer to = chance.of(others);
        process(to).ifPresent(p -> send(from, to, way(from, p), what < 2));
    }

    private void send(CountingProcess from, Peer to, Way way, boolean ordered) {
        Kind kind = ordered ? way.letters : way.parcels;
        long number = kind.sent + 1;
        if (ordered) from.session.send(to, new Letter(number, from.game.tells()), Delivery.RELIABLE_ORDERED);
        else from.session.send(to, new Parcel(number), Delivery.RELIABLE_UNORDERED);
        kind.sent = number;
        cluster.trace.aside(from + " sends " + (ordered ? "Letter " : "Parcel ") + number + " to " + to);
        if (from.session.isServer()) kind.asServer.put(number, from.game.nextWorld());
    }

    // ---- taken

    private void letter(CountingProcess to, Peer from, Letter letter) {
        String what = "Letter " + letter.number;
        to.witness.message(from, what, false);
        process(from).ifPresent(p -> {
            Way way = way(p, to);
            comes(p, to, way.letters, letter.number, what);
            way.letter(letter).ifPresent(wrong -> violates(p, to, wrong));
        });
    }

    private void parcel(CountingProcess to, Peer from, long number) {
        String what = "Parcel " + number;
        to.witness.message(from, what, false);
        process(from).ifPresent(p -> {
            Way way = way(p, to);
            comes(p, to, way.parcels, number, what);
            way.parcel(number).ifPresent(wrong -> violates(p, to, wrong));
        });
    }

    /** In a synchronous game it waits for a copy of the state that it came from, as what is sent to all does. */
    private void comes(CountingProcess from, CountingProcess to, Kind kind, long number, String what) {
        CountingGame.Place place = kind.asServer.get(number);
        if (place != null) cluster.judge.promises.shown(place, what + ", shown to " + to);
        if (kind.mayNotCome(number, to.session.view().epoch()) && !from.lies())
            to.witness.violates("P75", what + " of " + from + ", which had sent it as a server that was put out");
    }

    /** A message to all has come. */
    void told(CountingProcess to, CountingProcess from, long number) {
        Way way = ways.get(new Pair(from, to));
        if (way != null) way.tell(number).ifPresent(wrong -> violates(from, to, wrong));
    }

    private static void violates(CountingProcess from, CountingProcess to, String wrong) {
        if (!from.lies()) to.witness.violates("P76.9", wrong + ", of " + from);
    }

    // ---- what may be missing

    /** To one that left nothing goes any more, and what waited for it ends (P76.9); who is away has not left. */
    void event(CountingProcess who, SessionEvent event) {
        if (event instanceof SessionEvent.Left left) beginAnew(who, left.peer());
        else if (event instanceof SessionEvent.Joined joined) beginAnew(who, joined.peer());
    }

    private void beginAnew(CountingProcess from, Peer to) {
        process(to).map(p -> ways.get(new Pair(from, p))).ifPresent(Way::beginAnew);
    }

    /** A server was put out. */
    void wait(CountingProcess server) {
        ways.forEach((pair, way) -> {
            if (pair.from == server) way.waits();
        });
    }

    /** Another's history goes on than that of this server. */
    void recant(CountingProcess server, long epoch) {
        ways.forEach((pair, way) -> {
            if (pair.from == server) way.isRecanted(epoch);
        });
    }

    /** Messages among these that have not come. */
    List<String> missing(List<CountingProcess> playing) {
        List<String> missing = new ArrayList<>();
        ways.forEach((pair, way) -> {
            if (!playing.contains(pair.from) || !playing.contains(pair.to)) return;
            if (pair.from.lies() || pair.to.lies()) return;
            List<Long> letters = way.letters.missing();
            List<Long> parcels = way.parcels.missing();
            if (!letters.isEmpty() || !parcels.isEmpty())
                missing.add(pair.from + " to " + pair.to + ": letters " + letters + " of " + way.letters.sent
                        + ", parcels " + parcels + " of " + way.parcels.sent);
        });
        return missing;
    }
}
