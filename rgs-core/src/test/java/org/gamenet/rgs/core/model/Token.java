package org.gamenet.rgs.core.model;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A word, a text in quotes, or a single sign of a source; comments and white space are none. */
record Token(String text, int at) {
    private static final Pattern EACH = Pattern.compile(
            "(?<comment>//[^\n]*|(?s:/\\*.*?\\*/))" + "|\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])+'|[\\w$]+|\\S");

    static List<Token> all(String source) {
        List<Token> tokens = new ArrayList<>();
        Matcher each = EACH.matcher(source);
        while (each.find()) if (each.group("comment") == null) tokens.add(new Token(each.group(), each.start()));
        return tokens;
    }

    int end() {
        return at + text.length();
    }

    /** A word of a {@link Passage} that stands for whatever a variable is called. */
    boolean isOpen() {
        return text.startsWith("$");
    }
}
