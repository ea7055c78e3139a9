package org.gamenet.rgs.examples.teapots.cast;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Ties a process to the one that started it: standard input is closed when that one ends, however it ends, and then
 * this one ends too.
 */
public final class Leash {

    private Leash() {}

    /** From now on; each line that arrives is handed on, on a thread of its own. */
    public static void hold(Consumer<String> line) {
        Thread thread = new Thread(() -> listen(line), "leash");
        thread.setDaemon(true);
        thread.start();
    }

    private static void listen(Consumer<String> line) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String text = in.readLine(); text != null; text = in.readLine()) line.accept(text);
        } catch (IOException closed) {
            // The same as the end of the stream: nobody holds the other end.
        }
        Runtime.getRuntime().halt(0);
    }
}
