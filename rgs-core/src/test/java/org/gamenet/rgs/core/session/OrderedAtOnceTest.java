package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Messages sent in one go for the order leave as one message, and come back as one. */
class OrderedAtOnceTest {
    private final Party party = new Party(Failover.PROMOTED_PLAYER);

    @Test
    @DisplayName(
            "what a player sends in one go is asked for at once and told at once, 64 at a time, and all get it in order")
    void leavesAtOnce() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        party.town.pass(300);
        for (int i = 0; i < 100; i++) bob.session.send(new Town.Hit(i), Delivery.TOTAL_ORDER);
        List<Integer> all = IntStream.range(0, 100).boxed().toList();
        party.town.until(() -> hits(cat).size() == 100 && hits(bob).size() == 100, 1_000);
        assertEquals(all, hits(cat));
        assertEquals(all, hits(bob));
        List<Integer> asked = party.said.stream()
                .filter(s -> s.what() instanceof Message.OrderRequest)
                .map(s -> ((Message.OrderRequest) s.what()).messages().size())
                .toList();
        assertEquals(List.of(64, 36), asked);
        long told = party.said.stream()
                .filter(s -> s.to() == cat && s.what() instanceof Message.EntryNews news && isOrdered(news))
                .count();
        assertEquals(2, told);
    }

    private static boolean isOrdered(Message.EntryNews news) {
        return news.entries().get(0).body() instanceof EntryBody.Ordered;
    }

    private static List<Integer> hits(Citizen one) {
        return one.all(Town.Hit.class).stream().map(Town.Hit::points).toList();
    }
}
