package org.gamenet.rgs.testkit.simulation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * A player with a modified client: beside what its session says it makes things up, in its own name and in the names of
 * others, to everybody, in whatever state they are. It hears what all say, so it knows every epoch as soon as it is
 * spoken of. It never serves: whoever does may say all that.
 */
final class Rogue implements Wiretap {
    private static final int PAUSE_MILLIS = 40;
    private static final double IN_ANOTHERS_NAME = 0.3;
    private static final double OF_THE_GAME = 0.2;
    private static final double LEAVES = 0.05;
    private static final Set<Integer> LEARNED_FROM = Set.of(
            MessageTypes.RECORDS.idOf(Message.EntryNews.class), MessageTypes.RECORDS.idOf(Message.Collect.class));
    /** Of a frame's header. */
    private static final int SEQUENCE_AT = 50;

    private final SimulatedCluster cluster;
    private final CountingProcess process;
    private final Wiretap before;
    private final Dice dice;
    private final Map<CountingProcess, FrameHeader> heads = new LinkedHashMap<>();
    /** The last message of the game that each has sent. */
    private final Map<MemberId, byte[]> data = new LinkedHashMap<>();

    /** The last that a holder has shown. */
    private Payload grant = Payload.EMPTY;

    private Epoch newest = Epoch.NONE;
    private Position last = Position.NONE;

    private Rogue(SimulatedCluster cluster, CountingProcess process) {
        this.cluster = cluster;
        this.process = process;
        this.before = cluster.network.tap;
        this.dice = cluster.dice.split();
    }

    /** From now on this player is one, until everything heals. */
    static void turns(SimulatedCluster cluster, CountingProcess process) {
        Rogue rogue = new Rogue(cluster, process);
        process.lie();
        cluster.network.tap(rogue);
        rogue.later();
    }

    private void later() {
        cluster.time.after(dice.between(1, PAUSE_MILLIS) * VirtualTime.MILLI, this::speak);
    }

    @Override
    public void said(SimulatedProcess from, byte[] frame) {
        before.said(from, frame);
        FrameHeader header = FrameHeader.read(ByteBuffer.wrap(frame));
        if (from instanceof CountingProcess known) heads.put(known, header);
        if (header.epoch().isAfter(newest)) newest = header.epoch();
        if (header.type() >= MessageTypes.FIRST_DATA_ID) data.put(header.sender(), frame);
        if (!LEARNED_FROM.contains(header.type())) return;
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        Record said = Frames.decode(FrameHeader.read(bytes), bytes);
        if (said instanceof Message.EntryNews news) last = news.upTo();
        if (said instanceof Message.Collect ad && ad.grant().size() > 0) grant = ad.grant();
    }

    private void speak() {
        if (cluster.judge.healed || process.isDead()) return;
        FrameHeader mine = heads.get(process);
        if (mine != null && process.runs())
            new LinkedHashMap<>(heads).forEach((other, head) -> say(mine, other, head.sender()));
        later();
    }

    private void say(FrameHeader mine, CountingProcess to, MemberId victim) {
        if (to == process || !to.takesPart()) return;
        List<MemberId> all = new ArrayList<>();
        heads.values().forEach(head -> all.add(head.sender()));
        Epoch about = epoch();
        MemberId speaker = dice.likely(IN_ANOTHERS_NAME) ? dice.of(all) : mine.sender();
        if (!speaker.equals(mine.sender()) && dice.likely(OF_THE_GAME)) {
            sayMore(speaker, to);
            return;
        }
        Forgeries forgeries = new Forgeries(dice, speaker, process.transport.place, all, last, about, victim);
        boolean leaves = !speaker.equals(mine.sender()) && dice.likely(LEAVES);
        Record forged = leaves ? new Message.LeaveRequest() : withGrant(forgeries.any());
        Epoch header = dice.likely(0.5) ? about : newest;
        Frames.Stamp stamp = new Frames.Stamp(mine.game(), header, speaker, 0, mine.sentAt());
        cluster.trace.aside(
                "   forged by " + process + " as " + speaker + " for " + to + ", header " + header + ": " + forged);
        cluster.network.links.call(
                process.transport, to.transport.place, Frames.encode(forged, stamp.about(victim)), Lane.URGENT);
    }

    /** A message that needs a grant shows the last one that was heard of, though it is somebody else's. */
    private Record withGrant(Record forged) {
        if (forged instanceof Message.Collect ad) return ad.with(grant);
        if (forged instanceof Message.InitialAck ack) return ack.with(grant);
        return forged;
    }

    /** A frame with the game's own messages: the last one of somebody else once more, as the next. */
    private void sayMore(MemberId speaker, CountingProcess to) {
        byte[] frame = data.get(speaker);
        if (frame == null) return;
        byte[] next = frame.clone();
        ByteBuffer.wrap(next).putLong(SEQUENCE_AT, ByteBuffer.wrap(next).getLong(SEQUENCE_AT) + dice.between(1, 3));
        cluster.trace.aside("   forged by " + process + " as " + speaker + " for " + to + ": its next message");
        cluster.network.links.call(process.transport, to.transport.place, next, Lane.RELIABLE);
    }

    /** One that is spoken of, or one that never was. */
    private Epoch epoch() {
        return switch (dice.below(5)) {
            case 0 -> newest;
            case 1 -> last.epoch();
            case 2 -> new Epoch(newest.number() + 1, dice.next());
            case 3 -> new Epoch(newest.number() + (1L << 40), dice.next());
            default -> new Epoch(1L << 62, dice.next());
        };
    }
}
