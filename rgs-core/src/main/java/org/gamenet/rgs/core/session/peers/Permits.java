package org.gamenet.rgs.core.session.peers;

import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.base.SeatProof;
import org.gamenet.rgs.core.wire.MalformedException;
import org.jspecify.annotations.Nullable;

/**
 * A process whose certificate does not permit serving is, to everybody, one that never serves: whatever it answers when
 * it is asked to serve is a no, and what leads to serving without being asked is not heard of it. Worker's thread only.
 */
public final class Permits {
    static final String WHY = "its certificate does not permit serving";

    /** Words of one that serves, or is about to, and of one that holds a copy. */
    public static final Set<Class<? extends Record>> SERVING = Set.of(
            Message.Collect.class,
            Message.EpochStart.class,
            Message.InitialAck.class,
            Ballot.VoteWanted.class,
            Ballot.AcceptanceWanted.class,
            CopyMessage.CopyConfirmed.class);

    private final GroupTransport transport;
    private final Counters counters;

    public Permits(GroupTransport transport, Counters counters) {
        this.transport = transport;
        this.counters = counters;
    }

    /**
     * The part that counts of this, said by the process that listens there; empty: nothing. Null: nobody knows which it
     * is.
     */
    public Optional<Record> heard(@Nullable Endpoint place, Record said) {
        boolean serves = SERVING.contains(said.getClass()) || comesToServe(said);
        boolean agrees = said instanceof Message.PromoteAnswer promoted && promoted.agrees()
                || said instanceof CopyMessage.RecruitAnswer recruited && recruited.agrees();
        if (!serves && !agrees || transport.mayServe(place)) return Optional.of(said);
        counters.malformed(new MalformedException(said.getClass().getSimpleName() + " of " + place + ": " + WHY));
        if (said instanceof Message.PromoteAnswer yes)
            return Optional.of(new Message.PromoteAnswer(yes.failed(), false, WHY));
        if (said instanceof CopyMessage.RecruitAnswer yes)
            return Optional.of(new CopyMessage.RecruitAnswer(yes.epoch(), false, WHY));
        return Optional.empty();
    }

    /** A member that plays nothing backs the game up, and no other one is wanted then (P49). */
    private static boolean comesToServe(Record said) {
        return said instanceof Message.JoinRequest join && join.me().kind() == Kind.SERVER
                || said instanceof SeatProof proof && proof.join().me().kind() == Kind.SERVER;
    }
}
