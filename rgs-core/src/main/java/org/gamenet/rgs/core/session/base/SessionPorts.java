package org.gamenet.rgs.core.session.base;

import java.util.List;
import org.gamenet.rgs.core.port.Chance;
import org.gamenet.rgs.core.port.Clock;
import org.gamenet.rgs.core.port.DirectoryPort;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.core.port.Keys;
import org.jspecify.annotations.Nullable;

/**
 * The outside of one session.
 *
 * @param directoryAddresses for errors; empty if the directory is {@code privateDirectory}
 * @param privateDirectory whether the directory is in this process and nobody else's (T7)
 * @param debugger whether a debugger may stop this process (P20)
 * @param keys of seats; null: in a world without strangers, where a seat has a secret that is told
 * @param audible whether what it goes through is of interest to a person, and logged
 */
public record SessionPorts(
        Clock clock,
        Chance chance,
        GroupTransport transport,
        DirectoryPort directory,
        List<String> directoryAddresses,
        boolean privateDirectory,
        WarmUp warmUp,
        boolean debugger,
        boolean audible,
        @Nullable Keys keys) {

    public SessionPorts {
        directoryAddresses = List.copyOf(directoryAddresses);
    }

    /** Without keys. */
    public SessionPorts(
            Clock clock,
            Chance chance,
            GroupTransport transport,
            DirectoryPort directory,
            List<String> directoryAddresses,
            boolean privateDirectory,
            WarmUp warmUp,
            boolean debugger,
            boolean audible) {
        this(
                clock,
                chance,
                transport,
                directory,
                directoryAddresses,
                privateDirectory,
                warmUp,
                debugger,
                audible,
                null);
    }

    /** Of a session that a game has, without keys. */
    public SessionPorts(
            Clock clock,
            Chance chance,
            GroupTransport transport,
            DirectoryPort directory,
            List<String> directoryAddresses,
            boolean privateDirectory,
            WarmUp warmUp,
            boolean debugger) {
        this(clock, chance, transport, directory, directoryAddresses, privateDirectory, warmUp, debugger, true);
    }

    /** Rehearses a recovery: until that is over a spare is offered games last. */
    @FunctionalInterface
    public interface WarmUp {

        /** None. */
        WarmUp NONE = Runnable::run;

        /** Begins, and calls back on any thread when it is over; never blocks. */
        void begin(Runnable over);
    }
}
