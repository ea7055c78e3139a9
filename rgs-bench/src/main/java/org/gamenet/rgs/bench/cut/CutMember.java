package org.gamenet.rgs.bench.cut;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.bench.process.Parent;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A player, or a spare, in a process and a network of its own. Ends with standard input. */
@Command(name = "cut-member", hidden = true, description = "a process of the benchmark's own")
public final class CutMember implements Callable<Integer> {
    static final String READY = "ready";
    static final String GO = "go";
    static final String QUIET = "quiet";
    static final String END = "end";
    static final String TELL = "tell\t";
    private static final long FRAME_NANOS = TimeUnit.MILLISECONDS.toNanos(15);
    private static final int FLUSH_EVERY = 60;

    private final Queue<String> told = new ConcurrentLinkedQueue<>();
    private boolean sends;
    private boolean ended;

    @Option(names = "--directory", required = true)
    private String directory = "";

    @Option(names = "--host", required = true)
    private String host = "";

    @Option(names = "--name", required = true)
    private String name = "";

    @Option(names = "--diary", required = true)
    private @Nullable Path path;

    @Option(names = "--part", required = true, description = "${COMPLETION-CANDIDATES}")
    private Part part = Part.player;

    /** The role of a process in the game. */
    enum Part {
        founder,
        player,
        spare
    }

    @Override
    public Integer call() throws IOException {
        Parent.listen(told::add);
        Rgs.Builder setUp = Rgs.game("cut")
                .directory(directory)
                .bind(host + ":0")
                .records(Add.class, CutTurn.class, CutWorld.class);
        if (part != Part.spare) setUp.player(name);
        GameSpec spec = GameSpec.clientServer("cut", 5);
        try (Diary diary = new Diary(Path.of(String.valueOf(path)));
                Rgs rgs = setUp.start()) {
            Ticker.start(diary);
            Parent.say(READY);
            do {
                play(
                        switch (part) {
                            case founder -> rgs.register(spec);
                            case player -> rgs.hostOrJoin(spec);
                            case spare -> rgs.standBy();
                        },
                        diary);
            } while (part == Part.spare && !ended); // a deposed spare may be of use again
        }
        return 0;
    }

    private void play(Session session, Diary diary) {
        CutGame game = new CutGame(session, name, part != Part.spare, part == Part.founder, diary);
        boolean open = true;
        for (int frame = 0; !ended && (open || part != Part.spare); frame++) {
            open = session.update();
            for (String line = told.poll(); line != null; line = told.poll()) hear(line, game, diary);
            game.turn(sends);
            if (frame % FLUSH_EVERY == 0) diary.flush();
            LockSupport.parkNanos(FRAME_NANOS);
        }
    }

    private void hear(String line, CutGame game, Diary diary) {
        switch (line) {
            case GO -> sends = true;
            case QUIET -> sends = false;
            case END -> {
                ended = true;
                game.conclude();
                diary.flush();
                Parent.say(END);
            }
            default -> {
                if (line.startsWith(TELL))
                    Parent.say(game.report(line.substring(TELL.length())).format());
            }
        }
    }
}
