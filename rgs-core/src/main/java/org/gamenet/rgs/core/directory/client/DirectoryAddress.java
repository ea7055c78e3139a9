package org.gamenet.rgs.core.directory.client;

/**
 * Where a directory listens. Immutable; any thread.
 *
 * @param host name or address, without the brackets of an IPv6 one
 * @param port 1 to 65535
 */
public record DirectoryAddress(String host, int port) {

    private static final String FORM = "; write host:port, for example localhost:7400 or [::1]:7400";

    /**
     * Reads {@code host:port}. {@link IllegalArgumentException} names what is wrong with the text and what is right.
     */
    public static DirectoryAddress parse(String text) {
        String trimmed = text.strip();
        int colon = trimmed.lastIndexOf(':');
        if (colon < 0 || colon < trimmed.lastIndexOf(']')) {
            throw new IllegalArgumentException("The directory address " + quoted(text) + " has no port" + FORM);
        }
        String host = trimmed.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw new IllegalArgumentException(
                    "The directory address " + quoted(text) + " is an IPv6 one without brackets" + FORM);
        }
        if (host.isBlank() || host.length() > 255 || host.chars().anyMatch(c -> c <= ' ' || c == '/' || c == 127)) {
            throw new IllegalArgumentException("The directory address " + quoted(text) + " has no host name" + FORM);
        }
        return new DirectoryAddress(host, port(text, trimmed.substring(colon + 1)));
    }

    private static int port(String text, String digits) {
        try {
            int port = Integer.parseInt(digits);
            if (port >= 1 && port <= 65535) {
                return port;
            }
        } catch (NumberFormatException notANumber) {
            // said below, in the user's words
        }
        throw new IllegalArgumentException(
                "The directory address " + quoted(text) + " has no port from 1 to 65535" + FORM);
    }

    /** Texts of users end up in logs: printable and short. */
    private static String quoted(String text) {
        String printable = text.replaceAll("\\p{C}", "?");
        return '"' + (printable.length() <= 80 ? printable : printable.substring(0, 80) + "...") + '"';
    }

    @Override
    public String toString() {
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }
}
