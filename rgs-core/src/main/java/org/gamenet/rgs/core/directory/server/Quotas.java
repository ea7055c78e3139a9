package org.gamenet.rgs.core.directory.server;

/**
 * How much of a directory one process and one address may take. A client that wants more is told which bound it met.
 * Quotas hold for lines over a network: a client in the directory's own process is trusted.
 *
 * @param linesPerAddress open at once, by whoever has that address
 * @param gamesPerLine registered, or served, on one line
 * @param gamesPerAddress by all lines of one address, those included whose line has ended
 * @param sparesPerLine that stand by
 * @param sparesPerAddress that stand by
 * @param listsPerLine of games that wait to be made
 * @param listsPerAddress of games that wait to be made
 */
public record Quotas(
        int linesPerAddress,
        int gamesPerLine,
        int gamesPerAddress,
        int sparesPerLine,
        int sparesPerAddress,
        int listsPerLine,
        int listsPerAddress) {

    public Quotas {
        if (Math.min(
                        Math.min(Math.min(linesPerAddress, gamesPerLine), Math.min(gamesPerAddress, sparesPerLine)),
                        Math.min(Math.min(sparesPerAddress, listsPerLine), listsPerAddress))
                < 1) {
            throw new IllegalArgumentException("a bound of a directory is at least 1");
        }
    }

    /** For a directory that anybody may reach. */
    public static Quotas standard() {
        return new Quotas(64, 512, 2_048, 32, 128, 4, 64);
    }
}
