package org.gamenet.rgs.core.transport.links;

import java.io.IOException;

/** What comes on a link is not what it should be: the link ends. */
final class LinkException extends IOException {
    private static final long serialVersionUID = 1;

    LinkException(String what) {
        super(what);
    }
}
