package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;

/**
 * Entries that were stamped one right after the other.
 *
 * @param log with them
 * @param delivered their delivery to whoever stamped them
 */
record Stamped(Log log, List<LogEntry> entries, List<Effect> delivered) {

    static Stamped on(Log before, List<EntryBody> bodies) {
        Log log = before;
        List<LogEntry> entries = new ArrayList<>();
        List<Effect> delivered = new ArrayList<>();
        for (EntryBody body : bodies) {
            LogEntry entry = new LogEntry(log.end().next(), body);
            log = log.with(entry);
            entries.add(entry);
            delivered.add(new Effect.Delivered(entry, log));
        }
        return new Stamped(log, entries, delivered);
    }

    /** The messages of this request that are next behind this log's last one of that member, and not stamped yet. */
    static List<EntryBody> next(Log log, MemberId from, Message.OrderRequest order) {
        List<EntryBody> next = new ArrayList<>();
        long last = log.orderedOf(from);
        long number = order.number();
        for (Message.ToOrder each : order.messages()) {
            if (number == last + 1) {
                next.add(new EntryBody.Ordered(from, number, each.type(), each.sentAt(), each.message()));
                last++;
            }
            number++;
        }
        return next;
    }
}
