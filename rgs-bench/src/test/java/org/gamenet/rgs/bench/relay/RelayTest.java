package org.gamenet.rgs.bench.relay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.Delivery;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The peers that RGS is measured beside do what is measured: what one does is shown to all, whole, each once, in order.
 */
class RelayTest {
    private static final int PLAYERS = 3;
    private static final int ACTIONS = 200;

    private record Shown(int player, byte[] action) {}

    @ParameterizedTest
    @EnumSource(names = {"kryonet", "netty", "jgroups", "raw"})
    void showsEverybodyWhatOneDoes(Peers peer) throws Exception {
        BlockingQueue<Shown> shown = new LinkedBlockingQueue<>();
        Relay relay = peer.relay(new Setting("", "test", PLAYERS, Delivery.RELIABLE_ORDERED));
        try (Relay.Server server = relay.serve(Relay.Server::toAll);
                Relay.Players players =
                        relay.join(server.address(), (player, action) -> shown.add(new Shown(player, action)))) {
            int[] next = new int[PLAYERS];
            for (int i = 0; i < ACTIONS; i++) players.act(1, action(i));
            for (int i = 0; i < ACTIONS * PLAYERS; i++) {
                Shown one = shown.poll(10, TimeUnit.SECONDS);
                assertTrue(one != null, "only " + i + " came");
                assertArrayEquals(action(next[one.player()]++), one.action());
            }
            assertEquals("[200, 200, 200]", Arrays.toString(next));
        }
    }

    /** Of different lengths, one of them longer than a socket takes at once. */
    private static byte[] action(int number) {
        byte[] action = new byte[number == 100 ? 200_000 : 12 + number];
        Arrays.fill(action, (byte) number);
        return action;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void kryoNetTakesItsOwnDatagramsWhereTheNewestCounts(boolean newest) throws Exception {
        BlockingQueue<byte[]> shown = new LinkedBlockingQueue<>();
        Relay relay = Peers.kryonet.relay(
                new Setting("", "test", 1, newest ? Delivery.UNRELIABLE_SEQUENCED : Delivery.RELIABLE_ORDERED));
        try (Relay.Server server = relay.serve(Relay.Server::toAll);
                Relay.Players players = relay.join(server.address(), (player, action) -> shown.add(action))) {
            byte @Nullable [] seen = null;
            for (int i = 0; i < 50 && seen == null; i++) {
                players.act(0, new byte[] {7});
                seen = shown.poll(200, TimeUnit.MILLISECONDS);
            }
            assertArrayEquals(new byte[] {7}, seen);
        }
    }
}
