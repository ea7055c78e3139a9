package org.gamenet.rgs.examples.teapots.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.View;
import org.gamenet.rgs.examples.teapots.play.Snapshot;
import org.gamenet.rgs.examples.teapots.screen.Hud;
import org.gamenet.rgs.examples.teapots.world.World;
import org.junit.jupiter.api.Test;

class DashboardTest {
    private static final Peer ANN = Peer.of(1, "ann");
    private static final Peer BOB = Peer.of(2, "bob");
    private static final Peer SERVER = Peer.of(3, "127.0.0.1:4000");
    private static final View SERVED = new View(4, 1, List.of(ANN, BOB), List.of(SERVER));
    private static final View PROMOTED = new View(5, 1, List.of(ANN, BOB), List.of(BOB, ANN));

    private static final String NO_LOSS = "rtt 0.4 ms · loss 0 % · in 12 out 3 kB/s · age – ms ±0";

    private final News news = new News();
    private final Dashboard dashboard = new Dashboard(ANN, who -> who.equals(ANN) ? 3 : 5, "keys");
    private Optional<String> spare = Optional.of("server-2");

    @Test
    void namesWhoServesAndWhoWouldBeNext() {
        assertEquals(
                "duel · served by server-1 · next server-2, else a player · epoch 4",
                hud(SERVED).game());
        spare = Optional.empty();
        View alone = new View(4, 2, List.of(ANN), List.of(SERVER));
        assertEquals(
                "duel · served by server-1 · next a spare server, else ann · epoch 4",
                hud(alone).game());
        // For a moment the party takes the spare that serves by now for one that waits.
        spare = Optional.of("server-1");
        assertEquals(
                "duel · served by server-1 · next a spare server, else ann · epoch 4",
                hud(alone).game());
        assertEquals("duel · served by bob · next ann · epoch 5", hud(PROMOTED).game());
        assertEquals(
                "duel · waiting for a seat …",
                hud(new View(0, 0, List.of(), List.of())).game());
    }

    @Test
    void listsThePlayersTheBestFirstWithTheirRoles() {
        dashboard.shown(new Snapshot(1, 1, World.EMPTY.with(ANN).with(BOB).each(pot -> pot.withScore(2))));
        assertEquals(
                List.of(new Hud.Row("ann", "backup", 3, 2, true), new Hud.Row("bob", "serves", 5, 2, false)),
                hud(PROMOTED).rows());
        assertEquals(5, hud(SERVED).sugar());
    }

    @Test
    void showsWhatIsMeasuredAndADashWhereNothingIsKnown() {
        for (long number : new long[] {1, 2, 4, 5}) dashboard.pulsed(number);
        assertEquals(
                "rtt 0.4 ms · loss 20 % · in 12 out 3 kB/s · age – ms ±0",
                hud(SERVED).gauges());
    }

    @Test
    void countsNoLossForWhatIsLateForWhatIsOvertakenAndWhenAnotherServerGoesOn() {
        for (long number : new long[] {100, 102, 101, 103}) dashboard.pulsed(number);
        dashboard.shown(new Snapshot(300, 1, World.EMPTY));
        dashboard.shown(new Snapshot(309, 1, World.EMPTY));
        assertEquals(NO_LOSS, hud(SERVED).gauges());
        dashboard.happened(
                SERVER,
                new SessionEvent.Resumed(
                        SERVED,
                        new SessionEvent.Outage(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO),
                        Duration.ZERO,
                        0));
        for (long number : new long[] {1, 2, 3}) dashboard.pulsed(number);
        assertEquals(NO_LOSS, hud(SERVED).gauges());
    }

    @Test
    void forgetsALossThatIsOver() {
        for (long number : new long[] {1, 2, 9}) dashboard.pulsed(number);
        assertEquals(
                "rtt 0.4 ms · loss 67 % · in 12 out 3 kB/s · age – ms ±0",
                hud(SERVED).gauges());
        for (long number = 10; number < 120; number++) dashboard.pulsed(number);
        assertEquals(NO_LOSS, hud(SERVED).gauges());
    }

    @Test
    void saysThatItIsFrozenAndHowItWentWhenItIsBack() {
        news.advance(10);
        news.happened(SERVER, new SessionEvent.Frozen("closed"));
        assertEquals("Server lost, reconnecting…", hud(SERVED).banner());
        news.advance(12);
        news.happened(
                SERVER,
                new SessionEvent.Resumed(
                        SERVED,
                        new SessionEvent.Outage(
                                Duration.ofMillis(10),
                                Duration.ofMillis(20),
                                Duration.ofMillis(30),
                                Duration.ofMillis(40)),
                        Duration.ofMillis(12),
                        0));
        assertEquals("", hud(SERVED).banner());
        assertEquals(
                "Back after 100 ms: detect 10 · decide 20 · transfer 30 · rebuild 40 · 12 ms of play lost",
                hud(SERVED).outage());
        news.advance(30);
        assertEquals("", hud(SERVED).outage());
    }

    @Test
    void keepsTheBannerLongEnoughToBeSeen() {
        news.advance(10);
        news.happened(SERVER, new SessionEvent.Frozen("closed"));
        news.happened(
                SERVER,
                new SessionEvent.Resumed(
                        SERVED,
                        new SessionEvent.Outage(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO),
                        Duration.ZERO,
                        0));
        news.advance(10.9);
        assertEquals("Server lost, reconnecting…", hud(SERVED).banner());
        news.advance(11.1);
        assertEquals("", hud(SERVED).banner());
    }

    @Test
    void tellsNewsUntilTheyAreOldAndNeverTooMany() {
        news.advance(1);
        news.happened(BOB, new SessionEvent.Joined(BOB, false));
        news.said(BOB, "hello");
        news.happened(BOB, new SessionEvent.Left(BOB, SessionEvent.Left.Why.CRASHED));
        assertEquals(
                List.of("bob sits down", "bob: hello", "bob is out: crashed"),
                hud(SERVED).news());
        news.advance(20);
        news.happened(ANN, new SessionEvent.Away(ANN));
        news.happened(ANN, new SessionEvent.Back(ANN));
        assertEquals(List.of("ann is away", "ann is back"), hud(SERVED).news());
        for (int i = 0; i < 20; i++) news.add("line " + i);
        assertEquals(
                List.of("line 14", "line 15", "line 16", "line 17", "line 18", "line 19"),
                hud(SERVED).news());
        news.advance(60);
        assertEquals(List.of(), hud(SERVED).news());
        news.happened(ANN, new SessionEvent.Closed(SessionEvent.Closed.Why.NO_NEW_SERVER, ""));
        assertEquals("no new server", news.end());
    }

    private Hud hud(View view) {
        return dashboard.hud(
                "duel",
                view,
                new SteadyStats(),
                new Dashboard.Labels() {
                    @Override
                    public String of(Peer peer) {
                        return peer.equals(SERVER) ? "server-1" : peer.name();
                    }

                    @Override
                    public Optional<String> spare() {
                        return spare;
                    }
                },
                news);
    }
}
