package org.gamenet.rgs.core.wire;

import java.util.regex.Pattern;

/** Names of types as a person wants to read them. */
final class Names {
    private static final Pattern BEFORE_THE_LAST = Pattern.compile("[\\w$]+[.$](?=[\\p{L}_])");

    private Names() {}

    /** Without packages and enclosing types, also within {@code List<...>}. */
    static String shortened(String type) {
        return BEFORE_THE_LAST.matcher(type).replaceAll("");
    }
}
