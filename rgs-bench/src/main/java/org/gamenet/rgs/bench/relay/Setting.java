package org.gamenet.rgs.bench.relay;

import org.gamenet.rgs.Delivery;

/**
 * The terms on which a relay is opened.
 *
 * @param directory for whom looks its game up
 * @param game its name
 * @param players besides the server
 * @param delivery of all messages, as far as the peer has such a thing
 */
record Setting(String directory, String game, int players, Delivery delivery) {

    /** Whether a newer message may take the place of an older one. */
    boolean mayLose() {
        return mayLose(delivery);
    }

    static boolean mayLose(Delivery delivery) {
        return delivery == Delivery.UNRELIABLE || delivery == Delivery.UNRELIABLE_SEQUENCED;
    }
}
