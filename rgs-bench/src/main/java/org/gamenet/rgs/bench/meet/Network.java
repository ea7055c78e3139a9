package org.gamenet.rgs.bench.meet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gamenet.rgs.bench.ground.Namespaces;

/** A network between processes that are to meet. Its name is the value of {@code --network}. */
enum Network {
    /** The loopback of this machine, as it is. */
    LOOPBACK("loopback"),
    /** One host that has nothing but {@code lo}, and nobody is told to bind to it. */
    LO("lo"),
    /** Two hosts on a bridge, that share the processes. */
    TWO_HOSTS("two-hosts"),
    /** A host for each process, on a bridge. */
    BRIDGE("bridge"),
    /** Each host is on two bridges, with an address on each, and chooses by itself where it listens. */
    TWO_INTERFACES("two-interfaces"),
    /**
     * Each host has interfaces besides that lead nowhere, and chooses by itself where it listens; its usual way is the
     * bridge.
     */
    ASIDE("aside"),
    /** A bridge where no multicast arrives: broadcast is left. */
    NO_MULTICAST("no-multicast"),
    /** A bridge where neither arrives: each process is told the hosts. */
    HOST_LIST("host-list");

    private final String words;

    Network(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }

    boolean isBridged() {
        return this != LOOPBACK && this != LO;
    }

    /** Makes it, for so many processes. */
    Namespaces make(String prefix, int processes) throws IOException {
        Namespaces made = new Namespaces(prefix, isBridged() ? hosts(processes) : 0);
        try {
            if (this == LO) made.isolated("0", true, List.of());
            for (int host = 0; isBridged() && host < hosts(processes); host++) {
                if (this == TWO_INTERFACES) made.plugTwice(host);
                if (this == ASIDE) made.aside(host);
                if (this == NO_MULTICAST || this == HOST_LIST) made.deafen(host, this == HOST_LIST);
            }
            return made;
        } catch (IOException refused) {
            made.close();
            throw refused;
        }
    }

    private int hosts(int processes) {
        return this == TWO_HOSTS ? 2 : processes;
    }

    /** How a process is started there, and what it is told. */
    Meeting.Place place(Namespaces made, int process, int processes) {
        int host = this == LO ? 0 : process % hosts(processes);
        List<String> told = new ArrayList<>();
        if (this != LO && this != TWO_INTERFACES && this != ASIDE)
            told.addAll(List.of("--bind", made.host(host) + ":0"));
        if (this == HOST_LIST)
            IntStream.range(0, hosts(processes)).forEach(each -> told.addAll(List.of("--lan", made.host(each))));
        return new Meeting.Place(made.enter(host), told);
    }
}
