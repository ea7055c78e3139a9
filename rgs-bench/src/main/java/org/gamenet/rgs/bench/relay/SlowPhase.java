package org.gamenet.rgs.bench.relay;

/** The phases in which a slow reader is measured. */
enum SlowPhase {
    /** Not yet begun. */
    settle,
    /** Everybody reads as fast as it can. */
    even,
    /** One reads at a tenth of the rate. */
    slow,
    /** The same, and the server sends reliable messages faster than that one reads. */
    flood
}
