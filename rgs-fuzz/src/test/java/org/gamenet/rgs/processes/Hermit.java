package org.gamenet.rgs.processes;

import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;

/** A player alone, without a directory: says what became of it, and stays until its standard input ends. */
public final class Hermit {
    record Word(String text) {}

    private static final long PATIENCE_NANOS = 20_000_000_000L;

    private Hermit() {}

    /** The address to bind to; none: as RGS chooses. */
    public static void main(String[] args) throws Exception {
        try {
            Rgs.Builder setUp = Rgs.game("hermit").player("ann").records(Word.class);
            if (args.length > 0) setUp.bind(args[0]);
            try (Rgs rgs = setUp.start();
                    Session session = rgs.register(GameSpec.clientServer("cave", 1))) {
                session.on(
                        SessionEvent.Closed.class,
                        (about, closed) -> System.out.println("closed " + closed.why() + " " + closed.detail()));
                long deadline = System.nanoTime() + PATIENCE_NANOS;
                while (session.update() && session.phase() != Phase.PLAYING && System.nanoTime() < deadline)
                    Thread.sleep(5);
                System.out.println("phase " + session.phase());
                if (System.in.read() >= 0) throw new IllegalStateException("nothing is said to a hermit");
            }
        } catch (RgsException | IllegalArgumentException said) {
            System.out.println("refused " + said.getMessage());
        }
    }
}
