package org.gamenet.rgs.directory;

/** The log takes nothing more: the disk is full, or gone. That is nobody's mistake in the program. */
final class LogFault extends RuntimeException {
    private static final long serialVersionUID = 1;

    LogFault(String what, Throwable cause) {
        super(what + ": " + innermost(cause), cause);
    }

    private static String innermost(Throwable cause) {
        Throwable last = cause;
        while (last.getCause() != null) last = last.getCause();
        return last.getMessage() == null ? last.toString() : last.getMessage();
    }
}
