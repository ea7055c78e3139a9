package org.gamenet.rgs.core.reconfiguration;

import java.util.List;
import java.util.Map;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.ordering.Position;

/**
 * The knowledge of one member of the game, as its application packaged it, and what that reflects (PROTOCOL 1,
 * "package").
 *
 * @param state the application's record, encoded
 * @param fromServer whether its member served then: the whole state, not one player's share
 * @param takenAt when, seconds of game time
 * @param stateEpoch epoch of the server's state in it
 * @param stateTime time of the server's state in it, seconds of game time
 * @param marks which requests that state contains
 * @param players the players when it was made, by peer: exits since then must be told once it is restored (HG15)
 * @param digest of the bytes: a package damaged on the way counts as none
 * @param setbacks where the game was set back before: who was away meanwhile, or serves from now on, knows of none
 * @param place the last entry that its application had been told: the state has nothing that was ordered later
 */
public record PackedState(
        Payload state,
        boolean fromServer,
        double takenAt,
        Epoch stateEpoch,
        double stateTime,
        Map<MemberId, Marks> marks,
        List<Long> players,
        long digest,
        List<Setback> setbacks,
        Position place) {

    public PackedState {
        marks = Map.copyOf(marks);
        players = List.copyOf(players);
        setbacks = List.copyOf(setbacks);
    }

    /** Of a game that was never set back, and of nobody knows which place. */
    public PackedState(
            Payload state,
            boolean fromServer,
            double takenAt,
            Epoch stateEpoch,
            double stateTime,
            Map<MemberId, Marks> marks,
            List<Long> players,
            long digest) {
        this(state, fromServer, takenAt, stateEpoch, stateTime, marks, players, digest, List.of(), Position.NONE);
    }

    /** The same, of a game that was set back there. */
    public PackedState with(List<Setback> known) {
        return new PackedState(state, fromServer, takenAt, stateEpoch, stateTime, marks, players, digest, known, place);
    }

    /** The same, made when its application had been told that entry. */
    public PackedState at(Position told) {
        return new PackedState(
                state, fromServer, takenAt, stateEpoch, stateTime, marks, players, digest, setbacks, told);
    }

    /** Freshest first: by the epoch, then the time of the server's state in it. */
    public static int freshestFirst(PackedState a, PackedState b) {
        int byEpoch = Long.compare(b.stateEpoch.number(), a.stateEpoch.number());
        if (byEpoch != 0) return byEpoch;
        int byTime = Double.compare(b.stateTime, a.stateTime);
        return byTime != 0 ? byTime : Boolean.compare(b.fromServer, a.fromServer);
    }
}
