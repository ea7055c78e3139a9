package org.gamenet.rgs.core.reconfiguration;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;

/** The events of a member. */
public sealed interface Event {

    /** A message arrived. */
    record Heard(MemberId from, Message message) implements Event {}

    /** A timer ran out. */
    record TimerFired(Timer timer) implements Event {}

    // ---- what the failure detector concludes: revocable, may be wrong

    /**
     * Nothing is heard of whom I {@link MemberState#watches() watch}, or it does not hear me, or its process is gone
     * (P30).
     */
    record HolderSuspected(MemberId holder, String why, double heardAt) implements Event {}

    /** The suspected holder answered a ping that was sent after the suspicion (P31). */
    record HolderAnswered(MemberId holder) implements Event {}

    /** A member's process is gone: a socket closed and its listener refuses (PROTOCOL 1). */
    record MemberGone(MemberId member) implements Event {}

    /**
     * A member is out of reach: a socket closed, and nobody answers at its listener. Its host is down, or the network
     * is cut (PROTOCOL 1).
     */
    record MemberUnreachable(MemberId member) implements Event {}

    /** A member was silent for D, or has not taken what it was sent. */
    record MemberOverdue(MemberId member, String why) implements Event {}

    /** Whether the holder may stamp and serve (P18, P19). */
    record MayAct(boolean may) implements Event {}

    // ---- heartbeats, as far as they concern the order

    /** The primary's heartbeat: the last entry it stamped, and up to where every member has delivered. */
    record HeartbeatSeen(MemberId from, Epoch epoch, Position last, Position stable) implements Event {}

    /** The primary says which members have a poor connection to it, the poorest last (P33). */
    record PlacesTold(MemberId from, List<MemberId> poor) implements Event {
        public PlacesTold {
            poor = List.copyOf(poor);
        }
    }

    /** A follower's echo: how far it has delivered. */
    record EchoSeen(MemberId from, Position delivered) implements Event {}

    /** A member has a package of the epoch that I serve in, or never packages (P71). */
    record PackageReported(MemberId member) implements Event {}

    // ---- copies of the state

    /**
     * A whole copy of the server's state is here, made in this epoch: it is held, and may be confirmed (P47).
     *
     * @param from the server
     * @param version counts that server's copies
     */
    record CopyHeld(MemberId from, Epoch epoch, long version, PackedState copy) implements Event {}

    /**
     * A member counts as one that holds a copy, of this version, which is of that place; empty: it does not count any
     * more. Until a later one is confirmed nothing after that place vanishes, for that is what a promotion goes on
     * from.
     */
    record Copied(MemberId backup, long version, Optional<Position> place) implements Event {}

    // ---- what the arbiter and the directory answer

    /**
     * The claim is granted.
     *
     * @param listed the members that the arbiter lists (P71)
     * @param authority of the epoch that was active last, the server first: nobody waits for that one (P74); a backup
     *     is a member like any other (P10)
     */
    record Granted(long claimId, Epoch epoch, List<MemberId> listed, List<MemberId> authority) implements Event {

        /** Where it is not told who served last. */
        public Granted(long claimId, Epoch epoch, List<MemberId> listed) {
            this(claimId, epoch, listed, List.of());
        }
    }

    /** The claim is denied. */
    record Denied(long claimId, Epoch current, DenialReason why) implements Event {}

    /** Why. */
    enum DenialReason {
        /** The old holder outweighs the supporters, or the directory cannot tell yet: ask again. */
        NOT_NOW,
        /** Another was granted that number. */
        OVERTAKEN,
        /** The game has ended. */
        ENDED,
        /** This claim can never be granted. */
        NEVER,
        /** The arbiter does not know this member as one of the game: another one has to claim (P12). */
        NOT_ADMITTED,
        /** The arbiter does not know the game: only a renewal of whoever serves it could tell (P14). */
        NO_GAME
    }

    /** Whether the epoch is active, and who is listed if it is. */
    record Activated(Epoch epoch, boolean active, Listing listing) implements Event {}

    /** The members listed in the active epoch, after an entry of mine or without it (P71). */
    record Listed(Epoch epoch, Listing listing) implements Event {}

    /**
     * How the game stands at the arbiter.
     *
     * @param released whether the current epoch was given up
     * @param served whether whoever serves the active epoch is heard there
     * @param holder of the current epoch, where the arbiter says so
     * @param mine whether the active epoch is this member's own, though it may not have heard so
     */
    record GameStatusKnown(
            Epoch current,
            boolean released,
            Epoch active,
            boolean served,
            boolean ended,
            Optional<MemberId> holder,
            boolean mine)
            implements Event {

        /** Where it is not told who holds the active epoch. */
        public GameStatusKnown(
                Epoch current,
                boolean released,
                Epoch active,
                boolean served,
                boolean ended,
                Optional<MemberId> holder) {
            this(current, released, active, served, ended, holder, false);
        }

        /** Where it is not told either who holds the current epoch. */
        public GameStatusKnown(Epoch current, boolean released, Epoch active, boolean served, boolean ended) {
            this(current, released, active, served, ended, Optional.empty());
        }
    }

    /** The arbiter has marked the game ended, or knows it no more. */
    record EndConfirmed() implements Event {}

    /** A spare agreed to serve, or none is left. */
    record SpareSought(Epoch failed, boolean agreed, String detail) implements Event {}

    /** To a spare: a frozen game. */
    record Offered(
            long offer,
            GameRules rules,
            Epoch failed,
            List<Member> roster,
            List<MemberId> supporters,
            long frozenMillis)
            implements Event {}

    // ---- what the group transport answers

    /** Whether this process coordinates the transport's group now: whoever does is asked to serve last (P33). */
    record Coordinates(boolean does) implements Event {}

    /** Connected to the game's group. */
    record GroupJoined() implements Event {}

    /** Not connected. */
    record GroupFailed(Reason reason, String detail) implements Event {}

    // ---- what the application's callbacks gave

    /** The package asked for; empty if the game has none. */
    record PackageTaken(Optional<PackedState> packed) implements Event {}

    /** The state at a newcomer's JOIN. */
    record InitialStateTaken(MemberId newcomer, Position at, Optional<PackedState> packed) implements Event {}

    /**
     * The application took the restored state, after so many milliseconds, or threw.
     *
     * @param unreadable members whose packages could not be decoded and were left out
     */
    record RestoreDone(boolean done, long millis, String why, List<MemberId> unreadable) implements Event {

        public RestoreDone {
            unreadable = List.copyOf(unreadable);
        }
    }

    // ---- what the application asks for

    /** Say this to all, in the order: of equals that order by permission each asks for itself (P68). */
    record OrderAsked(Message.OrderRequest what) implements Event {}

    /** Go. */
    record LeaveAsked() implements Event {}

    /** Put a player out. */
    record KickAsked(long peer, String why) implements Event {}

    /** End the game for all. */
    record EndAsked(String why) implements Event {}

    /** Let newcomers in, or not. */
    record OpenAsked(boolean open) implements Event {}

    /**
     * Change the authority, to these members, each of which has been brought fully up to date (P45).
     *
     * @param above the next number is above this one, which another side of the game is at (P65); 0: none is
     */
    record ChangeAsked(List<MemberId> authority, long above) implements Event {

        /** To the next number. */
        public ChangeAsked(List<MemberId> authority) {
            this(authority, 0);
        }
    }

    /** Hand the game over to this backup, which was heard to confirm a copy just now (P46). */
    record HandoverAsked(MemberId to) implements Event {}

    /** The backup holds the state with which my application stopped (P46). */
    record HandoverReady(MemberId to, PackedState last) implements Event {}
}
