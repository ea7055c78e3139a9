package org.gamenet.rgs.core.reconfiguration;

import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Member;

/** A holder's advertisement that waits for the arbiter's word that its grant is real (P36). */
public record PendingCollect(Epoch epoch, int round, Basis basis, Member holder) {

    /** Whether the arbiter has granted it, to whoever advertises it, as far as it says to whom. */
    boolean isGranted(Event.GameStatusKnown known) {
        return known.current().equals(epoch)
                && known.holder().map(holder.id()::equals).orElse(true);
    }

    static PendingCollect of(Message.Collect ad) {
        return new PendingCollect(ad.epoch(), ad.round(), ad.basis(), ad.holder());
    }
}
