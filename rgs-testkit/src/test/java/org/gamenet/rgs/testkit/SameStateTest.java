package org.gamenet.rgs.testkit;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;

/** Everybody computes one state, while somebody always has something under way. */
class SameStateTest {
    record Move(long number) {}

    record Score(long sum, long moves) {}

    private static final class Game implements StateHandler<Score> {
        private final Session session;
        private final boolean forgetful;
        private long sum;
        private long moves;
        private long sent;

        Game(Session session, boolean forgetful) {
            this.session = session;
            this.forgetful = forgetful;
            session.on(Move.class, (who, move) -> {
                        sum = sum * 31 + move.number();
                        moves++;
                    })
                    .state(Score.class, this);
        }

        void frame() {
            session.update();
            if (session.phase() == Phase.PLAYING)
                session.send(new Move(++sent + session.self().id()), Delivery.TOTAL_ORDER);
        }

        @Override
        public Score packageState() {
            return new Score(sum, moves);
        }

        @Override
        public void restoreState(List<StatePackage<Score>> packages) {
            sum = packages.get(0).state().sum();
            if (!forgetful) moves = packages.get(0).state().moves();
        }
    }

    private static void three(Cluster c, boolean forgetful) {
        c.game(Rgs.game("sums").records(Move.class, Score.class));
        List<Session> sessions = new ArrayList<>();
        for (String name : List.of("ann", "bob", "eve")) {
            Rgs rgs = c.player(name);
            Session session = rgs.hostOrJoin(GameSpec.clientServer("sum", 4));
            Game game = new Game(session, forgetful);
            c.everyFrame(rgs, now -> game.frame());
            c.await(Duration.ofSeconds(5), () -> session.phase() == Phase.PLAYING);
            c.play(Duration.ofMillis(300));
        }
    }

    @RgsTest
    @Seeds(20)
    void waitsForWhatIsUnderWay(Cluster c) {
        three(c, false);
        c.assertSameState();
        c.kill(c.server());
        c.settle();
        c.play(Duration.ofMillis(100));
        c.assertSameState();
    }

    @RgsTest
    void findsWhatANewcomerWasNotGiven(Cluster c) {
        three(c, true);
        String found = assertThrows(AssertionError.class, c::assertSameState).getMessage();
        assertTrue(found.contains("not one state: Score.moves is "), found);
        assertTrue(found.contains("restoreState forgets"), found);
    }
}
