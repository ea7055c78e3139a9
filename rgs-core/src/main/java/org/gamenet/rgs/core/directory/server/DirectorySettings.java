package org.gamenet.rgs.core.directory.server;

/**
 * Bounds and times of a directory. A game's rules say how long its D is.
 *
 * @param linesMax lines served at once; requests on later ones are refused (FULL)
 * @param sparesMax spares that stand by; later ones are refused (FULL)
 * @param waitingPerLineMax requests of one line that wait for an answer; later ones are refused (QUEUE_FULL)
 * @param offerMillis how long an offer waits for a spare's answer (P34)
 * @param reservationMillis how long an agreement reserves the spare (P34)
 * @param claimMillis how long one that agreed may take to claim: after it the agreement came to nothing, and it is
 *     offered games last
 * @param spareSilentMillis silence after which a spare is no longer offered anything: three renewals
 * @param returnMillis how long HostOrJoin waits for a game to open again whose holder is silent, or gone and followed
 *     by others
 * @param seatMillis how long a seat stays promised to whom HostOrJoin sent to a game
 * @param proposalMillis after which a proposal that the log has not applied is forgotten: its callers ask again
 * @param stallMillis a gap between two calls beyond which the directory itself was stopped, and nobody else was silent
 * @param quotas shares that one process and one address may take of it
 */
public record DirectorySettings(
        int linesMax,
        int sparesMax,
        int waitingPerLineMax,
        long offerMillis,
        long reservationMillis,
        long claimMillis,
        long spareSilentMillis,
        long returnMillis,
        long seatMillis,
        long proposalMillis,
        long stallMillis,
        Quotas quotas) {

    private static final long CLAIM_MILLIS = 800;

    /** With the usual time to claim, and the usual quotas. */
    public DirectorySettings(
            int linesMax,
            int sparesMax,
            int waitingPerLineMax,
            long offerMillis,
            long reservationMillis,
            long spareSilentMillis,
            long returnMillis,
            long seatMillis,
            long proposalMillis,
            long stallMillis) {
        this(
                linesMax,
                sparesMax,
                waitingPerLineMax,
                offerMillis,
                reservationMillis,
                CLAIM_MILLIS,
                spareSilentMillis,
                returnMillis,
                seatMillis,
                proposalMillis,
                stallMillis,
                Quotas.standard());
    }

    /** As PROTOCOL says. */
    public static DirectorySettings standard() {
        return new DirectorySettings(10_000, 10_000, 256, 250, 3_000, 600, 3_000, 1_000, 5_000, 500);
    }

    /** The same with other quotas. */
    public DirectorySettings with(Quotas other) {
        return new DirectorySettings(
                linesMax,
                sparesMax,
                waitingPerLineMax,
                offerMillis,
                reservationMillis,
                claimMillis,
                spareSilentMillis,
                returnMillis,
                seatMillis,
                proposalMillis,
                stallMillis,
                other);
    }
}
