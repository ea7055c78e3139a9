package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.arbiter.Bid;
import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.arbiter.Verdict;
import org.gamenet.rgs.core.directory.GameRecord;
import org.gamenet.rgs.core.directory.LedgerCommand;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.wire.MalformedException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LedgerWireTest {
    private static final MemberId ONE = new MemberId(1, new Incarnation(1, 11));
    private static final MemberId TWO = new MemberId(2, new Incarnation(3, 22));

    /** Written by a directory that knew nothing of whom a grant lists. */
    private static final String OLD_CLAIM = "AgZrM2Y5LTEAAAAAAAAAAQEAAAAAAAAAAgAAAAAAAAADAAAAAAAAABYAAAAAAAAAAgAAAAAAAAADAAAAAAAAABYBAAAAAAAAABQB";
    private static final String OLD_GAME = "IAZrM2Y5LTEAAAAAAAAAAQd0ZWFwb3RzA2ctMQRkdWVsAAAACAIBAgAAAAAAAAPoAAAAAAAAdTAAAAAAAAAAMgEDbWFwBWF0dGljAAAAAAAAAE0AAAAB"
            + "A2FubgAAAAAAAAAKAAAAAAAAAAIAAAAAAAAAFAAAAAAAAAACAAAAAAAAAAMAAAAAAAAAFgEAAAAAAAAAAgAAAAAAAAADAAAAAAAAABYBAAAAAAAAAAABAAAAAAAAAAoAAAAAAAAAAQAAAAAA"
            + "AAABAAAAAAAAAAsBAAAAAAAAAAEAAAAAAAAAAQAAAAAAAAALAAABAAAA";

    private static Bid bid(MemberId... listed) {
        return new Bid(1, List.of(TWO), TWO, Basis.REBUILD, 20, true);
    }

    private static GameRecord game(Bid bid) {
        GameRules rules = new GameRules("duel", 8, List.of(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER), 1_000, 30_000, 50, Map.of("map", "attic"));
        Ledger ledger = ((Verdict.Granted) Ledger.founded(ONE, 10, false).claim(bid)).next();
        return new GameRecord("k3f9-1", 1, "teapots", "g-1", rules, 77, 1, "ann", 10, ledger);
    }

    @Test @DisplayName("P38 claims and games that an earlier directory wrote are read: they list nobody")
    void readsWhatWasWrittenEarlier() {
        assertEquals(new LedgerCommand.Claim("k3f9-1", bid()), LedgerWire.decodeCommand(Base64.getDecoder().decode(OLD_CLAIM)));
        assertEquals(game(bid()), LedgerWire.decodeGame(Base64.getDecoder().decode(OLD_GAME)));
    }

    @Test @DisplayName("P53 an earlier game that is damaged is malformed like any other")
    void refusesDamage() {
        byte[] damaged = Base64.getDecoder().decode(OLD_GAME);
        int currentNumber = 106;
        assertEquals(2, damaged[currentNumber]);
        damaged[currentNumber] = 0;
        assertThrows(MalformedException.class, () -> LedgerWire.decodeGame(damaged));
    }

    @Test @DisplayName("P38 whom a grant lists is on disk")
    void keepsWhoIsListed() {
        LedgerCommand.Claim claim = new LedgerCommand.Claim("k3f9-1", bid(ONE, TWO));
        assertEquals(claim, LedgerWire.decodeCommand(LedgerWire.encode(claim)));
        assertEquals(game(bid(ONE)), LedgerWire.decodeGame(LedgerWire.encode(game(bid(ONE)))));
    }
}
