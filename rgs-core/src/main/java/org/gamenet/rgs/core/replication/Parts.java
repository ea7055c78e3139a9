package org.gamenet.rgs.core.replication;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Payload;

/**
 * A copy on its way in. Nothing is allocated for what has not come.
 *
 * @param total bytes that it is to have
 * @param upTo bytes that are here
 */
record Parts(Epoch epoch, long version, int total, int upTo, List<Payload> bytes) {

    static final Parts NONE = new Parts(Epoch.NONE, 0, 0, 0, List.of());

    /** With this part if it is the next of its copy, or the first of a newer one; otherwise as it was. */
    Parts with(CopyMessage.CopyPart part, int most) {
        if (part.total() <= 0
                || part.total() > most
                || part.from() < 0
                || part.bytes().size() == 0) return this;
        boolean newer = !part.epoch().equals(epoch) || part.version() > version;
        Parts of =
                newer && part.from() == 0 ? new Parts(part.epoch(), part.version(), part.total(), 0, List.of()) : this;
        boolean next = of.isOf(part)
                && part.total() == of.total
                && part.from() == of.upTo
                && part.bytes().size() <= of.total - of.upTo;
        if (!next) return of;
        List<Payload> more = new ArrayList<>(of.bytes);
        more.add(part.bytes());
        return new Parts(of.epoch, of.version, of.total, of.upTo + part.bytes().size(), more);
    }

    boolean isOf(CopyMessage.CopyPart part) {
        return part.epoch().equals(epoch) && part.version() == version;
    }

    boolean isWhole() {
        return total > 0 && upTo == total;
    }

    Payload whole() {
        byte[] all = new byte[upTo];
        int at = 0;
        for (Payload each : bytes) {
            System.arraycopy(each.bytes(), 0, all, at, each.size());
            at += each.size();
        }
        return new Payload(all);
    }
}
