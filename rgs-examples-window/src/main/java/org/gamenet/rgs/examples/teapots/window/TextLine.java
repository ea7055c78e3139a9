package org.gamenet.rgs.examples.teapots.window;

/** A line that is being typed. */
final class TextLine {
    private final int max;
    private final StringBuilder text = new StringBuilder();

    /** Takes so many characters. */
    TextLine(int max) {
        this.max = max;
    }

    void type(char character) {
        if (!Character.isISOControl(character) && !Character.isSurrogate(character) && text.length() < max)
            text.append(character);
    }

    void back() {
        if (!text.isEmpty()) text.setLength(text.length() - 1);
    }

    void clear() {
        text.setLength(0);
    }

    void set(String to) {
        clear();
        to.chars().forEach(c -> type((char) c));
    }

    String text() {
        return text.toString();
    }

    /** With a mark where the next character goes, that blinks. */
    String shown(double now) {
        return text + (now % 1 < 0.6 ? "|" : " ");
    }
}
