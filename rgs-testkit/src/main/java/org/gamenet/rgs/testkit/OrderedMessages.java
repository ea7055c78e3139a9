package org.gamenet.rgs.testkit;

import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.core.machine.Mix;
import org.gamenet.rgs.core.wire.Records;

/** The messages that were sent to be totally ordered: a receiver is not told how a message was sent. */
final class OrderedMessages {
    private final Set<Class<?>> types = new HashSet<>();
    private final Set<Long> ordered = new HashSet<>();
    private final Set<Long> others = new HashSet<>();

    void sent(Peer from, Record message, Delivery how, Records records) {
        if (how == Delivery.TOTAL_ORDER) types.add(message.getClass());
        else if (!types.contains(message.getClass())) return;
        (how == Delivery.TOTAL_ORDER ? ordered : others).add(digest(from, message, records));
    }

    /** The message's entry in the order; nothing if it was sent in another way, or so too. */
    OptionalLong order(Peer from, Record message, Records records) {
        if (!types.contains(message.getClass())) return OptionalLong.empty();
        long digest = digest(from, message, records);
        return ordered.contains(digest) && !others.contains(digest) ? OptionalLong.of(digest) : OptionalLong.empty();
    }

    private static long digest(Peer from, Record message, Records records) {
        long digest = from.id();
        for (byte each : records.encode(message)) digest = Mix.of(digest * 31, each);
        return digest;
    }

    /** Nobody can tell them apart where they arrive. */
    boolean areAmbiguous() {
        return others.stream().anyMatch(ordered::contains);
    }
}
