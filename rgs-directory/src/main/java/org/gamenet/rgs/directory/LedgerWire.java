package org.gamenet.rgs.directory;

import java.nio.ByteBuffer;
import java.util.Map;
import org.gamenet.rgs.core.directory.GameRecord;
import org.gamenet.rgs.core.directory.LedgerCommand;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.core.wire.PeerNames;
import org.gamenet.rgs.core.wire.Records;

/** The table of what is on disk. An id is never given a second meaning: a changed record gets a new one, and the old one stays readable. */
final class LedgerWire {

    private static final Records RECORDS = Records.ofIds(Map.<Integer, Class<? extends Record>>of(
            1, LedgerCommand.Create.class,
            2, LedgerCommand.Claim.class,
            3, LedgerCommand.Activate.class,
            4, LedgerCommand.Settle.class,
            5, LedgerCommand.Release.class,
            6, LedgerCommand.End.class,
            7, LedgerCommand.Revive.class,
            8, LedgerCommand.Drop.class,
            32, GameRecord.class));

    private static final PeerNames NO_PEERS = id -> {
        throw new MalformedException("the directory's log names no peers");
    };

    private LedgerWire() {}

    static byte[] encode(LedgerCommand command) {
        return RECORDS.encode((Record) command);
    }

    static LedgerCommand decodeCommand(byte[] bytes) {
        if (RECORDS.decode(ByteBuffer.wrap(bytes), NO_PEERS) instanceof LedgerCommand command) {
            return command;
        }
        throw new MalformedException("an entry of the log that is no command");
    }

    static byte[] encode(GameRecord game) {
        return RECORDS.encode(game);
    }

    static GameRecord decodeGame(byte[] bytes) {
        if (RECORDS.decode(ByteBuffer.wrap(bytes), NO_PEERS) instanceof GameRecord game) {
            return game;
        }
        throw new MalformedException("a snapshot's entry that is no game");
    }
}
