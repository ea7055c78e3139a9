package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests to the server take effect exactly once, across a SIGKILL in the middle of their stream. */
@ExtendWith(InTavern.class)
class ExactlyOnceTest {
    private static final int EACH = 400;

    @ParameterizedTest(name = "P23 R24 HG12 G10 exactly once across a kill, by {0}")
    @EnumSource(
            value = Failover.class,
            names = {"SPARE_SERVER", "PROMOTED_PLAYER"})
    @DisplayName("P23 HG12: three players' reliable requests are counted once each, whoever serves when")
    void counts(Failover way, Tavern tavern) throws Exception {
        try (ServerProcess server =
                ServerProcess.registers(tavern, Tavern.game().failover(way))) {
            Guest spare = way == Failover.SPARE_SERVER ? tavern.spare() : null;
            Guest bob = tavern.playing(tavern.guest(tavern.player("bob").join(server.game())));
            Guest cat = tavern.join("cat", bob);
            Guest dan = tavern.join("dan", bob);
            List<Guest> players = List.of(bob, cat, dan);
            int[] sent = {0};
            tavern.until("all sent", () -> {
                if (sent[0] < EACH) players.forEach(p -> p.hit(1));
                // Between a round's requests and the players' next update: nobody can have heard yet that these were
                // counted.
                if (++sent[0] == EACH / 2) server.kill();
                return sent[0] > EACH;
            });
            tavern.until(
                    "play goes on",
                    () -> players.stream().allMatch(p -> !p.all(Resumed.class).isEmpty()));
            Guest next = spare != null
                    ? spare
                    : players.stream()
                            .filter(p -> p.session.isServer())
                            .findFirst()
                            .orElseThrow();
            tavern.until(
                    "all counted",
                    () -> next.sum() >= 3 * EACH && players.stream().allMatch(p -> p.sum() >= 3 * EACH));
            tavern.rounds(200);
            Map<Peer, Integer> each =
                    Map.of(bob.session.self(), EACH, cat.session.self(), EACH, dan.session.self(), EACH);
            assertEquals(each, next.points);
            Stream.of(bob, cat, dan).forEach(p -> assertEquals(each, p.points));
        }
    }
}
