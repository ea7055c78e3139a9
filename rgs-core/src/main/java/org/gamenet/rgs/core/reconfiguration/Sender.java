package org.gamenet.rgs.core.reconfiguration;

/** Whose word counts: a column of a state's table. {@link MemberState#isFrom} says who that is. */
public enum Sender {
    /** Whoever says it, member or not. */
    ANYBODY("anybody"),
    /** A member of the game, as far as the log tells. */
    MEMBER("a member"),
    /** The server in the epoch that the log is in. */
    PRIMARY("the primary"),
    /** The holder of the epoch that this state is about: the one that it has answered, or suspects. */
    HOLDER("the holder");

    private final String words;

    Sender(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
