package org.gamenet.rgs.bench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.function.Consumer;

/**
 * The process that started this child, as far as the child sees it: its standard input. When that is closed, for
 * whatever reason, the child ends.
 */
public final class Parent {

    private Parent() {}

    /**
     * Hears each line on a thread of its own, from now on; answers {@code clock} with this process's monotonic
     * nanoseconds itself.
     */
    public static void listen(Consumer<String> command) {
        Thread thread = new Thread(
                () -> {
                    Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8);
                    while (lines.hasNextLine()) {
                        String line = lines.nextLine();
                        if (line.equals(SharedClock.QUESTION)) say(SharedClock.answer());
                        else command.accept(line);
                    }
                    Runtime.getRuntime().halt(0);
                },
                "hears the parent");
        thread.setDaemon(true);
        thread.start();
    }

    /** Says one line, whole. Any thread. */
    public static void say(String line) {
        byte[] bytes = (line + '\n').getBytes(StandardCharsets.UTF_8);
        synchronized (System.out) {
            try {
                System.out.write(bytes);
            } catch (IOException gone) {
                Runtime.getRuntime().halt(0);
            }
            System.out.flush();
        }
    }
}
