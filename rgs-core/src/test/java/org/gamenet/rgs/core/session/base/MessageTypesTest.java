package org.gamenet.rgs.core.session.base;

import static org.gamenet.rgs.core.reconfiguration.MessageTable.by;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.reconfiguration.MessageTable;
import org.gamenet.rgs.core.reconfiguration.MessageTable.Fence;
import org.gamenet.rgs.core.reconfiguration.Sender;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A type that a table of messages forgets is named as the class with the table loads. */
class MessageTypesTest {

    private sealed interface Talk {
        record Asked() implements Talk {}

        record Told() implements Talk {}
    }

    /** A table of a family, written as those of RGS are, and one row short. */
    private interface Short {
        MessageTable TABLE = MessageTable.of(Talk.class, "talk")
                .row(1, Talk.Asked.class, "member → all", Fence.PROMISE, Lane.URGENT, by(Sender.MEMBER))
                .build();
    }

    private static MessageTable whole(int asked, int told) {
        return MessageTable.of(Talk.class, "talk")
                .row(asked, Talk.Asked.class, "member → all", Fence.PROMISE, Lane.URGENT, by(Sender.MEMBER))
                .row(told, Talk.Told.class, "member → member", Fence.NONE, Lane.RELIABLE, by(Sender.ANYBODY))
                .build();
    }

    @Test
    @DisplayName("a record without a row is named when the class of its table loads")
    void namesARecordWithoutARow() {
        Throwable thrown = assertThrows(ExceptionInInitializerError.class, () -> MessageTypes.join(Short.TABLE));
        assertEquals(
                Talk.Told.class.getName() + " has no row: give it an id, a fence and a lane",
                thrown.getCause().getMessage());
    }

    @Test
    @DisplayName("a message that nobody may say is named, for it would be dropped in silence")
    void namesAMessageWithoutASender() {
        MessageTable.Builder table = MessageTable.of(Talk.class, "talk")
                .row(1, Talk.Asked.class, "member → all", Fence.PROMISE, Lane.URGENT, by(Sender.MEMBER))
                .row(2, Talk.Told.class, "member → member", Fence.NONE, Lane.RELIABLE);
        Throwable thrown = assertThrows(IllegalStateException.class, table::build);
        assertTrue(thrown.getMessage().startsWith(Talk.Told.class.getName() + " has no sender"), thrown.getMessage());
    }

    @Test
    @DisplayName("an id belongs to one record, in whatever family")
    void namesTwoRecordsOfOneId() {
        assertEquals(2, MessageTypes.join(whole(1, 2)).size());
        Throwable within = assertThrows(IllegalStateException.class, () -> MessageTypes.join(whole(1, 1)));
        assertEquals("Asked and Told have one id: 1", within.getMessage());
        Throwable between =
                assertThrows(IllegalStateException.class, () -> MessageTypes.join(whole(1, 2), whole(3, 2)));
        assertEquals("Told and Told have one id: 2", between.getMessage());
        Throwable data = assertThrows(
                IllegalStateException.class, () -> MessageTypes.join(whole(1, MessageTypes.FIRST_DATA_ID)));
        assertEquals("Told has an id that is none of a record: 64", data.getMessage());
    }

    @Test
    @DisplayName("a record of no table has no lane, be it urgent or not")
    void knowsNoLaneOfAStranger() {
        assertEquals(Lane.URGENT, MessageTypes.rowOf(new Announcement()).lane());
        Throwable thrown = assertThrows(IllegalArgumentException.class, () -> MessageTypes.rowOf(new Talk.Asked()));
        assertEquals(Talk.Asked.class.getName() + " has no row", thrown.getMessage());
    }
}
