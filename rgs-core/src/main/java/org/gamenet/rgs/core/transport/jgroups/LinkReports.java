package org.gamenet.rgs.core.transport.jgroups;

import java.nio.ByteBuffer;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.transport.links.LinkListener;
import org.gamenet.rgs.core.wire.FrameHeader;

/** The links' reports go to the session, and to the group's stack. */
final class LinkReports implements LinkListener {
    private final GroupListener told;
    private final GroupEntry group;

    LinkReports(GroupListener told, GroupEntry group) {
        this.told = told;
        this.group = group;
    }

    @Override
    public void heard(Endpoint from, FrameHeader header, ByteBuffer body) {
        told.hears(from, header, body);
    }

    @Override
    public void heard(Endpoint from, ByteBuffer frame) {
        told.heard(from, frame);
    }

    @Override
    public void heardAll() {
        told.heardAll();
    }

    @Override
    public void packet(Endpoint from, ByteBuffer packet) {
        GroupLine current = group.line();
        if (current != null) {
            current.packet(from, packet);
        }
    }

    @Override
    public void linked(Endpoint process) {
        told.linked(process);
    }

    @Override
    public void unlinked(Endpoint process) {
        GroupLine current = group.line();
        if (current != null) {
            current.unlinked(process);
        }
        told.unlinked(process);
    }

    @Override
    public void refused(Endpoint process) {
        GroupLine current = group.line();
        if (current != null) {
            current.refused(process);
        }
        // Nobody listens there, which says as much as a broken link.
        told.unlinked(process);
    }
}
