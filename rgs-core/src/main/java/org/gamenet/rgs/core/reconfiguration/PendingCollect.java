package org.gamenet.rgs.core.reconfiguration;

import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Member;

/** A holder's advertisement that waits for the arbiter's word that its grant is real (P36). */
record PendingCollect(Epoch epoch, int round, Basis basis, Member holder) {

    static PendingCollect of(Message.Collect ad) {
        return new PendingCollect(ad.epoch(), ad.round(), ad.basis(), ad.holder());
    }
}
