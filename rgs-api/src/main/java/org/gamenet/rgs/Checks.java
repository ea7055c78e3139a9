package org.gamenet.rgs;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.gamenet.rgs.spi.Printable;

/** The rules for names and attributes; errors name the rule that is broken. */
final class Checks {
    private static final int ATTRIBUTES_MAX = 16;
    private static final int NAME_BYTES = 64;
    private static final int VALUE_BYTES = 256;

    private Checks() {}

    static void gameName(String ifNull, String name) {
        if (name == null) throw new IllegalArgumentException(ifNull);
        text("game name", name, 1, NAME_BYTES);
    }

    static void attributeName(String name) {
        text("attribute name", name, 1, NAME_BYTES);
    }

    static void attributes(Map<String, String> attributes) {
        if (attributes.size() > ATTRIBUTES_MAX)
            throw new IllegalArgumentException(attributes.size() + " attributes: at most " + ATTRIBUTES_MAX);
        attributes.forEach((name, value) -> {
            attributeName(name);
            text("attribute " + name, value, 0, VALUE_BYTES);
        });
    }

    private static void text(String what, String text, int least, int most) {
        int bytes = text.length() > most ? text.length() : text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes < least || bytes > most)
            throw new IllegalArgumentException(
                    what + " takes " + bytes + " bytes in UTF-8; " + least + " to " + most + " are allowed");
        if (!Printable.isPrintable(text) || least > 0 && text.isBlank())
            throw new IllegalArgumentException(what + " is blank or has characters that cannot be printed");
    }
}
