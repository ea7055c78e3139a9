package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.junit.jupiter.api.BeforeEach;

/** Ann backs the server up. */
abstract class AnnBacksUp extends ThreeMembers {
    AnnBacksUp() {
        this(rules(Failover.HOT_BACKUP, Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER));
    }

    AnnBacksUp(GameRules rules) {
        super(Kind.SERVER, rules);
    }

    static GameRules rules(Failover... ways) {
        return new GameRules("backup", 8, List.of(ways), 1_000, 30_000, 50, Map.of());
    }

    @BeforeEach
    void annBacksUp() {
        begin();
        copies(1);
        changeTo(List.of(server.id(), ann.id()));
    }

    PackedState copy(Position place, double time) {
        return new PackedState(Payload.EMPTY, true, time, serving.log().end().epoch(), time, marks, List.of(), 0)
                .at(place);
    }

    /** Ann takes the server's copy of this moment, and the server knows. */
    void copies(long version) {
        backup = step(
                backup,
                new Event.CopyHeld(
                        server.id(),
                        serving.log().end().epoch(),
                        version,
                        copy(serving.log().end(), version)));
        Effect.ConfirmCopy confirmed = did(Effect.ConfirmCopy.class).orElseThrow();
        assertEquals(version, confirmed.version());
        serving = step(
                serving,
                new Event.Copied(ann.id(), version, Optional.of(confirmed.copy().place())));
    }

    void changeTo(List<MemberId> authority) {
        Message.EpochStart news = changes(authority);
        backup = hears(backup, server.id(), news);
        assertFalse(did(Effect.Freeze.class).isPresent(), "a planned change freezes nobody");
        bobs = hears(bobs, server.id(), news);
    }

    /** The server has the change, and says it to nobody yet. */
    Message.EpochStart changes(List<MemberId> authority) {
        serving = step(serving, new Event.ChangeAsked(authority));
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        Epoch next = new Epoch(claim.expected() + 1, claim.claimId());
        serving = step(
                serving,
                new Event.Granted(claim.claimId(), next, serving.log().roster().ids()));
        serving = step(
                serving,
                new Event.Activated(
                        next, true, new Listing(serving.log().roster().ids(), 1)));
        return new Message.EpochStart(last(), List.of());
    }

    void orders(LocalMember who) {
        serving = hears(
                serving,
                who.id(),
                new Message.OrderRequest(serving.log().orderedOf(who.id()) + 1, 5, 1, Payload.EMPTY));
    }

    MemberState granted(MemberState claims) {
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        Epoch next = new Epoch(claim.expected() + 1, claim.claimId());
        return step(claims, new Event.Granted(claim.claimId(), next, List.of(server.id(), ann.id(), bob.id())));
    }

    MemberState annTakesOver() {
        return bobAnswers(annCollects());
    }

    MemberState annCollects() {
        return granted(step(backup, new Event.HolderSuspected(server.id(), "gone", 1)));
    }

    MemberState bobAnswers(MemberState collects) {
        return hears(
                collects,
                bob.id(),
                new Message.CollectReply(collects.epoch(), 1, true, bobs.log(), rules, 1, false, Optional.empty()));
    }
}
