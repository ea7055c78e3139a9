package org.gamenet.rgs.core.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.machine.SeatToken;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.jspecify.annotations.Nullable;

/**
 * All worlds that a game of the pure machines and the real ledger can get into. A world is a few ints: the number of
 * each actor's value, of the ledger's, of the ghost's and of the chances left, then those of everything under way,
 * ascending. A packet, also to the arbiter and from it, may arrive at any time, repeatedly or never: so delay, loss,
 * duplication, partitions in one direction or both, crashes in the middle of a step and processes that sleep and wake
 * need no events of their own. The arbiter grants without evidence (P12). Everything that is stepped into is judged: a
 * {@link Broken} names the invariant.
 */
final class World {

    /** Hears of every world that one step leads to. */
    interface Next {
        void world(int[] next, long move);
    }

    private static final long FIRST_CLAIM = 99;

    final Bounds bounds;
    final GameRules rules;
    final Interned<Actor> actors = new Interned<>();
    final Interned<Event> events = new Interned<>();
    final Interned<Packet> packets = new Interned<>();
    final Interned<Ledger> ledgers = new Interned<>();
    final Interned<Ghost> ghosts = new Interned<>();
    final Interned<Long> chances = new Interned<>();
    /** Results by state and event. */
    final Map<String, Set<String>> steps = new TreeMap<>();

    final int count;
    final List<String> names = new ArrayList<>();
    private final List<Kind> kinds = new ArrayList<>();
    private final List<Facts> facts = new ArrayList<>();
    private final List<Integer> packetEvents = new ArrayList<>();
    private final List<Integer> standings = new ArrayList<>();
    private final Memo<Integer> ghostsAfter = new Memo<>();
    private final Memo<Integer> actorsAfter = new Memo<>();
    private final int[] timerEvents = new int[Reactions.TIMERS.length];
    private final Reactions usual;
    private final Reactions calm;
    private final Arbitration arbiter;
    final Speech speech = new Speech(this);
    private Reactions reactions;
    private long trying;

    World(Bounds bounds) {
        this.bounds = bounds;
        GameRules served = new GameRules("world", 8, bounds.ways(), 1_000, 30_000, 50, Map.of());
        GameRules kind = Chance.PEERS.left(bounds.chances()) > 0 ? served.amongPeers() : served;
        rules = Chance.PERMISSION.left(bounds.chances()) > 0 ? kind.orderedBy(Order.LAMPORT) : kind;
        name("server", bounds.founderPlays() ? Kind.PLAYER : Kind.SERVER);
        for (int i = 0; i < bounds.players(); i++) name("c" + (i + 1), Kind.PLAYER);
        for (int i = 0; i < bounds.spares(); i++) name("s" + (i + 1), Kind.SERVER);
        for (int i = 0; i < bounds.newcomers(); i++) name("n" + (i + 1), Kind.PLAYER);
        count = names.size();
        usual = new Reactions(this, false);
        calm = new Reactions(this, true);
        arbiter = new Arbitration(this);
        for (Timer timer : Reactions.TIMERS) timerEvents[timer.ordinal()] = event(new Event.TimerFired(timer));
        reactions = usual;
    }

    private void name(String name, Kind kind) {
        names.add(name);
        kinds.add(kind);
    }

    // ---- who is who

    MemberId id(int actor, int life) {
        return new MemberId(actor + 1, new Incarnation(life + 1, 16L * (actor + 1) + life));
    }

    static int place(MemberId id) {
        return (int) (id.incarnation().nonce() >> 4) - 1;
    }

    LocalMember self(int actor, MemberId id) {
        long token = 1_000 + id.peer();
        Member me = new Member(
                id, names.get(actor), kinds.get(actor), new Endpoint("x", 1, 1), SeatToken.hash(token, id.peer()));
        return new LocalMember(me, 1, Payload.EMPTY, 1, token);
    }

    boolean isNewcomer(int actor) {
        return actor >= count - bounds.newcomers();
    }

    boolean isSpare(int actor) {
        return actor > bounds.players() && !isNewcomer(actor);
    }

    // ---- values by number

    int actor(Actor actor) {
        int number = actors.of(actor);
        if (number == facts.size()) facts.add(new Facts(this, actor));
        return number;
    }

    int event(Event event) {
        return events.of(event);
    }

    int packet(Packet packet) {
        int number = packets.of(packet);
        if (number == packetEvents.size()) packetEvents.add(packet.event() == null ? -1 : event(packet.event()));
        return number;
    }

    Facts facts(int[] world, int i) {
        return facts.get(world[i]);
    }

    Actor actor(int[] world, int i) {
        return actors.get(world[i]);
    }

    Ledger ledger(int[] world) {
        return ledgers.get(world[count]);
    }

    int[] with(int[] world, Ledger ledger) {
        Ledger before = ledger(world);
        if (ledger.equals(before)) return world;
        long from = before.current().epoch().number();
        long to = ledger.current().epoch().number();
        if (to < from
                || to == from
                        && !ledger.current().epoch().equals(before.current().epoch())
                || before.active().epoch().isAfter(ledger.active().epoch())
                || before.ended() && !ledger.ended())
            throw new Broken("S18 the ledger goes from " + before + " back to " + ledger);
        int[] next = world.clone();
        next[count] = ledgers.of(ledger);
        return next;
    }

    int[] with(int[] world, Ghost ghost) {
        int[] next = world.clone();
        next[count + 1] = ghosts.of(ghost);
        return next;
    }

    private long chances(int[] world) {
        return chances.get(world[count + 2]);
    }

    boolean may(int[] world, Chance chance) {
        return chance.left(chances(world)) > 0;
    }

    int[] taking(int[] world, Chance chance) {
        int[] next = world.clone();
        next[count + 2] = chances.of(chance.less(chances(world)));
        return next;
    }

    int chance(int[] world, Chance chance) {
        return chance.left(chances(world));
    }

    // ---- the beginning

    /** A founder, its players in the game, everything stable; spares standing by; newcomers not there yet. */
    int[] begin() {
        int[] world = new int[count + 3];
        Epoch first = new Epoch(1, FIRST_CLAIM);
        for (int i = 0; i < count; i++)
            world[i] = actor(new Actor(
                    MemberState.standBy(self(i, id(i, 0))),
                    id(i, 0),
                    0,
                    false,
                    false,
                    "",
                    Actor.Shown.NOTHING,
                    0,
                    bounds.patience(),
                    Known.NOTHING,
                    0));
        world[count] = ledgers.of(Ledger.founded(id(0, 0), FIRST_CLAIM, false));
        world[count + 1] = ghosts.of(new Ghost(Map.of(), Map.of(first, List.of(id(0, 0))), 0, Map.of()));
        world[count + 2] = chances.of(bounds.chances());
        calm();
        try {
            world = enter(world, 0, MemberState.found(self(0, id(0, 0)), rules, first));
            for (int i = 1; i <= bounds.players(); i++)
                world = enter(world, i, MemberState.join(self(i, id(i, 0)), rules, Epoch.NONE));
            for (int round = 0; round < 30; round++) world = settle(world);
        } finally {
            usual();
        }
        int[] still = Arrays.copyOf(world, count + 3);
        for (int i = 0; i < count; i++)
            still[i] = actor(actor(still, i).running(0).patient(bounds.patience()));
        return still;
    }

    /** Everything under way arrives once, and everybody hears its server. */
    private int[] settle(int[] from) {
        int[] world = from;
        for (int p : Arrays.copyOfRange(world, count + 3, world.length))
            if (has(world, p)) world = arrive(world, p, true);
        for (int i = 0; i < count; i++) world = beat(world, i);
        return world;
    }

    int[] enter(int[] world, int actor, Step step) {
        return apply(world, reactions.begin(actor, actor(world, actor), step), actor);
    }

    /** From here on time and callbacks are as in life. */
    void calm() {
        reactions = calm;
    }

    void usual() {
        reactions = usual;
    }

    boolean isCalm() {
        return reactions == calm;
    }

    // ---- what may happen

    /** Every world that is one event away. Anything that breaks an invariant throws. */
    void successors(int[] world, Next next) {
        for (int p = count + 3; p < world.length; p++) {
            give(world, Move.ARRIVES.of(0, world[p]), next);
            if (may(world, Chance.FAIL) && failure(world[p]) != null) give(world, Move.ARRIVES.of(1, world[p]), next);
        }
        for (int i = 0; i < count; i++) {
            Facts a = facts(world, i);
            if (!a.able) continue;
            timers(world, i, a.actor, next);
            hints(world, i, a, next);
            application(world, i, a, next);
            if (!a.standing && may(world, Chance.CRASH)) give(world, Move.CRASHES.of(i, 0), next);
        }
    }

    private void give(int[] from, long move, Next next) {
        trying = move;
        int[] to = step(from, move);
        if (to != from && !Arrays.equals(from, to)) next.world(to, move);
    }

    /** The move that {@link #successors} tried last: the one that broke, if it threw. */
    long trying() {
        return trying;
    }

    private void timers(int[] world, int i, Actor a, Next next) {
        for (int bits = a.timers(); bits != 0; bits &= bits - 1) {
            int timer = Integer.numberOfTrailingZeros(bits);
            boolean may = a.patience() > 0 && bounds.timers().contains(Reactions.TIMERS[timer]);
            if (may || timer == Timer.CHECK.ordinal()) give(world, Move.FIRES.of(i, timer), next);
        }
    }

    private void hints(int[] world, int i, Facts a, Next next) {
        if (a.watched >= 0) {
            if (!leads(world, a) || may(world, Chance.DOUBT)) give(world, Move.SUSPECTS.of(i, 0), next);
            if (chiefOf(world, a) >= 0) {
                give(world, Move.BEATS.of(i, 0), next);
                give(world, Move.ECHOES.of(i, 0), next);
            }
        }
        if (a.suspecting)
            for (int j = 0; j < count; j++) {
                Facts b = facts(world, j);
                if (j != i && b.leads) give(world, Move.ANSWERS.of(i, j), next);
            }
        for (int k = 0; k < a.known.length; k++) {
            boolean lives = lives(world, a.known[k]);
            if (!lives) give(world, Move.GONE.of(i, k), next);
            if (may(world, Chance.AWAY)) give(world, Move.AWAY.of(i, k), next);
            if (a.leads && (!lives || may(world, Chance.SILENCE))) give(world, Move.SILENT.of(i, k), next);
        }
        if (!a.leads) return;
        give(world, Move.STANDS.of(i, 0), next);
        for (int may = 0; may < 2 && may(world, Chance.ACT); may++) give(world, Move.ACTS.of(i, may), next);
    }

    private void application(int[] world, int i, Facts a, Next next) {
        if (a.joining && may(world, Chance.FAIL)) give(world, Move.ALONE.of(i, 0), next);
        if (a.insists) give(world, Move.INSISTS.of(i, 0), next);
        boolean orders = a.plays && (a.watched >= 0 || rules.byPermission());
        if (orders && may(world, Chance.ORDER)) give(world, Move.ORDERS.of(i, 0), next);
        if (may(world, Chance.LEAVE) && !(a.standing && isNewcomer(i))) give(world, Move.LEAVES.of(i, 0), next);
        if (a.standing && isNewcomer(i) && may(world, Chance.JOIN)) give(world, Move.JOINS.of(i, 0), next);
        if (hasRequests()) requests(world, i, a, next);
        if (!a.leads || !a.plays) return;
        for (int k = 0; k < a.known.length; k++) {
            if (may(world, Chance.KICK)) give(world, Move.KICKS.of(i, k), next);
            if (may(world, Chance.CHANGE) && mayBackUp(a, a.known[k])) give(world, Move.CHANGES.of(i, k), next);
            if (may(world, Chance.COPY) && a.log.roster().has(a.known[k])) give(world, Move.COPIES.of(i, k), next);
            boolean backsUp = a.log.authority().contains(a.known[k]) && mayBackUp(a, a.known[k]);
            if (may(world, Chance.HANDOVER) && backsUp) give(world, Move.HANDS.of(i, k), next);
        }
        if (may(world, Chance.END)) give(world, Move.ENDS.of(i, 0), next);
        if (may(world, Chance.OPEN)) give(world, Move.OPENS.of(i, 0), next);
    }

    /** Whether this world is about what is in the applications' states. */
    boolean hasRequests() {
        return Chance.REQUEST.left(bounds.chances()) > 0;
    }

    private void requests(int[] world, int i, Facts a, Next next) {
        if (a.serves && may(world, Chance.REQUEST)) give(world, Move.HANDLES.of(i, 0), next);
        // One that was replaced and does not know it goes on calling things stable.
        if (a.serves) give(world, Move.FORGETS.of(i, 0), next);
        int chief = chiefOf(world, a);
        if (chief < 0) return;
        give(world, Move.SHOWS.of(i, 0), next);
        give(world, Move.REPORTS.of(i, 0), next);
    }

    private int[] handle(int[] world, int i) {
        int request = 1 << Chance.REQUEST.left(bounds.chances()) - chance(world, Chance.REQUEST);
        return knows(taking(world, Chance.REQUEST), i, actor(world, i).known().handling(request));
    }

    private int[] show(int[] world, int i) {
        Known server = actor(world, chiefOf(world, facts(world, i))).known();
        Known mine = actor(world, i).known();
        boolean older = server.epoch().number() < mine.epoch().number()
                || server.epoch().equals(mine.epoch()) && server.version() <= mine.version();
        return older ? world : knows(world, i, server.shown());
    }

    private int[] report(int[] world, int i) {
        int chief = chiefOf(world, facts(world, i));
        Known mine = actor(world, i).known();
        if (!mine.epoch().equals(facts(world, chief).epoch)) return world;
        MemberId id = facts(world, i).id;
        int[] heard = knows(world, chief, actor(world, chief).known().reported(id, mine.requests()));
        return happen(heard, chief, event(new Event.PackageReported(id)));
    }

    /** As the lanes do it (Stability). */
    private int[] forget(int[] world, int i) {
        Actor server = actor(world, i);
        Set<MemberId> everybody = new TreeSet<>(server.state().listed());
        everybody.addAll(server.state().log().roster().ids());
        everybody.remove(server.id());
        int stable = server.known().requests()
                & server.known()
                        .inCopies(server.state().log().authority().stream()
                                .filter(m -> !m.equals(server.id()))
                                .toList());
        for (MemberId member : everybody) stable &= server.known().reports().getOrDefault(member, 0);
        Ghost before = ghosts.get(world[count + 1]);
        Ghost after = before.forgets(server.state().epoch(), stable);
        return after == before ? world : with(world, after);
    }

    private int[] knows(int[] world, int i, Known now) {
        int[] next = world.clone();
        next[i] = actor(actor(world, i).knows(now));
        return next;
    }

    private int[] step(int[] world, long move) {
        int i = Move.whom(move);
        int which = Move.which(move);
        Move kind = Move.kind(move);
        if (kind == Move.ARRIVES)
            return i == 0 ? arrive(world, which, packets.get(which).once()) : fail(world, which);
        Facts a = facts(world, i);
        return switch (kind) {
            case FIRES -> fire(world, i, Reactions.TIMERS[which]);
            case SUSPECTS -> happen(leads(world, a) ? taking(world, Chance.DOUBT) : world, i, a.suspects);
            case BEATS -> happen(world, i, facts(world, chiefOf(world, a)).beat);
            case ECHOES -> happen(world, chiefOf(world, a), a.echo);
            case ANSWERS -> happen(world, i, facts(world, which).answered);
            case GONE -> happen(world, i, a.gone[which]);
            case ALONE -> happen(taking(world, Chance.FAIL), i, event(new Event.GroupFailed(Reason.NETWORK, "no way")));
            case AWAY -> happen(taking(world, Chance.AWAY), i, a.away[which]);
            case SILENT ->
                happen(lives(world, a.known[which]) ? taking(world, Chance.SILENCE) : world, i, a.silent[which]);
            case STANDS -> happen(world, i, standingEvent(world[count]));
            case ACTS -> happen(taking(world, Chance.ACT), i, event(new Event.MayAct(which == 1)));
            case CRASHES -> crash(taking(world, Chance.CRASH), i);
            case ORDERS -> speech.more(taking(world, Chance.ORDER), i);
            case LEAVES -> happen(taking(world, Chance.LEAVE), i, event(new Event.LeaveAsked()));
            case JOINS ->
                enter(
                        taking(world, Chance.JOIN),
                        i,
                        MemberState.join(
                                self(i, a.id), rules, ledger(world).active().epoch()));
            case KICKS ->
                happen(taking(world, Chance.KICK), i, event(new Event.KickAsked(a.known[which].peer(), "kicked")));
            case CHANGES -> change(taking(world, Chance.CHANGE), i, a.known[which]);
            case COPIES -> copy(taking(world, Chance.COPY), i, a.known[which]);
            case HANDS -> happen(taking(world, Chance.HANDOVER), i, event(new Event.HandoverAsked(a.known[which])));
            case ENDS -> happen(taking(world, Chance.END), i, event(new Event.EndAsked("done")));
            case OPENS -> happen(taking(world, Chance.OPEN), i, event(new Event.OpenAsked(false)));
            case HANDLES -> handle(world, i);
            case SHOWS -> show(world, i);
            case REPORTS -> report(world, i);
            case FORGETS -> forget(world, i);
            case INSISTS -> speech.again(world, i);
            case ARRIVES -> throw new AssertionError();
        };
    }

    /** The actor's state, packed. */
    PackedState packed(Actor of) {
        Position at = of.state().log().end();
        return hasRequests() ? of.known().packed(at) : Known.packed(Payload.EMPTY, at.epoch(), at.seq(), at);
    }

    /** Where it matters what is in it, only who has confirmed a copy is taken for a backup. */
    private boolean mayBackUp(Facts server, MemberId member) {
        return !hasRequests() || server.actor.known().holders().contains(member);
    }

    /** In worlds without copies of their own the backup has one at once. */
    private int[] change(int[] world, int i, MemberId backup) {
        Facts a = facts(world, i);
        int[] held = hasRequests() || Chance.COPY.left(bounds.chances()) > 0
                ? world
                : happen(world, place(backup), held(a, packed(a.actor)));
        return happen(held, i, event(new Event.ChangeAsked(List.of(a.id, backup))));
    }

    private int[] copy(int[] world, int i, MemberId member) {
        Actor server = actor(world, i);
        int[] next = hasRequests() ? knows(world, i, server.known().copying(member)) : world;
        return add(
                next, packet(new Packet(place(member), member, held(facts(world, i), packed(server)), null, i, true)));
    }

    private Event held(Facts server, PackedState copy) {
        return new Event.CopyHeld(server.id, server.epoch, server.actor.known().requests(), copy);
    }

    boolean lives(int[] world, MemberId id) {
        Facts a = facts(world, place(id));
        return a.able && a.id.equals(id);
    }

    /** Whether whom it watches is there and leads, in its epoch or in the one that it has promised. */
    boolean leads(int[] world, Facts follower) {
        Facts h = facts(world, follower.watched);
        return h.leads
                && h.id.equals(follower.watchedId)
                && (h.epoch.equals(follower.epoch) || h.promise.equals(follower.promise));
    }

    /** The member whose heartbeats it hears. */
    private int chiefOf(int[] world, Facts a) {
        if (!a.plays || a.leads || a.watched < 0) return -1;
        Facts b = facts(world, a.watched);
        return b.leads && b.plays && b.id.equals(a.watchedId) && b.epoch.equals(a.epoch) ? a.watched : -1;
    }

    /** It hears its server, and its server hears it. */
    int[] beat(int[] world, int i) {
        int chief = chiefOf(world, facts(world, i));
        if (chief < 0) return world;
        int[] heard = happen(world, i, facts(world, chief).beat);
        return facts(heard, i).echo < 0 ? heard : happen(heard, chief, facts(heard, i).echo);
    }

    // ---- one event

    boolean has(int[] world, int packet) {
        return Arrays.binarySearch(world, count + 3, world.length, packet) >= 0;
    }

    int[] arrive(int[] from, int number, boolean consume) {
        Packet p = packets.get(number);
        int[] world = consume ? without(from, number) : from;
        if (p.to() == Packet.ARBITER) return arbiter.hears(world, number, p);
        return listens(world, p) ? happen(world, p.to(), packetEvents.get(number)) : world;
    }

    /** The event that comes instead, if it does not go well. */
    @Nullable
    Event failure(int number) {
        Event event = packets.get(number).event();
        if (event instanceof Event.RestoreDone) return new Event.RestoreDone(false, 1, "thrown", List.of());
        if (event instanceof Event.PackageTaken) return new Event.PackageTaken(Optional.empty());
        if (event instanceof Event.GroupJoined) return new Event.GroupFailed(Reason.NETWORK, "no way");
        return null;
    }

    int[] fail(int[] world, int number) {
        Packet p = packets.get(number);
        return happen(taking(without(world, number), Chance.FAIL), p.to(), event(failure(number)));
    }

    private int[] without(int[] world, int packet) {
        int at = Arrays.binarySearch(world, count + 3, world.length, packet);
        int[] less = new int[world.length - 1];
        System.arraycopy(world, 0, less, 0, at);
        System.arraycopy(world, at + 1, less, at, world.length - at - 1);
        return less;
    }

    int[] add(int[] world, int packet) {
        Packet p = packets.get(packet);
        if (p.to() != Packet.ARBITER && !listens(world, p)) return world;
        int at = Arrays.binarySearch(world, count + 3, world.length, packet);
        if (at >= 0) return world;
        int put = -at - 1;
        int[] more = new int[world.length + 1];
        System.arraycopy(world, 0, more, 0, put);
        more[put] = packet;
        System.arraycopy(world, put, more, put + 1, world.length - put);
        return more;
    }

    int[] fire(int[] world, int i, Timer timer) {
        int[] next = world.clone();
        next[i] = afterTimer(world[i], timer);
        return happen(next, i, timerEvents[timer.ordinal()]);
    }

    private int afterTimer(int actor, Timer timer) {
        boolean patient = isCalm() || timer == Timer.CHECK;
        int which = timer.ordinal() << 1 | (patient ? 1 : 0);
        Integer known = actorsAfter.get(actor, which);
        if (known != null) return known;
        Actor a = actors.get(actor);
        Actor left = a.running(a.timers() & ~(1 << timer.ordinal()));
        return actorsAfter.put(actor, which, actor(patient ? left : left.waited()));
    }

    int[] crash(int[] world, int i) {
        int[] next = world.clone();
        Integer known = actorsAfter.get(world[i], -1);
        next[i] = known != null
                ? known
                : actorsAfter.put(world[i], -1, actor(actor(world, i).dies()));
        return clean(next);
    }

    int[] happen(int[] world, int i, int event) {
        return apply(world, reactions.to(i, world[i], event), i);
    }

    int[] happen(int[] world, int i, Event event) {
        return happen(world, i, event(event));
    }

    /** Leaves out packets under way to an actor that does not listen any more. */
    private int[] clean(int[] world) {
        int kept = count + 3;
        int[] next = world.clone();
        for (int p = count + 3; p < world.length; p++) {
            Packet packet = packets.get(world[p]);
            if (packet.to() == Packet.ARBITER || listens(world, packet)) next[kept++] = world[p];
        }
        return kept == world.length ? world : Arrays.copyOf(next, kept);
    }

    private boolean listens(int[] world, Packet packet) {
        Facts a = facts(world, packet.to());
        if (!a.able) return !a.actor.dead() && packet.event() instanceof Event.Granted;
        if (packet.addressee() != null) return packet.addressee().equals(a.id);
        return !a.standing || packet.from() == Packet.ARBITER;
    }

    Event standing(Ledger ledger) {
        return new Event.GameStatusKnown(
                ledger.current().epoch(),
                ledger.current().released(),
                ledger.active().epoch(),
                false,
                ledger.ended());
    }

    private int standingEvent(int ledger) {
        while (standings.size() <= ledger) standings.add(-1);
        if (standings.get(ledger) < 0) standings.set(ledger, event(standing(ledgers.get(ledger))));
        return standings.get(ledger);
    }

    private int[] apply(int[] from, Reactions.Reaction reaction, int i) {
        int[] world = from;
        if (world[i] != reaction.actor()) {
            world = world.clone();
            world[i] = reaction.actor();
        }
        if (!reaction.told().isEmpty()) {
            int ghost = ghostAfter(world[count + 1], reaction);
            if (ghost != world[count + 1]) {
                if (world == from) world = world.clone();
                world[count + 1] = ghost;
            }
        }
        for (int packet : reaction.sends()) world = add(world, packet);
        return reaction.moved() ? clean(world) : world;
    }

    private int ghostAfter(int before, Reactions.Reaction reaction) {
        int which = reaction.number() << 1 | (isCalm() ? 1 : 0);
        Integer known = ghostsAfter.get(before, which);
        if (known != null) return known;
        Ghost more = ghosts.get(before).tells(reaction.told(), actors.get(reaction.actor()));
        for (Position place : reaction.used())
            if (!more.isPrefix(place, reaction.end().orElseThrow()))
                throw new Broken(
                        "S5 a package of " + place + " was restored, but the history ended at " + reaction.end());
        if (reaction.begun() != null && hasRequests())
            more = more.begins(reaction.begun(), reaction.base(), reaction.lastResort());
        return ghostsAfter.put(before, which, ghosts.of(more));
    }

    String describe(int[] world) {
        return new Told(this).describe(world);
    }
}
