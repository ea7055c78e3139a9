package org.gamenet.rgs.examples.teapots.window;

import com.badlogic.gdx.Input;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Recording;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.examples.teapots.cast.Roll;
import org.gamenet.rgs.examples.teapots.party.Party;
import org.gamenet.rgs.examples.teapots.pilot.Hands;
import org.gamenet.rgs.examples.teapots.play.Chat;
import org.gamenet.rgs.examples.teapots.play.DuelSession;
import org.gamenet.rgs.examples.teapots.play.Enough;
import org.gamenet.rgs.examples.teapots.play.Witness;
import org.gamenet.rgs.examples.teapots.screen.Hud;
import org.gamenet.rgs.examples.teapots.screen.Scene;
import org.gamenet.rgs.examples.teapots.stage.Dashboard;
import org.gamenet.rgs.examples.teapots.stage.DuelStage;
import org.gamenet.rgs.examples.teapots.stage.News;
import org.gamenet.rgs.examples.teapots.world.Steer;
import org.jspecify.annotations.Nullable;

/** One duel, from the seat to the last word. */
final class Match implements Room {
    private static final String KEYS = KeyBindings.DRIVING
            + " · V view · T talk · K kill the server · P pause it · L bad network · R record · E end the match · Esc leave";
    private static final List<String> FIRST_WORDS = List.of(
            "Drive with the arrows, throw sugar with space: each hit is a point.",
            "Then press K: the server dies, and the duel goes on without it.");
    private static final double LABEL_SECONDS = 1;
    private static final double HIGH = 20;
    private static final double HEADING_TOLD = Math.PI / 8;

    private final Shell shell;
    private final Party party;
    private final Rgs rgs;
    private final Session session;
    private final String game;
    private final Optional<Lobby.Hosted> hosted;
    private final Hands hands = new Hands();
    private final News news = new News();
    private final DuelStage stage;
    private final Dashboard dashboard;
    private final DuelSession duel;
    private final Executioner executioner = new Executioner();
    private final Map<Peer, String> labels = new HashMap<>();
    /** To look at until there is a seat. */
    private final Demo demo = new Demo();

    private final TextLine chat = new TextLine(Chat.LENGTH_MAX);
    private double labelsAt = Double.NEGATIVE_INFINITY;
    private boolean greeted;
    private boolean badNetwork;
    private boolean talking;
    private @Nullable Recording recording;
    private Path log = Path.of("");
    private boolean opening;
    private boolean left;

    /** A seat that was asked for, in a game of that name, which may have been begun here. */
    Match(Shell shell, Party party, Rgs rgs, Session session, String game, Optional<Lobby.Hosted> hosted) {
        this.shell = shell;
        this.party = party;
        this.rgs = rgs;
        this.session = session;
        this.game = game;
        this.hosted = hosted;
        stage = new DuelStage(session.self());
        dashboard = new Dashboard(session.self(), stage::colour, KEYS);
        Roll.here().enter(session.self(), session.self().name());
        duel = new DuelSession(session, hands, Witness.all(stage, dashboard, news));
    }

    @Override
    public Room frame(double now) {
        party.tend();
        news.advance(now);
        shell.pad().poll().forEach(this::key);
        Steer before = hands.held();
        hands.hold(talking ? Steer.NONE : KeyBindings.held(shell.pad()));
        if (!hands.held().equals(before)) session.acted();
        int hits = stage.hitsSeen();
        if (!duel.frame(System.nanoTime()) || left) return over(now);
        if (!greeted && session.phase() == Session.Phase.PLAYING) {
            greeted = true;
            FIRST_WORDS.forEach(news::add);
        }
        if (stage.hitsSeen() > hits) shell.sounds().hit();
        if (now - labelsAt > LABEL_SECONDS) {
            labels.clear();
            labelsAt = now;
        }
        Scene scene = scene(now);
        Hud hud = hud();
        shell.screen().draw(shell.options().measureSeconds() > 0 ? Crowd.around(scene) : scene, hud);
        session.drawn();
        if (talking) shell.entry("say: " + chat.shown(now));
        tell(scene, hud);
        return this;
    }

    private void tell(Scene scene, Hud hud) {
        shell.trace().tell("room", "match");
        shell.trace().tell("phase", session.phase().toString());
        shell.trace().tell("entry", talking ? chat.text() : "closed");
        scene.pots().stream()
                .filter(Scene.Pot::mine)
                .forEach(pot -> shell.trace().tell("heading", Long.toString(Math.round(pot.heading() / HEADING_TOLD))));
        shell.trace().tell("view", scene.eye().y() > HIGH ? "from above" : "from behind");
        shell.trace().tell(hud);
    }

    private Scene scene(double now) {
        if (session.phase() == Session.Phase.PLAYING)
            return stage.scene(session.gameTime(), hands.held(), session.stats().rttMillis() / 2);
        return session.phase() == Session.Phase.FROZEN ? stage.still(session.gameTime()) : demo.scene(now);
    }

    private Hud hud() {
        return dashboard.hud(
                game,
                session.view(),
                session.stats(),
                new Dashboard.Labels() {
                    @Override
                    public String of(Peer peer) {
                        return label(peer);
                    }

                    @Override
                    public Optional<String> spare() {
                        return party.spare();
                    }
                },
                news);
    }

    /** Looked up once a second: it is a file of the machine. */
    private String label(Peer peer) {
        return labels.computeIfAbsent(
                peer,
                p -> p.equals(session.self())
                        ? "you"
                        : Roll.here()
                                .find(p)
                                .map(e -> e.label() + " (process " + e.pid() + ")")
                                .orElse(p.name()));
    }

    @Override
    public void key(int code) {
        if (talking) talk(code);
        else if (!KeyBindings.pressed(code, hands)) command(code);
        else thrown();
    }

    private void thrown() {
        session.acted();
        shell.sounds().thrown();
    }

    private void talk(int code) {
        if (code == Input.Keys.ENTER && !chat.text().isBlank()) session.send(new Chat(chat.text()));
        if (code == Input.Keys.ENTER || code == Input.Keys.ESCAPE) {
            talking = false;
            chat.clear();
        } else if (code == Input.Keys.BACKSPACE) {
            chat.back();
        }
    }

    private void command(int code) {
        switch (code) {
            case Input.Keys.T, Input.Keys.ENTER -> opening = talking = true;
            case Input.Keys.V -> stage.changeView();
            case Input.Keys.K -> news.add(executioner.kill(session));
            case Input.Keys.P -> news.add(executioner.pause(session));
            case Input.Keys.H -> news.add(handOver());
            case Input.Keys.L -> worsen();
            case Input.Keys.E -> session.sendToServer(new Enough());
            case Input.Keys.R -> news.add(record());
            case Input.Keys.M -> news.add(shell.sounds().change());
            case Input.Keys.ESCAPE -> left = true;
            default -> {}
        }
    }

    /** If this window serves, the process that holds a copy of its world serves from here on: what follows is told. */
    private String handOver() {
        if (!session.isServer()) return "only who serves can hand over";
        Optional<Peer> backup = session.view().backup();
        if (backup.isEmpty()) return "nobody holds a copy of the world: a game that was begun with --backup has one";
        session.handover(backup.get());
        return "handing over to " + backup.get().name();
    }

    /** Begins a log of what is seen here, or ends it. */
    private String record() {
        Recording running = recording;
        if (running != null && !running.isOver()) {
            running.close();
            return "recorded " + running.bytes() / 1_000 + " kB; play it with ./teapots --replay " + log;
        }
        log = Path.of("duel-" + System.currentTimeMillis() + ".rgslog");
        try {
            recording = session.record(log);
            return "recording into " + log + "; R ends it";
        } catch (IllegalArgumentException cannot) {
            return cannot.getMessage();
        }
    }

    /** Only what this window sends: the others have networks of their own. */
    private void worsen() {
        badNetwork = !badNetwork;
        rgs.conditions(badNetwork ? Conditions.BAD : Conditions.NONE);
        news.add(badNetwork ? "bad network on: 100 ms and 5 % loss on what this window sends" : "bad network off");
    }

    @Override
    public void typed(char character) {
        // The key that opened the line is typed as well.
        if (talking && !opening) chat.type(character);
        opening = false;
    }

    private Room over(double now) {
        boolean again = !greeted && !left && hosted.isPresent() && hosted.get().fresh(now);
        if (!again) leave();
        else stop();
        return again ? Lobby.again(shell, party, hosted.get()) : new Lobby(shell, party, news.end());
    }

    @Override
    public void leave() {
        stop();
        party.dismiss();
    }

    private void stop() {
        session.leave();
        executioner.release();
        new Thread(rgs::shutdown, "shuts RGS down").start();
    }
}
