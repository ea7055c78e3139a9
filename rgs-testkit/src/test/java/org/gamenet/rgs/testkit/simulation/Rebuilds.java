package org.gamenet.rgs.testkit.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.jspecify.annotations.Nullable;

/**
 * The numbers under which a synchronous game is rebuilt: where it had a backup, none is granted before its server has
 * been silent at the directory for half of {@code giveUpAfter} (P11, P48). Until then whoever has the confirmed copy
 * may be there.
 */
final class Rebuilds {
    /** Slack: the last renewal may have been lost with its line. */
    private static final long ASTRAY = 1_000 * VirtualTime.MILLI;

    private final SimulatedCluster cluster;
    private final History history;
    private final BiConsumer<String, String> violates;
    private final Map<SimulatedProcess, Effect.Claim> claims = new HashMap<>();
    private long patience;

    Rebuilds(SimulatedCluster cluster, History history, BiConsumer<String, String> violates) {
        this.cluster = cluster;
        this.history = history;
        this.violates = violates;
    }

    /** The game is synchronous, and waits so long, in nanoseconds. */
    void judge(long nanos) {
        patience = nanos;
    }

    void stepped(SimulatedProcess by, Step step, @Nullable Event cause) {
        if (patience == 0) return;
        if (cause instanceof Event.Granted grant) granted(by, grant);
        for (Effect effect : step.effects()) if (effect instanceof Effect.Claim claim) claims.put(by, claim);
    }

    private void granted(SimulatedProcess by, Event.Granted grant) {
        Effect.Claim claim = claims.get(by);
        boolean rebuilds = claim != null && claim.claimId() == grant.claimId() && claim.basis() == Basis.REBUILD;
        if (!rebuilds || grant.authority().size() < 2) return;
        claims.remove(by);
        MemberId server = grant.authority().get(0);
        process(server).ifPresent(process -> {
            long silent = cluster.time.now() - process.renewedAt();
            if (served(process.renewed(), server) && silent < patience - ASTRAY)
                violates.accept(
                        "P48 rebuild",
                        by + " is granted " + grant.epoch() + " for a rebuild " + silent / VirtualTime.MILLI
                                + " ms after " + process + ", which had a backup, has renewed " + process.renewed());
        });
    }

    private Optional<CountingProcess> process(MemberId member) {
        return cluster.processes.stream()
                .filter(p -> p.session.self().id() == member.peer())
                .findFirst();
    }

    /** Whether this epoch began, with that server. */
    private boolean served(Epoch epoch, MemberId server) {
        EntryBody.Ack ack = history.ack(epoch.number());
        return ack != null && ack.authority().get(0).peer() == server.peer();
    }
}
