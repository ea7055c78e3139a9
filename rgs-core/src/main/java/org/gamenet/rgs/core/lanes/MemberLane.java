package org.gamenet.rgs.core.lanes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.core.lanes.Backlog.Kept;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Marks;
import org.jspecify.annotations.Nullable;

/** Between me and one other member, both ways. */
final class MemberLane {
    private static final int SUBJECTS_MAX = 4_096;
    /** A newcomer may be busy restoring before it takes its first message. */
    private static final long NEWCOMER_NANOS = 5_000_000_000L;

    final MemberId id;
    /** The session that made these requests, whatever its incarnation. */
    final MemberId session;

    final Peer peer;
    final boolean maySend;
    final Backlog out = new Backlog();
    /** How what is in {@link #out} goes there; made once, for it is used for every message. */
    final Backlog.Way way;

    final Stream in = Stream.fresh();
    /** Its requests to me; there only while I serve. */
    @Nullable
    Stream requests;

    private final Map<Subject, long[]> newest = new LinkedHashMap<>();

    // ---- how it goes outwards
    /** Whether anything was ever heard of how far it got. */
    boolean heard;
    /** When it last took something, or the first message went out. */
    long progressAt;

    /** Whether its application reads too slowly, and since when. */
    boolean full;

    long fullSince;
    /**
     * Whether more messages wait than a whole window lets out, since when, and whether the reader was full meanwhile.
     */
    boolean jammed;

    long jammedSince;
    boolean fullInJam;

    // ---- what is to be reported
    boolean reportDue;
    boolean toldFull;
    Marks toldStable = Marks.NONE;

    // ---- after a rejoin of mine: what it had not acknowledged to my incarnation before, until it has said how far it
    // got
    @Nullable
    Backlog leftover;

    long formerTag;

    // ---- after a rejoin of its own
    /** Tag of the incarnation that it asked about; 0 if it did not. */
    long askedTag;

    MemberLane(Member member, Peer peer, Function<MemberId, Backlog.Way> ways) {
        this.id = member.id();
        this.session = id.origin();
        this.peer = peer;
        this.way = ways.apply(member.id());
        this.maySend = member.kind() != Kind.SPECTATOR;
    }

    // ---- inwards

    /** Of the newest-wins messages about one subject: whether this one is newer than all before. */
    boolean isNewest(Subject subject, long number) {
        long[] last = newest.get(subject);
        if (last == null) {
            // A subject that is forgotten might be told something older, once.
            if (newest.size() == SUBJECTS_MAX)
                newest.keySet().remove(newest.keySet().iterator().next());
            newest.put(subject, new long[] {number});
            return true;
        }
        if (number <= last[0]) return false;
        last[0] = number;
        return true;
    }

    // ---- outwards

    /** As much as the window lets out. */
    void send(long now) {
        if (leftover == null) out.send(way, now);
    }

    /** All that is open goes out once more. */
    void repeat(long now) {
        if (leftover == null) out.repeat(way, now);
        else out.rewind();
    }

    /** Open messages that have waited for so long go out once more, all of them or the first. */
    void repeatOverdue(long least, long now) {
        if (leftover == null && out.isOverdue(least, now)) out.again(way, now);
    }

    /** The member acknowledged a message, or the first message to it is about to go out. */
    void progressed(long now) {
        progressAt = now;
        out.await(now);
    }

    /** It has everything up to this number. */
    void acknowledged(long upTo, long now) {
        if (leftover == null && out.done(Math.min(upTo, out.next() - 1), now, (message, number) -> message.settle()))
            progressed(now);
    }

    /** A reader that takes some, but too little, is never full for long, but its backlog does not end. */
    void measure(long now) {
        boolean jams = out.jammed();
        if (jams && !jammed) jammedSince = now;
        jammed = jams;
        fullInJam = jams && (fullInJam || full);
    }

    /** For how long it has taken too little, if that is longer than whoever reads at all needs; otherwise 0. */
    long stuckNanos(long suspectNanos, long now) {
        long patience = heard ? suspectNanos : Math.max(NEWCOMER_NANOS, 5 * suspectNanos);
        if (full && now - fullSince >= patience) return now - fullSince;
        if (fullInJam && now - jammedSince >= patience) return now - jammedSince;
        if (jammed && now - progressAt >= patience) return now - progressAt;
        return 0;
    }

    // ---- another life of mine, or of its own

    /**
     * I am in the game anew, after {@code myself}; it is not: what I have had of it counts on, and so does what it had
     * not acknowledged.
     */
    void remember(MemberLane before, MemberId myself) {
        newest.putAll(before.newest);
        if (before.leftover != null) {
            before.out.clear((message, number) -> out.add(message));
            leftover = before.leftover;
            formerTag = before.formerTag;
        } else if (!before.out.isEmpty()) {
            Backlog open = new Backlog();
            List<Kept> kept = new ArrayList<>();
            before.out.clear((message, number) -> kept.add(new Kept(message, number)));
            open.replace(kept);
            leftover = open;
            formerTag = myself.incarnation().tag();
        }
    }

    /**
     * Messages that waited while it was away (P76.9): of the first it says how far it had got before any of it goes
     * there.
     *
     * @param tag under which incarnation of mine they were numbered
     */
    void owe(List<Kept> sent, long tag, Iterable<SharedMessage> later) {
        for (SharedMessage message : later) out.add(message);
        if (sent.isEmpty()) return;
        Backlog open = new Backlog();
        open.replace(sent);
        leftover = open;
        formerTag = tag;
    }

    /** It has said what it had taken of my former incarnation: the rest of that goes first. */
    void settleFormer(Marks taken) {
        Backlog before = leftover;
        if (before == null) return;
        leftover = null;
        List<Kept> all = new ArrayList<>();
        before.clear((message, number) -> {
            if (taken.contains(number)) message.settle();
            else all.add(new Kept(message, number));
        });
        out.clear((message, number) -> all.add(new Kept(message, number)));
        out.restart();
        for (Kept entry : all) out.add(entry.message());
    }

    /** Nothing goes there any more. */
    void close() {
        out.clear((message, number) -> message.settle());
        if (leftover != null) leftover.clear((message, number) -> message.settle());
        leftover = null;
    }
}
