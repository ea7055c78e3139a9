package org.gamenet.rgs.core.transport.links;

import java.io.IOException;

/** Bytes on a link that are not of a link: the link ends. */
final class LinkException extends IOException {
    private static final long serialVersionUID = 1;

    LinkException(String what) {
        super(what);
    }
}
