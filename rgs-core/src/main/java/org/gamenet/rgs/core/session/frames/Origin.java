package org.gamenet.rgs.core.session.frames;

import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.core.port.Node;
import org.jspecify.annotations.Nullable;

/** The origin of a frame: a {@link Node} at that end of the group, or the {@link Endpoint} at that of a link. */
record Origin(Object source, GroupTransport transport) {

    /** Where the process listens that has sent it; null if the transport does not know. */
    @Nullable
    Endpoint place() {
        return source instanceof Node node ? transport.placeOf(node) : (Endpoint) source;
    }

    /** A member that names a place names its own. */
    boolean isThere(Member member) {
        Endpoint place = place();
        return place == null || place.equals(member.endpoint());
    }
}
