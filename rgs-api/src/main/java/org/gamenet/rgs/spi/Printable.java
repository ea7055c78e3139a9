package org.gamenet.rgs.spi;

/**
 * The characters that a name may have, or any other text that others will see: none that moves a cursor, colours a
 * terminal, breaks a line or turns the direction of writing. Any thread.
 *
 * @since 0.1
 */
public final class Printable {

    private Printable() {}

    /** Whether every character of the text may be shown. */
    public static boolean isPrintable(String text) {
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at)))
            if (!isPrintable(text.codePointAt(at))) return false;
        return true;
    }

    private static boolean isPrintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
