package org.gamenet.rgs.core.house;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A source file as far as the floors care. Comments and strings are gone from it, so nothing that is only talked about
 * counts.
 *
 * @param file simple name, without its ending
 * @param packageName package
 * @param code the rest of the file
 */
record SourceText(String file, String packageName, String code) {

    private static final Pattern NOT_CODE = Pattern.compile(
            "\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])+'|//[^\n]*|/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern PACKAGE = Pattern.compile("\\bpackage\\s+([\\w.]+)\\s*;");
    private static final Pattern QUALIFIED = Pattern.compile("(?<![\\w.])[a-z]\\w*(?:\\.\\w+)+(?:\\.\\*)?");

    static SourceText of(String file, String source) {
        String code = NOT_CODE.matcher(source).replaceAll(" ");
        Matcher found = PACKAGE.matcher(code);
        if (!found.find()) return new SourceText(file, "", code);
        return new SourceText(file, found.group(1), code.substring(found.end()));
    }

    /** The names that are imported, and those that are written out in full at the place of use. */
    Set<String> qualifiedNames() {
        Set<String> names = new LinkedHashSet<>();
        Matcher name = QUALIFIED.matcher(code);
        while (name.find()) names.add(name.group());
        return names;
    }

    boolean mentions(String words) {
        return Pattern.compile(words).matcher(code).find();
    }
}
