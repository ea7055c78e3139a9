package org.gamenet.rgs.core.arbiter;

import static org.gamenet.rgs.core.reconfiguration.MessageTable.by;
import static org.gamenet.rgs.core.reconfiguration.Sender.ANYBODY;
import static org.gamenet.rgs.core.reconfiguration.Sender.NAMED;
import static org.gamenet.rgs.core.reconfiguration.Sender.VOTER;

import java.util.Comparator;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.reconfiguration.MessageTable;
import org.gamenet.rgs.core.reconfiguration.MessageTable.Fence;

/**
 * The messages by which members decide where no directory does: who follows whom (P55 to P58, P67). Each is said until
 * it is answered.
 */
public sealed interface Ballot {

    /** Their rows. */
    MessageTable TABLE = MessageTable.of(Ballot.class, "arbiter")
            .row(20, VoteWanted.class, "claimant → electorate", Fence.NONE, Lane.URGENT, by(NAMED))
            .row(21, Vote.class, "member → claimant", Fence.NONE, Lane.URGENT, by(VOTER))
            .row(22, AcceptanceWanted.class, "holder → electorate", Fence.NONE, Lane.URGENT, by(NAMED))
            .row(23, Acceptance.class, "member → holder", Fence.NONE, Lane.URGENT, by(VOTER))
            .row(24, Refusal.class, "member → claimant", Fence.NONE, Lane.URGENT, by(VOTER))
            .row(25, StatusRequest.class, "member → electorate", Fence.NONE, Lane.URGENT, by(ANYBODY))
            .row(26, StatusReply.class, "member → member", Fence.NONE, Lane.URGENT, by(VOTER))
            .row(27, GivenUp.class, "holder → electorate", Fence.NONE, Lane.URGENT, by(NAMED))
            .row(28, GameEnded.class, "primary → electorate", Fence.NONE, Lane.URGENT, by(NAMED))
            // The server of another side, and whoever passes its word on: what it names is asked.
            .row(29, Side.class, "primary → the other side", Fence.NONE, Lane.URGENT, by(ANYBODY))
            .build();

    /**
     * A claimant, to the electorate of {@code after}: vote for this number (P56).
     *
     * @param after the epoch that is on, as far as the claimant knows: a voter that lacks it learns it so
     * @param held whether the claimant has its state, as its server and the backup have
     */
    record VoteWanted(Reign after, Epoch number, MemberId claimant, boolean held) implements Ballot {

        /** Whether it is the server's, which goes on, or hands over. */
        public boolean isServers() {
            return held && claimant.equals(after.first());
        }
    }

    /** A member, to a claimant: mine is yours; and what I have accepted before (P57). */
    record Vote(Epoch number, Optional<Accepted> accepted) implements Ballot {}

    /** A reign that a member has accepted, and under which number it was asked to. */
    record Accepted(Reign reign, Epoch by) {}

    /**
     * A holder, to the electorate of {@code after}: this follows it (P58).
     *
     * @param by the number that was granted to the claimant; that of {@code next}, unless it finishes what another
     *     began (P57)
     */
    record AcceptanceWanted(Reign after, Epoch by, MemberId claimant, Reign next) implements Ballot {}

    /** A member, to a holder: accepted. */
    record Acceptance(Epoch by, Epoch next) implements Ballot {}

    /** A member, to a claimant: not this number; this is what I know. */
    record Refusal(Epoch number, ElectorStatus status) implements Ballot {}

    /** To the electorate: how does the game stand. */
    record StatusRequest() implements Ballot {}

    /** An elector's answer to {@link StatusRequest}. */
    record StatusReply(ElectorStatus status) implements Ballot {}

    /**
     * A claimant, to the electorate: I give this number up (P67).
     *
     * @param granted whether it may have been granted: otherwise nobody will ever hold it (P57)
     */
    record GivenUp(Epoch number, boolean granted) implements Ballot {

        /** It may have been granted. */
        public GivenUp(Epoch number) {
            this(number, true);
        }
    }

    /** From the server to the electorate: the game is over (P67). */
    record GameEnded(Epoch epoch) implements Ballot {}

    /**
     * The server of one of two sides of a game, to the other's; and the one that gives way, to its own members.
     *
     * @param epoch that it serves in
     * @param electorate how many decide there
     * @param joined at which place of the order its holder came in
     * @param holder the member that serves, and the place where the others find it
     */
    record Side(Epoch epoch, int electorate, Position joined, Member holder) implements Ballot {

        private static final Comparator<Side> RANK = Comparator.comparingInt(Side::electorate)
                .thenComparing(side -> side.joined.epoch().number(), Comparator.reverseOrder())
                .thenComparing(side -> side.joined.epoch().claimId(), Comparator.reverseOrder())
                .thenComparing(side -> side.joined.seq(), Comparator.reverseOrder())
                .thenComparing(side -> side.epoch.number())
                .thenComparing(side -> side.epoch.claimId());

        /** The larger goes on; of equals that of the elder holder (P63). Of any two sides one is above the other. */
        public boolean isAbove(Side other) {
            return RANK.compare(this, other) > 0;
        }
    }

    /**
     * An elector's knowledge of a game; progress only.
     *
     * @param active the last epoch that it knows to be on
     * @param top the highest number that it has voted for or accepted
     * @param released whether the claimant of {@code top} gave it up
     * @param served whether it plays in {@code active}
     * @param ended whether the game is over
     */
    record ElectorStatus(Reign active, Epoch top, boolean released, boolean served, boolean ended) {}
}
