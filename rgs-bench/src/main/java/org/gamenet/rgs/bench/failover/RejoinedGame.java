package org.gamenet.rgs.bench.failover;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.bench.process.ChildProcess;
import org.gamenet.rgs.bench.process.SharedClock;
import org.gamenet.rgs.bench.process.Signals;
import org.gamenet.rgs.bench.report.Durations;
import org.gamenet.rgs.bench.report.Json;

/** One game with all its seats taken; its last player is lost, and comes back. One thread, once. */
final class RejoinedGame {
    private static final long PATIENCE_MILLIS = 30_000;
    private static final long PLAY_MILLIS = 300;
    private static final long INTRUDES_NANOS = 2_000_000_000L;
    private static final long FRAME_NANOS = 5_000_000;
    private static final String LOOKS_ON = "p1";

    private final Crew crew;
    private final FailoverRules rules;
    private final Plan plan;
    private final Signals signals;
    private final String returning;
    private final Durations rejoined = new Durations();
    private int samePeer;
    private int stateKept;
    private int seatSold;
    private int replaced;
    private int servers = 1;
    private String failure = "";

    /** The kind of absence, and how many there are. */
    record Plan(int runs, boolean changesServer, Absence absence) {}

    RejoinedGame(Crew crew, FailoverRules rules, Plan plan, Signals signals) {
        this.crew = crew;
        this.rules = rules;
        this.plan = plan;
        this.signals = signals;
        this.returning = "p" + rules.players();
    }

    /** Plays it to the end, or until it cannot go on. */
    void play() throws IOException, InterruptedException {
        try {
            assemble();
            for (int i = 0; i < plan.runs(); i++) once(i);
        } catch (Crew.Stopped stopped) {
            failure = String.valueOf(stopped.getMessage());
        }
    }

    private void assemble() throws IOException, InterruptedException {
        crew.found(Part.server, "server-1");
        for (int i = 1; i <= rules.players(); i++) crew.start(Part.player, List.of("p" + i));
        crew.awaitTogether();
    }

    private void once(int run) throws IOException, InterruptedException {
        crew.listenFor(PLAY_MILLIS);
        String peer = crew.diaries().peer(returning);
        Note.Seat seat = crew.diaries()
                .last(returning, Note.Seat.class)
                .orElseThrow(() -> new Crew.Stopped(returning + " has no token"));
        long counted = counted(peer);
        if (plan.changesServer()) crew.start(Part.spare, List.of("server-" + ++servers));
        long began = SharedClock.now();
        ChildProcess player = crew.members().remove(returning);
        plan.absence().begin(player, signals);
        long until = plan.absence().until(began, run);
        if (plan.absence().isNoticed()) {
            await("it to be away", Note.Away.class, began, note -> note.peer().equals(peer));
            if (plan.absence() == Absence.kill && isSold(seat.game())) seatSold++;
            if (plan.changesServer()) changeServer();
        }
        crew.listenFor(Math.max(0, until - SharedClock.now()) / 1_000_000);
        long back = SharedClock.now();
        if (plan.absence() == Absence.sleep) wakes(player, peer, back);
        else comesBack(player, seat, peer, back);
        if (crew.diaries().peer(returning).equals(peer)) samePeer++;
        boolean left = crew.diaries()
                .first(LOOKS_ON, Note.Left.class, began, note -> note.peer().equals(peer))
                .isPresent();
        if (!left && counted > 0 && counted(peer) >= counted) stateKept++;
    }

    private void wakes(ChildProcess player, String peer, long back) throws IOException, InterruptedException {
        signals.resume(player);
        crew.members().put(returning, player);
        await("it to be back", Note.Back.class, back, note -> note.peer().equals(peer));
        crew.await(
                "it to play",
                PATIENCE_MILLIS,
                () -> crew.diaries()
                        .first(returning, Note.Resumed.class, back, note -> true)
                        .isPresent());
        rejoined.add(at(Note.Resumed.class, back) - back);
    }

    private void comesBack(ChildProcess former, Note.Seat seat, String peer, long back)
            throws IOException, InterruptedException {
        crew.start(Part.player, List.of(returning), seat.token());
        await("it to be back", Note.Back.class, back, note -> note.peer().equals(peer));
        crew.await(
                "it to play",
                PATIENCE_MILLIS,
                () -> crew.diaries()
                        .first(returning, Note.Seat.class, back, note -> true)
                        .isPresent());
        rejoined.add(at(Note.Seat.class, back) - at(Note.Self.class, back));
        if (plan.absence() != Absence.twin) return;
        crew.await(
                "the older process to be closed",
                PATIENCE_MILLIS,
                () -> crew.diaries()
                        .first(
                                returning,
                                Note.Closed.class,
                                back,
                                note -> note.why().equals("REPLACED"))
                        .isPresent());
        replaced++;
        former.kill();
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
        boolean same = samePeer == plan.runs() && stateKept == plan.runs();
        return failure.isEmpty()
                && same
                && seatSold == 0
                && (plan.absence() != Absence.twin || replaced == plan.runs());
    }

    Json json() {
        Json json = new Json()
                .put("bench", "rejoin")
                .put("runs", plan.runs())
                .put("change_server", plan.changesServer())
                .put("absence", plan.absence().name())
                .put("same_peer", samePeer)
                .put("state_kept", stateKept)
                .put("seat_sold", seatSold)
                .put("replaced", replaced)
                .put("p50_ms", rejoined.millis(50))
                .put("p99_ms", rejoined.millis(99))
                .put("players", rules.players())
                .put("package_bytes", rules.bodyBytes());
        return Crew.putVerdict(json, good(), failure);
    }
}
