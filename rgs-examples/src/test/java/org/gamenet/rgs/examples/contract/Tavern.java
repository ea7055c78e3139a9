package org.gamenet.rgs.examples.contract;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Joined;

/**
 * Several processes' worth of RGS in this JVM, on real sockets of loopback. The test's own thread is the game thread of
 * all guests: it updates them while it waits for something.
 */
final class Tavern implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(40);
    private static final Duration PATIENT = Duration.ofSeconds(5);
    private static final long LAST_ORDERS_NANOS = 1_000_000_000;
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** Nobody else's: what other tests play is never seen here. */
    final String kind = "contract/" + COUNT.incrementAndGet();

    private final int directoryPort;
    private final int pagePort;
    private final List<Rgs> processes = new ArrayList<>();
    private final List<Guest> guests = new ArrayList<>();

    /** In the town of the directory that listens there, on loopback, and whose page is there. */
    Tavern(int directoryPort, int pagePort) {
        this.directoryPort = directoryPort;
        this.pagePort = pagePort;
    }

    String directoryAddress() {
        return "127.0.0.1:" + directoryPort;
    }

    int directoryPort() {
        return directoryPort;
    }

    /** A game whose seats and names do not matter. */
    static GameSpec game() {
        return game("kitchen", 8);
    }

    /**
     * With more patience than RGS has of itself: the machine may halt a test for a second or two, and nobody is put out
     * for that. A lost guest has left at once.
     */
    static GameSpec game(String name, int seats) {
        return GameSpec.clientServer(name, seats).suspectAfter(PATIENT).rejoinWithin(Duration.ZERO);
    }

    /** A set-up with everything but a player. */
    Rgs.Builder process() {
        return Rgs.game(kind)
                .directory(directoryAddress())
                .bind("127.0.0.1:0")
                .records(Hit.class, Count.class, Blob.class);
    }

    /** Starts it, and shuts it down with the tavern. */
    Rgs start(Rgs.Builder process) {
        Rgs rgs = process.start();
        processes.add(rgs);
        return rgs;
    }

    Rgs player(String name) {
        return start(process().player(name));
    }

    /** Counts hits and notes what it is told, from now on. */
    Guest guest(Session session) {
        return attend(Guest.counting(session));
    }

    Guest attend(Guest guest) {
        guests.add(guest);
        return guest;
    }

    /** Is updated no longer. */
    void forget(Guest guest) {
        guests.remove(guest);
    }

    /** A game whose server does not hand over when it leaves, so that all are told Resumed. */
    static GameSpec withoutBackup() {
        return game().failover(Failover.PROMOTED_PLAYER);
    }

    /** A player that has registered the game and plays. */
    Guest host(String name, GameSpec game) {
        return playing(guest(player(name).register(game)));
    }

    Guest host(String name) {
        return host(name, game());
    }

    /** A player that has joined the host's game, and whom the host has seen. */
    Guest join(String name, Guest host) {
        Guest guest = playing(guest(player(name).join(host.session.game())));
        until(name + " is known to the host", () -> host.peers(Joined.class).contains(guest.session.self()));
        return guest;
    }

    /** The same once the backup is named, too: a change of epoch loses what is unreliable. */
    Guest joinBackedUp(String name, Guest host) {
        Guest guest = join(name, host);
        until("the host is backed up", () -> host.session.role() == ServerRole.ACTIVE_BACKED_UP);
        return guest;
    }

    /** A process that stands by, and of which the directory knows; or that backs a game up by now. */
    Guest spare() {
        Guest guest = guest(start(process()).standBy());
        until("the directory knows of the spare", () -> page("/api/spares").contains(kind + '"') || isBackup(guest));
        return guest;
    }

    private boolean isBackup(Guest guest) {
        return guests.stream().anyMatch(g -> g.session.view().backup().equals(Optional.of(guest.session.self())));
    }

    /** Empty while the directory does not lead, as for a moment after it was halted. */
    private String page(String path) {
        try (InputStream page =
                URI.create("http://127.0.0.1:" + pagePort + path).toURL().openStream()) {
            return new String(page.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException away) {
            return "";
        }
    }

    Guest playing(Guest guest) {
        until(
                guest.session.self() + " plays",
                () -> guest.session.phase() == Phase.PLAYING
                        && !guest.peers(Joined.class).isEmpty()
                        && (guest.watches || guest.peers(Joined.class).contains(guest.session.self())));
        return guest;
    }

    /** The directory's list, through this process, when it first answers. */
    List<GameInfo> discover(Rgs process, Query query) {
        return untilListed("an answer", process, query, list -> true);
    }

    void until(String what, BooleanSupplier condition) {
        until(what, SOON, condition);
    }

    void until(String what, Duration atMost, BooleanSupplier condition) {
        Eventually.holds(
                what,
                atMost,
                this::update,
                condition,
                () -> guests.stream().map(Guest::toString).collect(Collectors.joining("\n", "\n", "")));
    }

    /** The directory is asked until it answers, and the answer fits. */
    List<GameInfo> untilListed(String what, Rgs process, Query query, Predicate<List<GameInfo>> fits) {
        List<List<GameInfo>> answers = new ArrayList<>();
        List<CompletableFuture<List<GameInfo>>> asked = new ArrayList<>(List.of(process.discover(query)));
        until(what, () -> {
            CompletableFuture<List<GameInfo>> last = asked.get(0);
            if (!last.isDone()) return false;
            if (!last.isCompletedExceptionally()) answers.add(last.join());
            if (!last.isCompletedExceptionally() && fits.test(last.join())) return true;
            asked.set(0, process.discover(query));
            return false;
        });
        return answers.get(answers.size() - 1);
    }

    void update() {
        for (Guest guest : List.copyOf(guests)) guest.session.update();
    }

    /** Some more rounds, in which nothing more should happen. */
    void rounds(int count) {
        int[] left = {count};
        until("rounds", () -> --left[0] < 0);
    }

    /**
     * Ends the games, so that nobody takes them over, and has all processes shut down, which may take 2 s: nobody waits
     * for that.
     */
    @Override
    public void close() {
        List<Session> servers = guests.stream()
                .map(guest -> guest.session)
                .filter(Session::isServer)
                .toList();
        servers.forEach(server -> server.end("closing time"));
        long deadline = System.nanoTime() + LAST_ORDERS_NANOS;
        while (servers.stream().anyMatch(server -> server.phase() != Phase.CLOSED) && System.nanoTime() < deadline)
            update();
        for (Rgs process : processes) {
            Thread closing = new Thread(process::shutdown, "closes");
            closing.setDaemon(true);
            closing.start();
        }
    }
}
