package org.gamenet.rgs.directory;

import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.statemachine.impl.SimpleStateMachineStorage;
import org.gamenet.rgs.core.directory.server.LedgersSnapshot;

/**
 * Between Ratis's threads and the loop: every committed entry is decoded here and applied there, in order. An entry
 * that was applied is known to Ratis as soon as it is handed over; Ratis waits for the futures before it takes a
 * snapshot or stops.
 */
final class LedgerStateMachine extends BaseStateMachine {

    private static final long NOT_OURS = -1;

    private final DirectoryLoop loop;
    private final CompletableFuture<LedgerLog> log;
    private final SimpleStateMachineStorage storage = new SimpleStateMachineStorage();

    LedgerStateMachine(DirectoryLoop loop, CompletableFuture<LedgerLog> log) {
        this.loop = loop;
        this.log = log;
    }

    @Override
    public void initialize(RaftServer server, RaftGroupId group, RaftStorage raftStorage) throws IOException {
        super.initialize(server, group, raftStorage);
        storage.init(raftStorage);
        SnapshotFile.deleteUnfinished(storage);
        reinitialize();
    }

    @Override
    public void reinitialize() throws IOException {
        SnapshotFile latest = SnapshotFile.latest(storage);
        if (latest != null) {
            LedgersSnapshot snapshot = latest.read();
            await(loop.call(() -> {
                loop.install(snapshot);
                return snapshot;
            }));
            setLastAppliedTermIndex(latest.upTo());
        }
    }

    @Override
    public SimpleStateMachineStorage getStateMachineStorage() {
        return storage;
    }

    @Override
    public long takeSnapshot() throws IOException {
        TermIndex upTo = getLastAppliedTermIndex();
        SnapshotFile.write(storage, upTo, await(loop.call(loop::snapshot)));
        return upTo.getIndex();
    }

    private static <T> T await(CompletableFuture<T> future) throws IOException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    @Override
    public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
        LogEntryProto entry = transaction.getLogEntry();
        StateMachineLogEntryProto data = entry.getStateMachineLogEntry();
        byte[] bytes = data.getLogData().toByteArray();
        long number = log.isDone() && log.join().isOurs(data.getClientId()) ? data.getCallId() : NOT_OURS;
        updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
        return loop.call(() -> {
            loop.apply(number, LedgerWire.decodeCommand(bytes));
            return Message.EMPTY;
        });
    }

    @Override
    public void notifyLeaderReady() {
        loop.post(() -> loop.leads(log.join()));
    }

    @Override
    public void notifyNotLeader(Collection<TransactionContext> pending) {
        loop.post(() -> loop.follows("this directory leads no more"));
    }

    @Override
    public void notifyLogFailed(Throwable cause, LogEntryProto failedEntry) {
        loop.post(() -> {
            throw new LogFault("its log cannot be written (is the disk full?)", cause);
        });
    }

    @Override
    public void notifyServerShutdown(RoleInfoProto role, boolean allServers) {
        if (!log.isDone() || !log.join().isClosed()) {
            loop.post(() -> {
                throw new IllegalStateException("the log has stopped by itself; is the disk full?");
            });
        }
    }
}
