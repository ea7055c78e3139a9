package org.gamenet.rgs;

import java.time.Duration;

/**
 * A worse network than the real one, to try a game on: see {@link Rgs#conditions(Conditions)}. Unreliable messages get
 * lost, come twice, are overtaken. Reliable ones, RGS's own signs of life and its agreement included, still arrive once
 * and in their order, and are late instead: what is lost is sent again after a round trip, and what comes behind it
 * waits. Immutable; any thread.
 *
 * <pre>{@code
 * rgs.conditions(new Conditions(Duration.ofMillis(60), Duration.ofMillis(15), 0.02, 0, 0));   // while the game runs
 * rgs.conditions(Conditions.NONE);
 * }</pre>
 *
 * @param latency added to everything on its one way out, 0 to 10 s
 * @param jitter up to so much more, drawn anew for everything that is sent, 0 to 10 s
 * @param loss a number from 0 to 1: which share is lost; a reliable message 5 times at most
 * @param duplicates a number from 0 to 1: which share of what is unreliable comes twice
 * @param reorder a number from 0 to 1: which share of what is unreliable is held back by 50 ms more, so that what is
 *     sent later overtakes it
 * @since 0.1
 */
public record Conditions(Duration latency, Duration jitter, double loss, double duplicates, double reorder) {
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** Nothing is added to the real network. */
    public static final Conditions NONE = new Conditions(Duration.ZERO, Duration.ZERO, 0, 0, 0);
    /**
     * A mobile phone in a moving train: 100 ms and up to 20 ms more each way, 5 % lost, now and then one twice or
     * overtaken.
     */
    public static final Conditions BAD =
            new Conditions(Duration.ofMillis(100), Duration.ofMillis(20), 0.05, 0.01, 0.02);

    /**
     * Checks all five.
     *
     * @throws IllegalArgumentException naming the one that is out of range
     */
    public Conditions {
        check("latency", latency);
        check("jitter", jitter);
        check("loss", loss);
        check("duplicates", duplicates);
        check("reorder", reorder);
    }

    private static void check(String what, Duration value) {
        if (value == null || value.isNegative() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(what + " " + value + ": give a duration from 0 to 10 s");
        }
    }

    private static void check(String what, double value) {
        if (!(value >= 0 && value <= 1))
            throw new IllegalArgumentException(what + " " + value + ": give a share from 0 to 1, 0.05 for 5 %");
    }
}
