package org.gamenet.rgs.core.recording;

import java.nio.ByteBuffer;
import org.gamenet.rgs.core.wire.SizeLimit;

/**
 * The bytes of a session log, big-endian:
 *
 * <pre>
 * "RGSLOG"   6 bytes
 * version    u8
 * entries    each: length i32 of what follows, type u8, microseconds of game time since the entry before u32, body
 * </pre>
 */
final class LogFormat {
    static final byte[] MARK = {'R', 'G', 'S', 'L', 'O', 'G'};
    static final int VERSION = 1;
    static final int START = MARK.length + 1;
    /** Before an entry's body. */
    static final int HEADER = 4 + 1 + 4;

    private static final long LONGEST_MICROS = 0xffff_ffffL;

    private LogFormat() {}

    static byte[] start() {
        return ByteBuffer.allocate(START).put(MARK).put((byte) VERSION).array();
    }

    /** {@code micros} beyond an hour are cut to that. */
    static byte[] entry(Entry entry, long micros) {
        Record record = (Record) entry;
        byte[] bytes = Entry.RECORDS.encodeBody(record, SizeLimit.NONE, HEADER);
        ByteBuffer.wrap(bytes)
                .putInt(bytes.length - 4)
                .put((byte) Entry.RECORDS.idOf(record.getClass()))
                .putInt((int) Math.max(0, Math.min(LONGEST_MICROS, micros)));
        return bytes;
    }
}
