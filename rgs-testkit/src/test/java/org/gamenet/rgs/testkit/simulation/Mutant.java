package org.gamenet.rgs.testkit.simulation;

import java.util.stream.Stream;

/** A fault planted on purpose, which the judge must find. */
enum Mutant {
    NONE(""),
    /** A new server begins at nought. */
    SCORES_RESET("S9"),
    /** A new server forgets whom it cannot hear at that moment. */
    PLAYERS_VANISH("S9"),
    /** As if lanes did not know what they have had: requests of before are asked again after a resume. */
    REQUESTS_TWICE("S9"),
    /** As if requests were not repeated after a takeover. */
    REQUESTS_LOST("S9"),
    /** As if no epoch fenced the game's messages: those of any epoch count as of the receiver's. */
    NO_FENCE("S"),
    /** Packages hold less than their marks say. */
    PACKAGE_BEHIND_ITS_MARKS("S9"),
    /** As if an ordered message were not stamped again after a takeover. */
    TURNS_LOST("S11 L1"),
    /** Two ordered messages reach one player in the other order. */
    TURNS_SWAPPED("S11"),
    /** A new server begins from another package than the freshest. */
    STALE_BASE("P39 base"),
    /** A backup serves from an older copy than it has confirmed. */
    STALE_COPY("P39 base"),
    /** Entries that were ordered after the restored state was made do not come again: the first of them is missing. */
    REPLAY_LOST("P40"),
    /** An entry that was ordered after the restored state was made comes once too often. */
    REPLAY_TWICE("P40"),
    /** Nobody is told that anything is gone. */
    AGE_UNTOLD("stateAge");

    /** How the rule begins that finds it. */
    final String rule;

    Mutant(String rule) {
        this.rule = rule;
    }

    boolean isFound(Scenario.Outcome outcome) {
        return Stream.concat(outcome.violations().stream(), outcome.open().stream())
                .anyMatch(each -> each.startsWith(rule));
    }
}
