package org.gamenet.rgs.core.lanes;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.port.Scratch;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.MalformedException;
import org.jspecify.annotations.Nullable;

/**
 * Frames that carry the game's own messages. After the {@link FrameHeader}, whose sequence is the message's number in
 * its stream:
 *
 * <pre>
 * flags      u8
 * type       number      id of the record
 * key        i64         if KEYED: what a newer message of this type replaces
 * to         i32         RELIABLE: of the tag of the receiver's incarnation, the lowest bits: its next one has a stream of its own
 * back       number      RELIABLE, REQUEST: number - floor; below the floor the sender keeps nothing
 * previous   number      if ORDERED: number - the ordered one before it; the whole number if that is below the floor
 * epoch      2 * i64     if OLDER_STATE: of the state; else it is the header's
 * marks      table       if STATE
 * traces     table       if TRACED: a count up to 8 in a byte; then of each the origin, i64, and numbers of microseconds: acted at,
 *                        sent at since then, 1 + received at since then, or 0, each doubled, less one if it is earlier; the error
 * record     the rest
 * </pre>
 *
 * A number takes seven bits a byte, lowest first, at most nine bytes.
 */
final class DataFrame {
    static final int RELIABLE = 64;
    static final int REQUEST = 65;
    static final int SEQUENCED = 66;
    static final int UNRELIABLE = 67;
    static final int REPORT = 68;

    static final int ORDERED = 1;
    static final int TO_SERVER = 2;
    static final int STATE = 4;
    static final int OLDER_STATE = 8;
    static final int TRACED = 16;
    static final int KEYED = 32;
    private static final int ALL_FLAGS = 63;

    private DataFrame() {}

    /** The incarnation of a receiver for which a reliable message was numbered. */
    static int addressOf(MemberId receiver) {
        return (int) receiver.incarnation().tag();
    }

    /** A message of a numbered stream, or one without ({@code floor} 0). */
    static byte[] message(
            FrameHeader unsized,
            OutgoingMessage message,
            int flags,
            long floor,
            long previous,
            byte @Nullable [] marks) {
        return message(unsized, 0, message, flags, floor, previous, marks);
    }

    /** As above; {@code receiver}: of its incarnation, for RELIABLE. */
    static byte[] message(
            FrameHeader unsized,
            int receiver,
            OutgoingMessage message,
            int flags,
            long floor,
            long previous,
            byte @Nullable [] marks) {
        ByteBuffer made =
                message(new Scratch(), unsized, unsized.sequence(), receiver, message, flags, floor, previous, marks);
        return copyOf(made);
    }

    static byte[] copyOf(ByteBuffer made) {
        byte[] frame = new byte[made.remaining()];
        made.get(frame);
        return frame;
    }

    /** As above, under that number, in that room, from 0 to its limit. */
    static ByteBuffer message(
            Scratch room,
            FrameHeader unsized,
            long number,
            int receiver,
            OutgoingMessage message,
            int flags,
            long floor,
            long previous,
            byte @Nullable [] marks) {
        boolean addressed = unsized.type() == RELIABLE;
        boolean numbered = unsized.type() == RELIABLE || unsized.type() == REQUEST;
        long back = number - floor;
        long toPrevious = previous < floor ? number : number - previous;
        boolean ordered = (flags & ORDERED) != 0;
        long key = message.subject().key();
        int size = 1 + length(message.type()) + (key == 0 ? 0 : 8);
        if (addressed) size += 4;
        if (numbered) size += length(back) + (ordered ? length(toPrevious) : 0);
        if (marks != null) size += marks.length;
        List<DatumTrace> traces = message.traces();
        if (traces != null) size += DatumTrace.length(traces);
        size += message.bytes().length;
        ByteBuffer to = room.of(FrameHeader.BYTES + size);
        unsized.write(to, number, size);
        to.put((byte) (flags | (traces == null ? 0 : TRACED) | (key == 0 ? 0 : KEYED)));
        put(to, message.type());
        if (key != 0) to.putLong(key);
        if (addressed) to.putInt(receiver);
        if (numbered) {
            put(to, back);
            if (ordered) put(to, toPrevious);
        }
        if (marks != null) to.put(marks);
        if (traces != null) DatumTrace.put(to, traces);
        return to.put(message.bytes()).flip();
    }

    static int flags(ByteBuffer body) {
        if (!body.hasRemaining()) throw new MalformedException("a message without flags");
        int flags = body.get();
        if ((flags & ~ALL_FLAGS) != 0) throw new MalformedException("flags " + flags);
        return flags;
    }

    static int type(ByteBuffer body) {
        long type = number(body);
        if (type > Integer.MAX_VALUE) throw new MalformedException("type " + type);
        return (int) type;
    }

    /** Type and key; only where the newest counts a key has a meaning. */
    static Subject subject(ByteBuffer body, int flags, boolean sequenced) {
        int type = type(body);
        if ((flags & KEYED) == 0) return Subject.of(type);
        long key = body.getLong();
        if (!sequenced || key == 0) throw new MalformedException("the key " + key);
        return new Subject(type, key);
    }

    // ---- marks

    /** The part of a state's frame that says what it contains; empty if nothing, null if it is no state. */
    static byte[] marks(StateMarks state, Epoch now) {
        boolean older = !state.epoch().equals(now);
        int size = (older ? 16 : 0) + length(state.marks().size());
        for (Marks marks : state.marks().values()) size += 8 + length(marks);
        ByteBuffer to = ByteBuffer.allocate(size);
        if (older) to.putLong(state.epoch().number()).putLong(state.epoch().claimId());
        put(to, state.marks().size());
        state.marks().forEach((sender, marks) -> {
            to.putLong(sender.incarnation().nonce());
            put(to, marks);
        });
        return to.array();
    }

    /** Marks of sessions by what these drew; null if one of them is not known here, or not yet. */
    static @Nullable Map<MemberId, Marks> table(ByteBuffer body, LongFunction<@Nullable MemberId> sessions) {
        long count = number(body);
        if (count > body.remaining() / 10)
            throw new MalformedException(count + " marks announced, " + body.remaining() + " bytes there");
        Map<MemberId, Marks> table = new HashMap<>();
        boolean strangers = false;
        for (long i = 0; i < count; i++) {
            MemberId sender = sessions.apply(body.getLong());
            Marks marks = oneMarks(body);
            strangers |= sender == null;
            if (sender != null) table.put(sender, marks);
        }
        return strangers ? null : Map.copyOf(table);
    }

    static void put(ByteBuffer to, Marks marks) {
        put(to, marks.upTo());
        put(to, marks.above().size());
        long before = marks.upTo();
        for (long number : marks.above()) {
            put(to, number - before);
            before = number;
        }
    }

    static int length(Marks marks) {
        int length = length(marks.upTo()) + length(marks.above().size());
        long before = marks.upTo();
        for (long number : marks.above()) {
            length += length(number - before);
            before = number;
        }
        return length;
    }

    static Marks oneMarks(ByteBuffer body) {
        long upTo = number(body);
        long count = number(body);
        if (count == 0) return upTo == 0 ? Marks.NONE : new Marks(upTo, List.of());
        if (count > body.remaining())
            throw new MalformedException(count + " numbers announced, " + body.remaining() + " bytes there");
        List<Long> above = new ArrayList<>((int) count);
        long before = upTo;
        for (long i = 0; i < count; i++) {
            long step = number(body);
            if (step < (i == 0 ? 2 : 1) || before + step < 0) throw new MalformedException("marks do not ascend");
            before += step;
            above.add(before);
        }
        return new Marks(upTo, above);
    }

    // ---- totally ordered messages: inside the frame's payload

    /** The content of an ordered message's frame: flags, epoch and marks of a state, the record. */
    static byte[] orderedPayload(OutgoingMessage message) {
        byte[] marks = message.state() == null ? null : marks(message.state(), Epoch.NONE);
        int flags = marks == null ? 0 : STATE | OLDER_STATE;
        byte[] payload = new byte[1 + (marks == null ? 0 : marks.length) + message.bytes().length];
        ByteBuffer to = ByteBuffer.wrap(payload);
        to.put((byte) flags);
        if (marks != null) to.put(marks);
        to.put(message.bytes());
        return payload;
    }

    static Epoch epoch(ByteBuffer body) {
        return new Epoch(body.getLong(), body.getLong());
    }

    // ---- reports

    /**
     * The reports of a receiver to a sender, and of a member to the server and back (P23, P24).
     *
     * @param about the tag of the incarnation that this is about: the addressee's
     * @param upTo last number that I have taken of its lane to me
     * @param full whether its share of my inbox is full
     * @param askFormer the tag of my incarnation before this one: how far had you got with it? 0: no question
     * @param former the answer to that: what I took of the incarnation {@code formerTag}; null: no answer
     * @param served the server's word about its requests; null if I do not serve
     * @param packaged which state my latest package reflects, for the server; null: as before
     */
    record Report(
            long about,
            long upTo,
            boolean full,
            long askFormer,
            long formerTag,
            @Nullable Marks former,
            @Nullable Served served,
            @Nullable Packaged packaged) {}

    /**
     * Of the requests of the addressee's session.
     *
     * @param taken all up to this have been taken by the server
     * @param stable these are stable
     */
    record Served(long taken, Marks stable) {}

    /** The state in a member's latest package; {@code never}: it packages nothing. {@code epoch} 0: nothing yet. */
    record Packaged(boolean never, long epoch, double time) {}

    private static final int FULL = 1;
    private static final int ASKS = 2;
    private static final int ANSWERS = 4;
    private static final int SERVES = 8;
    private static final int PACKAGES = 16;
    private static final int NEVER_PACKAGES = 32;

    static byte[] report(FrameHeader unsized, Report report) {
        ByteBuffer body = ByteBuffer.allocate(1
                + 8
                + 9
                + 8
                + 8
                + (report.former() == null ? 0 : length(report.former()))
                + 9
                + (report.served() == null ? 0 : length(report.served().stable()))
                + 17);
        int flags = (report.full() ? FULL : 0)
                | (report.askFormer() != 0 ? ASKS : 0)
                | (report.former() != null ? ANSWERS : 0)
                | (report.served() != null ? SERVES : 0)
                | (report.packaged() != null ? PACKAGES : 0)
                | (report.packaged() != null && report.packaged().never() ? NEVER_PACKAGES : 0);
        body.put((byte) flags).putLong(report.about());
        put(body, report.upTo());
        if (report.askFormer() != 0) body.putLong(report.askFormer());
        if (report.former() != null) {
            body.putLong(report.formerTag());
            put(body, report.former());
        }
        if (report.served() != null) {
            put(body, report.served().taken());
            put(body, report.served().stable());
        }
        if (report.packaged() != null) {
            put(body, report.packaged().epoch());
            body.putDouble(report.packaged().time());
        }
        body.flip();
        ByteBuffer to = ByteBuffer.allocate(FrameHeader.BYTES + body.remaining());
        unsized.write(to, unsized.sequence(), body.remaining());
        to.put(body);
        return to.array();
    }

    static Report report(ByteBuffer body) {
        try {
            int flags = body.get();
            if ((flags & ~63) != 0) throw new MalformedException("flags " + flags + " of a report");
            long about = body.getLong();
            long upTo = number(body);
            long askFormer = (flags & ASKS) != 0 ? body.getLong() : 0;
            long formerTag = (flags & ANSWERS) != 0 ? body.getLong() : 0;
            Marks former = (flags & ANSWERS) != 0 ? oneMarks(body) : null;
            Served served = (flags & SERVES) != 0 ? new Served(number(body), oneMarks(body)) : null;
            Packaged packaged = null;
            if ((flags & PACKAGES) != 0) {
                packaged = new Packaged((flags & NEVER_PACKAGES) != 0, number(body), body.getDouble());
                if (!Double.isFinite(packaged.time())) throw new MalformedException("a package of " + packaged.time());
            }
            if (body.hasRemaining()) throw new MalformedException(body.remaining() + " bytes too many after a report");
            return new Report(about, upTo, (flags & FULL) != 0, askFormer, formerTag, former, served, packaged);
        } catch (BufferUnderflowException e) {
            throw new MalformedException("a report ends too early");
        }
    }

    // ---- numbers

    static void put(ByteBuffer to, long number) {
        long rest = number;
        while (rest > 0x7f) {
            to.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        to.put((byte) rest);
    }

    static int length(long number) {
        return Math.max(1, (70 - Long.numberOfLeadingZeros(number)) / 7);
    }

    /** 0 to 2^63-1. */
    static long number(ByteBuffer from) {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            if (!from.hasRemaining()) throw new MalformedException("a number ends too early");
            byte next = from.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                if (next == 0 && shift > 0) throw new MalformedException("a number longer than need be");
                return value;
            }
        }
        throw new MalformedException("a number beyond 2^63-1");
    }
}
