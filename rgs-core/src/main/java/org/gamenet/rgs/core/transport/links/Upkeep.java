package org.gamenet.rgs.core.transport.links;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.core.machine.Endpoint;

/**
 * Time passes for the links of a process: a process that is wanted, watched or called is dialled while no sound link
 * leads there, and pinged when nothing else is said. A link that is still for too long goes. The loop's thread, but for
 * {@link #want} and {@link #watch}: any thread.
 */
final class Upkeep {
    /**
     * Time passes in steps of so much while a process is dialled or called, or at once where something is to be done.
     */
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** The same while all is well: a sign that is owed may be late by so much, and so may a doubt. */
    private static final long CALM_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long HELLO_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PING_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Longer than a wanted link is ever still. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** Nothing was said to it either. */
    private static final long UNPROVEN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long LOST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Pairs pairs;
    private final Doorway doorway;
    private final Calls calls;
    private final Dials dials;
    private final Effects effects;
    private Set<Endpoint> wanted = Set.of();
    private Set<Endpoint> watched = Set.of();
    /** Of both; made anew when one changes, for time passes often. */
    private volatile Set<Endpoint> kept = Set.of();

    private final List<Link> ended = new ArrayList<>();
    private long nextStepAt = System.nanoTime();

    /** The things that time makes necessary. */
    interface Effects {
        /** {@code hint}: whether it broke. */
        void end(Link link, boolean hint);

        /** A link stands: what waited for it is said. */
        void answer(Endpoint process);
    }

    Upkeep(Pairs pairs, Doorway doorway, Calls calls, Dials dials, Effects effects) {
        this.pairs = pairs;
        this.doorway = doorway;
        this.calls = calls;
        this.dials = dials;
        this.effects = effects;
    }

    /** The session's wish; whether it is another one. */
    synchronized boolean want(Set<Endpoint> processes) {
        boolean other = !processes.equals(wanted);
        if (other) {
            wanted = Set.copyOf(processes);
            combine();
        }
        return other;
    }

    /** The wish of the group's stack; whether it is another one. */
    synchronized boolean watch(Set<Endpoint> processes) {
        boolean other = !processes.equals(watched);
        if (other) {
            watched = Set.copyOf(processes);
            combine();
        }
        return other;
    }

    private void combine() {
        Set<Endpoint> both = new HashSet<>(wanted);
        both.addAll(watched);
        both.remove(pairs.self());
        kept = Set.copyOf(both);
    }

    /** At the next round of the loop. */
    void soon() {
        nextStepAt = System.nanoTime();
    }

    void round() {
        long now = System.nanoTime();
        if (now - nextStepAt >= 0) {
            nextStepAt = now + STEP_NANOS;
            if (passTime(now)) {
                nextStepAt = now + CALM_NANOS;
            }
        }
    }

    /** True: sound links lead to all that are wanted, and nobody is called. */
    private boolean passTime(long now) {
        for (Link link : doorway.all()) {
            if (!passTime(link, now)) {
                ended.add(link);
            }
        }
        if (!ended.isEmpty()) {
            ended.forEach(this::letGo);
            ended.clear();
        }
        Set<Endpoint> called = calls.open(now);
        boolean calm = called.isEmpty();
        for (Endpoint process : kept) {
            calm &= tend(process, now);
        }
        for (Endpoint process : called) {
            if (tend(process, now)) {
                effects.answer(process);
            }
        }
        pairs.forget(kept, called);
        return calm;
    }

    /** Dials a process to which no sound link leads. True: one leads there. */
    private boolean tend(Endpoint process, long now) {
        if (process.equals(pairs.self())) {
            return false;
        }
        PeerLinks pair = pairs.with(process);
        keep(pair, now);
        return pair.sound(now) != null;
    }

    private void letGo(Link link) {
        try {
            if (link.isUp()) {
                link.sayBye();
            }
        } catch (IOException broken) {
            // it goes anyway
        }
        effects.end(link, false);
    }

    /** Whether it stays. */
    private boolean passTime(Link link, long now) {
        Endpoint process = link.process();
        PeerLinks pair = process == null ? null : pairs.to(process);
        if (!link.isUp() || process == null || pair == null) {
            return now - link.openedAt <= HELLO_NANOS;
        }
        try {
            if (link.owes(now)) {
                link.sayHeard(now);
            }
        } catch (IOException broken) {
            return false;
        }
        boolean used = kept.contains(process) && pair.sound(now) == link;
        long still = now - link.lastHeardAt();
        long patience = !link.isProven() ? UNPROVEN_NANOS : link.isDoubtful(now) ? LOST_NANOS : IDLE_NANOS;
        return still <= patience || used;
    }

    /** Dials now, if no sound link leads there and none was dialled a moment ago. */
    void keep(PeerLinks pair, long now) {
        Link link = pair.sound(now);
        if (link == null) {
            dials.dialSometimes(pair, now);
        } else if (now - Math.max(link.lastSaidAt(), link.openedAt) > PING_NANOS) {
            try {
                link.ping(now);
            } catch (IOException broken) {
                effects.end(link, true);
            }
        }
    }
}
