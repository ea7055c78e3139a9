package org.gamenet.rgs.core.transport.links;

import java.io.IOException;

/** Something came on a link that is not what links carry; the link ends. */
final class LinkException extends IOException {
    private static final long serialVersionUID = 1;

    LinkException(String what) {
        super(what);
    }
}
