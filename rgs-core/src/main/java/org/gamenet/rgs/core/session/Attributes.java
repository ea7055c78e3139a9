package org.gamenet.rgs.core.session;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** What may stand in a game's name, a player's name and an attribute; errors name what is wrong. */
public final class Attributes {
    private static final int MOST = 16;
    private static final int NAME_BYTES = 64;
    private static final int VALUE_BYTES = 256;

    private Attributes() {}

    /** At most 16, names of 1 to 64 bytes, values of up to 256, printable; {@link IllegalArgumentException} otherwise. */
    public static void check(Map<String, String> attributes) {
        if (attributes.size() > MOST) throw new IllegalArgumentException(attributes.size() + " attributes: at most " + MOST);
        attributes.forEach((name, value) -> {
            checkName("attribute", name);
            checkText("attribute " + name, value, 0, VALUE_BYTES);
        });
    }

    /** 1 to 64 bytes, printable; {@link IllegalArgumentException} otherwise. */
    public static void checkName(String of, String name) {
        checkText(of + " name", name, 1, NAME_BYTES);
    }

    private static void checkText(String what, String text, int least, int most) {
        if (text == null) throw new IllegalArgumentException(what + " is null");
        int bytes = text.length() > most ? text.length() : text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes < least || bytes > most) {
            throw new IllegalArgumentException(what + " takes " + bytes + " bytes in UTF-8; " + least + " to " + most + " are allowed");
        }
        boolean printable = text.codePoints().noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.UNASSIGNED
                || Character.getType(c) == Character.SURROGATE || Character.getType(c) == Character.FORMAT
                || Character.getType(c) == Character.LINE_SEPARATOR || Character.getType(c) == Character.PARAGRAPH_SEPARATOR);
        if (!printable || least > 0 && text.isBlank()) throw new IllegalArgumentException(what
                + " is blank or has characters that cannot be printed");
    }
}
