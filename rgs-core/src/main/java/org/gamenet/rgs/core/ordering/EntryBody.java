package org.gamenet.rgs.core.ordering;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;

/** The content of a log entry. */
public sealed interface EntryBody {

    /**
     * Entry 0 of an epoch: where the history before it ended, and who goes on (P41).
     *
     * @param end last entry of the history that this epoch continues; {@code Position.NONE} for the first epoch
     * @param authority the primary first, then its backups
     * @param admitted the holder, if it was in nobody's roster before
     * @param members M: who stays, in order of rank
     * @param packaged those of M whose package was used
     * @param exits members of the roster at {@code end} that are out, and why
     * @param marks which requests the restored state contains (P23)
     * @param planned whether this is a planned change: nobody froze for it
     * @param rebuilt when what it goes on from was made, and how long that took
     * @param lastResort whether it went on without the word of anybody listed, or with half of them or fewer: something
     *     stable may be lost (P75): for those who read the log of the game; each sender is told of its own
     * @param listed the members that the arbiter lists (P71); where no directory decides, the electorate of the next
     *     epoch (P55)
     */
    record Ack(
            Position end,
            List<MemberId> authority,
            Optional<Member> admitted,
            List<MemberId> members,
            List<MemberId> packaged,
            List<Exited> exits,
            Map<MemberId, Marks> marks,
            boolean planned,
            Rebuilt rebuilt,
            boolean lastResort,
            List<MemberId> listed)
            implements EntryBody {

        public Ack {
            authority = List.copyOf(authority);
            members = List.copyOf(members);
            packaged = List.copyOf(packaged);
            exits = List.copyOf(exits);
            marks = Map.copyOf(marks);
            listed = List.copyOf(listed);
            if (authority.isEmpty()) throw new IllegalArgumentException("an epoch without authority");
        }

        /** Before it is known who is listed. */
        public static Ack of(
                Position end,
                List<MemberId> authority,
                Optional<Member> admitted,
                List<MemberId> members,
                List<MemberId> packaged,
                List<Exited> exits,
                Map<MemberId, Marks> marks,
                boolean planned,
                double heardAt,
                double baseAt,
                long rebuildMillis,
                boolean lastResort) {
            Rebuilt rebuilt = new Rebuilt(heardAt, baseAt, rebuildMillis);
            return new Ack(
                    end, authority, admitted, members, packaged, exits, marks, planned, rebuilt, lastResort, List.of());
        }

        /** The same ACK, with the members that the arbiter listed as it made the epoch active. */
        public Ack listing(List<MemberId> now) {
            return new Ack(
                    end, authority, admitted, members, packaged, exits, marks, planned, rebuilt, lastResort, now);
        }

        /** The same ACK, with these exits. */
        public Ack exiting(List<Exited> others) {
            return new Ack(
                    end, authority, admitted, members, packaged, others, marks, planned, rebuilt, lastResort, listed);
        }

        /** As in {@link Rebuilt}. */
        public double heardAt() {
            return rebuilt.heardAt();
        }

        /** As in {@link Rebuilt}. */
        public double baseAt() {
            return rebuilt.baseAt();
        }

        /** As in {@link Rebuilt}. */
        public long rebuildMillis() {
            return rebuilt.rebuildMillis();
        }
    }

    /**
     * The base that an epoch goes on from.
     *
     * @param heardAt latest time at which anybody who answered had heard the old server, seconds of game time; NaN:
     *     nobody says
     * @param baseAt time of the server's state that was restored, seconds of game time; NaN: nothing was restored
     * @param rebuildMillis time that the new server took from the last package to this entry
     */
    record Rebuilt(double heardAt, double baseAt, long rebuildMillis) {}

    /**
     * A member is let in; with it its older incarnation goes, if there is one (P27).
     *
     * @param member the newcomer
     * @param again whether this peer has been in the game before
     */
    record Joined(Member member, boolean again) implements EntryBody {}

    /**
     * A member is out (P25).
     *
     * @param kept whether it is away: a player whose seat is kept (P76). The exit that ends this is not
     */
    record Exited(MemberId who, Reason why, String detail, boolean kept) implements EntryBody {

        /** It is out of the game's view as well. */
        public Exited(MemberId who, Reason why, String detail) {
            this(who, why, detail, false);
        }
    }

    /**
     * A totally ordered message.
     *
     * @param from its sender
     * @param number counts the ordered messages of that sender, from 1: stamped once
     * @param type type id of the record
     * @param message the record, encoded
     */
    record Ordered(MemberId from, long number, int type, double sentAt, Payload message) implements EntryBody {}

    /** The game is over; the last entry (P28). */
    record Ended(String why) implements EntryBody {}
}
