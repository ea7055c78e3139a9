package org.gamenet.rgs.directory;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.ratis.server.protocol.TermIndex;
import org.gamenet.rgs.core.directory.protocol.DirectorySamples;
import org.gamenet.rgs.core.directory.server.LedgerCommand;
import org.gamenet.rgs.core.directory.server.Ledgers;
import org.gamenet.rgs.core.directory.server.LedgersSnapshot;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.fuzz.Memory;

/**
 * The bytes that a directory reads from its disk: entries of the log, applied, a snapshot, and the end of a torn log.
 * The first byte says which.
 */
public final class DirectoryDiskTarget {
    private static final SnapshotFile FILE = new SnapshotFile(Path.of("snapshot"), TermIndex.valueOf(1, 1));

    private DirectoryDiskTarget() {}

    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length == 0) return;
        byte[] bytes = Arrays.copyOfRange(input, 1, input.length);
        switch (input[0] & 3) {
            case 0 -> entry(bytes);
            case 1 -> snapshot(bytes);
            default -> tail(bytes);
        }
    }

    private static void entry(byte[] bytes) {
        LedgerCommand command;
        try {
            command = Memory.bounded(bytes.length, () -> LedgerWire.decodeCommand(bytes));
        } catch (MalformedException refused) {
            return;
        }
        if (!LedgerWire.decodeCommand(LedgerWire.encode(command)).equals(command))
            throw new AssertionError(command + " comes back otherwise");
        Ledgers ledgers = new Ledgers(DirectorySamples.snapshot());
        ledgers.apply(command);
        LedgersSnapshot once = ledgers.snapshot();
        ledgers.apply(command);
        if (!new Ledgers(once).snapshot().equals(once))
            throw new AssertionError("a snapshot that another directory reads otherwise, after " + command);
    }

    private static void snapshot(byte[] bytes) {
        LedgersSnapshot snapshot;
        try {
            snapshot = Memory.bounded(bytes.length, () -> read(bytes));
        } catch (UncheckedIOException damaged) {
            return;
        }
        if (!read(written(snapshot)).equals(snapshot)) throw new AssertionError(snapshot + " comes back otherwise");
        new Ledgers(snapshot);
    }

    private static LedgersSnapshot read(byte[] bytes) {
        try {
            return FILE.read(new DataInputStream(new ByteArrayInputStream(bytes)));
        } catch (IOException damaged) {
            throw new UncheckedIOException(damaged);
        }
    }

    private static byte[] written(LedgersSnapshot snapshot) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            SnapshotFile.write(new DataOutputStream(bytes), snapshot);
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
        return bytes.toByteArray();
    }

    private static void tail(byte[] bytes) {
        int torn = LogTail.torn(ByteBuffer.wrap(bytes));
        if (torn < -1 || torn >= bytes.length) throw new AssertionError("torn at " + torn + " of " + bytes.length);
        if (torn < 0) return;
        // The directory answers whatever is behind it, and throws nothing.
        LogTail.isFollowed(ByteBuffer.wrap(bytes), torn);
        byte[] cut = Arrays.copyOf(bytes, torn);
        if (LogTail.torn(ByteBuffer.wrap(cut)) >= 0)
            throw new AssertionError("a log that was cut at " + torn + " is torn still");
    }

    public static List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (LedgerCommand command : DirectorySamples.commands()) seeds.add(after(0, LedgerWire.encode(command)));
        seeds.add(after(1, written(DirectorySamples.snapshot())));
        seeds.add(after(2, new byte[] {3, 1, 2, 3, 0, 0, 0, 0, 0, 0}));
        return seeds;
    }

    private static byte[] after(int first, byte[] bytes) {
        return ByteBuffer.allocate(bytes.length + 1)
                .put((byte) first)
                .put(bytes)
                .array();
    }
}
