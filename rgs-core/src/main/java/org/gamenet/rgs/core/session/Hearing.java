package org.gamenet.rgs.core.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.clock.ClockSignal;
import org.gamenet.rgs.core.detection.Signal;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.EpochIs;
import org.gamenet.rgs.core.reconfiguration.Joining;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Sender;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.session.base.Advert;
import org.gamenet.rgs.core.session.base.Announcement;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.session.base.SeatChallenge;
import org.gamenet.rgs.core.session.base.SeatProof;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * The members that may say one of those messages that are no affair of the machine: votes, signs of life, the clock,
 * the proof of a seat, copies of the state. What the machine hears has rows of its own, in the tables of its states;
 * printed with them into docs/PROTOCOL.md. What has no row here, or fits none, goes no further and touches nothing.
 * Worker's thread.
 */
public final class Hearing {

    /**
     * A row.
     *
     * @param type of the message
     * @param from whose word counts
     * @param of of which epoch: the one that the message speaks of, or the one in its header
     * @param in in which states
     */
    public record Row(Class<? extends Record> type, Sender from, EpochIs of, Predicate<MemberState> in) {}

    /** Of all that a member must know of others to tell whose word it is. */
    public interface Known {

        /** The member whose signs of life this one looks for; empty if there is none. */
        Optional<MemberId> watched();

        /** The holder of that number, or the server of that epoch, as far as the voters know. */
        Optional<MemberId> whoHas(Epoch number);

        /** Whether it has a vote. */
        boolean mayVote(MemberId from);

        /** Whether the directory has not named somebody else. */
        boolean mayHold(MemberId from);
    }

    private static final Predicate<MemberState> ANYWHERE = at -> true;
    private static final Predicate<MemberState> JOINING = Joining.class::isInstance;
    private static final Predicate<MemberState> LEADING = MemberState::leads;
    private static final Predicate<MemberState> SERVING = at -> at.leads() && at.plays();
    private static final Predicate<MemberState> IN_THE_GAME =
            at -> !at.leads() && !at.log().roster().members().isEmpty() && !(at instanceof Joining);
    private static final Predicate<MemberState> PLAYING = at -> at.plays() && !at.leads();

    /** All rows, by message. */
    public static final List<Row> TABLE = List.of(
            new Row(Ballot.VoteWanted.class, Sender.NAMED, EpochIs.ANY, ANYWHERE),
            new Row(Ballot.Vote.class, Sender.VOTER, EpochIs.ANY, ANYWHERE),
            new Row(Ballot.AcceptanceWanted.class, Sender.NAMED, EpochIs.ANY, ANYWHERE),
            new Row(Ballot.Acceptance.class, Sender.VOTER, EpochIs.ANY, ANYWHERE),
            new Row(Ballot.Refusal.class, Sender.VOTER, EpochIs.ANY, ANYWHERE),
            new Row(Ballot.OutlookWanted.class, Sender.ANYBODY, EpochIs.ANY, ANYWHERE),
            new Row(Ballot.OutlookTold.class, Sender.VOTER, EpochIs.ANY, ANYWHERE),
            new Row(Ballot.GivenUp.class, Sender.NAMED, EpochIs.ANY, ANYWHERE),
            new Row(Ballot.Over.class, Sender.NAMED, EpochIs.ANY, ANYWHERE),
            // The server of another side, and whoever passes its word on: what it names is asked.
            new Row(Ballot.Side.class, Sender.ANYBODY, EpochIs.ANY, ANYWHERE),
            new Row(Signal.Heartbeat.class, Sender.ANYBODY, EpochIs.ANY, JOINING),
            new Row(Signal.Heartbeat.class, Sender.HOLDER, EpochIs.PROMISED, IN_THE_GAME),
            new Row(Signal.Echo.class, Sender.ANYBODY, EpochIs.PROMISED, LEADING),
            new Row(Signal.Ping.class, Sender.ANYBODY, EpochIs.PROMISED, LEADING),
            new Row(Signal.Pong.class, Sender.HOLDER, EpochIs.PROMISED, IN_THE_GAME),
            new Row(Signal.Alive.class, Sender.MEMBER, EpochIs.ANY, IN_THE_GAME),
            new Row(Signal.Out.class, Sender.HOLDER, EpochIs.PROMISED, IN_THE_GAME),
            new Row(ClockSignal.ClockPing.class, Sender.ANYBODY, EpochIs.ANY, LEADING),
            new Row(ClockSignal.ClockPong.class, Sender.HOLDER, EpochIs.ANY, ANYWHERE),
            new Row(Advert.class, Sender.ARBITER, EpochIs.ANY, JOINING),
            new Row(Advert.class, Sender.HOLDER, EpochIs.ANY, IN_THE_GAME),
            new Row(Announcement.class, Sender.ANYBODY, EpochIs.ANY, ANYWHERE),
            new Row(SeatChallenge.class, Sender.ANYBODY, EpochIs.ANY, JOINING),
            new Row(SeatProof.class, Sender.NAMED, EpochIs.ANY, LEADING),
            new Row(CopyMessage.Recruit.class, Sender.PRIMARY, EpochIs.PLAYED, PLAYING),
            new Row(CopyMessage.RecruitAnswer.class, Sender.MEMBER, EpochIs.PLAYED, SERVING),
            new Row(CopyMessage.CopyPart.class, Sender.PRIMARY, EpochIs.PLAYED, PLAYING),
            new Row(CopyMessage.CopyTaken.class, Sender.MEMBER, EpochIs.PLAYED, SERVING),
            new Row(CopyMessage.CopyConfirmed.class, Sender.MEMBER, EpochIs.PLAYED, SERVING));

    private static final Row[][] BY_ID = byId();

    private final Known known;

    public Hearing(Known known) {
        this.known = known;
    }

    private static Row[][] byId() {
        Row[][] rows = new Row[MessageTypes.FIRST_DATA_ID][];
        for (MessageTypes.Row type : MessageTypes.TABLE) {
            List<Row> some = new ArrayList<>();
            for (Row row : TABLE) if (row.type() == type.type()) some.add(row);
            rows[type.id()] = some.toArray(new Row[0]);
        }
        return rows;
    }

    /** Whether this counts, in that state. */
    public boolean allows(MemberState at, FrameHeader header, Record said) {
        Epoch about = about(header, said);
        for (Row row : BY_ID[header.type()])
            if (row.in().test(at) && at.isOf(row.of(), about) && isFrom(row.from(), at, header.sender(), said))
                return true;
        return false;
    }

    private boolean isFrom(Sender sender, MemberState at, MemberId from, Record said) {
        return switch (sender) {
            case HOLDER -> known.watched().filter(from::equals).isPresent();
            case NAMED -> named(said).filter(from::equals).isPresent();
            case ARBITER -> known.mayHold(from);
            case VOTER -> known.mayVote(from);
            default -> at.isFrom(sender, from);
        };
    }

    private Optional<MemberId> named(Record said) {
        if (said instanceof Ballot.VoteWanted wanted) return Optional.of(wanted.claimant());
        if (said instanceof Ballot.AcceptanceWanted wanted) return Optional.of(wanted.claimant());
        if (said instanceof Ballot.GivenUp given) return known.whoHas(given.number());
        if (said instanceof Ballot.Over over) return known.whoHas(over.epoch());
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
