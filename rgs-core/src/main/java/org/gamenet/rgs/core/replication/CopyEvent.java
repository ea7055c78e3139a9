package org.gamenet.rgs.core.replication;

import java.util.List;
import java.util.Set;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Position;

/** An event of a {@link Replica}. Times are milliseconds of one clock. */
public sealed interface CopyEvent {

    /** How the game stands here, told as it changes and as time passes. */
    record GameSeen(Game game, long now) implements CopyEvent {}

    /** A message arrived. */
    record Heard(MemberId from, CopyMessage message, long now) implements CopyEvent {}

    /**
     * The application has packed the state of which this is a copy, encoded.
     *
     * @param place the last entry that is in it
     * @param time of the state, seconds of game time
     * @param cut counts what this process has packed: with what it has made before this one it is not older than
     */
    record Packed(Payload copy, Position place, double time, long cut, long now) implements CopyEvent {}

    /** From here on nothing leaves that this one does not hold; it is level once it holds that cut, and that place. */
    record Bound(MemberId backup, long cut, Position place, long now) implements CopyEvent {}

    /** The application has stopped, for the game is handed over, and this is the last copy (P46). */
    record Stopped(Packed last) implements CopyEvent {}

    /** The application has left, and this is the last that it packed: nothing waits for it any more (P46.7). */
    record Leaves(Packed last) implements CopyEvent {}

    /** The application wants to hand the game over to this member (P46). */
    record HandoverAsked(MemberId to, long now) implements CopyEvent {}

    /**
     * How the game stands.
     *
     * @param epoch the one that is played in
     * @param authority the server, then the backups
     * @param roster everybody in the game
     * @param lost members that the server misses
     * @param serves whether this process serves, and may
     * @param follows whether it follows whoever serves, and hears it
     * @param changes whether a planned change is under way, or none may begin
     */
    record Game(
            Epoch epoch,
            List<MemberId> authority,
            List<Member> roster,
            Set<MemberId> lost,
            boolean serves,
            boolean follows,
            boolean changes) {

        public Game {
            authority = List.copyOf(authority);
            lost = Set.copyOf(lost);
        }

        /** In none. */
        public static final Game NONE = new Game(Epoch.NONE, List.of(), List.of(), Set.of(), false, false, false);

        boolean isServedBy(MemberId id) {
            return !authority.isEmpty() && authority.get(0).equals(id);
        }

        /** As logs call this member. */
        String name(MemberId id) {
            return roster.stream()
                    .filter(m -> m.id().equals(id))
                    .map(m -> m.name() + "#" + id)
                    .findFirst()
                    .orElse(id.toString());
        }

        boolean has(MemberId id) {
            return !lost.contains(id) && roster.stream().anyMatch(m -> m.id().equals(id));
        }
    }
}
