package org.gamenet.rgs.core.directory.line;

import java.io.IOException;

/** What came on a line is not what lines carry; the line ends. */
public final class LineException extends IOException {

    private static final long serialVersionUID = 1;

    LineException(String message) {
        super(message);
    }
}
