package org.gamenet.rgs.core.session.base;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.clock.ClockSignal;
import org.gamenet.rgs.core.detection.Signal;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.replication.Copy;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.wire.Records;

/**
 * The one table of messages between members: id, record, who says it to whom, which machine it belongs to. Ids are
 * explicit and never used again for something else; printed into docs/PROTOCOL.md, compared by a test.
 */
public final class MessageTypes {
    private MessageTypes() {}

    /**
     * A row.
     *
     * @param admits whether it is heard whatever epoch its header names: it asks for a seat, for frames or for help, or
     *     says what is promised, and binds nobody (P2)
     */
    public record Row(
            int id, Class<? extends Record> type, String source, String target, String machine, boolean admits) {
        public String name() {
            return type.getSimpleName();
        }
    }

    /** All rows, by id. */
    public static final List<Row> TABLE = List.of(
            admitted(1, Message.JoinRequest.class, "newcomer", "all", "membership"),
            admitted(2, Message.InitialAck.class, "primary", "newcomer", "membership"),
            admitted(3, Message.Confirmed.class, "member", "primary", "membership"),
            admitted(4, Message.FrozenWait.class, "member", "newcomer", "membership"),
            admitted(5, Message.JoinDenied.class, "primary", "newcomer", "membership"),
            admitted(6, Message.LeaveRequest.class, "member", "primary", "membership"),
            row(7, Message.OrderRequest.class, "member", "primary", "ordering"),
            row(8, Message.EntryNews.class, "primary", "all", "ordering"),
            admitted(9, Message.EntriesWanted.class, "member", "primary", "ordering"),
            admitted(10, Message.Suspicion.class, "member", "all", "reconfiguration"),
            row(11, Message.Released.class, "primary", "all", "reconfiguration"),
            row(12, Message.Promote.class, "negotiator", "player", "reconfiguration"),
            row(13, Message.PromoteAnswer.class, "player", "negotiator", "reconfiguration"),
            row(14, Message.Collect.class, "holder", "all", "reconfiguration"),
            row(15, Message.Nack.class, "holder", "all", "reconfiguration"),
            row(16, Message.CollectReply.class, "member", "holder", "reconfiguration"),
            row(17, Message.EpochStart.class, "holder", "member", "reconfiguration"),
            admitted(18, Message.Stale.class, "member", "member", "reconfiguration"),
            admitted(20, Ballot.VoteWanted.class, "claimant", "electorate", "arbiter"),
            admitted(21, Ballot.Vote.class, "member", "claimant", "arbiter"),
            admitted(22, Ballot.AcceptanceWanted.class, "holder", "electorate", "arbiter"),
            admitted(23, Ballot.Acceptance.class, "member", "holder", "arbiter"),
            admitted(24, Ballot.Refusal.class, "member", "claimant", "arbiter"),
            admitted(25, Ballot.OutlookWanted.class, "member", "electorate", "arbiter"),
            admitted(26, Ballot.OutlookTold.class, "member", "member", "arbiter"),
            admitted(27, Ballot.GivenUp.class, "holder", "electorate", "arbiter"),
            admitted(28, Ballot.Over.class, "primary", "electorate", "arbiter"),
            admitted(29, Ballot.Side.class, "primary", "the other side", "arbiter"),
            row(30, Message.Wish.class, "peer", "all", "ordering"),
            row(31, Message.Permit.class, "peer", "peer", "ordering"),
            row(32, Message.Shown.class, "peer", "all", "ordering"),
            row(33, Message.ShownWanted.class, "peer", "all", "ordering"),
            row(34, Message.Unanswered.class, "peer", "primary", "ordering"),
            row(35, Message.Sought.class, "primary", "peer", "ordering"),
            row(40, Signal.Heartbeat.class, "primary", "all", "detection"),
            admitted(41, Signal.Echo.class, "member", "primary", "detection"),
            row(42, Signal.Ping.class, "member", "primary", "detection"),
            row(43, Signal.Pong.class, "primary", "member", "detection"),
            row(44, Signal.Alive.class, "member", "member", "detection"),
            row(45, ClockSignal.ClockPing.class, "member", "primary", "clock"),
            row(46, ClockSignal.ClockPong.class, "primary", "member", "clock"),
            row(47, Advert.class, "primary", "all", "session"),
            admitted(48, Announcement.class, "member", "member", "session"),
            row(49, Signal.Out.class, "primary", "member", "detection"),
            admitted(50, SeatChallenge.class, "primary", "newcomer", "membership"),
            admitted(51, SeatProof.class, "newcomer", "primary", "membership"),
            row(52, CopyMessage.Recruit.class, "primary", "member", "replication"),
            row(53, CopyMessage.RecruitAnswer.class, "member", "primary", "replication"),
            row(54, CopyMessage.CopyPart.class, "primary", "backup", "replication"),
            row(55, CopyMessage.CopyTaken.class, "backup", "primary", "replication"),
            row(56, CopyMessage.CopyConfirmed.class, "backup", "primary", "replication"),
            row(57, Copy.class, "primary", "backup, in parts", "replication"));

    /**
     * Frames with the game's own messages have ids from {@link #FIRST_DATA_ID} on; the lanes write them without a
     * record.
     */
    private static final String LANES = """
            | 64 | `Reliable` | member → member | lanes |
            | 65 | `Request` | member → primary | lanes |
            | 66 | `Sequenced` | member → member | lanes |
            | 67 | `Unreliable` | member → member | lanes |
            | 68 | `Report` | member → member | lanes |
            """;

    /** The first id of what carries the game's own messages. */
    public static final int FIRST_DATA_ID = 64;

    /** The messages of the table as bytes, and back. */
    public static final Records RECORDS = records();

    private static final Row[] BY_ID = byId();

    private static Row row(int id, Class<? extends Record> type, String source, String target, String machine) {
        return new Row(id, type, source, target, machine, false);
    }

    private static Row admitted(int id, Class<? extends Record> type, String source, String target, String machine) {
        return new Row(id, type, source, target, machine, true);
    }

    private static Records records() {
        Map<Integer, Class<? extends Record>> ids = new TreeMap<>();
        for (Row row : TABLE) ids.put(row.id(), row.type());
        return Records.ofStrangers(ids);
    }

    private static Row[] byId() {
        Row[] rows = new Row[FIRST_DATA_ID];
        for (Row row : TABLE) rows[row.id()] = row;
        return rows;
    }

    /** Whether frames of this type are heard below the promise, too: see {@link Row}. */
    public static boolean admits(int id) {
        return id < FIRST_DATA_ID && BY_ID[id] != null && BY_ID[id].admits();
    }

    /** The table as Markdown rows. */
    public static String markdown() {
        StringBuilder text = new StringBuilder("| id | name | source → target | machine |\n|---|---|---|---|\n");
        for (Row row : TABLE) {
            text.append("| ")
                    .append(row.id())
                    .append(" | `")
                    .append(row.name())
                    .append("` | ")
                    .append(row.source())
                    .append(" → ")
                    .append(row.target())
                    .append(" | ")
                    .append(row.machine())
                    .append(" |\n");
        }
        return text.append(LANES).toString();
    }
}
