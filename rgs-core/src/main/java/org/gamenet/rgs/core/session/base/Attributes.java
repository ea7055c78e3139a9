package org.gamenet.rgs.core.session.base;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.gamenet.rgs.core.machine.Text;

/** The rules for names and attributes; errors name the rule that is broken. */
public final class Attributes {
    private static final int MOST = 16;

    private Attributes() {}

    /**
     * At most 16, names of 1 to 64 bytes, values of up to 256, printable; {@link IllegalArgumentException} otherwise.
     */
    public static void check(Map<String, String> attributes) {
        if (attributes.size() > MOST)
            throw new IllegalArgumentException(attributes.size() + " attributes: at most " + MOST);
        attributes.forEach((name, value) -> {
            checkName("attribute", name);
            checkText("attribute " + name, value, 0, Text.REASON_BYTES);
        });
    }

    /** 1 to 64 bytes, printable; {@link IllegalArgumentException} otherwise. */
    public static void checkName(String of, String name) {
        checkText(of + " name", name, 1, Text.NAME_BYTES);
    }

    private static void checkText(String what, String text, int least, int most) {
        if (text == null) throw new IllegalArgumentException(what + " is null");
        int bytes = text.length() > most ? text.length() : text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes < least || bytes > most) {
            throw new IllegalArgumentException(
                    what + " takes " + bytes + " bytes in UTF-8; " + least + " to " + most + " are allowed");
        }
        if (!Text.isPrintable(text) || least > 0 && text.isBlank())
            throw new IllegalArgumentException(what + " is blank or has characters that cannot be printed");
    }
}
