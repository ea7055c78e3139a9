package org.gamenet.rgs.core.arbiter;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;

/**
 * All worlds that a few {@link Election}s get into: anybody claims at any time, what is said arrives at any time,
 * repeatedly or never, members die, and whoever is dead may be known to be. Everything that a world leads to is judged:
 * whatever follows an epoch follows it alone (P55), and no number is granted to two (P1).
 */
final class Electors {

    /** How far it goes. */
    record Bounds(int members, int begin, Quorum quorum, int epochs, int claims, int crashes, boolean changes) {}

    /** Somebody says something to somebody. */
    private record Packet(int from, int to, Ballot ballot) {}

    /**
     * A world.
     *
     * @param grants that have not been made active by those who have them
     * @param follows each epoch, and the one that has followed it
     */
    private record World(
            List<Election> members,
            Set<Integer> dead,
            Set<Packet> mail,
            List<Optional<Epoch>> grants,
            List<Integer> claims,
            Map<Long, Long> granted,
            Map<Epoch, Reign> follows) {}

    /** A rule of the election is broken. */
    static final class Broken extends RuntimeException {
        Broken(String what) {
            super(what);
        }
    }

    private final Bounds bounds;
    private final Set<World> seen = new HashSet<>();
    private final Deque<World> open = new ArrayDeque<>();
    private boolean exhausted = true;

    private Electors(Bounds bounds) {
        this.bounds = bounds;
    }

    static List<Event> told(Election.Turn turn) {
        return turn.rulings().stream()
                .filter(Election.Tell.class::isInstance)
                .map(r -> ((Election.Tell) r).event())
                .toList();
    }

    static List<Ballot> said(Election.Turn turn, MemberId to) {
        return turn.rulings().stream()
                .filter(r -> r instanceof Election.Say s && s.to().equals(to))
                .map(r -> ((Election.Say) r).ballot())
                .toList();
    }

    static MemberId id(int member) {
        return new MemberId(member + 1, new Incarnation(1, member + 1));
    }

    /** How many worlds there are, or were looked at. */
    static int search(Bounds bounds, int worlds) {
        Electors search = new Electors(bounds);
        search.add(search.begin());
        search.run(worlds);
        return search.exhausted ? search.seen.size() : -search.seen.size();
    }

    /**
     * As {@link #search}, from where the first of three has half activated an epoch: the third has accepted it, and any
     * message of theirs may arrive or not.
     */
    static int searchHalfActivated(Bounds bounds, int worlds) {
        Electors search = new Electors(bounds);
        World at = search.begin();
        at = search.after(at, 0, at.members().get(0).claim(claim(0, 1, 100, Basis.REBUILD), search.sight(at)));
        at = search.said(search.said(at, 0, 2, Ballot.VoteWanted.class), 2, 0, Ballot.Vote.class);
        Effect.Activate activate = new Effect.Activate(new Epoch(2, 100), search.ids(bounds.members()));
        at = search.after(at, 0, at.members().get(0).activate(activate, search.sight(at)));
        search.add(search.said(at, 0, 2, Ballot.AcceptanceWanted.class));
        search.run(worlds);
        return search.exhausted ? search.seen.size() : -search.seen.size();
    }

    private World said(World at, int from, int to, Class<? extends Ballot> kind) {
        Packet packet = at.mail().stream()
                .filter(p -> p.from() == from && p.to() == to && kind.isInstance(p.ballot()))
                .findFirst()
                .orElseThrow();
        return after(at, to, at.members().get(to).heard(id(from), packet.ballot(), sight(at)));
    }

    /** One way through, drawn: deeper than a search comes. How many epochs have followed another in it. */
    static int walk(Bounds bounds, long seed, int steps) {
        Electors walk = new Electors(bounds);
        Random random = new Random(seed);
        World at = walk.begin();
        Set<Packet> delivered = new HashSet<>();
        for (int i = 0; i < steps; i++) {
            List<World> routes = walk.routes(at, random, delivered);
            if (routes.isEmpty()) break;
            at = routes.get(random.nextInt(routes.size()));
        }
        return at.follows().size();
    }

    /** Mostly something arrives that has not before; else whatever may happen. */
    private List<World> routes(World at, Random random, Set<Packet> delivered) {
        seen.clear();
        open.clear();
        seen.add(at);
        List<Packet> fresh = at.mail().stream()
                .filter(p -> !delivered.contains(p) && !at.dead().contains(p.to()))
                .toList();
        if (!fresh.isEmpty() && random.nextInt(4) > 0) {
            Packet packet = fresh.get(random.nextInt(fresh.size()));
            delivered.add(packet);
            arrive(at, packet);
            if (open.isEmpty()) return List.of(at);
        } else {
            next(at);
        }
        return List.copyOf(open);
    }

    private World begin() {
        Reign first = new Reign(new Epoch(1, 1), List.of(id(0)), ids(bounds.begin()));
        List<Election> members = new ArrayList<>();
        List<Optional<Epoch>> grants = new ArrayList<>();
        List<Integer> claims = new ArrayList<>();
        for (int i = 0; i < bounds.members(); i++) {
            members.add(Election.of(id(i), bounds.quorum()).knowing(first));
            grants.add(Optional.empty());
            claims.add(0);
        }
        return new World(members, Set.of(), Set.of(), grants, claims, Map.of(1L, 1L), Map.of());
    }

    private void run(int worlds) {
        while (!open.isEmpty()) {
            if (seen.size() > worlds) {
                exhausted = false;
                return;
            }
            next(open.poll());
        }
    }

    private List<MemberId> ids(int count) {
        List<MemberId> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) ids.add(id(i));
        return ids;
    }

    private void add(World world) {
        if (seen.add(world)) open.add(world);
    }

    private void next(World at) {
        for (int i = 0; i < bounds.members(); i++) {
            if (at.dead().contains(i)) continue;
            claims(at, i);
            activations(at, i);
            if (at.dead().size() < bounds.crashes()) crash(at, i);
        }
        for (Packet packet : at.mail()) {
            if (!at.dead().contains(packet.to())) arrive(at, packet);
        }
    }

    private void arrive(World at, Packet packet) {
        Election hearing = at.members().get(packet.to());
        take(at, packet.to(), hearing.heard(id(packet.from()), packet.ballot(), sight(at)));
    }

    /**
     * Evidence is no part of safety: everybody suspects at all times. The dead are known to be, as soon as anybody
     * asks.
     */
    private Sight sight(World at) {
        Set<MemberId> lost = new TreeSet<>();
        at.dead().forEach(i -> lost.add(id(i)));
        return new Sight(true, false, false, Epoch.NONE, lost);
    }

    /**
     * A claim that is under way is said again, or given up; another asks for any number that this member has not voted
     * for.
     */
    private void claims(World at, int i) {
        Election member = at.members().get(i);
        Electorate mine = member.mine().orElseThrow();
        if (member.claim().isPresent()) {
            Epoch number = member.claim().get().number();
            take(at, i, member.claim(claim(i, number.number() - 1, number.claimId(), Basis.REBUILD), sight(at)));
            take(at, i, member.release(number));
            return;
        }
        if (at.claims().get(i) >= bounds.claims()) return;
        long claimId = 100L * (i + 1) + at.claims().get(i);
        List<Integer> counted = new ArrayList<>(at.claims());
        counted.set(i, counted.get(i) + 1);
        World asking = new World(at.members(), at.dead(), at.mail(), at.grants(), counted, at.granted(), at.follows());
        for (long expected = mine.top().number(); expected < bounds.epochs(); expected++)
            take(asking, i, member.claim(claim(i, expected, claimId, Basis.REBUILD), sight(at)));
        if (!bounds.changes() || !mine.active().first().equals(id(i))) return;
        for (int size = 1; size <= bounds.members(); size++) {
            Election.Turn wanted = member.enlist(new Effect.Enlist(mine.active().epoch(), 0, ids(size)));
            Effect.Claim planned = claim(i, mine.active().epoch().number(), claimId, Basis.HELD);
            take(asking, i, wanted.next().claim(planned, sight(at)));
        }
    }

    private static Effect.Claim claim(int member, long expected, long claimId, Basis basis) {
        return new Effect.Claim(expected, List.of(id(member)), basis, List.of(), claimId);
    }

    private void activations(World at, int i) {
        Optional<Epoch> granted = at.grants().get(i);
        if (granted.isEmpty()) return;
        List<MemberId> living = new ArrayList<>();
        for (int j = 0; j < bounds.members(); j++) if (!at.dead().contains(j)) living.add(id(j));
        take(at, i, at.members().get(i).activate(new Effect.Activate(granted.get(), living), sight(at)));
        take(at, i, at.members().get(i).release(granted.get()));
    }

    private void crash(World at, int i) {
        Set<Integer> dead = new TreeSet<>(at.dead());
        dead.add(i);
        List<Optional<Epoch>> grants = new ArrayList<>(at.grants());
        grants.set(i, Optional.empty());
        List<Election> members = new ArrayList<>(at.members());
        members.set(i, Election.of(id(i), bounds.quorum()));
        add(new World(members, dead, at.mail(), grants, at.claims(), at.granted(), at.follows()));
    }

    private void take(World at, int i, Election.Turn turn) {
        add(after(at, i, turn));
    }

    private World after(World at, int i, Election.Turn turn) {
        List<Election> members = new ArrayList<>(at.members());
        members.set(i, turn.next());
        Set<Packet> mail = new HashSet<>(at.mail());
        List<Optional<Epoch>> grants = new ArrayList<>(at.grants());
        Map<Long, Long> granted = new TreeMap<>(at.granted());
        Map<Epoch, Reign> follows = new java.util.HashMap<>(at.follows());
        for (Election.Ruling ruling : turn.rulings()) {
            if (ruling instanceof Election.Say say)
                mail.add(new Packet(i, (int) say.to().peer() - 1, say.ballot()));
            else if (ruling instanceof Election.Tell tell) told(i, tell.event(), grants, granted);
        }
        followed(at.members().get(i), turn.next(), follows);
        return new World(members, at.dead(), mail, grants, at.claims(), granted, follows);
    }

    private void told(int i, Event event, List<Optional<Epoch>> grants, Map<Long, Long> granted) {
        if (event instanceof Event.Granted grant) {
            Long before = granted.put(grant.epoch().number(), grant.epoch().claimId());
            if (before != null && before != grant.epoch().claimId())
                throw new Broken("P1 number " + grant.epoch().number() + " is granted twice");
            grants.set(i, Optional.of(grant.epoch()));
        } else if (event instanceof Event.Activated activated) {
            if (grants.get(i).filter(activated.epoch()::equals).isPresent()) grants.set(i, Optional.empty());
        }
    }

    /** Somebody takes another epoch to be on: whoever decided that it follows the one before decided it alone. */
    private void followed(Election before, Election after, Map<Epoch, Reign> follows) {
        Optional<Candidacy> won = before.claim().filter(c -> c.proposal().isPresent());
        if (won.isEmpty() || after.mine().isEmpty()) return;
        Reign on = after.mine().get().active();
        if (!on.equals(won.get().proposal().get()) || after.claim().isPresent()) return;
        Reign known = follows.putIfAbsent(won.get().after().epoch(), on);
        if (known != null && !known.equals(on))
            throw new Broken("P55 " + known.epoch() + " and " + on.epoch() + " both follow "
                    + won.get().after().epoch());
    }
}
