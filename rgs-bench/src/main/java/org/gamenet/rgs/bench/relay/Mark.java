package org.gamenet.rgs.bench.relay;

/**
 * The resources that one process has used until now, and the work that it has done.
 *
 * @param cpu processor time, seconds
 * @param written bytes given to the system to write
 * @param allocated bytes, by all threads
 * @param wakeUps times a thread went to sleep
 * @param threads that the peer has now: those of the JVM and of the benchmark are not counted
 * @param messages that players were shown, or of a flood
 */
record Mark(double cpu, long written, long allocated, long wakeUps, long threads, long messages) {
    private static final String BETWEEN = " ";

    String line() {
        return cpu + BETWEEN + written + BETWEEN + allocated + BETWEEN + wakeUps + BETWEEN + threads + BETWEEN
                + messages;
    }

    static Mark of(String line) {
        String[] parts = line.split(BETWEEN);
        return new Mark(
                Double.parseDouble(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                Long.parseLong(parts[3]),
                Long.parseLong(parts[4]),
                Long.parseLong(parts[5]));
    }

    /** The resources used since an earlier mark; the threads are those of now. */
    Mark since(Mark before) {
        return new Mark(
                cpu - before.cpu,
                written - before.written,
                allocated - before.allocated,
                wakeUps - before.wakeUps,
                threads,
                messages - before.messages);
    }
}
