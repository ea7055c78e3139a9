package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.jspecify.annotations.Nullable;

/** Sees everything that every application is told, and says what may not be. */
final class Judge {
    private static final int MOST = 20;
    /**
     * Counted and told where state callbacks are difficult, and no reason to fail until
     * {@code -Drgs.simulation.strict=true}: what these take is no part of the bound on a recovery. Nothing else may be
     * put here.
     */
    private static final String NOT_KEPT_YET = "recovery";

    private static final boolean STRICT = Boolean.getBoolean("rgs.simulation.strict");

    final Trace trace;
    final SimulatedCluster cluster;
    final History history = new History(this::violates);
    final Promises promises = new Promises(this::violates);
    final Losses losses = new Losses();
    final Excuses excuses = new Excuses(this);
    final Ages ages = new Ages(history);
    final Recovery recovery;
    final Bases bases = new Bases(history);
    final Rebuilds rebuilds;
    final Dropped dropped;
    final Tells tells;
    final Letters letters;
    final Deposed deposed;
    private final List<String> violations = new ArrayList<>();
    private final List<String> open = new ArrayList<>();
    final List<Witness> witnesses = new ArrayList<>();
    final Map<Long, Long> servers = new TreeMap<>();
    final Map<Long, Long> worlds = new HashMap<>();
    private final Map<CountingProcess, MemberState> states = new HashMap<>();
    /** All members that each one has had in its log. */
    private final Map<CountingProcess, Set<MemberId>> met = new HashMap<>();

    final Set<Long> recovered = new TreeSet<>();
    final OrderBook orders = new OrderBook();
    int revoked;
    /** From here on whoever is left must find a way. */
    boolean healed;

    Judge(Trace trace, SimulatedCluster cluster) {
        this.trace = trace;
        this.cluster = cluster;
        this.recovery = new Recovery(cluster);
        this.tells = new Tells(cluster);
        this.letters = new Letters(cluster);
        this.deposed = new Deposed(letters, this::violates);
        this.rebuilds = new Rebuilds(cluster, history, this::violates);
        this.dropped = new Dropped(cluster, history);
    }

    /**
     * Whether all seats are taken, and none of them by this one, as whoever began the newest epoch has stamped it; its
     * application may be told of that later, or never. No obsolete server's word counts: it lets nobody in, nor turns
     * anybody away (P2).
     */
    boolean isFull(CountingProcess who) {
        return states.values().stream()
                .filter(each -> each.leads() && each.epoch().number() == history.newest())
                .map(each -> each.log().roster().players())
                .anyMatch(players -> players.size() >= cluster.seats
                        && players.stream()
                                .noneMatch(
                                        p -> p.id().peer() == who.session.self().id()));
    }

    Witness witness(CountingProcess process) {
        Witness witness = new Witness(this, process);
        process.session.worker().onStep((step, before, cause) -> {
            meets(process, states.put(process, step.state()), step.state());
            history.stepped(process, step, cause);
            promises.stepped(process, step, history.copy(process));
            rebuilds.stepped(process, step, cause);
            deposed.stepped(process, step);
            if (!process.lies()) dropped.stepped(step);
            ends(process, step);
            History.begun(step).forEach(witness::stamps);
            if (step.state().name().equals("Activating")) process.game.callbacks.counts();
        });
        witnesses.add(witness);
        return witness;
    }

    private void meets(CountingProcess process, @Nullable MemberState before, MemberState now) {
        if (before == null || before.log().roster() != now.log().roster())
            met.computeIfAbsent(process, p -> new HashSet<>())
                    .addAll(now.log().roster().ids());
    }

    /** Whether this one has ever had the other one, as that was last, in its log. */
    boolean knows(CountingProcess who, CountingProcess other) {
        MemberState was = states.get(other);
        return was != null
                && met.getOrDefault(who, Set.of()).contains(was.self().me().id());
    }

    /** Whether it is in a game by now, and has delivered something of it. */
    boolean hasLog(CountingProcess who) {
        MemberState at = states.get(who);
        return at != null && !at.log().equals(Log.EMPTY);
    }

    /** No story has its server end the game: it ends with its last player alone (P28). */
    private void ends(CountingProcess server, Step step) {
        boolean ends = step.effects().stream().anyMatch(Effect.TellEnd.class::isInstance);
        if (!ends || server.lies()) return;
        MemberState at = step.state();
        List<Member> others = at.log().roster().players().stream()
                .filter(player -> !player.id().equals(at.self().me().id()))
                .toList();
        if (!others.isEmpty()) violates("P28", server + " ends the game, and " + others + " are in it");
    }

    /** The faults that were found, and are not kept yet. */
    List<String> open() {
        return open;
    }

    List<String> violations() {
        return violations;
    }

    /** Epochs into which somebody resumed. */
    int recoveries() {
        return recovered.size();
    }

    /** Epochs that another server began than the one before, by a planned change (P46). */
    int handed() {
        int handed = 0;
        for (EntryBody.Ack ack : history.acks()) {
            EntryBody.Ack before = history.ack(ack.end().epoch().number());
            if (ack.planned()
                    && before != null
                    && !ack.authority().get(0).equals(before.authority().get(0))) handed++;
        }
        return handed;
    }

    /** Somebody resumes into this epoch; a spare is told so too that is handed a game which stood still for nobody. */
    void resumes(long now, Resumed resumed, BiConsumer<String, String> violates) {
        boolean stoodStill = !resumed.outage().total().isZero();
        if (stoodStill && recovered.add(now)) begun(now, violates);
    }

    /** Whether an epoch began without the word of anybody listed, or with too few, its ACK says (P75). */
    final void begun(long now, BiConsumer<String, String> violates) {
        EntryBody.Ack ack = history.ack(now);
        if (ack == null) violates.accept("S4", "resumed into epoch " + now + ", whose ACK nobody stamped");
        if (ack == null) return;
        ages.judge(now, ack).ifPresent(wrong -> violates.accept("P41", wrong));
        if (!ack.lastResort()) return;
        trace.say("the last resort: epoch " + now);
        losses.lastResort(now);
    }

    /**
     * The world that its maker was shown, now that it has made this one: in a synchronous game the one that comes back
     * counts. A world of an application that has yet to be told that another serves is shown to nobody (P44.5).
     */
    final Ages.@Nullable Shown made(CountingProcess maker, CountingGame.World world, Ages.@Nullable Shown before) {
        MemberState at = states.get(maker);
        boolean serves = at != null && at.leads() && at.epoch().number() == world.epoch();
        if (promises.areJudged()) return before;
        Ages.Shown made = ages.shown(world, world.epoch()).orElse(null);
        return serves || made == null || before == null ? made : before.orAlone(made);
    }

    /**
     * The world that somebody has been shown, now that this one has come to it: its own counts in a synchronous game
     * alone.
     */
    final Ages.@Nullable Shown seen(CountingProcess by, CountingGame.World world, Ages.@Nullable Shown before) {
        if (by.session.isServer() && !promises.areJudged()) return before;
        return ages.shown(world, by.session.view().epoch()).orElse(null);
    }

    final void genuine(CountingGame.World world, BiConsumer<String, String> violates) {
        if (world.version() == 0) return;
        Long digest = worlds.get(Ages.key(world));
        if (digest == null || digest != world.digest())
            violates.accept("wrong state", "World " + world + " was never the server's");
    }

    final void violates(String rule, String what) {
        trace.say("!!! " + rule + " " + what);
        if (rule.equals(NOT_KEPT_YET) && cluster.difficult && !STRICT) {
            if (open.size() < MOST) open.add(rule + ": " + what);
            return;
        }
        if (violations.size() < MOST) violations.add(rule + ": " + what);
    }

    void atTheEnd() {
        for (String wrong : orders.check()) violates("S11 S6 S4", wrong);
        for (Witness each : witnesses) if (!each.process.lies()) ascends(each);
        for (Witness each : witnesses) {
            if (each.process.lies()) continue;
            boolean toItsEnd = each.process.takesPart() && each.plays();
            for (String wrong : each.telling.check(history, toItsEnd)) each.violates("S11", wrong);
        }
        if (!open.isEmpty() || !violations.isEmpty()) history.tell(trace);
        for (String wrong : bases.check()) violates("P39 base", wrong);
    }

    /** A sender's ordered messages are in the history in the order in which it sent them. */
    private void ascends(Witness sender) {
        Map<Long, Long> numbers =
                numbers(sender.me(), sender.process.game.sent().turns());
        long before = 0;
        for (Seen seen : history.seen(history.newest())) {
            Long number = numbers.get(seen.item());
            if (number == null) continue;
            if (number < before) sender.violates("S11 order", "Turn " + number + " is behind " + before);
            before = number;
        }
    }

    private static Map<Long, Long> numbers(long peer, long most) {
        Map<Long, Long> numbers = new HashMap<>();
        for (long turn = 1; turn <= most; turn++) numbers.put(OrderBook.item('T', peer, turn), turn);
        return numbers;
    }

    /** Whether whoever plays has been told the history to its end. */
    boolean everybodyToldAll() {
        return witnesses.stream()
                .allMatch(each -> !each.process.takesPart()
                        || !each.plays()
                        || each.telling.check(history, true).isEmpty());
    }

    /** How often each ordered message of this peer is in the history up to this epoch. */
    Map<Long, Integer> turns(long peer, long epoch, long most) {
        Map<Long, Long> numbers = numbers(peer, most);
        Map<Long, Integer> times = new HashMap<>();
        for (Seen seen : history.seen(epoch)) {
            Long number = numbers.get(seen.item());
            if (number != null) times.merge(number, 1, Integer::sum);
        }
        return times;
    }
}
