import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent;

/** A game with one player and no directory: it founds itself, serves itself, talks to itself and leaves. */
public final class Alone {
    record Word(String text) {}

    public static void main(String[] args) throws InterruptedException {
        List<String> seen = new ArrayList<>();
        try (Rgs rgs = Rgs.game("alone").player("ann").records(Word.class).start();
             Session session = rgs.register(GameSpec.clientServer("room", 1))) {
            session.on(SessionEvent.class, (who, event) -> seen.add(event.toString()))
                   .on(SessionEvent.Joined.class, (who, event) -> session.send(new Word("hello, " + who.name())))
                   .on(Word.class, (who, word) -> seen.add(word.text()));
            long deadline = System.nanoTime() + 20_000_000_000L;
            while (!seen.contains("hello, ann") && session.update() && System.nanoTime() < deadline) Thread.sleep(5);

            System.out.println(seen + " " + session.phase() + " " + session.role() + " " + session.view());
            if (!seen.contains("hello, ann") || !session.isServer() || session.view().players().size() != 1)
                throw new AssertionError("ann is not in a game of her own");
        }
        System.out.println("alone: ok");
    }
}
