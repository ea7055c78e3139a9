package org.gamenet.rgs.directory;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.gamenet.rgs.core.directory.client.DirectoryAddress;

/** Texts from outside: a query of the page of games, a directory's address, names on their way into JSON. */
public final class WordsTarget {
    private WordsTarget() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        query(text);
        address(text);
        json(text);
    }

    private static void query(String text) {
        try {
            GamesPage.kind(text);
            GamesPage.kind(URI.create("/api/games?" + text).getRawQuery());
        } catch (IllegalArgumentException malformed) {
            // answered with 400
        }
    }

    private static void address(String text) {
        DirectoryAddress address;
        try {
            address = DirectoryAddress.parse(text);
        } catch (IllegalArgumentException said) {
            if (said.getMessage().chars().anyMatch(Character::isISOControl)
                    || said.getMessage().length() > 250) {
                throw new AssertionError("a refusal that does things to a terminal: " + said.getMessage());
            }
            return;
        }
        if (!DirectoryAddress.parse(address.toString()).equals(address))
            throw new AssertionError(address + " comes back otherwise");
    }

    private static void json(String text) {
        String json = GamesJson.string(new StringBuilder(), text).toString();
        if (json.chars().anyMatch(c -> c < ' ' || c > '~' || c == '<' || c == '>' || c == '&'))
            throw new AssertionError("not plain: " + json);
        if (!read(json).equals(text)) throw new AssertionError(json + " says something else");
    }

    /** As a reader of JSON does. */
    private static String read(String json) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i < json.length() - 1; i++) {
            char c = json.charAt(i);
            if (c == '"') throw new AssertionError("the string ends early: " + json);
            if (c != '\\') {
                text.append(c);
            } else if (json.charAt(++i) == 'u') {
                text.append((char) Integer.parseInt(json.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                text.append(json.charAt(i));
            }
        }
        return text.toString();
    }

    public static List<byte[]> seeds() {
        return List.of(
                        "kind=teapots",
                        "a=b&kind=%C3%A9+x",
                        "localhost:7400",
                        "[::1]:7400",
                        "say \"h\u00e9\" \\ <b>\u0000")
                .stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }
}
