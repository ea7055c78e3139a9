package org.gamenet.rgs.core.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.core.wire.PeerNames;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a session log, one after the other. Nothing in the file is believed; memory is taken for what is there
 * and no more. One thread.
 */
public final class LogReader implements PeerNames {
    private static final int NAMES_MAX = 65_536;

    private final ByteBuffer bytes;
    private final Map<Long, Peer> names = new HashMap<>();
    private final Entry.Head head;
    private long micros;
    private String damage = "";

    /** An entry and when it was, in seconds since the log began. */
    public record Timed(Entry entry, double at) {}

    private LogReader(ByteBuffer bytes) {
        this.bytes = bytes;
        byte[] mark = new byte[LogFormat.MARK.length];
        if (bytes.remaining() < LogFormat.START)
            throw new IllegalArgumentException("it is no session log: it has " + bytes.remaining() + " bytes");
        bytes.get(mark);
        if (!Arrays.equals(mark, LogFormat.MARK)) throw new IllegalArgumentException("it is no session log");
        int version = bytes.get() & 0xff;
        if (version != LogFormat.VERSION) {
            throw new IllegalArgumentException(
                    "a session log of version " + version + "; this release plays version " + LogFormat.VERSION);
        }
        Timed first = next();
        if (first == null || !(first.entry() instanceof Entry.Head begin))
            throw new IllegalArgumentException("a session log without its head: " + damage);
        if (begin.forms() != Entry.forms())
            throw new IllegalArgumentException("a session log of another release of RGS: play it with that one");
        if (!Double.isFinite(begin.gameTime()))
            throw new IllegalArgumentException("a session log that begins at " + begin.gameTime());
        head = begin;
        names.put(begin.self().id(), Peer.of(begin.self().id(), begin.selfName()));
    }

    /** Of a file; {@link IllegalArgumentException} says what is wrong with it. */
    public static LogReader open(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            if (size > Integer.MAX_VALUE)
                throw new IllegalArgumentException(size + " bytes: a session log has 2 GiB at most");
            ByteBuffer all = ByteBuffer.allocate((int) size);
            while (all.hasRemaining() && channel.read(all) >= 0) continue;
            return new LogReader(all.flip());
        } catch (IOException cannot) {
            throw new IllegalArgumentException("it cannot be read: " + cannot, cannot);
        }
    }

    /** Of bytes in memory, which are read from position to limit. */
    public static LogReader of(ByteBuffer bytes) {
        return new LogReader(bytes.slice());
    }

    /** From the start once more. */
    public LogReader again() {
        return new LogReader(bytes.duplicate().position(0));
    }

    /** The first entry. */
    public Entry.Head head() {
        return head;
    }

    /** The fault that ended the log before its time; empty if none did. */
    public String damage() {
        return damage;
    }

    @Override
    public Peer peer(long id) {
        Peer known = names.get(id);
        return known == null ? Peer.of(id, "") : known;
    }

    /** The next entry; null at the end, be it one in the middle of an entry. */
    public @Nullable Timed next() {
        if (!damage.isEmpty() || !bytes.hasRemaining()) return null;
        int at = bytes.position();
        try {
            Entry entry = read();
            if (entry instanceof Entry.Named named && names.size() < NAMES_MAX)
                names.put(named.peer().id(), Peer.of(named.peer().id(), named.name()));
            return new Timed(entry, micros / 1e6);
        } catch (MalformedException | IllegalArgumentException wrong) {
            damage = "damaged at byte " + at + ": " + wrong.getMessage();
            return null;
        }
    }

    private Entry read() {
        if (bytes.remaining() < LogFormat.HEADER) throw new MalformedException("it ends within an entry");
        int length = bytes.getInt();
        if (length < LogFormat.HEADER - 4 || length > bytes.remaining()) {
            throw new MalformedException("an entry of " + length + " bytes, " + bytes.remaining() + " there");
        }
        int type = bytes.get() & 0xff;
        micros += bytes.getInt() & 0xffff_ffffL;
        ByteBuffer body = bytes.slice(bytes.position(), length - (LogFormat.HEADER - 4));
        bytes.position(bytes.position() + body.remaining());
        return (Entry) Entry.RECORDS.decodeBody(type, body, this);
    }

    /** The event in an entry; throws {@link MalformedException}. */
    public SessionEvent event(Entry.Told told) {
        return (SessionEvent) Entry.EVENTS.decodeBody(told.type(), told.event(), this);
    }
}
