package org.gamenet.rgs.examples.teapots.play;

/**
 * Something that a player says to all. A stranger's message is cut and cleaned like one's own: who draws it need not.
 *
 * @param text one line
 */
public record Chat(String text) {
    /** More is cut off. */
    public static final int LENGTH_MAX = 80;

    /** Keeps one line of it. */
    public Chat {
        String line = text.replaceAll("\\p{Cc}+", " ").strip();
        text = line.length() > LENGTH_MAX ? line.substring(0, LENGTH_MAX) : line;
    }
}
