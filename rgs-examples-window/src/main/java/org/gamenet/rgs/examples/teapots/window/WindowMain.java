package org.gamenet.rgs.examples.teapots.window;

import com.badlogic.gdx.backends.lwjgl3.Lwjgl3Application;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3ApplicationConfiguration;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.gamenet.rgs.Replay;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.examples.teapots.party.Party;
import org.gamenet.rgs.examples.teapots.play.DuelGame;
import org.gamenet.rgs.examples.teapots.replay.ReplayShow;

/** The front door of the duel, where there is a display. */
public final class WindowMain {

    private WindowMain() {}

    /** Opens the window, and starts what it needs beside it; returns when it is closed. */
    public static void main(String[] args) throws Exception {
        if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
            System.out.println(Options.USAGE);
            return;
        }
        try {
            run(Options.parse(args));
        } catch (IllegalArgumentException | RgsException wrong) {
            System.err.println(wrong.getMessage() + System.lineSeparator() + Options.USAGE);
            System.exit(2);
        }
        System.exit(0);
    }

    private static void run(Options options) throws Exception {
        if (options.log().file().isEmpty()) {
            try (Party party = Party.open(options.directory(), options.table().backup())) {
                open("Dueling Teapots", options, shell -> new Lobby(shell, party, ""));
            }
        } else {
            try (Rgs rgs = DuelGame.setUp().start()) {
                Replay replay = ReplayShow.open(
                        rgs, Path.of(options.log().file()), options.log().viewer());
                open("Dueling Teapots", options, shell -> new Rerun(shell, replay));
            }
        }
    }

    /** A window with that title and that room at first; returns when it is closed. */
    static void open(String title, Options options, Function<Shell, Room> first) {
        if (System.getProperty("os.name").startsWith("Mac")) Lwjgl3ApplicationConfiguration.useGlfwAsync();
        Lwjgl3ApplicationConfiguration window = new Lwjgl3ApplicationConfiguration();
        window.setTitle(title);
        window.setWindowedMode(options.width(), options.height());
        window.setBackBufferConfig(8, 8, 8, 8, 24, 8, Integer.getInteger("teapots.samples", 0));
        window.useVsync(options.measureSeconds() == 0);
        window.setForegroundFPS(options.measureSeconds() == 0 ? 60 : 0);
        window.disableAudio(true);
        new Lwjgl3Application(new DuelWindow(options, first, new FrameMeter(options.measureSeconds())), window);
    }
}
