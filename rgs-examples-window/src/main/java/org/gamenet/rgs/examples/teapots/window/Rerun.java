package org.gamenet.rgs.examples.teapots.window;

import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.Input;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Replay;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.examples.teapots.pilot.Pilot;
import org.gamenet.rgs.examples.teapots.play.DuelSession;
import org.gamenet.rgs.examples.teapots.play.Snapshot;
import org.gamenet.rgs.examples.teapots.play.Witness;
import org.gamenet.rgs.examples.teapots.screen.Hud;
import org.gamenet.rgs.examples.teapots.screen.Scene;
import org.gamenet.rgs.examples.teapots.stage.Dashboard;
import org.gamenet.rgs.examples.teapots.stage.DuelStage;
import org.gamenet.rgs.examples.teapots.stage.News;
import org.gamenet.rgs.examples.teapots.world.Steer;

/**
 * A duel that was recorded, with its changes of server: from any player's side, at any speed. The picture stays when it
 * is over.
 */
final class Rerun implements Room {
    private static final String KEYS =
            "space stops and goes on · left slower · right faster · Tab the next player's side · V view · Esc leave";
    private static final double SPEED_MAX = 16;
    private static final double SPEED_MIN = 1.0 / 8;

    private final Shell shell;
    private final Replay replay;
    private final News news = new News();
    private final DuelSession duel;
    private final double beganAt;
    private DuelStage stage;
    private Dashboard dashboard;
    private double speed;
    private boolean stopped;
    private boolean over;
    private String game = "";
    private Scene scene = Scene.EMPTY;

    /** From its beginning. */
    Rerun(Shell shell, Replay replay) {
        this.shell = shell;
        this.replay = replay;
        beganAt = replay.gameTime();
        stage = new DuelStage(replay.self());
        dashboard = dashboard();
        speed = shell.options().log().speed();
        replay.speed(speed);
        duel = new DuelSession(replay, Pilot.NOBODY, Witness.all(news, new Witness() {
            @Override
            public void shown(Snapshot snapshot) {
                stage.shown(snapshot);
                dashboard.shown(snapshot);
            }

            @Override
            public void pulsed(long number) {
                dashboard.pulsed(number);
            }

            @Override
            public void happened(Peer about, SessionEvent event) {
                stage.happened(about, event);
                dashboard.happened(about, event);
            }
        }));
    }

    @Override
    public Room frame(double now) {
        news.advance(now);
        over |= !duel.frame(System.nanoTime());
        if (!over) scene = scene();
        if (replay.phase() == Phase.PLAYING) game = replay.game().name();
        Hud full = dashboard.hud(
                title(),
                replay.view(),
                replay.stats(),
                new Dashboard.Labels() {
                    @Override
                    public String of(Peer peer) {
                        return peer.name();
                    }

                    @Override
                    public Optional<String> spare() {
                        return Optional.empty();
                    }
                },
                news);
        // Figures of the network would belong to one that is not there; their room is for the title.
        Hud hud = new Hud(
                full.game(),
                "",
                full.rows(),
                full.news(),
                full.banner(),
                full.outage(),
                full.round(),
                full.sugar(),
                full.keys());
        shell.screen().draw(scene, hud);
        shell.trace().tell("room", over ? "replay is over" : "replay");
        shell.trace().tell("side", replay.self().name());
        shell.trace().tell(hud);
        return this;
    }

    private Scene scene() {
        if (replay.phase() == Phase.PLAYING) return stage.scene(replay.gameTime(), Steer.NONE, Double.NaN);
        return replay.phase() == Phase.FROZEN ? stage.still(replay.gameTime()) : Scene.EMPTY;
    }

    private String title() {
        String pace = over
                ? "over"
                : stopped
                        ? "stopped"
                        : "× " + (speed == Math.rint(speed) ? Long.toString((long) speed) : Double.toString(speed));
        return String.format(
                Locale.ROOT,
                "%.0f of %.0f s, %s%s",
                replay.gameTime() - beganAt,
                replay.seconds(),
                pace,
                game.isEmpty() ? "" : " · " + game);
    }

    @Override
    public void key(int code) {
        switch (code) {
            case Input.Keys.SPACE -> stopped = !stopped;
            case Input.Keys.LEFT -> speed = Math.max(SPEED_MIN, speed / 2);
            case Input.Keys.RIGHT -> speed = Math.min(SPEED_MAX, speed * 2);
            case Input.Keys.TAB -> changeSide();
            case Input.Keys.V -> stage.changeView();
            case Input.Keys.ESCAPE -> Gdx.app.exit();
            default -> {}
        }
        replay.speed(stopped ? 0 : speed);
    }

    /** Teapots that come in with the next world are all there is to know. */
    private void changeSide() {
        List<Peer> players = replay.players();
        replay.as(players.get((players.indexOf(replay.self()) + 1) % players.size()));
        stage = new DuelStage(replay.self());
        dashboard = dashboard();
    }

    private Dashboard dashboard() {
        return new Dashboard(replay.self(), who -> stage.colour(who), KEYS);
    }

    @Override
    public void typed(char character) {}

    @Override
    public void leave() {
        replay.leave();
    }
}
