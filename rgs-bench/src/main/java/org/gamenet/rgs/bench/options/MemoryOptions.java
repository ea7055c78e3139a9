package org.gamenet.rgs.bench.options;

import picocli.CommandLine.Option;

/** The heaps of a server's process and of the one that all players share. */
public final class MemoryOptions {
    @Option(
            names = "--server-memory",
            defaultValue = "256m",
            paramLabel = "SIZE",
            description = "-Xmx of the server (default: 256m)")
    private String server = "";

    @Option(
            names = "--players-memory",
            defaultValue = "512m",
            paramLabel = "SIZE",
            description = "-Xmx of all players' process (default: 512m)")
    private String players = "";

    /** For {@code -Xmx}. */
    public String server() {
        return server;
    }

    /** For {@code -Xmx}. */
    public String players() {
        return players;
    }
}
