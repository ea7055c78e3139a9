package org.gamenet.rgs.core.ordering;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * A few equals, all that they ever said, and what may happen to them next. Everything that was said arrives at any
 * time, again and again or never. A recovery is granted at any time to anybody, without evidence: those that answer it
 * stamp no more (P36), its history ends with the longest log among the answers (P39), and whoever has more is out (P3).
 *
 * @param said all of it
 * @param crashes how many more may die
 * @param epochs how many more may be granted
 */
record PermissionWorld(List<Peer> peers, Set<Said> said, int crashes, int epochs) {

    /** A rule that is taken away. */
    enum Fault {
        NONE,
        /** A peer counts the permits of those alone that it does not believe gone. */
        RECOUNTS,
        /** A permit does not say how far its giver has come. */
        NO_PLACE,
        /** A peer stamps before it has delivered what the others have. */
        NOT_CAUGHT_UP,
        /** A peer goes on stamping when it has answered a holder. */
        STAMPS_AFTER_ANSWER,
        /** A holder of the permission answers at once. */
        NEVER_DEFERS,
        /** A newcomer is not asked by those who were asking before it came. */
        FORGETS_NEWCOMER
    }

    /** A place of the log: what stands there is whose it is; 0: an ACK; below 0: the JOIN of that one. */
    record Entry(long epoch, long seq, int what, Set<Integer> members) {}

    /**
     * A peer.
     *
     * @param promise the highest epoch that it has answered
     * @param log entries that it has delivered
     * @param words messages that it wants to say, once: its own, or a JOIN
     */
    record Peer(int id, boolean dead, boolean out, long promise, List<Entry> log, Permission right, int words) {
        long epoch() {
            return log.isEmpty() ? 0 : log.get(log.size() - 1).epoch;
        }

        long end() {
            return log.isEmpty() ? -1 : log.get(log.size() - 1).seq;
        }

        boolean has(int what) {
            return log.stream().anyMatch(f -> f.what == what && what != 0);
        }

        boolean plays() {
            return !dead && !out && !log.isEmpty() && promise == epoch();
        }

        Set<Integer> roster() {
            Set<Integer> all = new HashSet<>();
            for (Entry f : log)
                if (f.what == 0) {
                    all.clear();
                    all.addAll(f.members);
                } else if (f.what < 0) all.add(-f.what);
            return all;
        }

        Peer with(Permission now) {
            return new Peer(id, dead, out, promise, log, now, words);
        }

        Peer with(Entry more) {
            List<Entry> longer = new ArrayList<>(log);
            longer.add(more);
            return new Peer(id, dead, out, promise, longer, right.in(PermissionWorld.epoch(more.epoch)), words);
        }

        Peer promising(long epoch) {
            return new Peer(id, dead, out, Math.max(promise, epoch), log, right, words);
        }
    }

    /** Something said. */
    sealed interface Said {}

    record Wished(int from, long epoch, long stamp) implements Said {}

    record Permitted(int from, int to, long epoch, long stamp, long place) implements Said {}

    record Shown(Entry entry) implements Said {}

    record Let(int to, List<Entry> log) implements Said {}

    record Collects(int holder, long epoch) implements Said {}

    record Answered(int from, long epoch, List<Entry> log) implements Said {}

    /** @param heard members whose answers it goes by */
    record Acked(Entry ack, List<Entry> before, Set<Integer> heard) implements Said {}

    static MemberId member(int id) {
        return new MemberId(id, new Incarnation(1, id));
    }

    static Epoch epoch(long number) {
        return new Epoch(number, number);
    }

    /** So many are in; each of {@code words} is what the peer of that number wants to say, 0 for nothing. */
    static PermissionWorld begin(int members, int crashes, int epochs, int... words) {
        Set<Integer> in = new HashSet<>();
        for (int i = 1; i <= members; i++) in.add(i);
        Entry ack = new Entry(1, 0, 0, in);
        List<Peer> peers = new ArrayList<>();
        for (int i = 1; i <= words.length; i++) {
            Permission fresh = Permission.of(member(i), epoch(1));
            List<Entry> log = i <= members ? List.of(ack) : List.of();
            peers.add(new Peer(i, false, false, 1, log, fresh, words[i - 1]));
        }
        return new PermissionWorld(peers, Set.of(), crashes, epochs);
    }

    private PermissionWorld with(Peer now, Said... more) {
        List<Peer> all = new ArrayList<>(peers);
        all.set(now.id - 1, now);
        if (said.containsAll(List.of(more))) return new PermissionWorld(all, said, crashes, epochs);
        Set<Said> longer = new HashSet<>(said);
        longer.addAll(List.of(more));
        return new PermissionWorld(all, longer, crashes, epochs);
    }

    /** All that may happen next. */
    List<PermissionWorld> next(Fault fault) {
        List<PermissionWorld> all = new ArrayList<>();
        for (Peer at : peers) {
            if (at.dead || at.out) continue;
            boolean stamps = at.plays() || fault == Fault.STAMPS_AFTER_ANSWER && at.epoch() > 0;
            if (stamps) own(at, fault, all);
            for (Said heard : said) hear(at, heard, fault, all);
            if (crashes > 0) {
                Peer dead = new Peer(at.id, true, false, at.promise, at.log, at.right, at.words);
                PermissionWorld after = with(dead);
                all.add(new PermissionWorld(after.peers, after.said, crashes - 1, epochs));
            }
            if (epochs > 0 && at.plays()) {
                long number =
                        2 + said.stream().filter(Collects.class::isInstance).count();
                PermissionWorld after =
                        with(at.promising(number), new Collects(at.id, number), new Answered(at.id, number, at.log));
                all.add(new PermissionWorld(after.peers, after.said, crashes, epochs - 1));
            }
        }
        for (Said s : said) if (s instanceof Collects c) settle(c, all);
        return all;
    }

    private void own(Peer at, Fault fault, List<PermissionWorld> all) {
        Permission right = at.right;
        if (at.words != 0 && !at.has(at.words) && right.wish().isEmpty()) {
            Permission asks = right.ask();
            all.add(with(
                    at.with(asks),
                    new Wished(at.id, at.epoch(), asks.wish().get().stamp())));
        }
        Set<MemberId> counted = new HashSet<>();
        for (int id : at.roster()) {
            boolean gone = fault == Fault.RECOUNTS && peers.get(id - 1).dead;
            boolean forgotten = fault == Fault.FORGETS_NEWCOMER && at.has(-id);
            if (!gone && !forgotten) counted.add(member(id));
        }
        if (right.mayHold(counted, fault == Fault.NOT_CAUGHT_UP ? Long.MAX_VALUE : at.end()))
            all.add(with(at.with(right.hold())));
        if (!right.holds()) return;
        if (!at.has(at.words)) {
            Entry entry = new Entry(at.epoch(), at.end() + 1, at.words, Set.of());
            Peer after = at.with(entry);
            all.add(
                    at.words < 0
                            ? with(after, new Shown(entry), new Let(-at.words, after.log))
                            : with(after, new Shown(entry)));
        } else {
            List<Said> answers = new ArrayList<>();
            right.waiting().forEach((id, stamp) -> answers.add(permit(at, (int) id.peer(), stamp, fault)));
            all.add(with(at.with(right.done()), answers.toArray(new Said[0])));
        }
    }

    private static Said permit(Peer from, int to, long stamp, Fault fault) {
        return new Permitted(from.id, to, from.epoch(), stamp, fault == Fault.NO_PLACE ? 0 : from.end());
    }

    private void hear(Peer at, Said heard, Fault fault, List<PermissionWorld> all) {
        if (heard instanceof Let let && let.to == at.id && at.log.isEmpty() && at.promise <= 1) {
            all.add(with(new Peer(at.id, false, false, at.promise, let.log, at.right, at.words)));
        } else if (heard instanceof Collects c && c.epoch > at.promise && !at.log.isEmpty()) {
            all.add(with(at.promising(c.epoch), new Answered(at.id, c.epoch, at.log)));
        } else if (heard instanceof Acked acked && acked.ack.epoch >= at.promise) {
            resume(at, acked, all);
        }
        if (!at.plays()) return;
        if (heard instanceof Wished w
                && w.from != at.id
                && w.epoch == at.epoch()
                && at.roster().contains(w.from)) {
            MemberId from = member(w.from);
            boolean waits = fault != Fault.NEVER_DEFERS && at.right.defers(from, w.stamp);
            Peer after = at.with(at.right.hear(from, w.stamp));
            all.add(waits ? with(after) : with(after, permit(at, w.from, w.stamp, fault)));
        } else if (heard instanceof Permitted p && p.to == at.id && p.epoch == at.epoch()) {
            all.add(with(at.with(at.right.permitted(member(p.from), p.stamp, p.place))));
        } else if (heard instanceof Shown s && s.entry.epoch == at.epoch() && s.entry.seq == at.end() + 1) {
            all.add(with(at.with(s.entry)));
        }
    }

    private void resume(Peer at, Acked acked, List<PermissionWorld> all) {
        if (at.epoch() >= acked.ack.epoch || at.log.isEmpty()) return;
        boolean prefix = at.log.size() <= acked.before.size()
                && acked.before.subList(0, at.log.size()).equals(at.log);
        List<Entry> log = new ArrayList<>(acked.before);
        log.add(acked.ack);
        boolean stays = prefix && acked.ack.members.contains(at.id);
        Permission right = at.right.in(epoch(acked.ack.epoch));
        all.add(with(new Peer(at.id, false, !stays, acked.ack.epoch, stays ? log : at.log, right, at.words)));
    }

    /** With the answers of two at least, which are all that it has heard. These members stay, or all that live. */
    private void settle(Collects c, List<PermissionWorld> all) {
        Peer holder = peers.get(c.holder - 1);
        if (holder.dead || holder.out || holder.promise != c.epoch || holder.epoch() == c.epoch) return;
        List<Entry> longest = List.of();
        Set<Integer> answered = new HashSet<>();
        for (Said s : said)
            if (s instanceof Answered a && a.epoch == c.epoch) {
                answered.add(a.from);
                boolean later = !longest.isEmpty()
                        && !a.log.isEmpty()
                        && a.log.get(a.log.size() - 1).epoch > longest.get(longest.size() - 1).epoch;
                if (longest.isEmpty() || later || a.log.size() > longest.size()) longest = a.log;
            }
        if (answered.size() < 2) return;
        Set<Integer> living = new HashSet<>(answered);
        for (Peer p : peers) if (!p.dead && !p.log.isEmpty() && !p.out) living.add(p.id);
        for (Set<Integer> members : living.equals(answered) ? List.of(living) : List.of(living, answered)) {
            Acked acked = new Acked(new Entry(c.epoch, 0, 0, members), longest, answered);
            List<PermissionWorld> after = new ArrayList<>();
            resume(holder, acked, after);
            for (PermissionWorld world : after) all.add(world.with(world.peers.get(c.holder - 1), acked));
        }
    }

    /** The fault here; empty if there is none. */
    String wrong() {
        for (Peer a : peers) {
            Set<Integer> once = new HashSet<>();
            for (Entry f : a.log) if (f.what != 0 && !once.add(f.what)) return "twice: " + f;
            for (Peer b : peers) if (a.id < b.id && differ(a, b)) return "other orders: " + a + " and " + b;
        }
        return isOutInVain() ? "out in vain" : "";
    }

    /** Whether somebody is out although the history goes on from its answer, among others. */
    private boolean isOutInVain() {
        for (Said s : said)
            if (s instanceof Acked acked)
                for (int id : acked.heard) {
                    Peer p = peers.get(id - 1);
                    if (p.out && p.promise == acked.ack.epoch) return true;
                }
        return false;
    }

    /** Where both are in one epoch, one log must be the beginning of the other. A peer that is out was told so. */
    private static boolean differ(Peer a, Peer b) {
        if (a.log.isEmpty() || b.log.isEmpty()) return false;
        for (Entry f : a.log)
            for (Entry g : b.log) if (f.epoch == g.epoch && f.seq == g.seq && !f.equals(g)) return true;
        return false;
    }
}
