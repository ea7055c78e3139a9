package org.gamenet.rgs.testkit.simulation;

/** A fault planted on purpose, which the judge must find. */
enum Mutant {
    NONE,
    /** A new server begins at nought. */
    SCORES_RESET,
    /** A new server forgets whom it cannot hear at that moment. */
    PLAYERS_VANISH,
    /** As if lanes did not know what they have had: requests of before are asked again after a resume. */
    REQUESTS_TWICE,
    /** As if requests were not repeated after a takeover. */
    REQUESTS_LOST,
    /** As if no epoch fenced the game's messages: those of any epoch count as of the receiver's. */
    NO_FENCE,
    /** Packages hold less than their marks say. */
    PACKAGE_BEHIND_ITS_MARKS
}
