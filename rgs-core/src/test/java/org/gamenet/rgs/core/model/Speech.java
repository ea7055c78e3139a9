package org.gamenet.rgs.core.model;

import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.Message;

/** The messages that members of a {@link World} want ordered, as applications and lanes say them. */
final class Speech {
    private final World world;

    Speech(World world) {
        this.world = world;
    }

    /** So that it shows whose act is whose. */
    static Payload said(long number) {
        return new Payload(new byte[] {(byte) number});
    }

    /** Something more: to whoever numbers it, or by permission to itself, with all that its log lacks. */
    int[] more(int[] at, int i) {
        if (world.rules.byPermission()) return again(says(at, i), i);
        Facts a = world.facts(at, i);
        long number = a.log.orderedOf(a.id) + 1;
        Event order = new Event.Heard(a.id, new Message.OrderRequest(number, 5, 1, Payload.EMPTY));
        return world.add(at, world.packet(new Packet(a.watched, a.watchedId, order, null, i, false)));
    }

    /** Its application has said something more. */
    int[] says(int[] at, int i) {
        int[] next = at.clone();
        next[i] = world.actor(world.actor(at, i).says());
        return next;
    }

    /** All that it has said and its log does not have, in its order. */
    int[] again(int[] from, int i) {
        int[] at = from;
        long said = world.actor(from, i).said();
        Facts a = world.facts(from, i);
        for (long n = a.log.orderedOf(a.id) + 1; n <= said && world.facts(at, i).insists; n++)
            at = world.happen(at, i, new Event.OrderAsked(new Message.OrderRequest(n, 5, 1, said(n))));
        return at;
    }
}
