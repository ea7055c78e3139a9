package org.gamenet.rgs.examples.contract;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;

/**
 * The program of a {@link ServerProcess}: the counting game; prints its events; does what it is told on standard input
 * and ends with it.
 */
final class CountingMain {
    private static final long FRAME_NANOS = 2_000_000;
    private static volatile boolean over;

    private CountingMain() {}

    /** Arguments: directory, kind, register or join, name, and ways or the id of the game. */
    public static void main(String[] arguments) {
        Queue<String> told = new ConcurrentLinkedQueue<>();
        Thread listener = new Thread(() -> listen(told), "listens to the parent");
        listener.setDaemon(true);
        listener.start();
        Rgs rgs = Rgs.game(arguments[1])
                .player(arguments[3])
                .directory(arguments[0])
                .bind("127.0.0.1:0")
                .records(Hit.class, Count.class, Blob.class)
                .start();
        Session session = arguments[2].equals("register")
                ? rgs.register(game(arguments[4]))
                : rgs.join(new GameInfo(arguments[4], "kitchen", 1, 8, true, "", false, 1, Map.of()));
        Guest guest = Guest.counting(session);
        boolean announced = false;
        int shown = 0;
        while (!over && session.update()) {
            if (!announced && session.phase() == Phase.PLAYING) {
                announced = true;
                System.out.println("GAME " + session.game().id());
            }
            for (; shown < guest.story().size(); shown++)
                System.out.println("EVENT " + guest.story().get(shown));
            for (String word = told.poll(); word != null; word = told.poll()) {
                if (word.startsWith("hit ")) guest.hit(Integer.parseInt(word.substring(4)));
                if (word.equals("seat")) System.out.println("SEAT " + session.rejoinToken());
                if (word.equals("leave")) session.leave();
                if (word.equals("shutdown")) rgs.shutdown();
            }
            LockSupport.parkNanos(FRAME_NANOS);
        }
        for (; shown < guest.story().size(); shown++)
            System.out.println("EVENT " + guest.story().get(shown));
        rgs.shutdown();
        System.out.println("OVER");
    }

    private static GameSpec game(String ways) {
        Failover[] wanted = ways.isEmpty()
                ? new Failover[0]
                : Arrays.stream(ways.split(",")).map(Failover::valueOf).toArray(Failover[]::new);
        return GameSpec.clientServer("kitchen", 8)
                .rejoinWithin(Duration.ZERO)
                .suspectAfter(Duration.ofSeconds(3))
                .failover(wanted);
    }

    private static void listen(Queue<String> told) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) told.add(line);
        } catch (IOException gone) {
            // like the end of the input: the parent is gone
        }
        over = true;
    }
}
