package org.gamenet.rgs.core.session.frames;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.wire.MalformedException;

/** Whether the packages that a holder collects came undamaged. Worker's thread. */
public final class PackageCheck {
    private final Counters counters;
    private final Set<MemberId> damagedOnce = new HashSet<>();

    public PackageCheck(Counters counters) {
        this.counters = counters;
    }

    /** Another collection of packages begins: each may arrive damaged once. */
    public void startsToCollect() {
        damagedOnce.clear();
    }

    /**
     * A package whose digest is wrong is asked for once more, by silence; the second time its sender counts as one
     * without (HA36).
     */
    Optional<Message.CollectReply> undamaged(MemberId from, Message.CollectReply a) {
        if (a.packed().isEmpty()
                || Frames.digest(a.packed().get().state().bytes())
                        == a.packed().get().digest()) return Optional.of(a);
        counters.malformed(new MalformedException("a package of " + from + " with a wrong digest"));
        if (damagedOnce.add(from)) return Optional.empty();
        return Optional.of(new Message.CollectReply(
                a.epoch(), a.round(), a.full(), a.log(), a.rules(), a.heardAt(), a.serverLeaves(), Optional.empty()));
    }
}
