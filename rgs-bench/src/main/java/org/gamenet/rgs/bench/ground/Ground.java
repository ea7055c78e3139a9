package org.gamenet.rgs.bench.ground;

import java.util.List;

/** Where the processes of a drill run, by their numbers. */
public interface Ground extends AutoCloseable {

    /** The words before the command that starts this process. */
    List<String> enter(int process);

    /** Where this process listens. */
    String host(int process);

    /** The address to which this process is told to bind; "-" if it is to choose one by itself. */
    default String bind(int process) {
        return host(process) + ":0";
    }

    /** The address of a directory that listens there, as the players are told it. */
    String directory(String at);

    @Override
    void close();
}
