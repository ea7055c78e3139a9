package org.gamenet.rgs.core.machine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.charset.StandardCharsets;
import org.gamenet.rgs.spi.Printable;

/**
 * The rule for all text that others choose: so many bytes of UTF-8 at most, and nothing that moves a cursor, colours a
 * terminal, breaks a line or turns the direction of writing. Text that arrives is refused by it where it is decoded;
 * text that goes out is made to fit.
 */
public final class Text {

    /** Names of players, games, kinds and attributes; ids of games. Bytes. */
    public static final int NAME_BYTES = 64;

    /** Names of transport groups. Bytes. */
    public static final int GROUP_BYTES = 128;

    /** Addresses and host names. Bytes. */
    public static final int HOST_BYTES = 255;

    /** Why something happened, and values of attributes: any other text. Bytes. */
    public static final int REASON_BYTES = 256;

    private static final String CUT = "...";

    private Text() {}

    /** How many bytes of UTF-8 this text of a message may take; {@link #REASON_BYTES} without it. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    public @interface Within {
        int value();
    }

    /** Whether it takes no more bytes and can be printed. */
    public static boolean fits(String text, int bytes) {
        return text.length() <= bytes && text.getBytes(StandardCharsets.UTF_8).length <= bytes && isPrintable(text);
    }

    /** Whether every character of it may be shown. */
    public static boolean isPrintable(String text) {
        return Printable.isPrintable(text);
    }

    /** The text if it fits; else with a question mark for what cannot be printed, and without its end. */
    public static String fitting(String text, int bytes) {
        if (fits(text, bytes)) return text;
        StringBuilder made = new StringBuilder();
        int taken = 0;
        int room = bytes - CUT.length();
        int whole = 0;
        for (int at = 0; at < text.length() && taken <= bytes; ) {
            int point = text.codePointAt(at);
            at += Character.charCount(point);
            int shown = Printable.isPrintable(Character.toString(point)) ? point : '?';
            taken += shown < 0x80 ? 1 : shown < 0x800 ? 2 : shown < 0x10000 ? 3 : 4;
            made.appendCodePoint(shown);
            if (taken <= room) whole = made.length();
        }
        return taken <= bytes ? made.toString() : made.substring(0, whole) + CUT;
    }
}
