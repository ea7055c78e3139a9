package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Left;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Games without a directory, on the real sockets of loopback. */
@ExtendWith(InTavern.class)
class LanPlayTest {
    /** Nobody else's, in no other JVM of this machine. */
    private final String kind = "lan/" + System.nanoTime();

    private Rgs.Builder setUp() {
        return Rgs.game(kind).bind("127.0.0.1:0").lan("127.0.0.1").records(Hit.class, Count.class, Blob.class);
    }

    private Rgs player(Tavern tavern, String name) {
        return tavern.start(setUp().player(name));
    }

    @Test
    @DisplayName(
            "two that name no directory find each other; the one that serves goes, the other goes on with what was counted")
    void findEachOther(Tavern tavern) {
        Guest ann = tavern.playing(tavern.guest(player(tavern, "ann").hostOrJoin(Tavern.game())));
        Guest bob = tavern.playing(tavern.guest(player(tavern, "bob").hostOrJoin(Tavern.game())));
        assertEquals(ann.session.game().id(), bob.session.game().id());
        bob.hit(3);
        tavern.until("ann counts what bob hit", () -> ann.sum() == 3 && bob.sum() == 3);
        Rgs cat = player(tavern, "cat");
        List<GameInfo> found = cat.discover(Query.any()).join();
        assertEquals(List.of("kitchen"), found.stream().map(GameInfo::name).toList());
        assertEquals(2, found.get(0).players());
        ann.session.leave();
        tavern.until(
                "bob serves",
                () -> bob.session.isServer() && bob.peers(Left.class).contains(ann.session.self()));
        bob.hit(4);
        tavern.until("the count goes on", () -> bob.sum() == 7);
        Guest third = tavern.playing(tavern.guest(cat.join(found.get(0))));
        third.hit(1);
        tavern.until("cat is in the game that was found", () -> bob.sum() == 8);
    }

    @Test
    @DisplayName(
            "P49 one that stands by and names no directory backs up the game that it hears of, and serves it when its server goes")
    void standsBy(Tavern tavern) {
        Guest spare = tavern.guest(tavern.start(setUp()).standBy());
        Guest ann = tavern.playing(tavern.guest(player(tavern, "ann").hostOrJoin(Tavern.game())));
        Guest bob = tavern.playing(tavern.guest(player(tavern, "bob").hostOrJoin(Tavern.game())));
        bob.hit(3);
        tavern.until(
                "the spare backs ann up", () -> ann.session.view().backup().equals(Optional.of(spare.session.self())));
        assertEquals(Phase.WAITING, spare.session.phase());
        assertEquals(2, bob.session.view().players().size());
        ann.session.leave();
        tavern.until("the spare serves", () -> spare.session.isServer() && bob.session.phase() == Phase.PLAYING);
        bob.hit(4);
        tavern.until("the count goes on", () -> spare.sum() == 7);
    }
}
