package org.gamenet.rgs.examples.teapots.replay;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Replay;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.examples.teapots.pilot.Pilot;
import org.gamenet.rgs.examples.teapots.play.DuelGame;
import org.gamenet.rgs.examples.teapots.play.DuelSession;
import org.gamenet.rgs.examples.teapots.play.Witness;
import org.gamenet.rgs.examples.teapots.screen.Scene;
import org.gamenet.rgs.examples.teapots.stage.DuelStage;
import org.gamenet.rgs.examples.teapots.world.Steer;

/**
 * Plays the log of a duel: the same session class that plays the duel is given a replay instead of a seat. On a
 * terminal it draws the table ten times a second; otherwise it prints a line for each second and each event. One
 * thread.
 */
public final class ReplayShow {
    private static final long FRAME_MILLIS = 16;
    private static final double PICTURE_SECONDS = 0.1;
    private static final String HOME = "\u001b[H";
    private static final String WIPE = "\u001b[2J";
    private static final String REST = "\u001b[0J";

    private final PrintStream out;
    private final boolean draws;
    private final Replay replay;
    private final DuelStage stage;
    private final DuelSession duel;
    private final double beganAt;
    private String news = "";
    private double nextAt;

    private ReplayShow(Replay replay, PrintStream out, boolean draws) {
        this.replay = replay;
        this.out = out;
        this.draws = draws;
        beganAt = replay.gameTime();
        stage = new DuelStage(replay.self());
        duel = new DuelSession(replay, Pilot.NOBODY, Witness.all(stage, new Witness() {
            @Override
            public void happened(Peer about, SessionEvent event) {
                tell(about, event);
            }

            @Override
            public void said(Peer who, String text) {
                line(who.name() + ": " + text);
            }
        }));
    }

    /**
     * Plays it to its end.
     *
     * @param viewer name of the player from whose side it is seen; whoever recorded it if empty
     * @param draws whether {@code out} is a terminal
     * @throws IllegalArgumentException if there is no such player, or the file is no log of a duel
     */
    public static void play(Path file, double speed, String viewer, PrintStream out, boolean draws)
            throws InterruptedException {
        try (Rgs rgs = DuelGame.setUp().start()) {
            new ReplayShow(open(rgs, file, viewer).speed(speed), out, draws).run();
        }
    }

    /**
     * The log in that file, seen from that player's side; of whoever recorded it if the name is empty.
     *
     * @throws IllegalArgumentException if there is no such player, or the file is no log of a duel
     */
    public static Replay open(Rgs rgs, Path file, String viewer) {
        Replay replay = rgs.replay(file);
        return viewer.isEmpty() ? replay : replay.as(named(replay.players(), viewer));
    }

    private static Peer named(List<Peer> players, String name) {
        return players.stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("nobody in this log is called " + name + "; there are "
                        + String.join(", ", players.stream().map(Peer::name).toList())));
    }

    private void run() throws InterruptedException {
        if (draws) out.print(WIPE);
        out.printf(
                Locale.ROOT,
                "%.1f s, seen by %s; players: %s%n",
                replay.seconds(),
                replay.self().name(),
                String.join(", ", replay.players().stream().map(Peer::name).toList()));
        while (duel.frame(System.nanoTime())) {
            show();
            Thread.sleep(FRAME_MILLIS); // a replay without a window runs as fast as it was played
        }
    }

    private double seconds() {
        return replay.gameTime() - beganAt;
    }

    private void show() {
        Scene scene = replay.phase() == Session.Phase.PLAYING
                ? stage.scene(replay.gameTime(), Steer.NONE, Double.NaN)
                : replay.phase() == Session.Phase.FROZEN ? stage.still(replay.gameTime()) : Scene.EMPTY;
        if (seconds() < nextAt) return;
        nextAt = Math.floor(seconds()) + 1;
        if (draws) {
            nextAt = seconds() + PICTURE_SECONDS;
            out.print(HOME + TextTable.of(scene) + status() + "\n" + news + REST);
            out.flush();
        } else {
            out.println(status());
        }
    }

    private String status() {
        String scores = String.join(
                ", ",
                duel.world().pots().entrySet().stream()
                        .sorted(Comparator.comparingInt(e -> -e.getValue().score()))
                        .map(e -> e.getKey().name() + " " + e.getValue().score())
                        .toList());
        return String.format(
                Locale.ROOT,
                "%6.1f s  epoch %d  %s  %s",
                seconds(),
                replay.view().epoch(),
                replay.phase(),
                scores);
    }

    private void tell(Peer about, SessionEvent event) {
        line(event.getClass().getSimpleName()
                + (event instanceof SessionEvent.Closed closed ? " " + closed.detail() : " " + about.name()));
    }

    private void line(String text) {
        String timed = String.format(Locale.ROOT, "%6.1f s  %s", seconds(), text);
        if (draws) news = timed;
        else out.println(timed);
    }
}
