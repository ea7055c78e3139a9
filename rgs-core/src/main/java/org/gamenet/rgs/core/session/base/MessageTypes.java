package org.gamenet.rgs.core.session.base;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.clock.ClockSignal;
import org.gamenet.rgs.core.detection.Signal;
import org.gamenet.rgs.core.reconfiguration.MessageTable;
import org.gamenet.rgs.core.reconfiguration.Messages;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.wire.Records;

/**
 * The messages between members, joined from the tables that stand beside their records; printed into docs/PROTOCOL.md,
 * compared by a test.
 */
public final class MessageTypes {
    private MessageTypes() {}

    /** The first id of what carries the game's own messages: the lanes write them without a record. */
    public static final int FIRST_DATA_ID = 64;

    /** All rows, by id. */
    public static final List<MessageTable.Row> TABLE = join(
            Messages.TABLE, Ballot.TABLE, Signal.TABLE, ClockSignal.TABLE, SessionMessage.TABLE, CopyMessage.TABLE);

    private static final String LANES = """
            | 64 | `Reliable` | member → member | lanes | promise | reliable |
            | 65 | `Request` | member → primary | lanes | promise | reliable |
            | 66 | `Sequenced` | member → member | lanes | promise | unreliable |
            | 67 | `Unreliable` | member → member | lanes | promise | unreliable |
            | 68 | `Report` | member → member | lanes | promise | urgent |
            """;

    /** The messages of the table as bytes, and back. */
    public static final Records RECORDS = records();

    private static final MessageTable.Row[] BY_ID = byId();
    private static final Map<Class<?>, MessageTable.Row> BY_TYPE = byType();

    /** The rows of these tables, by id; throws {@link IllegalStateException} if two have one id. */
    static List<MessageTable.Row> join(MessageTable... tables) {
        Map<Integer, MessageTable.Row> rows = new TreeMap<>();
        for (MessageTable table : tables) {
            for (MessageTable.Row row : table.rows()) {
                if (row.id() < 0 || row.id() >= FIRST_DATA_ID)
                    throw new IllegalStateException(row.name() + " has an id that is none of a record: " + row.id());
                MessageTable.Row before = rows.put(row.id(), row);
                if (before != null)
                    throw new IllegalStateException(before.name() + " and " + row.name() + " have one id: " + row.id());
            }
        }
        return List.copyOf(rows.values());
    }

    private static Records records() {
        Map<Integer, Class<? extends Record>> ids = new TreeMap<>();
        for (MessageTable.Row row : TABLE) ids.put(row.id(), row.type());
        return Records.ofStrangers(ids);
    }

    private static MessageTable.Row[] byId() {
        MessageTable.Row[] rows = new MessageTable.Row[FIRST_DATA_ID];
        for (MessageTable.Row row : TABLE) rows[row.id()] = row;
        return rows;
    }

    private static Map<Class<?>, MessageTable.Row> byType() {
        Map<Class<?>, MessageTable.Row> rows = new HashMap<>();
        for (MessageTable.Row row : TABLE) rows.put(row.type(), row);
        return rows;
    }

    /** The row of a message; throws {@link IllegalArgumentException} with its name if it has none. */
    public static MessageTable.Row rowOf(Record message) {
        MessageTable.Row row = BY_TYPE.get(message.getClass());
        if (row == null) throw new IllegalArgumentException(message.getClass().getName() + " has no row");
        return row;
    }

    /** Whether frames of this type are heard below the promise, too. */
    public static boolean isUnfenced(int id) {
        return id < FIRST_DATA_ID && BY_ID[id] != null && BY_ID[id].fence() == MessageTable.Fence.NONE;
    }

    /** Senders whose word counts, of a message with this id; empty if there is none. */
    public static List<MessageTable.SenderRule> says(int id) {
        return BY_ID[id] == null ? List.of() : BY_ID[id].says();
    }

    /** The table as Markdown rows. */
    public static String markdown() {
        StringBuilder text = new StringBuilder(
                "| id | name | source → target | machine | fence | lane |\n|---|---|---|---|---|---|\n");
        for (MessageTable.Row row : TABLE)
            text.append("| %d | `%s` | %s | %s | %s | %s |\n"
                    .formatted(
                            row.id(),
                            row.name(),
                            row.direction(),
                            row.machine(),
                            row.fence().name().toLowerCase(Locale.ROOT),
                            row.lane().name().toLowerCase(Locale.ROOT)));
        return text.append(LANES).toString();
    }
}
