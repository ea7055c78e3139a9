package org.gamenet.rgs.directory;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.ratis.io.MD5Hash;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.statemachine.impl.SimpleStateMachineStorage;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.apache.ratis.util.MD5FileUtil;
import org.gamenet.rgs.core.directory.server.GameRecord;
import org.gamenet.rgs.core.directory.server.LedgersSnapshot;
import org.gamenet.rgs.core.wire.MalformedException;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of the ledgers: version, the directory's mark, position of the next registration, number of games, then
 * each game with its length.
 *
 * @param path of the file
 * @param upTo the last log entry that it contains
 */
record SnapshotFile(Path path, TermIndex upTo) {

    private static final int VERSION = 2;
    private static final int GAME_BYTES_MAX = 1 << 20;

    /** The newest one, null if there is none. */
    static @Nullable SnapshotFile latest(SimpleStateMachineStorage storage) {
        SingleFileSnapshotInfo info = storage.loadLatestSnapshot();
        return info == null ? null : new SnapshotFile(info.getFile().getPath(), info.getTermIndex());
    }

    /**
     * Writes one. Its sum is on disk before the file has its name, and the file is whole before: a process killed in
     * between leaves either no snapshot of that name or a good one.
     */
    static void write(SimpleStateMachineStorage storage, TermIndex upTo, LedgersSnapshot snapshot) throws IOException {
        Path path = storage.getSnapshotFile(upTo.getTerm(), upTo.getIndex()).toPath();
        Path unfinished = path.resolveSibling(path.getFileName() + ".tmp");
        MD5Hash sum;
        try {
            try (var file = new FileOutputStream(unfinished.toFile())) {
                var out = new DataOutputStream(new BufferedOutputStream(file));
                write(out, snapshot);
                out.flush();
                file.getChannel().force(true);
            }
            sum = MD5FileUtil.computeMd5ForFile(unfinished.toFile());
            MD5FileUtil.saveMD5File(path.toFile(), sum);
            Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
        forceFolder(path.getParent());
        storage.updateLatestSnapshot(new SingleFileSnapshotInfo(new FileInfo(path, sum), upTo));
    }

    /** A file that a process had begun when it was killed takes the room of the next one. */
    static void deleteUnfinished(SimpleStateMachineStorage storage) throws IOException {
        Path folder = storage.getSnapshotFile(0, 0).toPath().getParent();
        try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, "snapshot.*.tmp")) {
            for (Path one : left) {
                Files.deleteIfExists(one);
            }
        }
    }

    static void write(DataOutputStream out, LedgersSnapshot snapshot) throws IOException {
        out.writeInt(VERSION);
        out.writeInt(snapshot.mark());
        out.writeLong(snapshot.nextOrder());
        out.writeInt(snapshot.games().size());
        for (GameRecord game : snapshot.games()) {
            byte[] bytes = LedgerWire.encode(game);
            out.writeInt(bytes.length);
            out.write(bytes);
        }
    }

    /** So that the name survives the machine too, where folders can be forced. */
    static void forceFolder(Path folder) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException notOnThisSystem) {
            // Windows opens no folders; the log before the snapshot is purged later than the name is written
        }
    }

    /** The contents of the file; an error names it. */
    LedgersSnapshot read() throws IOException {
        MD5Hash saved = MD5FileUtil.readStoredMd5ForFile(path.toFile());
        if (saved == null || !saved.equals(MD5FileUtil.computeMd5ForFile(path.toFile()))) {
            throw damaged("its sum differs", null);
        }
        try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path)))) {
            return read(in);
        }
    }

    /** As {@link #read()}, of bytes whose sum is right. */
    LedgersSnapshot read(DataInputStream in) throws IOException {
        try {
            int version = in.readInt();
            if (version != VERSION) {
                throw new IOException(
                        "The snapshot " + path + " is of version " + version + ", this directory reads version "
                                + VERSION + ": use the directory that wrote it, or an empty folder");
            }
            int mark = in.readInt();
            long nextOrder = in.readLong();
            int count = in.readInt();
            List<GameRecord> games = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int bytes = in.readInt();
                if (bytes < 0 || bytes > GAME_BYTES_MAX) {
                    throw damaged("a game of " + bytes + " bytes", null);
                }
                games.add(LedgerWire.decodeGame(in.readNBytes(bytes)));
            }
            return new LedgersSnapshot(mark, nextOrder, games);
        } catch (MalformedException e) {
            throw damaged(e.getMessage(), e);
        }
    }

    private IOException damaged(String how, @Nullable Throwable cause) {
        return new IOException(
                "The snapshot " + path + " is damaged (" + how
                        + "): restore the folder from a copy, or use an empty one; running "
                        + "games then come back from those who serve them",
                cause);
    }
}
