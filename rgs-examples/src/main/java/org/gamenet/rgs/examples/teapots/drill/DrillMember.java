package org.gamenet.rgs.examples.teapots.drill;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.examples.teapots.cast.Leash;
import org.gamenet.rgs.examples.teapots.pilot.Bot;
import org.gamenet.rgs.examples.teapots.pilot.Pilot;
import org.gamenet.rgs.examples.teapots.play.DuelGame;
import org.gamenet.rgs.examples.teapots.play.DuelSession;
import org.gamenet.rgs.examples.teapots.play.GameLoop;
import org.gamenet.rgs.examples.teapots.world.World;

/**
 * One process of the drill. Arguments: {@code server|spare|player}, its name, the directory, the bot's seed, what to
 * break ({@code nothing} or {@code scores}), the folder for its session logs or nothing; of a player that comes back
 * its token and how many of its requests to fire were counted. Reports on standard output; ends with standard input.
 */
final class DrillMember {
    /** On standard input: throw no more sugar, so that everything asked for can be counted. */
    static final String CEASE = "cease";
    /** On standard input of whoever serves: the backup is to serve. */
    static final String HAND_OVER = "hand over";

    private final AtomicBoolean ceased = new AtomicBoolean();
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private final UnaryOperator<World> recall;

    private final String name;
    private final String logs;
    private final Return back;
    private int sessions;
    private volatile boolean handsOver;

    /** Of a player that comes back: its way, and how often it had asked to fire; empty and 0 for a newcomer. */
    private record Return(String token, int asked) {}

    private DrillMember(String name, String broken, String logs, Return back) {
        this.name = name;
        this.logs = logs;
        this.back = back;
        recall = broken.equals("scores") ? DrillMember::forgetScores : UnaryOperator.identity();
    }

    public static void main(String[] args) throws InterruptedException {
        Return back = args.length > 6 ? new Return(args[6], Integer.parseInt(args[7])) : new Return("", 0);
        DrillMember member = new DrillMember(args[1], args[4], args[5], back);
        Leash.hold(line -> {
            if (line.equals(CEASE)) member.ceased.set(true);
            if (line.equals(HAND_OVER)) member.handsOver = true;
        });
        member.run(args[0], args[2], Long.parseLong(args[3]));
    }

    private void run(String part, String directory, long seed) throws InterruptedException {
        Rgs.Builder setUp = DuelGame.setUp(directory).bind("127.0.0.1:0");
        if (part.equals("player")) setUp.player(name);
        try (Rgs rgs = setUp.start()) {
            switch (part) {
                case "server" -> play(rgs.register(DuelGame.spec()), Pilot.NOBODY);
                case "player" ->
                    play(
                            back.token().isEmpty() ? rgs.hostOrJoin(DuelGame.spec()) : rgs.join(back.token()),
                            careful(new Bot(seed)));
                case "spare" -> {
                    while (true) play(rgs.standBy(), Pilot.NOBODY);
                }
                default -> throw new IllegalArgumentException("server, spare or player, not " + part);
            }
        }
    }

    private void play(Session session, Pilot pilot) throws InterruptedException {
        if (!logs.isEmpty()) session.record(Path.of(logs, name + "-" + ++sessions + ".rgslog"));
        Reporter reporter = new Reporter(out, session, back.asked());
        GameLoop.run(new DuelSession(session, obedient(session, pilot), reporter, recall));
    }

    /** It does what the drill says, besides playing. */
    private Pilot obedient(Session session, Pilot pilot) {
        return (world, me) -> {
            if (handsOver && session.isServer()) session.view().backup().ifPresent(session::handover);
            handsOver = false;
            return pilot.decide(world, me);
        };
    }

    private Pilot careful(Pilot pilot) {
        return (world, me) -> pilot.decide(world, me).stream()
                .filter(command -> !command.mustArrive() || !ceased.get())
                .toList();
    }

    private static World forgetScores(World world) {
        return world.each(pot -> pot.withScore(0));
    }
}
