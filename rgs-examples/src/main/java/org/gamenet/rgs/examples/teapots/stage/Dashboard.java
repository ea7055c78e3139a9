package org.gamenet.rgs.examples.teapots.stage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.Stats;
import org.gamenet.rgs.View;
import org.gamenet.rgs.examples.teapots.play.Snapshot;
import org.gamenet.rgs.examples.teapots.play.Witness;
import org.gamenet.rgs.examples.teapots.screen.Hud;
import org.gamenet.rgs.examples.teapots.world.Round;
import org.gamenet.rgs.examples.teapots.world.Teapot;
import org.gamenet.rgs.examples.teapots.world.World;

/** Puts into words who plays, who serves, and what is measured. Game thread. */
public final class Dashboard implements Witness {
    private final Peer me;
    private final String keys;
    private final ToIntFunction<Peer> colours;
    private final Loss loss = new Loss();
    private World world = World.EMPTY;

    /** For that viewer; {@code colours} says which glaze a player has, -1 for none, {@code keys} which keys do what. */
    public Dashboard(Peer me, ToIntFunction<Peer> colours, String keys) {
        this.me = me;
        this.keys = keys;
        this.colours = colours;
    }

    @Override
    public void shown(Snapshot snapshot) {
        world = snapshot.world();
    }

    @Override
    public void pulsed(long number) {
        loss.pulsed(number);
    }

    @Override
    public void happened(Peer about, SessionEvent event) {
        loss.happened(about, event);
    }

    /**
     * The texts of one frame.
     *
     * @param game what the game is called
     * @param view who plays and serves
     * @param stats what is measured
     * @param labels what to call the processes
     * @param news what happened lately
     */
    public Hud hud(String game, View view, Stats stats, Labels labels, News news) {
        return new Hud(
                authority(game, view, labels),
                gauges(stats),
                rows(view),
                news.lines(),
                news.banner(),
                news.outage(),
                round(view),
                sugar(),
                keys);
    }

    /** The name of a peer's process. */
    public interface Labels {
        /** The process of a peer, as people on this machine call it. */
        String of(Peer peer);

        /** The spare of this machine that waits, if there is one. */
        Optional<String> spare();
    }

    private String authority(String game, View view, Labels labels) {
        if (view.servers().isEmpty()) return game + " · waiting for a seat …";
        String serves = labels.of(view.server());
        // The party learns a moment later than this window that its spare serves.
        String next = view.backup()
                .map(labels::of)
                .or(() -> labels.spare().filter(spare -> !spare.equals(serves)))
                .orElse("a spare server");
        return game + " · served by " + serves + " · next " + next + otherwise(view) + " · epoch " + view.epoch();
    }

    /** Of several players RGS takes one that does not coordinate the group, which is nothing that a game can know. */
    private static String otherwise(View view) {
        List<Peer> players =
                view.players().stream().filter(p -> !view.servers().contains(p)).toList();
        return players.isEmpty()
                ? ""
                : players.size() == 1 ? ", else " + PlayerNames.of(players.get(0), view.players()) : ", else a player";
    }

    private String gauges(Stats stats) {
        return "rtt " + number(stats.rttMillis(), 1) + " ms · loss " + number(loss.percent(), 0) + " % · in "
                + number(stats.receivedBytesPerSecond() / 1_000, 0) + " out "
                + number(stats.sentBytesPerSecond() / 1_000, 0) + " kB/s · age "
                + number(age(stats), 0) + " ms ±" + number(stats.clockErrorMillis(), 0);
    }

    /** Of what the others did, on this screen; of the last world as long as nobody else has done anything. */
    private static double age(Stats stats) {
        return Double.isNaN(stats.screenAgeMillis()) ? stats.dataAgeMillis() : stats.screenAgeMillis();
    }

    private List<Hud.Row> rows(View view) {
        List<Hud.Row> rows = new ArrayList<>();
        for (Peer player : view.players()) {
            Teapot pot = world.pots().get(player);
            String role = !view.servers().contains(player) ? "" : player.equals(view.server()) ? "serves" : "backup";
            rows.add(new Hud.Row(
                    PlayerNames.of(player, view.players()),
                    role,
                    colours.applyAsInt(player),
                    pot == null ? 0 : world.round().points(player, pot),
                    player.equals(me)));
        }
        rows.sort(Comparator.comparingInt(Hud.Row::score).reversed());
        return rows;
    }

    private String round(View view) {
        Round round = world.round();
        if (world.pots().isEmpty()) return "";
        if (!round.over())
            return String.format(
                    Locale.ROOT,
                    "round %d · %d:%02d",
                    round.number(),
                    round.secondsLeft() / 60,
                    round.secondsLeft() % 60);
        String verdict = round.winner()
                .map(w -> w.equals(me) ? "you win" : PlayerNames.of(w, view.players()) + " wins")
                .orElse("nobody wins");
        return verdict + " round " + round.number() + " · the next in " + round.secondsLeft();
    }

    private int sugar() {
        Teapot mine = world.pots().get(me);
        return mine == null ? -1 : mine.bowl().lumps();
    }

    private static String number(double value, int digits) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
