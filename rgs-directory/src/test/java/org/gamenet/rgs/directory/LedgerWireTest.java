package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.ratis.server.protocol.TermIndex;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.arbiter.Bid;
import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.arbiter.Verdict;
import org.gamenet.rgs.core.directory.server.GameRecord;
import org.gamenet.rgs.core.directory.server.LedgerCommand;
import org.gamenet.rgs.core.directory.server.LedgersSnapshot;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.wire.MalformedException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LedgerWireTest {
    private static final MemberId ONE = new MemberId(1, new Incarnation(1, 11));
    private static final MemberId TWO = new MemberId(2, new Incarnation(3, 22));

    private static Bid bid() {
        return new Bid(1, List.of(TWO), TWO, Basis.REBUILD, 20, true);
    }

    private static GameRecord game(Bid bid) {
        GameRules rules = new GameRules(
                "duel",
                8,
                List.of(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER),
                1_000,
                30_000,
                50,
                Map.of("map", "attic"));
        Ledger ledger = ((Verdict.Granted) Ledger.founded(ONE, 10, false).claim(bid)).next();
        return new GameRecord("k3f9-1", 1, "teapots", "g-1", rules, 77, 1, "ann", 10, ledger);
    }

    @Test
    @DisplayName("P53 a game that is damaged is malformed, whatever its records refuse")
    void refusesDamage() {
        byte[] bytes = LedgerWire.encode(game(bid()));
        int refused = 0;
        for (int at = 0; at < bytes.length; at++) {
            byte[] damaged = bytes.clone();
            damaged[at] = 0;
            try {
                LedgerWire.decodeGame(damaged);
            } catch (MalformedException malformed) {
                refused++;
            }
        }
        assertTrue(refused > 0, "the active epoch after the current one, at least");
    }

    @Test
    @DisplayName("P71 who is listed is on disk, and each entry of the list")
    void keepsWhoIsListed() {
        for (LedgerCommand command : List.of(
                new LedgerCommand.Claim("k3f9-1", bid()),
                new LedgerCommand.Enlist("k3f9-1", new Epoch(2, 20), 7, List.of(ONE, TWO)),
                new LedgerCommand.Activate("k3f9-1", new Epoch(2, 20), List.of(ONE))))
            assertEquals(command, LedgerWire.decodeCommand(LedgerWire.encode(command)));
        GameRecord listed = game(bid());
        assertEquals(List.of(ONE), listed.ledger().listing().members());
        assertEquals(listed, LedgerWire.decodeGame(LedgerWire.encode(listed)));
    }

    @Test
    @DisplayName("P14 N6 a directory's mark is in its snapshot")
    void keepsItsMark() throws IOException {
        LedgersSnapshot snapshot = new LedgersSnapshot(0xCAFE_BABE, 8, List.of(game(bid())));
        var bytes = new ByteArrayOutputStream();
        SnapshotFile.write(new DataOutputStream(bytes), snapshot);
        assertEquals(
                snapshot,
                new SnapshotFile(Path.of("snapshot"), TermIndex.valueOf(1, 1))
                        .read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))));
    }
}
