package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.session.peers.Permits;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whole sessions beside one whose certificate does not permit serving, and that says all the same that it would. */
class PermitsTest {

    private static boolean isVote(byte[] frame) {
        return FrameHeader.read(ByteBuffer.wrap(frame)).type() == MessageTypes.RECORDS.idOf(Ballot.Vote.class);
    }

    @Test
    @DisplayName(
            "G20 a process whose certificate does not permit serving is no backup, and no copy is sent to it, though it agrees")
    void isNoBackup() {
        Party party = new Party(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER);
        Citizen bob = party.town.joins("bob", party.ann);
        party.town.network.barred.add(bob.end);
        party.plays(party.counts(bob));
        party.town.pass(1_500);
        assertTrue(
                party.said(bob, CopyMessage.RecruitAnswer.class).stream().anyMatch(CopyMessage.RecruitAnswer::agrees),
                "bob was asked, and agreed");
        assertEquals(ServerRole.ACTIVE_ALONE, party.ann.session.role());
        Citizen cat = party.joined("cat");
        party.town.until(() -> cat.session.role() == ServerRole.BACKUP, 5_000);
        assertEquals(ServerRole.IDLE, bob.session.role());
        assertTrue(
                party.said.stream().noneMatch(s -> s.to() == bob && s.is(CopyMessage.CopyPart.class)),
                "bob was sent a copy");
    }

    @Test
    @DisplayName("G20 a process whose certificate does not permit serving is not promoted, though it agrees")
    void isNotPromoted() {
        Party party = new Party(Failover.PROMOTED_PLAYER);
        Citizen dan = party.joined("dan");
        Citizen bob = party.joined("bob");
        party.town.network.barred.add(bob.end);
        Citizen cat = party.joined("cat");
        // The coordinator of the group is asked last, so dan asks bob first.
        party.ann.kill();
        party.town.until(
                () -> party.said(bob, Message.PromoteAnswer.class).stream().anyMatch(Message.PromoteAnswer::agrees),
                1_000);
        party.town.pass(20);
        assertTrue(
                party.said.stream().anyMatch(s -> s.to() == cat && s.is(Message.Promote.class)),
                "cat is asked at once");
        party.town.until(() -> cat.session.isServer() || dan.session.isServer(), 8_000);
        assertFalse(bob.session.isServer());
        party.untilResumed(1, 8_000, bob, cat, dan);
    }

    @Test
    @DisplayName("G20 who holds a copy from before, and claims with it, is granted a number and heard by nobody")
    void grantsAreNotHonoured() {
        Party party = new Party(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER);
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        Citizen dan = party.joined("dan");
        party.town.until(() -> bob.session.role() == ServerRole.BACKUP, 5_000);
        party.town.network.barred.add(bob.end);
        party.hits(cat, 1);
        party.ann.kill();
        party.town.until(() -> party.said(bob, Message.Collect.class).size() > 0, 5_000);
        party.town.until(() -> cat.session.isServer() || dan.session.isServer(), 20_000);
        party.untilResumed(1, 8_000, cat, dan);
        assertFalse(cat.session.view().server().equals(bob.session.self()));
        party.town.pass(300);
        assertEquals(1, party.game(cat).sum);
    }

    @Test
    @DisplayName("G20 a backup whose copies do not count any more is replaced, and nobody freezes")
    void isReplaced() {
        Party party = new Party(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER);
        Citizen bob = party.joined("bob");
        party.town.until(() -> bob.session.role() == ServerRole.BACKUP, 5_000);
        Citizen cat = party.joined("cat");
        party.town.network.barred.add(bob.end);
        party.town.until(() -> cat.session.role() == ServerRole.BACKUP, 10_000);
        for (Citizen each : party.town.citizens) assertEquals(List.of(), each.all(Frozen.class), each.name);
    }

    @Test
    @DisplayName(
            "G20 the ACK of a process whose certificate does not permit serving is not heard, nor one of which nobody knows whose it is")
    void acknowledgesNothing() {
        Party party = new Party(Failover.PROMOTED_PLAYER);
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        party.ann.kill();
        party.untilResumed(1, 8_000, bob, cat);
        Message.EpochStart ack =
                party.said(party.server(), Message.EpochStart.class).get(0);
        party.town.network.barred.add(bob.end);
        Permits permits = new Permits(cat.end, new Counters());
        assertEquals(Optional.of(ack), permits.heard(cat.end.place, ack));
        assertEquals(Optional.empty(), permits.heard(bob.end.place, ack));
        assertEquals(Optional.empty(), permits.heard(null, ack));
        Record goodbye = new Message.LeaveRequest();
        assertEquals(Optional.of(goodbye), permits.heard(bob.end.place, goodbye));
    }

    @Test
    @DisplayName("G20 a newcomer takes no seat from a server whose certificate does not permit serving")
    void givesNoSeat() {
        Party party = new Party(Failover.PROMOTED_PLAYER);
        party.town.network.barred.add(party.ann.end);
        Citizen bob = party.counts(party.town.joins("bob", party.ann));
        bob.begins();
        party.town.until(() -> bob.all(Closed.class).size() > 0, 60_000);
        assertTrue(party.said(party.ann, Message.InitialAck.class).size() > 0, "it was offered a seat");
    }

    @Test
    @DisplayName("G20 where members decide nobody votes for a process whose certificate does not permit serving")
    void getsNoVotes() {
        LanTown lan = new LanTown();
        Citizen[] all = new Citizen[4];
        for (int i = 0; i < all.length; i++) {
            all[i] = lan.citizen("p" + i, Town.rules(Failover.PROMOTED_PLAYER).amongPeers())
                    .listens();
            all[i].begins();
            lan.town.pass(600);
        }
        lan.playing(all);
        lan.town.network.barred.add(all[1].end);
        long[] votes = {0};
        lan.town.network.weather = (from, to, frame) -> {
            if (to == all[1].end && isVote(frame)) votes[0]++;
            return TestNetwork.Fate.arrives(frame);
        };
        lan.dies(all[0]);
        lan.town.until(() -> all[2].session.isServer() || all[3].session.isServer(), 20_000);
        assertFalse(all[1].session.isServer());
        assertEquals(0, votes[0]);
        lan.town.until(() -> all[1].session.phase() == Phase.PLAYING && all[2].session.phase() == Phase.PLAYING, 5_000);
    }
}
