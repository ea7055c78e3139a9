package org.gamenet.rgs.core.reconfiguration;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;

/**
 * The messages of members about membership and the right to serve. Every request is repeated until answered; every
 * answer is idempotent (P29).
 */
public sealed interface Message {

    /** The epoch that it speaks of; {@link Epoch#NONE} if of none. */
    default Epoch about() {
        return Epoch.NONE;
    }

    /** The only one who may say it, as it says itself; empty if it names nobody. */
    default Optional<MemberId> names() {
        return Optional.empty();
    }

    // ---- admission

    /**
     * A newcomer, to all: let me in.
     *
     * @param me with the incarnation drawn for this request
     * @param token secret of the peer's former seat; 0 for a first visit
     */
    record JoinRequest(Member me, long schema, int version, long token) implements Message {
        @Override
        public Optional<MemberId> names() {
            return Optional.of(me.id());
        }
    }

    /**
     * The primary, to a newcomer: you are in, and this is the game at your place in the order (P26).
     *
     * @param log at the newcomer's JOIN entry, which is the last of its kept ones, or after it
     * @param promise the sender's: a newcomer of a higher promise refuses
     * @param grant the directory's word that the sender holds its epoch; the session puts it in (P36)
     */
    record InitialAck(Epoch promise, Log log, GameRules rules, Optional<PackedState> state, Payload grant)
            implements Message {

        /** Without a grant. */
        public InitialAck(Epoch promise, Log log, GameRules rules, Optional<PackedState> state) {
            this(promise, log, rules, state, Payload.EMPTY);
        }

        /** The same with that grant. */
        public InitialAck with(Payload granted) {
            return new InitialAck(promise, log, rules, state, granted);
        }

        @Override
        public Epoch about() {
            return log.end().epoch();
        }

        @Override
        public Optional<MemberId> names() {
            return log.authority().stream().findFirst();
        }
    }

    /** A newcomer, to the primary: I have my InitialAck. */
    record Confirmed(Position at) implements Message {
        @Override
        public Epoch about() {
            return at.epoch();
        }
    }

    /** A full member, to a newcomer: there is a game, but it is frozen; wait. */
    record FrozenWait(Epoch epoch) implements Message {
        @Override
        public Epoch about() {
            return epoch;
        }
    }

    /**
     * The primary, to a newcomer: no. {@code shapes}: the records of the game, so that the newcomer can name what
     * differs.
     */
    record JoinDenied(Reason reason, String detail, Payload shapes) implements Message {}

    /** A member, to the primary: goodbye. */
    record LeaveRequest() implements Message {}

    // ---- entries

    /**
     * A member, to the primary: stamp these.
     *
     * @param number of the first; each other one has the next
     * @param messages 1 to {@link #ENTRIES_MAX}
     */
    record OrderRequest(long number, List<ToOrder> messages) implements Message {
        public OrderRequest {
            messages = List.copyOf(messages);
            checkEntries(messages.size());
        }

        /** Of one message. */
        public OrderRequest(long number, int type, double sentAt, Payload message) {
            this(number, List.of(new ToOrder(type, sentAt, message)));
        }
    }

    /** A message that a member wants ordered: the id of its record, when it was sent, and its bytes. */
    record ToOrder(int type, double sentAt, Payload message) {}

    /** The primary, to all: the next of the order, 1 to {@link #ENTRIES_MAX} of one epoch. */
    record EntryNews(List<LogEntry> entries) implements Message {
        public EntryNews {
            entries = List.copyOf(entries);
            checkEntries(entries.size());
            Epoch epoch = entries.get(0).epoch();
            for (LogEntry entry : entries)
                if (!entry.epoch().equals(epoch)) throw new IllegalArgumentException("entries of two epochs");
        }

        /** Of one entry. */
        public EntryNews(LogEntry entry) {
            this(List.of(entry));
        }

        /** The place of the last one. */
        public Position upTo() {
            return entries.get(entries.size() - 1).at();
        }

        @Override
        public Epoch about() {
            return entries.get(0).epoch();
        }
    }

    /** So many entries, or messages that are to become some, in one message. */
    int ENTRIES_MAX = 64;

    private static void checkEntries(int size) {
        if (size < 1 || size > ENTRIES_MAX) throw new IllegalArgumentException(size + " in one message");
    }

    /** A member, to the primary: send me what comes after this place. */
    record EntriesWanted(Position after) implements Message {
        @Override
        public Epoch about() {
            return after.epoch();
        }
    }

    // ---- order by permission

    /** An equal, to all: may I stamp the next entries? (P68) */
    record Wish(Epoch epoch, long stamp) implements Message {
        @Override
        public Epoch about() {
            return epoch;
        }
    }

    /**
     * An equal, to one that asked with this stamp: you may, as far as I am concerned.
     *
     * @param place the last entry of this epoch that its sender has delivered or stamped
     */
    record Permit(Epoch epoch, long stamp, long place) implements Message {
        @Override
        public Epoch about() {
            return epoch;
        }
    }

    /** An equal, to all: entries that it has stamped; or to one: entries that this one lacks. Ascending. */
    record Shown(Epoch epoch, List<LogEntry> entries) implements Message {
        @Override
        public Epoch about() {
            return epoch;
        }
    }

    /** An equal, to all others: send me what comes after this place. */
    record ShownWanted(Position after) implements Message {
        @Override
        public Epoch about() {
            return after.epoch();
        }
    }

    /** An equal, to the primary: these do not answer me (P25). */
    record Unanswered(Epoch epoch, long stamp, List<MemberId> by) implements Message {
        @Override
        public Epoch about() {
            return epoch;
        }
    }

    /** The primary, to an equal: that one has no answer of yours. Do you hear it? (P25) */
    record Sought(Epoch epoch, MemberId by, long stamp) implements Message {
        @Override
        public Epoch about() {
            return epoch;
        }
    }

    // ---- suspicion and search

    /**
     * A member, to all: I do not hear the holder of this epoch any more.
     *
     * @param revoked I do again
     * @param coordinates whether my process coordinates the transport group, so that others serve first (P33)
     */
    record Suspicion(Epoch epoch, boolean revoked, boolean coordinates) implements Message {
        @Override
        public Epoch about() {
            return epoch;
        }
    }

    /** The primary, to all: I go; find another (P28). */
    record Released(Epoch epoch) implements Message {
        @Override
        public Epoch about() {
            return epoch;
        }
    }

    /** The negotiator, to a player, or to a spare that is in the game: serve, please (P33). */
    record Promote(Epoch failed, List<MemberId> supporters) implements Message {
        @Override
        public Epoch about() {
            return failed;
        }
    }

    /** A member, to the negotiator. */
    record PromoteAnswer(Epoch failed, boolean agrees, String why) implements Message {
        @Override
        public Epoch about() {
            return failed;
        }
    }

    // ---- collect

    /**
     * The holder, to all, again and again: I was granted this epoch; answer, whoever is not in {@code heard}.
     *
     * @param grant the directory's word that it was; the session puts it in (P36)
     */
    record Collect(Epoch epoch, int round, Basis basis, Member holder, List<MemberId> heard, Payload grant)
            implements Message {

        /** Without a grant. */
        public Collect(Epoch epoch, int round, Basis basis, Member holder, List<MemberId> heard) {
            this(epoch, round, basis, holder, heard, Payload.EMPTY);
        }

        /** The same with that grant. */
        public Collect with(Payload granted) {
            return new Collect(epoch, round, basis, holder, heard, granted);
        }

        @Override
        public Epoch about() {
            return epoch;
        }

        @Override
        public Optional<MemberId> names() {
            return Optional.of(holder.id());
        }
    }

    /** The holder, to all: somebody died; the next round (P37). */
    record Nack(Epoch epoch, int round) implements Message {
        @Override
        public Epoch about() {
            return epoch;
        }
    }

    /**
     * A member, to the holder: its point of no return (P36).
     *
     * @param epoch its promise
     * @param full whether it has its InitialAck; if not, nothing else counts
     * @param log with those entries that it does not know to be stable
     * @param rules the rules of the game, for a spare
     * @param heardAt when it last heard the old server, seconds of game time
     * @param serverLeaves whether the old server said goodbye, so that its own answer is worth waiting for
     * @param packed packages to put the state together from; none to a holder that has the state (P9)
     */
    record CollectReply(
            Epoch epoch,
            int round,
            boolean full,
            Log log,
            GameRules rules,
            double heardAt,
            boolean serverLeaves,
            Optional<PackedState> packed)
            implements Message {
        @Override
        public Epoch about() {
            return epoch;
        }
    }

    /**
     * The holder, to one member: entry 0 of the epoch; the first time, and where the member asks, with the entries that
     * it lacks, earlier ACKs among them (P41).
     */
    record EpochStart(LogEntry ack, List<LogEntry> missing) implements Message {
        @Override
        public Epoch about() {
            return ack.epoch();
        }

        @Override
        public Optional<MemberId> names() {
            return ack.body() instanceof EntryBody.Ack body
                    ? Optional.of(body.authority().get(0))
                    : Optional.empty();
        }
    }

    /**
     * A member, to the sender of something old: I have promised this (P2).
     *
     * @param grant the directory's word that the sender holds that epoch, if it does; the session puts it in (P36)
     */
    record Stale(Epoch promise, Payload grant) implements Message {

        /** Without a grant. */
        public Stale(Epoch promise) {
            this(promise, Payload.EMPTY);
        }

        /** The same with that grant. */
        public Stale with(Payload granted) {
            return new Stale(promise, granted);
        }

        @Override
        public Epoch about() {
            return promise;
        }
    }
}
