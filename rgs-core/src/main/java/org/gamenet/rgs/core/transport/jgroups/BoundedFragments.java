package org.gamenet.rgs.core.transport.jgroups;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.FragHeader;
import org.jspecify.annotations.Nullable;

/**
 * Cuts long frames, puts them together again, and keeps no more of unfinished ones than two frames of the longest kind
 * for a member, and four for all of them: what was begun first is forgotten first. JGroups by itself keeps whatever
 * somebody begins and never ends.
 */
final class BoundedFragments extends FRAG2 {
    /** Bytes that a frame takes on the heap at most, besides its fragments. */
    private static final int FRAME_BYTES = 512;

    private static final int REFERENCE_BYTES = 8;
    /** Bytes that a fragment takes at most, besides its contents. */
    private static final int OBJECT_BYTES = 512;

    private static final int FRAMES_OF_ONE = 2;
    private static final int FRAMES_OF_ALL = 4;

    private final long mostOfOne;
    private final long mostOfAll;
    /** Oldest first. */
    private final Map<Begun, Size> begun = new LinkedHashMap<>();

    private final Map<Address, Long> ofOne = new HashMap<>();
    private long ofAll;

    private record Begun(Address sender, long id) {}

    /** How many fragments it has, and what it takes on the heap so far. */
    private record Size(int fragments, long bytes) {}

    BoundedFragments(TransportLimits limits) {
        setId(ClassConfigurator.getProtocolId(FRAG2.class));
        setFragSize(TransportLimits.FRAGMENT_BYTES);
        long frame = limits.frameBytes() + (long) limits.fragments() * (OBJECT_BYTES + REFERENCE_BYTES) + FRAME_BYTES;
        mostOfOne = FRAMES_OF_ONE * frame;
        mostOfAll = FRAMES_OF_ALL * frame;
    }

    /** Bytes on the heap for frames that are not complete. */
    synchronized long held() {
        return ofAll;
    }

    @Override
    protected synchronized @Nullable Message unfragment(Message fragment, FragHeader header) {
        Begun frame = new Begun(fragment.getSrc(), header.id);
        Size known = begun.get(frame);
        if (header.frag_id < 0
                || header.frag_id >= header.num_frags
                || known != null && known.fragments != header.num_frags) {
            return null;
        }
        long before = known == null ? FRAME_BYTES + (long) header.num_frags * REFERENCE_BYTES : known.bytes;
        charge(frame, new Size(header.num_frags, before + OBJECT_BYTES + fragment.getLength()));
        while (ofOne.getOrDefault(frame.sender, 0L) > mostOfOne) {
            forget(oldestOf(frame.sender));
        }
        while (ofAll > mostOfAll) {
            forget(begun.keySet().iterator().next());
        }
        if (!begun.containsKey(frame)) {
            return null;
        }
        Message whole = super.unfragment(fragment, header);
        if (whole != null) {
            settle(frame);
        }
        return whole;
    }

    private void charge(Begun frame, Size size) {
        Size before = begun.put(frame, size);
        add(frame.sender, size.bytes - (before == null ? 0 : before.bytes));
    }

    private void add(Address sender, long bytes) {
        ofAll += bytes;
        ofOne.merge(sender, bytes, Long::sum);
        ofOne.remove(sender, 0L);
    }

    private void settle(Begun frame) {
        Size size = begun.remove(frame);
        if (size != null) {
            add(frame.sender, -size.bytes);
        }
    }

    private Begun oldestOf(Address sender) {
        return begun.keySet().stream()
                .filter(each -> each.sender.equals(sender))
                .findFirst()
                .orElseThrow();
    }

    private void forget(Begun frame) {
        settle(frame);
        ConcurrentMap<Long, FragEntry> of = fragment_list.get(frame.sender);
        if (of != null) {
            of.remove(frame.id);
            if (of.isEmpty()) {
                fragment_list.remove(frame.sender);
            }
        }
    }

    @Override
    protected synchronized void handleViewChange(View view) {
        super.handleViewChange(view);
        List<Begun> gone = begun.keySet().stream()
                .filter(each -> !fragment_list.containsKey(each.sender))
                .toList();
        gone.forEach(this::settle);
    }
}
