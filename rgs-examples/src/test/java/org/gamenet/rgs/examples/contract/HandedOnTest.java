package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Refused;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A game with a backup changes its server, and nobody's game stands still: over real sockets. */
@ExtendWith(InTavern.class)
class HandedOnTest {
    private Rgs process;
    private Guest ann;
    private Guest bob;
    private Guest cat;

    private void begin(Tavern tavern) {
        process = tavern.player("ann");
        ann = tavern.playing(
                tavern.guest(process.register(Tavern.game().failover(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER))));
        bob = tavern.join("bob", ann);
        tavern.until("bob backs it up", () -> bob.session.role() == ServerRole.BACKUP);
        tavern.until("ann knows", () -> ann.session.role() == ServerRole.ACTIVE_BACKED_UP);
        cat = tavern.join("cat", ann);
        cat.hit(5);
        tavern.until("counted", () -> ann.sum() == 5 && bob.sum() == 5);
    }

    private void bobServes(Tavern tavern) {
        tavern.until("bob serves", bob.session::isServer);
        assertEquals(5, bob.sum());
        cat.hit(2);
        tavern.until("it counts on", () -> bob.sum() == 7 && cat.sum() == 7);
        for (Guest each : List.of(bob, cat)) assertEquals(List.of(), each.all(Frozen.class));
    }

    @Test
    @DisplayName("P46 the server hands over, and over again: nobody's game stands still")
    void toAndFro(Tavern tavern) {
        begin(tavern);
        ann.session.handover(bob.session.self());
        bobServes(tavern);
        tavern.until("ann backs it up", () -> bob.session.role() == ServerRole.ACTIVE_BACKED_UP);
        bob.session.handover(ann.session.self());
        tavern.until(
                "ann serves, or bob is refused",
                () -> ann.session.isServer() || !bob.all(Refused.class).isEmpty());
        assertEquals(List.of(), bob.all(Refused.class));
        assertEquals(7, ann.sum());
        for (Guest each : List.of(ann, bob, cat)) assertEquals(List.of(), each.all(Frozen.class));
    }

    @Test
    @DisplayName("P46.7 the server leaves: nobody's game stands still")
    void leaves(Tavern tavern) {
        begin(tavern);
        ann.session.leave();
        bobServes(tavern);
        tavern.until("ann is out", () -> !cat.all(Left.class).isEmpty());
        assertEquals(Left.Why.LEFT, cat.all(Left.class).get(0).why());
    }

    @Test
    @DisplayName("P46.7 the server's process shuts RGS down: nobody's game stands still, and it is down within 2 s")
    void shutsDown(Tavern tavern) throws InterruptedException {
        begin(tavern);
        Thread down = new Thread(process::shutdown);
        long began = System.nanoTime();
        down.start();
        tavern.until("it is down", () -> !down.isAlive());
        assertFalse(System.nanoTime() - began > 4_000_000_000L, "down after " + (System.nanoTime() - began) + " ns");
        bobServes(tavern);
        tavern.until("ann is out", () -> !cat.all(Left.class).isEmpty());
        assertEquals(Left.Why.LEFT, cat.all(Left.class).get(0).why());
    }

    @Test
    @DisplayName(
            "P49 a process that stands by backs the game up in a player's place, is told nothing, and serves from its copy")
    void aSpareBacksUp(Tavern tavern) {
        begin(tavern);
        Guest eve = tavern.spare();
        tavern.until(
                "eve backs it up",
                () -> ann.session.view().backup().equals(Optional.of(eve.session.self()))
                        && bob.session.role() == ServerRole.IDLE);
        assertEquals(Phase.WAITING, eve.session.phase());
        for (Guest each : List.of(ann, bob, cat)) assertEquals(List.of(), each.all(Frozen.class));
        ann.session.leave();
        tavern.until("eve serves", eve.session::isServer);
        cat.hit(2);
        tavern.until("it counts on", () -> eve.sum() == 7 && cat.sum() == 7);
    }
}
