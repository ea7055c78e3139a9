package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.arbiter.Reign;
import org.gamenet.rgs.core.clock.ClockSignal;
import org.gamenet.rgs.core.detection.Signal;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.session.base.Advert;
import org.gamenet.rgs.core.session.base.Announcement;
import org.gamenet.rgs.core.session.base.SeatChallenge;
import org.gamenet.rgs.core.session.base.SeatProof;

/**
 * The messages that a member may make up to harm others, one of each type: that they are put out, that the game is
 * over, that it holds an epoch.
 *
 * @param at as far as the rogue has delivered
 * @param epoch that it speaks of
 * @param victim whom it says it to
 */
record Forgeries(
        Dice dice, MemberId me, Endpoint place, List<MemberId> all, Position at, Epoch epoch, MemberId victim) {
    private static final GameRules RULES = SimulatedCluster.rules(List.of(Failover.PROMOTED_PLAYER), 1_000, 30_000);
    private static final long FAR = 1_000_000;

    /** Any of them, drawn. */
    Record any() {
        return dice.of(every());
    }

    /** Of each type something, and of some more. */
    List<Record> every() {
        List<Record> some = new ArrayList<>(admission());
        some.addAll(order());
        some.addAll(agreement());
        some.addAll(ballots());
        some.addAll(others());
        some.addAll(answers());
        return some;
    }

    private Member member(MemberId id) {
        return new Member(id, "forged", Kind.PLAYER, place, 5);
    }

    private List<Record> admission() {
        return List.<Record>of(
                new Message.JoinRequest(member(victim), 1, 1, 0),
                new Message.JoinRequest(member(me), 1, 1, 0),
                new Message.InitialAck(epoch, log(), RULES, Optional.empty()),
                new Message.Confirmed(next()),
                new Message.FrozenWait(epoch),
                denied(Reason.KICKED),
                denied(Reason.REPLACED),
                denied(Reason.FULL),
                denied(Reason.CRASHED),
                new SeatChallenge(new Payload(new byte[32])));
    }

    private static Record denied(Reason why) {
        return new Message.JoinDenied(why, "forged", Payload.EMPTY);
    }

    private Position next() {
        return new Position(epoch, at.seq() + 1);
    }

    private List<Record> order() {
        return List.<Record>of(
                new Message.OrderRequest(FAR, 1, 0, Payload.EMPTY),
                new Message.EntryNews(new LogEntry(next(), new EntryBody.Ended("forged"))),
                new Message.EntryNews(new LogEntry(next(), new EntryBody.Exited(victim, Reason.KICKED, "forged"))),
                new Message.EntryNews(new LogEntry(next(), new EntryBody.Joined(member(victim), true))),
                new Message.EntriesWanted(next()),
                new Message.Wish(epoch, 1),
                new Message.Wish(epoch, FAR),
                new Message.Permit(epoch, 1, at.seq()),
                new Message.Permit(epoch, FAR, FAR),
                new Message.Shown(epoch, List.of(new LogEntry(next(), new EntryBody.Ended("forged")))),
                new Message.ShownWanted(at),
                new Message.Unanswered(epoch, 1, List.of(victim)),
                new Message.Sought(epoch, victim, 1));
    }

    private List<Record> agreement() {
        return List.<Record>of(
                new Message.Released(epoch),
                new Message.Promote(epoch, all),
                new Message.PromoteAnswer(epoch, true, ""),
                new Message.Collect(epoch, 7, Basis.REBUILD, member(me), List.of()),
                new Message.Collect(epoch, 7, Basis.HELD, member(victim), List.of()),
                new Message.Nack(epoch, 1_000),
                new Message.EpochStart(ack(me, true), List.of()),
                new Message.EpochStart(ack(me, false), List.of()),
                new Message.EpochStart(ack(dice.of(all), true), List.of()),
                new Message.EpochStart(out(), List.of()),
                new Message.Stale(epoch));
    }

    private Log log() {
        Roster roster = Roster.EMPTY;
        for (MemberId id : all) roster = roster.with(member(id));
        return new Log(new Position(epoch, at.seq()), roster, List.of(me), Map.of(), List.of(), false);
    }

    private LogEntry ack(MemberId holder, boolean planned) {
        return ack(holder, all, List.of(), planned);
    }

    /** Nobody else stays in, and whoever hears it was kicked. */
    private LogEntry out() {
        return ack(me, List.of(me), List.of(new EntryBody.Exited(victim, Reason.KICKED, "forged")), false);
    }

    private LogEntry ack(MemberId holder, List<MemberId> members, List<EntryBody.Exited> exits, boolean planned) {
        EntryBody body = EntryBody.Ack.of(
                at, List.of(holder), Optional.empty(), members, List.of(), exits, Map.of(), planned, 0, 0, 0, false);
        return new LogEntry(new Position(epoch, 0), body);
    }

    private List<Record> ballots() {
        Reign reign = new Reign(epoch, List.of(me), List.of(me));
        Ballot.ElectorStatus status = new Ballot.ElectorStatus(reign, epoch, true, false, true);
        return List.<Record>of(
                new Ballot.GameEnded(epoch),
                new Ballot.GivenUp(epoch),
                new Ballot.Side(epoch, all.size() + 1, at, member(me)),
                new Ballot.StatusReply(status),
                new Ballot.Refusal(epoch, status),
                new Ballot.VoteWanted(reign, epoch, me, false),
                new Ballot.AcceptanceWanted(reign, epoch, me, reign));
    }

    private List<Record> others() {
        return List.<Record>of(
                new Signal.Heartbeat(FAR, new Position(epoch, at.seq() + 100), at, all, all, false),
                new Signal.Ping(epoch, FAR),
                new Signal.Pong(epoch, FAR),
                new Signal.Alive(epoch, victim),
                new Signal.Out(epoch),
                new ClockSignal.ClockPing(0),
                new ClockSignal.ClockPong(0, 1e9),
                new Advert(Long.MAX_VALUE, false, Map.of("forged", "yes")),
                new CopyMessage.Recruit(epoch),
                new CopyMessage.CopyPart(epoch, Long.MAX_VALUE, 10, 0, new Payload(new byte[10])),
                new CopyMessage.CopyTaken(epoch, 1_000, 10),
                new CopyMessage.CopyConfirmed(epoch, 1_000));
    }

    private List<Record> answers() {
        Message.JoinRequest join = new Message.JoinRequest(member(me), 1, 1, 0);
        return List.<Record>of(
                new Message.Suspicion(epoch, false, true),
                new Message.CollectReply(epoch, 7, false, Log.EMPTY, RULES, FAR, true, Optional.empty()),
                new Ballot.Vote(epoch, Optional.empty()),
                new Ballot.Acceptance(epoch, epoch),
                new Ballot.StatusRequest(),
                new Signal.Echo(epoch, FAR, at, true, false),
                new Announcement(),
                new SeatProof(join, new Payload(new byte[44]), new Payload(new byte[64])),
                new CopyMessage.RecruitAnswer(epoch, true, ""));
    }
}
