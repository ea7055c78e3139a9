package org.gamenet.rgs.directory;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.ratis.util.ExitUtils;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;
import org.gamenet.rgs.core.directory.server.LedgerCommand;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The replicated log on disk: Ratis with one peer, on loopback and a port of its own choice, for nobody calls it there.
 * An entry is on disk before it is applied.
 */
final class LedgerLog implements DirectoryLoop.Log, AutoCloseable {

    private static final int RETRIES_SECONDS = 5;
    private static final Logger LOG = LoggerFactory.getLogger(LedgerLog.class);
    private static final RaftPeerId PEER = RaftPeerId.valueOf("directory-1");
    private static final long RETRY_MILLIS = 100;
    private static final String NETWORK_NAME = "org.apache.ratis.thirdparty.io.netty.machineId";

    private final ClientId clientId = ClientId.randomId();
    private final RaftGroupId group;
    private final RaftServer server;
    private volatile boolean closed;

    private LedgerLog(RaftGroupId group, RaftServer server) {
        this.group = group;
        this.server = server;
    }

    /**
     * Reads the log in the folder, begins one if there is none, and applies it to the loop; {@link DirectoryLoop#leads}
     * follows.
     */
    static LedgerLog open(Path folder, int snapshotEntries, DirectoryLoop loop) throws IOException {
        // An engine that ends the process of whoever embeds it would be worse than one that throws.
        ExitUtils.disableSystemExit();
        // Its network code would look for a hardware address to name its connections by, and complain where there is
        // none. Any name will do.
        if (System.getProperty(NETWORK_NAME) == null) System.setProperty(NETWORK_NAME, "02:00:00:00:00:00");
        Path data = folder.resolve("log");
        Files.createDirectories(data);
        LogTail.cut(data);
        RaftPeer peer =
                RaftPeer.newBuilder().setId(PEER).setAddress("127.0.0.1:0").build();
        var ready = new CompletableFuture<LedgerLog>();
        var machine = new LedgerStateMachine(loop, ready);
        RaftGroupId group = group(data);
        RaftServer server = RaftServer.newBuilder()
                .setServerId(PEER)
                .setGroup(RaftGroup.valueOf(group, peer))
                .setProperties(properties(data.toFile(), snapshotEntries))
                .setParameters(SilentEngine.parameters())
                .setOption(RaftStorage.StartupOption.RECOVER)
                .setStateMachine(machine)
                .build();
        LedgerLog log = new LedgerLog(group, server);
        ready.complete(log);
        try {
            server.start();
        } catch (IOException | RuntimeException e) {
            log.close();
            throw e;
        }
        return log;
    }

    /** Each log has a name of its own, that of its folder: several in one JVM must not be taken for one. */
    private static RaftGroupId group(Path data) throws IOException {
        try (Stream<Path> entries = Files.list(data)) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(LedgerLog::isName)
                    .findFirst()
                    .map(name -> RaftGroupId.valueOf(UUID.fromString(name)))
                    .orElseGet(RaftGroupId::randomId);
        }
    }

    private static boolean isName(String folder) {
        try {
            return UUID.fromString(folder).toString().equals(folder);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static RaftProperties properties(File data, int snapshotEntries) {
        RaftProperties p = new RaftProperties();
        RaftServerConfigKeys.setStorageDir(p, List.of(data));
        RaftServerConfigKeys.setRemovedGroupsDir(p, new File(data, "removed"));
        // A process that was stopped for minutes (a laptop's lid) goes on; by default it would close itself.
        RaftServerConfigKeys.setCloseThreshold(p, TimeDuration.valueOf(3650, TimeUnit.DAYS));
        GrpcConfigKeys.Server.setHost(p, "127.0.0.1");
        GrpcConfigKeys.Server.setPort(p, 0);

        RaftServerConfigKeys.Rpc.setTimeoutMin(p, millis(150));
        RaftServerConfigKeys.Rpc.setTimeoutMax(p, millis(300));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(p, millis(10));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(p, millis(20));
        RaftServerConfigKeys.Rpc.setRequestTimeout(p, millis(300));
        // Below 0.8 D: a leader that is cut off must be deaf before anybody acts on its silence.
        RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(p, millis(700));
        RaftServerConfigKeys.Read.setLeaderLeaseEnabled(p, true);

        RaftServerConfigKeys.Log.setSegmentSizeMax(p, SizeInBytes.valueOf("4MB"));
        RaftServerConfigKeys.Log.setPreallocatedSize(p, SizeInBytes.valueOf("256KB"));
        RaftServerConfigKeys.Log.setWriteBufferSize(p, SizeInBytes.valueOf("2MB"));
        RaftServerConfigKeys.Log.Appender.setBufferByteLimit(p, SizeInBytes.valueOf("1MB"));
        RaftServerConfigKeys.Log.setSegmentCacheSizeMax(p, SizeInBytes.valueOf("16MB"));
        RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(p, true);
        // Nobody repeats a request to the engine: what it remembers for that, a minute by itself, is a crowd's weight.
        RaftServerConfigKeys.RetryCache.setExpiryTime(p, TimeDuration.valueOf(RETRIES_SECONDS, TimeUnit.SECONDS));
        RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(p, true);
        RaftServerConfigKeys.Snapshot.setAutoTriggerThreshold(p, snapshotEntries);
        RaftServerConfigKeys.Snapshot.setRetentionFileNum(p, 2);
        return p;
    }

    private static TimeDuration millis(long millis) {
        return TimeDuration.valueOf(millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void propose(long number, LedgerCommand command) {
        Message message = Message.valueOf(UnsafeByteOperations.unsafeWrap(LedgerWire.encode(command)));
        submit(RaftClientRequest.newBuilder()
                .setClientId(clientId)
                .setServerId(server.getId())
                .setGroupId(group)
                .setCallId(number)
                .setMessage(message)
                .setType(RaftClientRequest.writeRequestType())
                .build());
    }

    boolean isClosed() {
        return closed;
    }

    boolean isOurs(ByteString client) {
        return client.equals(clientId.toByteString());
    }

    /** A repeat keeps its number, so that the log knows it; one that was applied is not applied again. */
    private void submit(RaftClientRequest request) {
        CompletableFuture<RaftClientReply> reply;
        try {
            reply = server.submitClientRequestAsync(request);
        } catch (IOException e) {
            reply = CompletableFuture.failedFuture(e);
        }
        reply.whenComplete((done, failure) -> {
            if (!closed && (failure != null || !done.isSuccess() && done.getNotLeaderException() == null)) {
                LOG.warn(
                        "An entry of the log is tried again: {}", why(failure != null ? failure : done.getException()));
                Executor later = CompletableFuture.delayedExecutor(RETRY_MILLIS, TimeUnit.MILLISECONDS);
                later.execute(() -> submit(request));
            }
        });
    }

    /**
     * As text: an exception in the place of an argument would be printed with its stack, and the message with its
     * braces.
     */
    static String why(@Nullable Throwable failure) {
        return failure == null ? "no reason given" : failure.toString();
    }

    @Override
    public void close() {
        closed = true;
        try {
            server.close();
        } catch (IOException e) {
            LOG.warn("The log was not closed in good order; nothing is lost", e);
        }
    }
}
