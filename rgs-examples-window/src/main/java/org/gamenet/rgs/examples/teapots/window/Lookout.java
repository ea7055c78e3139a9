package org.gamenet.rgs.examples.teapots.window;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.examples.teapots.play.DuelGame;
import org.jspecify.annotations.Nullable;

/** Asks for running games, once a second, without making a frame wait. The thread that draws. */
final class Lookout implements AutoCloseable {
    private static final double EVERY_SECONDS = 0.5;

    private final String directory;
    private final CompletableFuture<Rgs> rgs;
    private @Nullable CompletableFuture<List<GameInfo>> asked;
    private double askedAt = Double.NEGATIVE_INFINITY;
    private List<GameInfo> games = List.of();
    private boolean answered;

    Lookout(String directory) {
        this.directory = directory;
        rgs = CompletableFuture.supplyAsync(() -> DuelGame.setUp(directory).start());
    }

    /** The content of the last answer. */
    List<GameInfo> games(double now) {
        if (asked != null && asked.isDone()) {
            answered = !asked.isCompletedExceptionally();
            games = answered ? asked.join() : games;
            asked = null;
        }
        if (asked == null && now - askedAt > EVERY_SECONDS && rgs.isDone() && !rgs.isCompletedExceptionally()) {
            asked = rgs.join().discover(Query.any());
            askedAt = now;
        }
        return games;
    }

    /** How it stands with the directory. */
    String words() {
        return answered ? "games at " + directory : "waiting for the directory at " + directory + " …";
    }

    @Override
    public void close() {
        rgs.thenAcceptAsync(Rgs::shutdown);
    }
}
