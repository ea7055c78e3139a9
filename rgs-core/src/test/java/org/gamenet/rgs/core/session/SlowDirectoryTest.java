package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GrantText;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
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

    private Party.Said joinOf(Citizen one) {
        return party.said.stream()
                .filter(s -> s.from() == one && s.is(Message.JoinRequest.class))
                .reduce((a, b) -> b)
                .orElseThrow();
    }

    /** An advertisement by cat, of the next epoch. */
    private byte[] advertised(Payload grant) {
        Party.Said asked = joinOf(cat);
        Epoch made = next();
        Member holder = ((Message.JoinRequest) asked.what()).me();
        return Frames.encode(
                new Message.Collect(made, 1, Basis.REBUILD, holder, List.of(), grant),
                new Frames.Stamp(asked.header().game(), made, asked.header().sender(), 1, 0));
    }

    private Epoch next() {
        return new Epoch(bob.session.view().epoch() + 1, 77);
    }

    private void advertises(byte[] frame, int times) {
        for (int i = 0; i < times; i++) {
            cat.end.cast(frame, Lane.URGENT);
            town.pass(100);
        }
    }

    @Test
    @DisplayName("P36 who advertises itself is not believed because the directory is slow, only where it is away")
    void advertisesItself() {
        town.pass(200);
        byte[] forged = advertised(Payload.EMPTY);
        town.losesAnswer = (request, reply) -> request instanceof DirectoryRequest.AskStatus;
        advertises(forged, 9);
        assertEquals(Phase.PLAYING, bob.session.phase());
        advertises(forged, 4);
        assertEquals(Phase.FROZEN, bob.session.phase());
    }

    @Test
    @DisplayName("K6 P36 where the directory signs grants and is away, nobody is believed who shows none of its own")
    void showsNoGrant() {
        town.signs = true;
        town.pass(500);
        Member holder = ((Message.JoinRequest) joinOf(cat).what()).me();
        String game = bob.session.game().id();
        byte[] signature = Town.signature(GrantText.of(game, next(), holder.id(), Optional.of(holder.endpoint())));
        byte[] anothers = Town.signature(GrantText.of(game, next(), holder.id(), Optional.empty()));
        town.directoryAway = true;
        for (Citizen each : List.of(ann, bob)) each.line.says(new DirectoryPush.LineDown("cut"));
        advertises(advertised(shown(1, anothers)), 14);
        advertises(advertised(Payload.EMPTY), 14);
        assertEquals(Phase.PLAYING, bob.session.phase());
        assertEquals(Phase.PLAYING, ann.session.phase());
        advertises(advertised(shown(1, signature)), 2);
        assertEquals(Phase.FROZEN, bob.session.phase());
    }

    /** A word of cat's that a later epoch is on. */
    private byte[] later(Record said) {
        Party.Said asked = joinOf(cat);
        Frames.Stamp stamp =
                new Frames.Stamp(asked.header().game(), next(), asked.header().sender(), 1, 0);
        return Frames.encode(said, stamp);
    }

    @Test
    @DisplayName(
            "K7 P21 HG10 where the directory signs grants a server pauses when that, or its signature, says that a later"
                    + " epoch is on, and at nobody's word")
    void pausesAtNobodysWord() {
        town.signs = true;
        town.pass(500);
        List<byte[]> words = List.of(
                later(new Message.Stale(next())),
                later(new Message.Stale(new Epoch(1L << 32, 7))),
                later(new Message.Suspicion(next(), false, false)),
                advertised(Payload.EMPTY));
        words.forEach(word -> advertises(word, 12));
        town.directoryAway = true;
        for (Citizen each : List.of(ann, bob)) each.line.says(new DirectoryPush.LineDown("cut"));
        words.forEach(word -> advertises(word, 12));
        assertEquals(List.of(), ann.all(Frozen.class));
        town.pass(4_000);
        MemberId cats = joinOf(cat).header().sender();
        byte[] signature = Town.signature(GrantText.of(bob.session.game().id(), next(), cats, Optional.empty()));
        advertises(later(new Message.Stale(next(), shown(0, signature))), 1);
        assertEquals(1, ann.all(Frozen.class).size());
    }

    private static Payload shown(int placed, byte[] signature) {
        return new Payload(ByteBuffer.allocate(1 + signature.length)
                .put((byte) placed)
                .put(signature)
                .array());
    }
}
