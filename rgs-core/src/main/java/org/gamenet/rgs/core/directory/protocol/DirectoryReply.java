package org.gamenet.rgs.core.directory.protocol;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.machine.Text;

/** Answers of the directory. */
public sealed interface DirectoryReply {

    /** A page of games, oldest first. */
    record Games(List<GameEntry> games) implements DirectoryReply {}

    /** One game. */
    record Found(GameEntry game) implements DirectoryReply {}

    /** The entry is made, and the caller holds its epoch 1, active. */
    record Registered(GameEntry game) implements DirectoryReply {}

    /** The lease holds. */
    record Renewed(Epoch epoch) implements DirectoryReply {}

    /**
     * The lease holds; the directory knows the game from renewals alone, and has granted nothing since (P14): whoever
     * serves takes the next number.
     */
    record Revived(Epoch epoch) implements DirectoryReply {}

    /**
     * How a game stands.
     *
     * @param current the newest epoch granted
     * @param holder its holder
     * @param released whether that holder gave it up
     * @param active the newest epoch that is or was active
     * @param served whether whoever serves the active epoch is heard: the game goes on
     * @param ended whether the game has ended
     * @param place where the holder listens, if the directory knows it: nobody else may give itself out for it
     */
    record GameStatus(
            Epoch current,
            MemberId holder,
            boolean released,
            Epoch active,
            boolean served,
            boolean ended,
            Optional<Endpoint> place)
            implements DirectoryReply {

        /** Whether it names that one, and another place for it. */
        public boolean isElsewhere(MemberId member, Endpoint from) {
            return place.isPresent() && holder.equals(member) && !place.get().equals(from);
        }
    }

    /**
     * The claim is granted: this epoch is the claimant's to activate.
     *
     * @param listed the members listed (P71), from now on until this epoch or a later one is active
     */
    record Granted(Epoch epoch, List<MemberId> listed, List<MemberId> authority) implements DirectoryReply {}

    /**
     * That this epoch was granted, signed.
     *
     * @param placed whether the directory knows where the holder listens, and has signed that too
     * @param signature of {@link GrantText}; empty if this directory does not sign
     */
    record GrantSigned(Epoch epoch, boolean placed, Payload signature) implements DirectoryReply {}

    /** The claim is not granted; nothing has changed. */
    record Denied(Epoch current, MemberId holder, Why why) implements DirectoryReply {}

    /** Why a claim is denied. */
    enum Why {
        /** The holder outweighs the supporters. */
        ALIVE,
        /** Another claim was granted meanwhile. */
        OVERTAKEN,
        /** The game has ended. */
        ENDED,
        /** HELD, but not of the last active authority. */
        NOT_HELD,
        /** A synchronous game that does not accept REBUILD now (P11). */
        SYNCHRONOUS,
        /** The authority names somebody it may not name (P10). */
        AUTHORITY,
        /** The directory knows too little yet (P13, P14): ask again. */
        NOT_YET
    }

    /** Whether the epoch is active now, and who is listed if it is. */
    record Activated(Epoch epoch, boolean active, Listing listing) implements DirectoryReply {}

    /** The members that are listed, in the active epoch. */
    record Listed(Epoch epoch, Listing listing) implements DirectoryReply {}

    /** A spare agreed, and is reserved. */
    record SpareAgreed(
            MemberId spare, @Text.Within(Text.NAME_BYTES) String name) implements DirectoryReply {}

    /** No spare is left that can serve the game and has not refused. */
    record NoSpare(String why) implements DirectoryReply {}

    /**
     * The spare that agreed is reserved: only now it learns where the game is.
     *
     * @param game its places are those that are not in the roster
     * @param roster as the negotiator knows it, and behind it those whom only the last server had named
     * @param supporters of the claim that the spare may make
     */
    record Reserved(GameEntry game, List<Member> roster, List<MemberId> supporters) implements DirectoryReply {}

    /** Done: release, end, stand by, stand down, a refused offer. */
    record Done() implements DirectoryReply {}

    /** No such game. */
    record NoGame(@Text.Within(Text.NAME_BYTES) String game) implements DirectoryReply {}

    /** Refused for a cause that repeating does not cure. */
    record Refused(Reason reason, String detail) implements DirectoryReply {}

    /** No answer in time. Made by the port, never sent. */
    record Unreachable(String detail) implements DirectoryReply {}
}
