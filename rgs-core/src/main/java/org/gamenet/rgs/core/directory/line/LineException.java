package org.gamenet.rgs.core.directory.line;

import java.io.IOException;

/** Bytes on a line that are not of a line; the line ends. */
public final class LineException extends IOException {

    private static final long serialVersionUID = 1;

    LineException(String message) {
        super(message);
    }
}
