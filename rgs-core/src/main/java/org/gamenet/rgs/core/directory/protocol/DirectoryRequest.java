package org.gamenet.rgs.core.directory.protocol;

import java.util.List;
import java.util.Map;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Filter;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Text;

/** Requests of a process to the directory. Every request may be repeated; the answer is then the same. */
public sealed interface DirectoryRequest {

    /** A page of games of one kind. {@code game} empty: any; {@code afterGame} empty: from the start. */
    record Discover(
            @Text.Within(Text.NAME_BYTES) String kind,
            @Text.Within(Text.NAME_BYTES) String game,
            @Text.Within(Text.NAME_BYTES) String name,
            Filter filter,
            boolean all,
            int limit,
            @Text.Within(Text.NAME_BYTES) String afterGame)
            implements DirectoryRequest {

        /** With exact attributes, the oldest first. */
        public Discover(
                String kind,
                String game,
                String name,
                Map<String, String> attributes,
                boolean all,
                int limit,
                String afterGame) {
            this(kind, game, name, Filter.of(attributes), all, limit, afterGame);
        }
    }

    /** One game, with its members' endpoints. */
    record Lookup(@Text.Within(Text.NAME_BYTES) String game) implements DirectoryRequest {}

    /** The founder's description of the game. The founder is granted epoch 1, active, with this claimId. */
    record Registration(
            @Text.Within(Text.NAME_BYTES) String kind,
            @Text.Within(Text.GROUP_BYTES) String group,
            GameRules rules,
            long schema,
            int version,
            Member founder,
            long claimId) {}

    /** A new game. */
    record Register(Registration game) implements DirectoryRequest {}

    /**
     * The oldest open game of that kind and name with a free seat, but none of {@code not}; else a new entry for the
     * caller. One operation.
     */
    record HostOrJoin(Registration game, List<String> not) implements DirectoryRequest {}

    /**
     * The holder of an epoch is alive: every D/5, on its line. Makes the line's end the holder's death (P12, P13).
     *
     * @param roster all members, in order of admission: who may support a claim, and where they listen
     * @param listing the list that was confirmed to the holder last: a directory that lost its disk goes on from it
     *     (P14)
     * @param echoed members, other than the holder, that echoed a heartbeat within 0.8 D
     */
    record Renew(
            @Text.Within(Text.NAME_BYTES) String game,
            Epoch epoch,
            MemberId holder,
            List<Member> roster,
            Listing listing,
            int echoed,
            int players,
            boolean open,
            boolean backedUp,
            Map<String, String> attributes,
            Revival revival)
            implements DirectoryRequest {}

    /** Everything that a directory that lost its disk needs to make the entry anew (P14). */
    record Revival(
            @Text.Within(Text.NAME_BYTES) String kind,
            @Text.Within(Text.GROUP_BYTES) String group,
            GameRules rules,
            long schema,
            int version) {}

    /**
     * Asks for epoch {@code expected + 1}. The first of the authority becomes the holder; a hand over names somebody
     * else than the claimant.
     */
    record Claim(
            @Text.Within(Text.NAME_BYTES) String game,
            long expected,
            List<MemberId> authority,
            MemberId claimant,
            Basis basis,
            List<MemberId> supporters,
            long claimId,
            boolean claimantIsSpare)
            implements DirectoryRequest {}

    /**
     * Makes a granted epoch active (P8).
     *
     * @param members the members that stay; those of them that the grant listed are listed from then on (P71)
     */
    record Activate(@Text.Within(Text.NAME_BYTES) String game, Epoch epoch, List<MemberId> members)
            implements DirectoryRequest {}

    /**
     * The active epoch's holder changes the list of members (P71): answered by the list as it is then, which has a
     * higher count if this entry was taken.
     *
     * @param count of the list that it follows
     * @param members the members listed from then on
     */
    record Enlist(@Text.Within(Text.NAME_BYTES) String game, Epoch epoch, long count, List<MemberId> members)
            implements DirectoryRequest {}

    /** Gives a number up: before it is active it is burnt, afterwards the holder weighs nothing any more. */
    record Release(@Text.Within(Text.NAME_BYTES) String game, Epoch epoch) implements DirectoryRequest {}

    /** Marks the game ended; every later claim is denied. Only for the holder of that epoch. */
    record End(@Text.Within(Text.NAME_BYTES) String game, Epoch epoch) implements DirectoryRequest {}

    /** Asks for the game's status ({@link DirectoryReply.GameStatus}): is this grant real, is its holder deposed. */
    record AskStatus(@Text.Within(Text.NAME_BYTES) String game) implements DirectoryRequest {}

    /**
     * The directory's signature for a grant, to be shown to members that cannot ask it (P36). Answered by
     * {@link DirectoryReply.GameStatus} if that epoch is neither the newest nor active.
     */
    record SignGrant(@Text.Within(Text.NAME_BYTES) String game, Epoch epoch) implements DirectoryRequest {}

    /**
     * A spare offers itself; repeated every D/5 on its line. Where a game of its kind wants a process that plays
     * nothing to back it up, the answer names that game ({@link DirectoryReply.Found}): the spare may ask there to be
     * let in.
     *
     * @param rehearses whether it still rehearses a recovery: it would be slow, so it is offered a game when nobody
     *     else is left
     */
    record StandBy(
            @Text.Within(Text.NAME_BYTES) String kind,
            long schema,
            int version,
            MemberId spare,
            @Text.Within(Text.NAME_BYTES) String name,
            Endpoint endpoint,
            boolean rehearses)
            implements DirectoryRequest {

        /** Of one that has rehearsed. */
        public StandBy(String kind, long schema, int version, MemberId spare, String name, Endpoint endpoint) {
            this(kind, schema, version, spare, name, endpoint, false);
        }
    }

    /** A spare no longer offers itself. */
    record StandDown(MemberId spare) implements DirectoryRequest {}

    /**
     * A negotiator asks for a spare for a frozen game; answered when one agreed or none is left (P33, P34). While an
     * offer for this game is open, a second negotiator is answered with that offer's outcome.
     * {@link DirectoryReply.GameStatus} says that nobody need be sought: the game has ended, or somebody else was
     * granted a later epoch and is there.
     */
    record SeekSpare(
            @Text.Within(Text.NAME_BYTES) String game,
            Epoch failed,
            List<Member> roster,
            List<MemberId> supporters,
            long frozenMillis,
            MemberId negotiator)
            implements DirectoryRequest {}

    /** A spare's answer to an offer; an agreement reserves it for 3 s. */
    record AnswerOffer(long offer, MemberId spare, boolean agrees, String why) implements DirectoryRequest {}
}
