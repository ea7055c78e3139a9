package org.gamenet.rgs.examples.teapots.window;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.examples.teapots.cast.Roll;

/**
 * Kills or stops the process that serves, for real. Only processes of this machine that entered themselves in the roll.
 * Answers in words.
 */
final class Executioner {
    private static final long PAUSE_MILLIS = 10_000;

    private final Set<Long> stopped = ConcurrentHashMap.newKeySet();

    /** SIGKILL: none of its own code runs any more. */
    String kill(Session session) {
        Optional<Roll.Entry> server = server(session);
        if (server.isEmpty()) return elsewhere(session);
        ProcessHandle.of(server.get().pid()).ifPresent(ProcessHandle::destroyForcibly);
        return "SIGKILL for " + server.get().label() + ", process "
                + server.get().pid();
    }

    /** SIGSTOP, and ten seconds later SIGCONT: a machine that hangs, and comes back believing that it serves. */
    String pause(Session session) {
        if (System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows"))
            return "Windows cannot pause a process";
        Optional<Roll.Entry> server = server(session);
        if (server.isEmpty()) return elsewhere(session);
        long pid = server.get().pid();
        if (!stopped.add(pid)) return server.get().label() + " is paused already";
        signal("STOP", pid);
        Thread waker = new Thread(() -> wakeLater(pid), "wakes " + pid);
        waker.setDaemon(true);
        waker.start();
        return "SIGSTOP for " + server.get().label() + ", process " + pid + ", for 10 s";
    }

    /** Lets all that are stopped go on. */
    void release() {
        stopped.forEach(this::wake);
    }

    private static Optional<Roll.Entry> server(Session session) {
        if (session.view().servers().isEmpty() || session.isServer()) return Optional.empty();
        return Roll.here().find(session.view().server());
    }

    private static String elsewhere(Session session) {
        if (session.view().servers().isEmpty()) return "nobody serves yet";
        Peer server = session.view().server();
        return session.isServer()
                ? "this window serves now: close it, and the game goes on without it"
                : server.name() + " is no process of this machine";
    }

    private void wakeLater(long pid) {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException now) {
            Thread.currentThread().interrupt();
        }
        wake(pid);
    }

    private void wake(long pid) {
        if (stopped.remove(pid)) signal("CONT", pid);
    }

    private static void signal(String name, long pid) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                    .inheritIO()
                    .start();
        } catch (IOException noKill) {
            throw new IllegalStateException("there is no command kill on this machine", noKill);
        }
    }
}
