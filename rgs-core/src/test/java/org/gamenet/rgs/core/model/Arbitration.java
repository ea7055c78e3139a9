package org.gamenet.rgs.core.model;

import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.core.arbiter.Bid;
import org.gamenet.rgs.core.arbiter.Denial;
import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.arbiter.Verdict;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.jspecify.annotations.Nullable;

/**
 * The arbiter and the directory of a {@link World}: the real ledger, asked at any moment, whose answers come at any
 * moment.
 */
final class Arbitration {
    /** States of members whose game stands still, and that may ask for a spare. */
    private static final Set<String> FROZEN = Set.of("Suspecting", "Promised");

    private final World world;
    private final int count;
    private final Memo<Outcome> known = new Memo<>();

    Arbitration(World world) {
        this.world = world;
        count = world.count;
    }

    /** The ledger's reaction to a request, the same whatever else is in the world. {@code reply} -1: none. */
    private record Outcome(
            Ledger ledger, int reply, @Nullable Epoch activated) {}

    int[] hears(int[] at, int number, Packet packet) {
        if (packet.request() instanceof Effect.SeekSpare seek) return seek(at, packet, seek);
        Outcome outcome = world.isCalm() ? decide(at, packet) : known.get(at[count], number);
        if (outcome == null) {
            outcome = known.put(at[count], number, decide(at, packet));
            note(world.ledger(at), packet.request(), outcome);
        }
        int[] next = world.with(at, outcome.ledger());
        if (outcome.activated() != null) {
            Ghost ghost = world.ghosts.get(at[count + 1]);
            Ghost more = ghost.activated(
                    outcome.activated(), outcome.ledger().active().authority());
            if (more != ghost) next = world.with(next, more);
        }
        return outcome.reply() < 0 ? next : world.add(next, outcome.reply());
    }

    private Outcome decide(int[] at, Packet packet) {
        Effect request = packet.request();
        Ledger ledger = world.ledger(at);
        if (request instanceof Effect.Claim claim) return judge(at, packet, claim);
        if (request instanceof Effect.Activate activate) {
            Ledger after = ledger.activate(activate.epoch(), activate.members());
            boolean active = after.isActive(activate.epoch());
            return new Outcome(
                    after,
                    reply(packet, new Event.Activated(activate.epoch(), active, after.listing())),
                    active ? activate.epoch() : null);
        }
        if (request instanceof Effect.Enlist entry) {
            Ledger after = ledger.list(entry.epoch(), entry.count(), entry.members());
            Event told = after.isActive(entry.epoch())
                    ? new Event.Listed(entry.epoch(), after.listing())
                    : world.standing(after);
            return new Outcome(after, reply(packet, told), null);
        }
        if (request instanceof Effect.Release release) return new Outcome(ledger.release(release.epoch()), -1, null);
        if (request instanceof Effect.TellEnd end) return end(ledger.end(end.epoch()), packet);
        if (request instanceof Effect.AskGameStatus)
            return new Outcome(ledger, reply(packet, world.standing(ledger)), null);
        throw new AssertionError("nobody performs " + request);
    }

    /** Ends the active epoch only. A member that speaks of another is told how the game stands. */
    private Outcome end(Ledger after, Packet packet) {
        Event told = after.ended() ? new Event.EndConfirmed() : world.standing(after);
        return new Outcome(after, reply(packet, told), null);
    }

    private void note(Ledger before, Effect request, Outcome outcome) {
        String said = outcome.reply() < 0
                ? "nothing"
                : world.packets.get(outcome.reply()).event().getClass().getSimpleName();
        world.steps
                .computeIfAbsent(
                        "Ledger " + name(before) + " <- " + request.getClass().getSimpleName(), k -> new TreeSet<>())
                .add(name(outcome.ledger()) + " / " + said);
    }

    private static String name(Ledger ledger) {
        return ledger.ended()
                ? "ended"
                : ledger.current().released() ? "released" : ledger.isPending() ? "pending" : "active";
    }

    private Outcome judge(int[] at, Packet packet, Effect.Claim c) {
        Ledger ledger = world.ledger(at);
        Epoch current = ledger.current().epoch();
        boolean another = c.claimId() != current.claimId();
        if (!world.isCalm() && another && current.number() >= world.bounds.epochs())
            return new Outcome(ledger, -1, null);
        MemberId claimant = packet.addressee();
        if (world.isCalm() && another && holds(at, claimant)) {
            boolean late = c.expected() != current.number();
            return new Outcome(
                    ledger,
                    reply(
                            packet,
                            new Event.Denied(
                                    c.claimId(),
                                    current,
                                    late ? Event.DenialReason.OVERTAKEN : Event.DenialReason.NOT_NOW)),
                    null);
        }
        Verdict verdict = ledger.claim(new Bid(c.expected(), c.authority(), claimant, c.basis(), c.claimId(), false));
        if (verdict instanceof Verdict.Granted g)
            return new Outcome(
                    g.next(),
                    reply(
                            packet,
                            new Event.Granted(
                                    c.claimId(),
                                    g.term().epoch(),
                                    g.next().listing().members())),
                    null);
        Denial why = ((Verdict.Denied) verdict).why();
        return new Outcome(
                ledger,
                reply(
                        packet,
                        new Event.Denied(
                                c.claimId(),
                                current,
                                why == Denial.OVERTAKEN
                                        ? Event.DenialReason.OVERTAKEN
                                        : why == Denial.ENDED ? Event.DenialReason.ENDED : Event.DenialReason.NEVER)),
                null);
    }

    /** P12: a holder that is there keeps its number. */
    private boolean holds(int[] at, MemberId claimant) {
        Ledger ledger = world.ledger(at);
        if (ledger.current().released()) return false;
        for (int i = 0; i < count; i++) {
            Facts a = world.facts(at, i);
            if (a.leads
                    && !a.id.equals(claimant)
                    && a.promise.equals(ledger.current().epoch())) return true;
        }
        return false;
    }

    private int reply(Packet asked, Event event) {
        return world.packet(new Packet(asked.from(), null, event, null, Packet.ARBITER, event instanceof Event.Listed));
    }

    /**
     * The directory offers the game to the first spare that stands by: spares are alike, so which one makes no
     * difference.
     */
    private int[] seek(int[] at, Packet asked, Effect.SeekSpare seek) {
        for (int j = 0; j < count; j++) {
            Facts spare = world.facts(at, j);
            if (!spare.standing
                    || !spare.able
                    || world.isNewcomer(j)
                    || !world.isCalm() && !world.may(at, Chance.OFFER)) continue;
            int number = world.isCalm() ? 100 : world.chance(at, Chance.OFFER);
            int[] next = world.isCalm() ? at : world.taking(at, Chance.OFFER);
            Event offer = new Event.Offered(
                    number, world.rules, seek.failed(), seek.roster(), seek.supporters(), frozenMillis(at, asked));
            next = world.add(next, world.packet(new Packet(j, spare.id, offer, null, Packet.ARBITER, true)));
            return world.add(next, reply(asked, new Event.SpareSought(seek.failed(), true, world.names.get(j))));
        }
        return world.add(at, reply(asked, new Event.SpareSought(seek.failed(), false, "none")));
    }

    /**
     * For how long the game has stood still where this is asked: an offer says when fewer than half may go on (P74).
     */
    private long frozenMillis(int[] at, Packet asked) {
        Actor asks = world.actor(at, asked.from());
        boolean late = asks.able() && FROZEN.contains(asks.state().name()) && !asks.runs(Timer.LAST_RESORT);
        return late ? world.rules.goOnWithFewerAfterMillis() : 1_100;
    }
}
