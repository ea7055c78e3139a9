package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.Frames;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The directory is there, and its answers take their time. */
class SlowDirectoryTest {
    private final Party party = new Party(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER);
    private final Town town = party.town;
    private final Citizen ann = party.ann;
    private final Citizen bob = party.joined("bob");
    private final Citizen cat = party.joined("cat");

    @Test
    @DisplayName("P34 a slow directory: a spare whose agreement is under way does not take it back by standing by")
    void theAgreementIsSlow() {
        town.pass(200);
        Citizen spare = party.spare("spare");
        town.agreementNanos = 450_000_000;
        ann.kill();
        town.until(() -> !town.asked(spare, DirectoryRequest.AnswerOffer.class).isEmpty(), 1_000);
        int before = town.asked(spare, DirectoryRequest.StandBy.class).size();
        party.untilResumed(1, 4_000, bob, cat);
        assertTrue(spare.session.isServer());
        assertEquals(before, town.asked(spare, DirectoryRequest.StandBy.class).size());
    }

    @Test
    @DisplayName("P36 who advertises itself is not believed because the directory is slow, only where it is away")
    void advertisesItself() {
        town.pass(200);
        Party.Said asked = party.said.stream()
                .filter(s -> s.from() == cat && s.is(Message.JoinRequest.class))
                .reduce((a, b) -> b)
                .orElseThrow();
        Epoch made = new Epoch(bob.session.view().epoch() + 1, 77);
        byte[] forged = Frames.encode(
                new Message.Collect(made, 1, Basis.REBUILD, ((Message.JoinRequest) asked.what()).me(), List.of()),
                new Frames.Stamp(asked.header().game(), made, asked.header().sender(), 1, 0));
        town.losesAnswer = (request, reply) -> request instanceof DirectoryRequest.Standing;
        for (int i = 0; i < 9; i++) {
            cat.end.cast(forged, Lane.URGENT);
            town.pass(100);
        }
        assertEquals(Phase.PLAYING, bob.session.phase());
        for (int i = 0; i < 4; i++) {
            cat.end.cast(forged, Lane.URGENT);
            town.pass(100);
        }
        assertEquals(Phase.FROZEN, bob.session.phase());
    }
}
