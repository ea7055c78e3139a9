package org.gamenet.rgs.bench.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line with an object that {@link Json} wrote, to be read again: its numbers by their names, wherever in it they
 * stand.
 */
public record JsonLine(String text) {

    /** The object in a line, whatever comes before it. */
    public static JsonLine of(String line) {
        return new JsonLine(line.substring(Math.max(0, line.indexOf('{'))));
    }

    /** NaN if there is no such number, or null in its place. */
    public double number(String name) {
        Matcher found =
                Pattern.compile('"' + Pattern.quote(name) + "\":(-?[0-9.]+)").matcher(text);
        return found.find() ? Double.parseDouble(found.group(1)) : Double.NaN;
    }
}
