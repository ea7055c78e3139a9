package org.gamenet.rgs.core.directory.line;

import java.io.IOException;

/** Something came on a line that is no frame of a line; the line ends. */
public final class LineException extends IOException {

    private static final long serialVersionUID = 1;

    LineException(String message) {
        super(message);
    }
}
