package org.gamenet.rgs.core.reconfiguration;

/** The sender whose word counts: a column of a state's table. {@link MemberState#isFrom} says who that is. */
public enum Sender {
    /** Any sender, member or not. */
    ANYBODY("anybody"),
    /** A member of the game, as far as the log tells. */
    MEMBER("a member"),
    /** The server in the epoch that the log is in. */
    PRIMARY("the primary"),
    /** The member that this one obeys: its server, the holder that it has answered, or the one that it suspects. */
    HOLDER("the holder"),
    /** A member that has a vote, where the members decide who serves: whoever was listed when this epoch began. */
    VOTER("who has a vote"),
    /** The member that it has asked to serve. */
    ASKED("whom it asked"),
    /** The member that the message itself names: as asking for a seat, or as the holder of an epoch. */
    NAMED("whom it names"),
    /**
     * The member that the directory names as the holder; without a directory, as the message names it. That is settled
     * in {@code session.frames.MessageRights}, before the machine hears of it.
     */
    ARBITER("whom the directory names");

    private final String words;

    Sender(String words) {
        this.words = words;
    }

    /** In a table, for people. */
    public String words() {
        return words;
    }
}
