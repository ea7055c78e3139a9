package org.gamenet.rgs.core.session.entry;

import java.util.Optional;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Message;

/**
 * The arbiter that decides which epoch follows, as the machine asks it: a directory, or the members. Answers are
 * events, none is no event. Worker's thread only.
 */
public interface ArbiterAccess {

    void claim(Effect.Claim claim, MemberId me);

    void activate(Effect.Activate activate);

    void enlist(Effect.Enlist entry);

    void release(Effect.Release release);

    void tellEnd(Effect.TellEnd end);

    void askGameStatus();

    /** This member has delivered the entry, or stamped it. */
    default void delivered(LogEntry entry) {}

    /** This member was let in, by a JOIN at that place. */
    default void admitted(Position at) {}

    /** On the local network the game is told of as it goes on elsewhere: where to look, and nothing more. */
    default void elsewhere(GameEntry there) {}

    /** Another member has said this ballot. */
    default void heard(MemberId from, Ballot ballot) {}

    /**
     * The holder of that number, or the server of that epoch, as far as this member knows of votes; empty where nobody
     * votes.
     */
    default Optional<MemberId> whoHas(Epoch number) {
        return Optional.empty();
    }

    /** Whether that member's vote counts, as far as this member knows; false where no member votes. */
    default boolean mayVote(MemberId member) {
        return false;
    }

    /** Whether a holder's own word that it was granted a number may bind this member, as far as it knows of votes. */
    default boolean mayBind(Message.Collect call) {
        return true;
    }

    /**
     * Another member has named an epoch that does not let that one pass in which this member serves, or is about to.
     *
     * @param by the member that named it
     * @param number the epoch that it named, its promise as a rule
     */
    default void outdone(MemberId by, Epoch number) {}

    /** Another member says that it suspects whoever serves. */
    default void suspects(MemberId member) {}

    /** A newer incarnation of a peer speaks. */
    default void speaks(MemberId member) {}

    /** Whether that newcomer, which asks for a seat, may be let in; if not, it is told to wait. */
    default boolean letsIn(MemberId newcomer) {
        return true;
    }

    /** The directory has renewed the lease; {@code renewed} says so to the detector, where that is of weight (P18). */
    default void renewed(Runnable renewed) {
        renewed.run();
    }
}
