package org.gamenet.rgs.directory;

import java.nio.ByteBuffer;
import java.util.Map;
import org.gamenet.rgs.core.directory.server.GameRecord;
import org.gamenet.rgs.core.directory.server.LedgerCommand;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.core.wire.PeerNames;
import org.gamenet.rgs.core.wire.Records;

/** The table of what is on disk. An id is never given a second meaning: a changed record gets a new one. */
final class LedgerWire {

    private static final Records RECORDS = Records.ofIds(Map.<Integer, Class<? extends Record>>ofEntries(
            Map.entry(4, LedgerCommand.Settle.class),
            Map.entry(5, LedgerCommand.Release.class),
            Map.entry(6, LedgerCommand.End.class),
            Map.entry(8, LedgerCommand.Drop.class),
            Map.entry(10, LedgerCommand.Claim.class),
            Map.entry(11, LedgerCommand.Activate.class),
            Map.entry(12, LedgerCommand.Enlist.class),
            Map.entry(14, LedgerCommand.Create.class),
            Map.entry(15, LedgerCommand.Revive.class),
            Map.entry(34, GameRecord.class)));

    private static final PeerNames NO_PEERS = id -> {
        throw new MalformedException("the directory's log names no peers");
    };

    private LedgerWire() {}

    static byte[] encode(LedgerCommand command) {
        return RECORDS.encode((Record) command);
    }

    static LedgerCommand decodeCommand(byte[] bytes) {
        Record read = RECORDS.decode(ByteBuffer.wrap(bytes), NO_PEERS);
        if (read instanceof LedgerCommand command) {
            return command;
        }
        throw new MalformedException("an entry of the log that is no command");
    }

    static byte[] encode(GameRecord game) {
        return RECORDS.encode(game);
    }

    static GameRecord decodeGame(byte[] bytes) {
        Record read = RECORDS.decode(ByteBuffer.wrap(bytes), NO_PEERS);
        if (read instanceof GameRecord game) {
            return game;
        }
        throw new MalformedException("a snapshot's entry that is no game");
    }
}
