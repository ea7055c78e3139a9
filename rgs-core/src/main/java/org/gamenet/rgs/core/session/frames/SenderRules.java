package org.gamenet.rgs.core.session.frames;

import java.util.Optional;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.detection.Signal;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.MessageTable;
import org.gamenet.rgs.core.reconfiguration.Sender;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.session.base.SeatProof;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * Whether a message that is no affair of the machine counts, be it a vote, a sign of life, the clock, the proof of a
 * seat or a copy of the state: by the rules in the row of that message. Messages of the machine have rows of their own,
 * in the tables of its states; both are printed into docs/PROTOCOL.md. A message that no rule lets through goes no
 * further and touches nothing. Worker's thread.
 */
public final class SenderRules {

    /** A member's knowledge of the others, by which it tells whether a sender may say something. */
    public interface Known {

        /** The member whose signs of life this one looks for; empty if there is none. */
        Optional<MemberId> holder();

        /** The holder of that number, or the server of that epoch, as far as the voters know. */
        Optional<MemberId> holderOf(Epoch number);

        /** Whether that member has a vote. */
        boolean mayVote(MemberId from);

        /** Whether that member may be the holder: the directory has not named another one. */
        boolean mayHold(MemberId from);
    }

    private final Known known;

    public SenderRules(Known known) {
        this.known = known;
    }

    /** Whether this message counts for a member in that state. */
    public boolean allows(MemberState at, FrameHeader header, Record said) {
        Epoch about = about(header, said);
        for (MessageTable.SenderRule rule : MessageTypes.says(header.type()))
            if (rule.in().has(at) && at.isOf(rule.of(), about) && isFrom(rule.from(), at, header.sender(), said))
                return true;
        return false;
    }

    private boolean isFrom(Sender sender, MemberState at, MemberId from, Record said) {
        return switch (sender) {
            case HOLDER -> known.holder().filter(from::equals).isPresent();
            case NAMED -> named(said).filter(from::equals).isPresent();
            case ARBITER -> known.mayHold(from);
            case VOTER -> known.mayVote(from);
            default -> at.isFrom(sender, from);
        };
    }

    private Optional<MemberId> named(Record said) {
        if (said instanceof Ballot.VoteWanted wanted) return Optional.of(wanted.claimant());
        if (said instanceof Ballot.AcceptanceWanted wanted) return Optional.of(wanted.claimant());
        if (said instanceof Ballot.GivenUp given) return known.holderOf(given.number());
        if (said instanceof Ballot.GameEnded over) return known.holderOf(over.epoch());
        if (said instanceof SeatProof proof)
            return Optional.of(proof.join().me().id());
        return Optional.empty();
    }

    /** The epoch that it speaks of. */
    static Epoch about(FrameHeader header, Record said) {
        if (said instanceof CopyMessage copy) return copy.epoch();
        if (said instanceof Signal.Echo echo) return echo.epoch();
        if (said instanceof Signal.Ping ping) return ping.epoch();
        if (said instanceof Signal.Pong pong) return pong.epoch();
        if (said instanceof Signal.Out out) return out.epoch();
        return header.epoch();
    }
}
