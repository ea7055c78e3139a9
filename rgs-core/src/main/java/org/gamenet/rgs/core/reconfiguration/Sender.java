package org.gamenet.rgs.core.reconfiguration;

/** The sender whose word counts: a column of a state's table. {@link MemberState#isFrom} says who that is. */
public enum Sender {
    /** Any sender, member or not. */
    ANYBODY("anybody"),
    /** A member of the game, as far as the log tells. */
    MEMBER("a member"),
    /** The server in the epoch that the log is in. */
    PRIMARY("the primary"),
    /** The one that this member obeys: its server, the holder that it has answered, or the one that it suspects. */
    HOLDER("the holder"),
    /** A member that has a vote, where the members decide who serves: whoever was listed when this epoch began. */
    VOTER("who has a vote"),
    /** The one that it has asked to serve. */
    ASKED("whom it asked"),
    /** The one whom the message itself names: who asks for a seat, whoever holds the epoch that is told of. */
    NAMED("whom it names"),
    /**
     * The one whom the directory names as the holder; without one, the one whom the message names. That is settled in
     * {@code session.frames.MessageRights}, before the machine hears of it.
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
