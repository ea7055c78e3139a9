package org.gamenet.rgs.core.transport.links;

import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.gamenet.rgs.core.machine.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * The links between this process and another that are up. Both ends may dial. All links that are up are heard; said is
 * on one: a sound one before a doubtful one, then one that the lower of the two processes dialled, so that both agree
 * and the other falls idle, then the newest. The loop's thread, but for the methods that change nothing: any thread.
 */
final class PeerLinks {
    private static final Comparator<Endpoint> ORDER = Comparator.comparing(Endpoint::host)
            .thenComparingInt(Endpoint::probePort)
            .thenComparingInt(Endpoint::groupPort);

    final Endpoint process;
    private final boolean iAmLower;
    private volatile @Nullable Certificate certificate;
    private volatile List<Link> up = List.of();
    long dialAt;
    /** When something came last on a link that is gone; before any, when this began. */
    private volatile long heardAt;

    PeerLinks(Endpoint self, Endpoint process, long now) {
        this.process = process;
        this.iAmLower = ORDER.compare(self, process) < 0;
        this.heardAt = now;
        this.dialAt = iAmLower ? now : now + Link.OWES_NANOS / 5;
    }

    /**
     * Throws unless the certificate on this link is the process's own: that of whoever answered at its port when this
     * end dialled, and until then of who came first. {@code dial}: who listens there tells who is right.
     */
    void accept(Link link, Consumer<Endpoint> dial) throws LinkException {
        if (link.dialled || certificate == null) {
            certificate = link.certificate();
        }
        if (!isItself(link)) {
            dial.accept(process);
            throw new LinkException("another certificate than that of " + process);
        }
    }

    /** Whether its certificate is the process's own; in the clear there is none. */
    private boolean isItself(Link link) {
        return Objects.equals(certificate, link.certificate());
    }

    /** The process's own certificate as far as it is known, null in the clear. */
    @Nullable
    Certificate certificate() {
        return certificate;
    }

    /** Whether it is of no use any more: doubtful, or somebody else's. */
    boolean isPast(Link link, long now) {
        return link.isDoubtful(now) || !isItself(link);
    }

    List<Link> up() {
        return up;
    }

    void add(Link link) {
        List<Link> more = new ArrayList<>(up);
        more.add(link);
        up = List.copyOf(more);
    }

    /** Whether it was one of those that were up. */
    boolean remove(Link link) {
        List<Link> fewer = new ArrayList<>(up);
        boolean had = fewer.remove(link);
        up = List.copyOf(fewer);
        heardAt = Math.max(heardAt, link.lastHeardAt());
        return had;
    }

    /** When something came last. */
    long heardAt() {
        long last = heardAt;
        for (Link each : up) {
            last = Math.max(last, each.lastHeardAt());
        }
        return last;
    }

    /** The link for what is said now; null if none is sound. */
    @Nullable
    Link sound(long now) {
        Link best = null;
        List<Link> all = up;
        for (int i = 0; i < all.size(); i++) {
            Link each = all.get(i);
            boolean better = best == null || isByLower(each) || !isByLower(best);
            if (!each.isDoubtful(now) && better) {
                best = each;
            }
        }
        return best;
    }

    private boolean isByLower(Link link) {
        return link.dialled == iAmLower;
    }
}
