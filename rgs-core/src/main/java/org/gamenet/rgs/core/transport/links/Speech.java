package org.gamenet.rgs.core.transport.links;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.transport.links.WriteQueue.Care;

/** The words of this process: on the link that stands, or on the one that is dialled for them. Any thread. */
final class Speech {
    /** Packets up to this length go ahead of messages. */
    private static final int SHORT_PACKET_BYTES = 2_048;

    private final Pairs pairs;
    private final Calls calls;
    private final int frameBytes;
    private final Consumer<Endpoint> dial;
    private final Consumer<Link> broken;
    private final Cork cork = new Cork();

    /**
     * @param dial has a process dialled at once
     * @param broken is told of a link that does not take what is said
     */
    Speech(Pairs pairs, Calls calls, int frameBytes, Consumer<Endpoint> dial, Consumer<Link> broken) {
        this.pairs = pairs;
        this.calls = calls;
        this.frameBytes = frameBytes;
        this.dial = dial;
        this.broken = broken;
    }

    /** At once, or not at all; {@code given}: the whole array is the link's from here on. */
    boolean frame(Endpoint to, ByteBuffer frame, boolean given, Lane lane) {
        return say(to, Decoder.FRAME, frame, given, careOf(lane));
    }

    private static Care careOf(Lane lane) {
        return switch (lane) {
            case RELIABLE -> Care.IN_ORDER;
            case URGENT -> Care.URGENT;
            case UNRELIABLE -> Care.LOOSE;
        };
    }

    /** As soon as a link stands. */
    void call(Endpoint to, byte[] frame, Lane lane) {
        call(to, new Calls.Word(Decoder.FRAME, frame, careOf(lane)));
    }

    /** A packet of the group's stack, as soon as a link stands. */
    void carry(Endpoint to, byte[] packet) {
        Care care = packet.length <= SHORT_PACKET_BYTES ? Care.URGENT : Care.IN_ORDER;
        call(to, new Calls.Word(Decoder.PACKET, packet, care));
    }

    private void call(Endpoint to, Calls.Word word) {
        if (!say(to, word.kind(), ByteBuffer.wrap(word.body()), true, word.care())
                && calls.add(to, word, System.nanoTime())) {
            dial.accept(to);
        }
    }

    /** A link stands: what waited for it is said. */
    void answer(Endpoint process) {
        calls.take(process, System.nanoTime()).forEach(word -> call(process, word));
    }

    private boolean say(Endpoint to, byte kind, ByteBuffer body, boolean given, Care care) {
        PeerLinks pair = pairs.to(to);
        if (pair == null || !body.hasRemaining() || body.remaining() > frameBytes) {
            return false;
        }
        long now = System.nanoTime();
        Link link = pair.sound(now);
        try {
            if (link != null) {
                link.say(kind, body, given, care, now);
                cork.flush(link);
            }
            return link != null;
        } catch (IOException gone) {
            broken.accept(link);
            return false;
        }
    }

    void cork() {
        cork.in();
    }

    void uncork() {
        cork.out(broken);
    }
}
