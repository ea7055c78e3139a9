package org.gamenet.rgs.core.session;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.gamenet.rgs.core.detection.Signal;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.reconfiguration.Message;

/** Says things to the others: every message of {@link MessageTypes} that leaves this session goes through here. Worker's thread. */
final class Voice {
    private static final long STALE_AGAIN_NANOS = 20_000_000;
    private static final int STALE_MOST = 8_192;

    private final Conditioner way;
    private final Neighbours neighbours;
    private final Tallies tallies;
    private final Function<Record, Frames.Stamp> stamps;
    private final Map<MemberId, Long> staleSaidAt = new HashMap<>();

    /** @param stamps who speaks in which epoch, for a message that is about to be said */
    Voice(Conditioner way, Neighbours neighbours, Tallies tallies, Function<Record, Frames.Stamp> stamps) {
        this.way = way;
        this.neighbours = neighbours;
        this.tallies = tallies;
        this.stamps = stamps;
    }

    /** To one; dropped if nobody knows at which end it speaks, or it is me. */
    void say(MemberId to, Record message) {
        Node node = neighbours.nodeOf(to);
        if (node == null) return;
        Frames.Stamp stamp = stamps.apply(message);
        send(node, message, isPersonal(message) ? stamp.about(to) : stamp);
    }

    /** To whoever speaks at this end of the group. */
    void say(Node node, Record message) {
        send(node, message, stamps.apply(message));
    }

    private void send(Node node, Record message, Frames.Stamp stamp) {
        byte[] frame = Frames.encode(message, stamp);
        way.send(node, frame, laneOf(message));
        tallies.sent(frame.length);
    }

    /** To everybody else in the group. */
    void cast(Record message) {
        byte[] frame = Frames.encode(message, stamps.apply(message));
        if (message instanceof Message.FrameNews) {
            // On the way that messages take: whoever is named in one should have been announced before.
            neighbours.others().forEach(node -> way.send(node, frame, Lane.RELIABLE));
        } else {
            way.cast(frame, laneOf(message));
        }
        tallies.sent(frame.length);
    }

    /** P2: this is what I have promised. Not for every frame of a flood. */
    void sayStale(MemberId to, Epoch promise, long now) {
        Long said = staleSaidAt.get(to);
        if (said != null && now - said < STALE_AGAIN_NANOS) return;
        if (staleSaidAt.size() > STALE_MOST) staleSaidAt.clear();
        staleSaidAt.put(to, now);
        say(to, new Message.Stale(promise));
    }

    /** The lanes' frames, as they are. */
    void transmit(MemberId to, byte[] frame, Lane lane) {
        Node node = neighbours.nodeOf(to);
        if (node == null) return;
        way.send(node, frame, lane);
        tallies.sent(frame.length);
    }

    void cast(byte[] frame, Lane lane) {
        way.cast(frame, lane);
        tallies.sent(frame.length);
    }

    /** What must not reach the next incarnation of whom it is about: it would be put out for what the one before was. */
    static boolean isPersonal(Record message) {
        return message instanceof Message.JoinDenied || message instanceof Signal.Out;
    }

    /** What is ordered keeps its order; signs of life and the agreement overtake it. */
    private static Lane laneOf(Record message) {
        boolean ordered = message instanceof Message.FrameNews || message instanceof Message.OrderRequest || message instanceof Advert;
        return ordered ? Lane.RELIABLE : Lane.URGENT;
    }
}
