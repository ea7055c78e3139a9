package org.gamenet.rgs.testkit.simulation;

/** One world: its time, its network, its directory, and one seed for all that is left to chance. One thread. */
public final class Simulation {
    public final Dice dice;
    public final VirtualTime time = new VirtualTime();
    public final Trace trace;
    public final SimulatedNetwork network;
    public final SimulatedDirectory directory;
    private int processes;

    /** @param words whether the trace keeps what happened in words, or only a hash of it */
    public Simulation(long seed, boolean words, boolean fenceless) {
        this.dice = new Dice(seed);
        this.trace = new Trace(time, words);
        this.network = new SimulatedNetwork(time, dice.split(), trace, fenceless);
        this.directory = new SimulatedDirectory(time, dice.split(), trace);
    }

    /** A number for one more process, from 1. */
    int nextNumber() {
        return ++processes;
    }
}
