package org.gamenet.rgs.core.lanes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.core.lanes.Backlog.Kept;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.jspecify.annotations.Nullable;

/**
 * The reliable messages for players that are away: those sent to that player alone (P76.9). Of what its former
 * incarnation may have taken before it was lost, its next one is asked first, so nothing comes twice. Worker's thread
 * only.
 */
final class AwayMail {
    /**
     * For one player; beyond that the oldest are let go. They wait in nobody's way: {@code SEND_MESSAGES} is free of
     * them.
     */
    static final int MESSAGES_MAX = 256;

    static final long BYTES_MAX = 1L << 20;

    /** Messages that wait for one player. */
    private static final class Box {
        /** Under which incarnation of mine {@link #sent} were numbered. */
        long tag;
        /** May have arrived. */
        final Deque<Kept> sent = new ArrayDeque<>();
        /** Sent since. */
        final Deque<SharedMessage> later = new ArrayDeque<>();

        long bytes;

        int size() {
            return sent.size() + later.size();
        }

        void put(SharedMessage message) {
            message.release();
            bytes += message.message.bytes().length;
        }

        void dropOldest() {
            SharedMessage oldest =
                    sent.isEmpty() ? later.remove() : sent.remove().message();
            bytes -= oldest.message.bytes().length;
        }
    }

    private final Map<Long, Box> boxes = new HashMap<>();
    private final Counts counts;

    AwayMail(Counts counts) {
        this.counts = counts;
    }

    /** A member is out. {@code lane} is what there was to it. */
    void exited(EntryBody.Exited exit, @Nullable MemberLane lane, MemberId me) {
        long peer = exit.who().peer();
        if (!exit.kept()) boxes.remove(peer);
        else if (lane == null) away(peer);
        else keep(lane, me);
    }

    private void away(long peer) {
        boxes.computeIfAbsent(peer, p -> new Box());
    }

    /** Nothing goes on this lane any more. Messages to its player alone are kept until that player is back. */
    void keep(MemberLane lane, MemberId me) {
        Box box = new Box();
        boxes.put(lane.id.peer(), box);
        Backlog before = lane.leftover;
        box.tag = before == null ? me.incarnation().tag() : lane.formerTag;
        lane.leftover = null;
        if (before != null) before.clear((message, number) -> sent(box, message, number));
        lane.out.clear((message, number) -> {
            if (before == null) sent(box, message, number);
            else later(box, message);
        });
    }

    private void sent(Box box, SharedMessage message, long number) {
        if (isForOne(message)) {
            box.put(message);
            box.sent.add(new Kept(message, number));
            trim(box);
        }
    }

    /** Takes a message for a player that is away; false if it is not. */
    boolean add(long peer, SharedMessage message) {
        Box box = boxes.get(peer);
        if (box == null) return false;
        later(box, message);
        return true;
    }

    private void later(Box box, SharedMessage message) {
        if (!isForOne(message)) return;
        box.put(message);
        box.later.add(message);
        trim(box);
    }

    /** A message to all is in the state that the player is given when it is back; it is owed no more. */
    private static boolean isForOne(SharedMessage message) {
        if (message.message.to() == OutgoingMessage.To.ONE) return true;
        message.settle();
        return false;
    }

    private void trim(Box box) {
        while (box.size() > MESSAGES_MAX || box.bytes > BYTES_MAX && box.size() > 1) {
            box.dropOldest();
            counts.overflowed.incrementAndGet();
        }
    }

    /**
     * The player is back, in another incarnation: this is the lane to it. True if something waited, which is to be sent
     * on: nothing else sends or repeats what has never gone out, and the player's own word may get lost.
     */
    boolean back(MemberLane lane) {
        Box box = boxes.remove(lane.id.peer());
        if (box == null || box.size() == 0) return false;
        List<Kept> sent = new ArrayList<>(box.sent);
        lane.owe(sent, box.tag, box.later);
        return true;
    }

    /** These are away, and nobody else: by a roster that was not followed there step by step. */
    void only(Collection<Long> peers) {
        boxes.keySet().retainAll(peers);
        peers.forEach(this::away);
    }

    /** A deposed server's messages reach nobody any more. */
    void recant() {
        boxes.replaceAll((peer, box) -> new Box());
    }

    /** Messages that wait for this player. */
    int waiting(long peer) {
        Box box = boxes.get(peer);
        return box == null ? 0 : box.size();
    }
}
