package org.gamenet.rgs.examples.maze.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.examples.maze.pilot.MazeBot;
import org.gamenet.rgs.examples.maze.world.Maze;
import org.gamenet.rgs.examples.maze.world.Move;
import org.gamenet.rgs.testkit.Cluster;
import org.gamenet.rgs.testkit.RgsTest;
import org.gamenet.rgs.testkit.Seeds;
import org.junit.jupiter.api.DisplayName;

/** The maze, with bots, on a network where anything may go wrong: nobody disagrees about any move. */
class MazePeersTest {
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private final Map<Rgs, Player> players = new LinkedHashMap<>();
    private boolean ceased;

    /** A bot, and all that it saw. */
    private final class Player implements MazeWitness {
        final MazeSession maze;
        final MazeBot bot;
        final Map<Peer, List<Integer>> seen = new HashMap<>();
        /** Moves, and who came and went among them. */
        final List<String> story = new ArrayList<>();

        int restored;

        Player(Rgs rgs) {
            maze = new MazeSession(rgs.hostOrJoin(MazeGame.spec("maze")), this);
            bot = new MazeBot(maze.session().self().id());
        }

        boolean frame() {
            boolean on = maze.frame();
            if (on && !ceased && maze.rat() != null && maze.waiting() < 5)
                maze.act(bot.decide(maze.maze(), maze.rat()));
            return on;
        }

        @Override
        public void moved(Peer who, Move move, Maze after) {
            seen.computeIfAbsent(who, k -> new ArrayList<>()).add(move.number());
            story.add(who + " " + move);
        }

        @Override
        public void happened(Peer about, SessionEvent event) {
            if (event instanceof SessionEvent.Joined) story.add(about + " came");
        }

        @Override
        public void left(Peer who, Maze after) {
            story.add(who + " went");
        }

        /** From its own coming on. */
        List<String> storySince(Peer came) {
            int at = story.indexOf(came + " came");
            assertTrue(at >= 0, () -> maze.session().self() + " was not told that " + came + " came: " + story);
            return story.subList(at, story.size());
        }

        int told(Peer who, String what) {
            return Collections.frequency(story, who + what);
        }

        @Override
        public void restored(Maze maze) {
            restored++;
        }
    }

    private Player comes(Cluster c, String name) {
        Rgs rgs = c.player(name);
        Player player = new Player(rgs);
        players.put(rgs, player);
        c.everyFrame(rgs, nanos -> player.frame());
        c.await(TEN_SECONDS, () -> player.maze.session().phase() == Phase.PLAYING && player.maze.rat() != null);
        return player;
    }

    private void begin(Cluster c, String... names) {
        c.game(MazeGame.setUp("directory:7400", "nobody"));
        for (String name : names) comes(c, name);
        c.play(Duration.ofSeconds(1));
    }

    private Peer dies(Cluster c, Rgs who) {
        c.kill(who);
        return gone(who);
    }

    private Peer gone(Rgs who) {
        return players.remove(who).maze.session().self();
    }

    /** A member that came while another was there was told the same as that one from then on, in the same order. */
    private void tellTheSame() {
        List<Player> all = List.copyOf(players.values());
        for (int late = 1; late < all.size(); late++) {
            Peer came = all.get(late).maze.session().self();
            for (int i = 0; i < late; i++)
                assertEquals(all.get(late).storySince(came), all.get(i).storySince(came));
        }
    }

    /**
     * No move is missing, doubled or swapped, nobody has another maze, and nothing was restored once somebody was in.
     */
    private void agree(Cluster c) {
        ceased = true;
        c.await(TEN_SECONDS, () -> players.values().stream().allMatch(p -> p.maze.waiting() == 0));
        c.play(Duration.ofSeconds(1));
        Maze one = players.values().iterator().next().maze.maze();
        assertEquals(players.size(), one.rats().size());
        players.forEach((rgs, player) -> {
            assertEquals(one, player.maze.maze(), rgs::toString);
            player.seen.forEach((who, numbers) -> {
                for (int i = 1; i < numbers.size(); i++)
                    assertEquals(numbers.get(i - 1) + 1, numbers.get(i), () -> "" + who);
            });
            List<Integer> own = player.seen.get(player.maze.session().self());
            assertEquals(player.maze.sent(), own.get(own.size() - 1), "its own last move");
            assertTrue(player.restored <= 1, "restored " + player.restored + " times");
        });
        c.assertSameOrder();
        c.assertOneServer();
    }

    @RgsTest
    @Seeds(40)
    @DisplayName(
            "R7 Z18 equals are told who came and who went, each once and at the same place among the moves, whether it "
                    + "took leave or died, and though whoever gives the places dies too")
    void tellsWhoCameAndWent(Cluster c) {
        begin(c, "ann", "bob", "eve", "zoe");
        Rgs polite = players.keySet().stream()
                .filter(p -> p != c.server())
                .findFirst()
                .orElseThrow();
        players.get(polite).maze.session().leave();
        Peer left = gone(polite);
        c.play(Duration.ofMillis(500));
        Peer first = dies(c, c.server());
        Player joe = comes(c, "joe");
        c.settle();
        Peer second = dies(c, c.server());
        c.settle();
        agree(c);
        tellTheSame();
        players.values().stream().filter(p -> p != joe).forEach(p -> {
            for (Peer each : List.of(left, first, second)) assertEquals(1, p.told(each, " went"), p.story::toString);
            for (Peer each :
                    players.values().stream().map(q -> q.maze.session().self()).toList())
                assertEquals(1, p.told(each, " came"), p.story::toString);
        });
    }

    @RgsTest
    @Seeds(40)
    @DisplayName("whoever gives the places dies, and then whoever took over, while moves are under way")
    void whoeverOrdersDies(Cluster c) {
        begin(c, "ann", "bob", "eve", "zoe");
        dies(c, c.server());
        c.settle();
        c.play(Duration.ofMillis(100));
        dies(c, c.server());
        comes(c, "joe");
        c.settle();
        agree(c);
    }

    @RgsTest
    @Seeds(40)
    @DisplayName("Z16 Z17 the same on a bad network, with one that comes in meanwhile")
    void badNetwork(Cluster c) {
        c.network(Conditions.BAD);
        begin(c, "ann", "bob", "eve");
        Rgs late = c.player("joe");
        Player joe = new Player(late);
        players.put(late, joe);
        c.everyFrame(late, nanos -> joe.frame());
        dies(c, c.server());
        c.await(Duration.ofSeconds(20), () -> joe.maze.rat() != null);
        c.settle();
        agree(c);
    }
}
