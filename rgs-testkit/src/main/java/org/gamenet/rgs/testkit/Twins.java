package org.gamenet.rgs.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.StatePackage;

/**
 * Two games that begin with one state and are handed the same messages at the same times: they may not come to differ.
 */
final class Twins {
    private static final Duration LENGTH = Duration.ofSeconds(2);

    private final ContractCheck contract;
    private final CheckedGame.Taping tape;

    /** One of them. */
    private static final class Twin {
        final FakeSession session;
        final Frame frame;

        Twin(FakeSession session, Frame frame) {
            this.session = session;
            this.frame = frame;
        }

        void play(long nowNanos) {
            session.wasUpdated();
            frame.frame(nowNanos);
            if (!session.wasUpdated()) session.update();
        }
    }

    Twins(ContractCheck contract, CheckedGame stage) {
        this.contract = contract;
        this.tape = stage.tape(LENGTH);
    }

    void agree() {
        agree(ServerRole.ACTIVE_ALONE, "a server");
        agree(ServerRole.IDLE, "a player");
    }

    private Twin twin(ServerRole role) {
        Session server = tape.server();
        GameInfo game = server.game();
        FakeSession session = FakeSession.of(contract.setup(), server.self())
                .role(role)
                .view(server.view())
                .game(game);
        Frame frame = contract.game().frameOf(session);
        session.restore(List.of(new StatePackage<>(server.self(), true, 0, tape.from())));
        return new Twin(session, frame);
    }

    private void agree(ServerRole role, String who) {
        Twin one = twin(role);
        Twin other = twin(role);
        List<CheckedGame.Taken> left = new ArrayList<>(tape.taken());
        long end = tape.began() + LENGTH.toNanos();
        for (long now = tape.began(); now < end; now += Cluster.FRAME.toNanos()) {
            while (!left.isEmpty() && left.get(0).atNanos() <= now) {
                CheckedGame.Taken next = left.remove(0);
                one.session.deliver(next.from(), next.message());
                other.session.deliver(next.from(), next.message());
            }
            for (Twin twin : List.of(one, other)) {
                twin.session.gameTime(now / 1e9);
                twin.play(now);
            }
            String difference = States.difference(
                    new States.Place("one", one.session.packageState()),
                    new States.Place("the other", other.session.packageState()),
                    contract.game().ignored());
            if (difference.isEmpty()) continue;
            contract.breaks("The same state, messages and times give " + who + " two states: " + difference
                    + ". Chance, the clock of the machine, the identity of objects or another thread has "
                    + "a hand in it: draw chance from a seed that is "
                    + "part of the state, take time from the frame or from gameTime, and use maps with an order");
            return;
        }
    }
}
