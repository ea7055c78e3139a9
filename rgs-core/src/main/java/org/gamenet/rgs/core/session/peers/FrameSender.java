package org.gamenet.rgs.core.session.peers;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.gamenet.rgs.core.detection.Signal;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.Advert;
import org.gamenet.rgs.core.session.base.Announcement;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.session.base.SeatChallenge;
import org.jspecify.annotations.Nullable;

/**
 * Says things to the others: every message of {@link MessageTypes} that leaves this session goes through here. Worker's
 * thread.
 */
public final class FrameSender {
    private static final long STALE_AGAIN_NANOS = 20_000_000;
    private static final int STALE_MOST = 8_192;
    /** Signs of life with this number, and each so many after it, may go in the group too. */
    private static final int SHOWN_EACH = 5;

    /** After a change of the neighbours so many of them do, then each tenth. */
    private static final int SHOWN_AT_ONCE = 4;

    private static final int SHOWN_SELDOM = 10 * SHOWN_EACH;

    private final Conditioner way;
    private final Neighbours neighbours;
    private final LinkTargets linkTargets;
    private final Counters counters;
    private final Function<Record, Frames.Stamp> stamps;
    private final Map<MemberId, Long> staleSaidAt = new HashMap<>();
    /** The ends of the group that links to these did not reach, when the neighbours were as they were then. */
    private List<Node> beyond = List.of();

    private Set<Endpoint> reachedBefore = Set.of();
    private long changesBefore = -1;
    /** How often it was shown since the neighbours were as they were then. */
    private int shown;

    private long changesShown = -1;

    /** @param stamps the sender and the epoch, for a message that is about to be said */
    public FrameSender(
            Conditioner way,
            Neighbours neighbours,
            LinkTargets linkTargets,
            Counters counters,
            Function<Record, Frames.Stamp> stamps) {
        this.way = way;
        this.neighbours = neighbours;
        this.linkTargets = linkTargets;
        this.counters = counters;
        this.stamps = stamps;
    }

    /** To one; dropped if nobody knows where it listens or at which end it speaks, or it is me. */
    public void say(MemberId to, Record message) {
        Node node = neighbours.nodeOf(to);
        Endpoint place = isForLinks(message) || isUnseen(node) ? neighbours.placeOf(to) : null;
        if (node == null && place == null) return;
        Frames.Stamp stamp = stamps.apply(message);
        byte[] frame = Frames.encode(message, isPersonal(message) ? stamp.about(to) : stamp);
        boolean linked = place != null && goes(place, frame, laneOf(message));
        if (linked) counters.sent(frame.length);
        if (node != null && (!linked || showsWhere(message))) send(node, frame, laneOf(message));
    }

    /** Whether something that was said to that member waits in this process still. */
    public boolean waits(MemberId to) {
        Endpoint place = neighbours.placeOf(to);
        return place != null && way.waits(place);
    }

    /** Over a link, or as soon as one stands; false where there is no such thing. */
    private boolean goes(Endpoint place, byte[] frame, Lane lane) {
        return way.say(place, frame, lane) || way.call(place, frame, lane);
    }

    /** To whoever speaks at this end of the group. */
    public void say(Node node, Record message) {
        send(node, Frames.encode(message, stamps.apply(message)), laneOf(message));
    }

    private void send(Node node, byte[] frame, Lane lane) {
        way.send(node, frame, lane);
        counters.sent(frame.length);
    }

    /** To everybody else in the group. */
    public void cast(Record message) {
        byte[] frame = Frames.encode(message, stamps.apply(message));
        if (message instanceof Message.Released) {
            // All have answered whoever gives up, who by now keeps links to few of them.
            cast(frame, laneOf(message));
            return;
        }
        if (isForLinks(message)) {
            castOverLinks(frame, laneOf(message), showsWhere(message));
        } else {
            way.cast(frame, laneOf(message));
            sayUnseen(frame);
        }
        counters.sent(frame.length);
    }

    /**
     * Over links, to whom this member keeps one; where that is everybody, members of the group's view that were not
     * reached hear it there. All hear an urgent frame there if {@code everywhere}, or where there are no links. The
     * same bytes go to all.
     */
    private void castOverLinks(byte[] frame, Lane lane, boolean everywhere) {
        Set<Endpoint> reached = sayOverLinks(frame, lane);
        // An urgent frame overtakes all else, so that it need not go the way of what is in order.
        boolean toGroup = everywhere || reached.isEmpty() && lane == Lane.URGENT;
        if (toGroup) way.cast(frame, lane);
        else if (linkTargets.speaksToAll() || reached.isEmpty()) sayToOthers(frame, lane, reached);
    }

    /** The processes that it reached: all to whom a link is kept, as that set itself, unless something went wrong. */
    private Set<Endpoint> sayOverLinks(byte[] frame, Lane lane) {
        Set<Endpoint> all = linkTargets.all();
        Set<Endpoint> missed = Set.of();
        for (Endpoint place : all) {
            if (goes(place, frame, lane)) continue;
            if (missed.isEmpty()) missed = new HashSet<>();
            missed.add(place);
        }
        if (missed.isEmpty()) return all;
        Set<Endpoint> reached = new HashSet<>(all);
        reached.removeAll(missed);
        return reached;
    }

    private void sayToOthers(byte[] frame, Lane lane, Set<Endpoint> reached) {
        if (reached != reachedBefore || neighbours.changes() != changesBefore) {
            beyond = neighbours.beyond(reached);
            reachedBefore = reached;
            changesBefore = neighbours.changes();
        }
        for (Node node : beyond) way.send(node, frame, lane);
    }

    /**
     * A member that the group's view lacks, as after a cut until it has merged, and that a link reaches: nobody waits
     * for a view.
     */
    private void sayUnseen(byte[] frame) {
        Set<Endpoint> seen = neighbours.placesSeen();
        for (Endpoint place : linkTargets.all()) if (!seen.contains(place)) way.say(place, frame, Lane.RELIABLE);
    }

    /** P2: this is what I have promised. Not for every frame of a flood. */
    public void sayStale(MemberId to, Message promised, long now) {
        Long said = staleSaidAt.get(to);
        if (said != null && now - said < STALE_AGAIN_NANOS) return;
        if (staleSaidAt.size() > STALE_MOST) staleSaidAt.clear();
        staleSaidAt.put(to, now);
        say(to, (Record) promised);
    }

    /** A frame of the lanes, from position to limit; its bytes are the caller's again afterwards. */
    void transmit(MemberId to, ByteBuffer frame, Lane lane) {
        Endpoint place = neighbours.placeOf(to);
        if (place != null && way.saysCopy(place, frame, lane)) {
            counters.sent(frame.remaining());
            return;
        }
        byte[] own = new byte[frame.remaining()];
        frame.get(frame.position(), own);
        transmit(to, own, lane);
    }

    /** The lanes' frames, as they are. */
    void transmit(MemberId to, byte[] frame, Lane lane) {
        Endpoint place = neighbours.placeOf(to);
        if (place == null || !goes(place, frame, lane)) {
            Node node = neighbours.nodeOf(to);
            if (node == null) return;
            way.send(node, frame, lane);
        }
        counters.sent(frame.length);
    }

    private boolean isUnseen(@Nullable Node node) {
        return node == null || !neighbours.sees(node);
    }

    /** The application's words, which are for everybody, also for those to whom no link is kept. */
    public void cast(byte[] frame, Lane lane) {
        Set<Endpoint> reached = new HashSet<>(sayOverLinks(frame, lane));
        boolean complete = true;
        for (Endpoint place : linkTargets.others())
            if (place == null) complete = false;
            else if (!reached.contains(place) && goes(place, frame, lane)) reached.add(place);
            else complete &= reached.contains(place);
        // At which end of the group each of them speaks need not be known here: some would hear it twice.
        if (!complete) sayToOthers(frame, lane, reached);
        counters.sent(frame.length);
    }

    /**
     * Frames that must not reach the next incarnation of their addressee: it would be put out for what the one before
     * was.
     */
    public static boolean isPersonal(Record message) {
        return message instanceof Message.JoinDenied
                || message instanceof Signal.Out
                || message instanceof SeatChallenge;
    }

    private static Lane laneOf(Record message) {
        return MessageTypes.rowOf(message).lane();
    }

    /**
     * All that is said until it is answered and may be heard twice: it does not wait for a common view of the group.
     * Not what tells who speaks at which end of the group, and not what is said once.
     */
    private static boolean isForLinks(Record message) {
        return !(message instanceof Announcement || message instanceof Advert);
    }

    /**
     * Now and then a sign of life goes in the group too: by what comes there it is learned who speaks at which of its
     * ends. Once nothing has changed for a while everybody knows, and what goes there costs JGroups much more than a
     * frame on a link.
     */
    private boolean showsWhere(Record message) {
        long number = message instanceof Signal.Heartbeat beat
                ? beat.number()
                : message instanceof Signal.Echo echo ? echo.number() : 0;
        if (number % SHOWN_EACH != 1) return false;
        if (neighbours.changes() != changesShown) {
            changesShown = neighbours.changes();
            shown = 0;
        }
        return shown++ < SHOWN_AT_ONCE || number % SHOWN_SELDOM == 1;
    }
}
