package org.gamenet.rgs.bench.failover;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.bench.process.SharedClock;
import org.gamenet.rgs.bench.report.Durations;
import org.gamenet.rgs.bench.report.Json;

/** One game with all its seats taken; its last player dies, and comes back by its token. One thread, once. */
final class Rejoining {
    private static final long PATIENCE_MILLIS = 30_000;
    private static final long PLAY_MILLIS = 300;
    private static final long INTRUDES_NANOS = 2_000_000_000L;
    private static final long FRAME_NANOS = 5_000_000;
    private static final String LOOKS_ON = "p1";

    private final Crew crew;
    private final Rules rules;
    private final int runs;
    private final boolean changesServer;
    private final String returning;
    private final Durations rejoined = new Durations();
    private int samePeer;
    private int stateKept;
    private int seatSold;
    private int servers = 1;
    private String failure = "";

    Rejoining(Crew crew, Rules rules, int runs, boolean changesServer) {
        this.crew = crew;
        this.rules = rules;
        this.runs = runs;
        this.changesServer = changesServer;
        this.returning = "p" + rules.players();
    }

    /** Plays it to the end, or until it cannot go on. */
    void play() throws IOException, InterruptedException {
        try {
            assemble();
            for (int i = 0; i < runs; i++) once();
        } catch (Crew.Stopped stopped) {
            failure = String.valueOf(stopped.getMessage());
        }
    }

    private void assemble() throws IOException, InterruptedException {
        crew.start(Part.server, List.of("server-1"));
        crew.await(
                "the server to serve",
                Crew.ASSEMBLE_MILLIS,
                () -> crew.diaries().serves("server-1"));
        for (int i = 1; i <= rules.players(); i++) crew.start(Part.player, List.of("p" + i));
        crew.awaitTogether();
    }

    private void once() throws IOException, InterruptedException {
        crew.listenFor(PLAY_MILLIS);
        String peer = crew.diaries().peer(returning);
        Note.Seat seat = crew.diaries()
                .last(returning, Note.Seat.class)
                .orElseThrow(() -> new Crew.Stopped(returning + " has no token"));
        long counted = counted(peer);
        if (changesServer) crew.start(Part.spare, List.of("server-" + ++servers));
        long death = SharedClock.now();
        crew.members().remove(returning).kill();
        await("it to be away", Note.Away.class, death, note -> note.peer().equals(peer));
        if (isSold(seat.game())) seatSold++;
        if (changesServer) changeServer();
        long back = SharedClock.now();
        crew.start(Part.player, List.of(returning), seat.token());
        await("it to be back", Note.Back.class, back, note -> note.peer().equals(peer));
        crew.await(
                "it to play",
                PATIENCE_MILLIS,
                () -> crew.diaries()
                        .first(returning, Note.Seat.class, back, note -> true)
                        .isPresent());
        if (crew.diaries().peer(returning).equals(peer)) samePeer++;
        rejoined.add(at(Note.Seat.class, back) - at(Note.Self.class, back));
        boolean left = crew.diaries()
                .first(LOOKS_ON, Note.Left.class, death, note -> note.peer().equals(peer))
                .isPresent();
        if (!left && counted > 0 && counted(peer) >= counted) stateKept++;
    }

    private long at(Class<? extends Note> kind, long since) {
        return crew.diaries()
                .first(returning, kind, since, note -> true)
                .map(Note::at)
                .orElseThrow();
    }

    private <N extends Note> void await(String what, Class<N> kind, long since, Predicate<N> wanted)
            throws InterruptedException {
        crew.await(
                what,
                PATIENCE_MILLIS,
                () -> crew.diaries().first(LOOKS_ON, kind, since, wanted).isPresent());
    }

    private void changeServer() throws InterruptedException {
        String serves = crew.members().keySet().stream()
                .filter(crew.diaries()::serves)
                .findFirst()
                .orElseThrow(() -> new Crew.Stopped("nobody serves"));
        long death = SharedClock.now();
        crew.members().remove(serves).kill();
        await("the next server", Note.Resumed.class, death, note -> true);
    }

    /** How many of its coins the others know. */
    private long counted(String peer) throws InterruptedException {
        long before = crew.diaries().tallies(LOOKS_ON);
        crew.members().get(LOOKS_ON).tell(MemberCommand.TALLY);
        crew.await("a tally", PATIENCE_MILLIS, () -> crew.diaries().tallies(LOOKS_ON) > before);
        return crew.diaries().purses(LOOKS_ON).getOrDefault(peer, Purse.EMPTY).coins();
    }

    /** Whether a stranger gets a seat while one player is away. */
    private boolean isSold(String game) {
        try (Rgs rgs = Rgs.game("bench")
                .player("stranger")
                .directory(crew.directory())
                .bind("127.0.0.1:0")
                .records(Coin.class, Chest.class)
                .start()) {
            Session session = rgs.join(Query.id(game));
            long end = System.nanoTime() + INTRUDES_NANOS;
            while (session.update() && session.phase() == Session.Phase.WAITING && System.nanoTime() < end)
                LockSupport.parkNanos(FRAME_NANOS);
            return session.phase() == Session.Phase.PLAYING;
        }
    }

    boolean good() {
        return failure.isEmpty() && samePeer == runs && stateKept == runs && seatSold == 0;
    }

    Json json() {
        Json json = new Json()
                .put("bench", "rejoin")
                .put("runs", runs)
                .put("change_server", changesServer)
                .put("same_peer", samePeer)
                .put("state_kept", stateKept)
                .put("seat_sold", seatSold)
                .put("p50_ms", rejoined.millis(50))
                .put("p99_ms", rejoined.millis(99))
                .put("players", rules.players())
                .put("package_bytes", rules.bodyBytes())
                .put("processors", Runtime.getRuntime().availableProcessors())
                .put(
                        "load_average",
                        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage())
                .put("good", good());
        if (!failure.isEmpty()) json.put("failure", failure);
        return json;
    }
}
