package org.gamenet.rgs.testkit.simulation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.core.wire.PeerNames;

/**
 * The replies to new servers, and the states that they began from: the freshest package of those that answered and
 * whose history goes on (P39), if some of what came after it is kept no longer the freshest of those of which all is
 * (P40); or the newest copy that they had confirmed, whatever they were answered (P40, P47).
 */
final class Bases {
    private final History history;
    private final Map<SimulatedProcess, Restored> pending = new HashMap<>();
    private final Map<Long, Restored> begun = new TreeMap<>();

    /**
     * A base, the packages that it was one of, the answers that were there by then, the frames that were kept, and the
     * copy that was confirmed.
     */
    private record Restored(
            String who,
            CountingGame.World base,
            List<Effect.Contribution> given,
            Map<MemberId, Message.CollectReply> answers,
            Set<Position> kept,
            Optional<PackedState> copy) {}

    Bases(History history) {
        this.history = history;
    }

    void restores(SimulatedProcess holder, CountingGame.World base) {
        pending.put(
                holder,
                new Restored(
                        holder.name,
                        base,
                        history.restores().given(holder),
                        history.answers(holder),
                        history.kept(holder),
                        history.copy(holder)));
    }

    /** It serves this epoch, with what it restored last. */
    void serves(SimulatedProcess holder, long epoch) {
        Restored restored = pending.remove(holder);
        if (restored != null) begun.putIfAbsent(epoch, restored);
    }

    List<String> check() {
        List<String> wrong = new ArrayList<>();
        begun.forEach((epoch, restored) -> {
            if (restored.copy.isPresent()) {
                older(restored)
                        .ifPresent(copy -> wrong.add(restored.who + " began epoch " + epoch + " from "
                                + place(restored.base) + ", and had confirmed a copy of " + place(copy)));
                return;
            }
            restored.answers.forEach((from, answer) -> {
                if (answer.epoch().number() != epoch
                        || !answer.full()
                        || answer.packed().isEmpty()
                        || !history.counts(epoch, from, answer.log().end(), restored.kept)) return;
                CountingGame.World theirs = read(answer.packed().get());
                boolean mayGoBehind = isWhole(epoch, restored)
                        && !history.isWhole(epoch, answer.packed().get(), restored.kept);
                if (isFresher(theirs, restored.base) && !mayGoBehind) {
                    wrong.add(restored.who + " began epoch " + epoch + " from " + place(restored.base)
                            + ", and was answered " + place(theirs) + " by one at "
                            + answer.log().end());
                }
            });
        });
        return wrong;
    }

    /** Whether all is kept that was ordered after its base, which may be its own package: nobody answered that. */
    private boolean isWhole(long epoch, Restored restored) {
        return restored.given.stream()
                .map(Effect.Contribution::packed)
                .filter(packed -> Ages.key(read(packed)) == Ages.key(restored.base))
                .anyMatch(packed -> history.isWhole(epoch, packed, restored.kept));
    }

    private static Optional<CountingGame.World> older(Restored restored) {
        return restored.copy.map(Bases::read).filter(copy -> isFresher(copy, restored.base));
    }

    private static CountingGame.World read(PackedState packed) {
        try {
            int type = CountingGame.RECORDS.idOf(CountingGame.World.class);
            return (CountingGame.World) CountingGame.RECORDS.decodeBody(
                    type, ByteBuffer.wrap(packed.state().bytes()), PeerNames.NONE);
        } catch (MalformedException unreadable) {
            return new CountingGame.World(0, 0, List.of());
        }
    }

    private static boolean isFresher(CountingGame.World one, CountingGame.World other) {
        return one.epoch() != other.epoch() ? one.epoch() > other.epoch() : one.version() > other.version();
    }

    private static String place(CountingGame.World world) {
        return world.epoch() + "." + world.version();
    }
}
