package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.core.ordering.EntryBody;

/**
 * The reliable messages of players to all: what each has said since the two met last, or since either of them was put
 * back to a state, has come to the other once all is quiet (S10). A lane that stands still says nothing that is wrong;
 * it only says nothing.
 */
final class Tells {
    private record Pair(CountingProcess from, CountingProcess to) {}

    private final SimulatedCluster cluster;
    private final Map<CountingProcess, Sequences> heard = new HashMap<>();
    /** How much had been said when they met. */
    private final Map<Pair, Long> before = new HashMap<>();

    Tells(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    /** The messages that come to this one. */
    Sequences to(CountingProcess process) {
        Sequences all = new Sequences(peer -> meets(process, peer), (from, number) -> heard(process, from, number));
        heard.put(process, all);
        return all;
    }

    /** In a synchronous game a server's message waits for a copy of the state that it came from, as its worlds do. */
    private void heard(CountingProcess to, long from, long number) {
        cluster.processes.stream()
                .filter(p -> p != to && p.witness.me() == from)
                .findFirst()
                .ifPresent(p -> heard(to, p, number));
    }

    private void heard(CountingProcess to, CountingProcess from, long number) {
        from.game.saidAsServer(number).ifPresent(place -> {
            cluster.judge.promises.shown(place, "Tell " + number + ", shown to " + to);
            if (!from.lies() && !to.lies()) cluster.judge.deposed.told(to, from, number);
        });
        cluster.judge.letters.told(to, from, number);
    }

    /** Where the peer is itself, it meets all others. */
    private void meets(CountingProcess one, long peer) {
        boolean all = peer == one.witness.me();
        for (CountingProcess other : cluster.processes) {
            if (other == one || !all && other.witness.me() != peer) continue;
            before.put(new Pair(one, other), one.game.tells());
            before.put(new Pair(other, one), other.game.tells());
        }
    }

    /** A member goes on in a later epoch: the holder that began one in between was in no view of the member's (P41). */
    void resumed(CountingProcess from, long before, long now) {
        for (EntryBody.Ack ack : cluster.judge.history.acks()) {
            long after = ack.end().epoch().number();
            if (after < before || after >= now || ack.admitted().isEmpty()) continue;
            long holder = ack.admitted().get().id().peer();
            for (CountingProcess to : cluster.processes)
                if (to.witness.me() == holder) this.before.merge(new Pair(from, to), from.game.tells(), Math::max);
        }
    }

    /** Messages among these players that have not come. */
    List<String> missing(List<CountingProcess> playing) {
        List<String> missing = new ArrayList<>();
        for (CountingProcess from : playing) {
            for (CountingProcess to : playing) {
                if (from == to || from.lies() || to.lies()) continue;
                long said = from.game.tells();
                long last = heard.get(to).last(from.witness.me());
                if (said > before.getOrDefault(new Pair(from, to), 0L) && last != said)
                    missing.add(to + " was told up to Tell " + last + " of " + from + ", who said " + said);
            }
        }
        return missing;
    }
}
