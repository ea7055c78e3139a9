package org.gamenet.rgs.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * Stops and continues children. A shell is kept open for it, because to start a program takes longer than what is
 * measured. One thread.
 */
public final class Signals implements AutoCloseable {
    private final Process shell;
    private final Writer commands;
    private final BufferedReader answers;

    /** Starts the shell. */
    public Signals() throws IOException {
        shell = new ProcessBuilder("/bin/sh")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        commands = shell.outputWriter(StandardCharsets.US_ASCII);
        answers = shell.inputReader(StandardCharsets.US_ASCII);
    }

    /** SIGSTOP: on return the process stands still, its sockets open. */
    public void stop(ChildProcess child) throws IOException {
        send("STOP", child);
    }

    /** SIGCONT: it runs again and does not know that it did not. */
    public void resume(ChildProcess child) throws IOException {
        send("CONT", child);
    }

    private void send(String signal, ChildProcess child) throws IOException {
        commands.write("kill -" + signal + " " + child.pid() + " && echo done || echo failed\n");
        commands.flush();
        String answer = answers.readLine();
        if (!"done".equals(answer))
            throw new IOException(
                    "no SIG" + signal + " for " + child.label() + ", process " + child.pid() + ": " + answer);
    }

    /** Ends the shell. */
    @Override
    public void close() {
        shell.destroyForcibly();
    }
}
