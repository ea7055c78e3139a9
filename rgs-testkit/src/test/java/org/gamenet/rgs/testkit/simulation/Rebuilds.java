package org.gamenet.rgs.testkit.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
 * The numbers under which a synchronous game is rebuilt: none is granted before its server has been silent at the
 * directory for half of {@code giveUpAfter} (P11, P48), for whoever has the confirmed copy may be there; but where it
 * was alone one is as soon as its line has closed, or it has given its number up. One that hangs has all of the game.
 */
final class Rebuilds {
    /** Slack: the last renewal may have been lost with its line. */
    private static final long ASTRAY = 1_000 * VirtualTime.MILLI;

    private final SimulatedCluster cluster;
    private final History history;
    private final BiConsumer<String, String> violates;
    private final Map<SimulatedProcess, Effect.Claim> claims = new HashMap<>();
    private final Set<Epoch> released = new HashSet<>();
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
        for (Effect effect : step.effects()) {
            if (effect instanceof Effect.Claim claim) claims.put(by, claim);
            else if (effect instanceof Effect.Release release) released.add(release.epoch());
        }
    }

    private void granted(SimulatedProcess by, Event.Granted grant) {
        Effect.Claim claim = claims.get(by);
        boolean rebuilds = claim != null && claim.claimId() == grant.claimId() && claim.basis() == Basis.REBUILD;
        if (!rebuilds || grant.authority().isEmpty()) return;
        claims.remove(by);
        MemberId server = grant.authority().get(0);
        boolean alone = grant.authority().size() == 1;
        process(server).ifPresent(process -> {
            long silent = cluster.time.now() - process.heardAt();
            boolean mayBe = silent >= patience - ASTRAY || alone && isGone(process, server);
            if (served(process.renewed(), server) && !mayBe)
                violates.accept(
                        "P48 rebuild",
                        by + " is granted " + grant.epoch() + " for a rebuild " + silent / VirtualTime.MILLI
                                + " ms after " + process + ", which " + (alone ? "is not gone" : "had a backup")
                                + ", has renewed " + process.renewed());
        });
    }

    /**
     * To the directory, or until a moment ago: the grant was on its way. What it gave up may be an epoch that it had
     * made active and went from before it renewed it; a number that was never on says nothing of the one that is.
     */
    private boolean isGone(CountingProcess server, MemberId served) {
        boolean gaveUp = released.stream()
                .anyMatch(epoch -> epoch.number() >= server.renewed().number() && served(epoch, served));
        return gaveUp || server.wasOffLineSince(cluster.time.now() - ASTRAY);
    }

    private Optional<CountingProcess> process(MemberId member) {
        return cluster.processes.stream()
                .filter(p -> p.session.self().id() == member.peer())
                .findFirst();
    }

    /** Whether this epoch began, with that server; the first one has no ACK, and nobody but its founder renews it. */
    private boolean served(Epoch epoch, MemberId server) {
        EntryBody.Ack ack = history.ack(epoch.number());
        return ack == null ? epoch.number() == 1 : ack.authority().get(0).peer() == server.peer();
    }
}
