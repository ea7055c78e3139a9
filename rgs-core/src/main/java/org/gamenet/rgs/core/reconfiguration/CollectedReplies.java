package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.ordering.Position;

/**
 * The replies that a holder has collected so far: the arithmetic of collect (P37-P41).
 *
 * @param roster the members as far as known before anybody answered
 * @param list of the arbiter (P71): what is stable is in the package of each member listed
 * @param logs of the full members that answered in any round: entries survive a round (P37)
 * @param answers of this round
 * @param unadmitted members that said that they wait for their {@code InitialAck}
 * @param absent for whom nobody waits
 */
record CollectedReplies(
        List<Member> roster,
        Listed list,
        Map<MemberId, Log> logs,
        Map<MemberId, Message.CollectReply> answers,
        Set<MemberId> unadmitted,
        Absent absent) {
    /** Positions of one number stand together, whatever claim won it. */
    private static final Comparator<Position> BY_PLACE =
            Comparator.comparingLong((Position place) -> place.epoch().number()).thenComparingLong(Position::seq);

    static CollectedReplies of(List<Member> roster, Event.Granted granted, SuspicionHints hints) {
        return new CollectedReplies(
                List.copyOf(roster),
                new Listed(
                        new TreeSet<>(granted.listed()),
                        granted.authority().stream().findFirst()),
                Map.of(),
                Map.of(),
                Set.of(),
                Absent.of(hints));
    }

    /** @param ruled the primary of the epoch that was active last */
    record Listed(Set<MemberId> listed, Optional<MemberId> ruled) {}

    Set<MemberId> listed() {
        return list.listed();
    }

    CollectedReplies with(MemberId from, Message.CollectReply answer, int round) {
        Map<MemberId, Log> known = new TreeMap<>(logs);
        Map<MemberId, Message.CollectReply> heard = new TreeMap<>(answers);
        Set<MemberId> waiting = new TreeSet<>(unadmitted);
        if (answer.full()) {
            known.put(from, answer.log());
            if (answer.round() == round) heard.put(from, answer);
        } else {
            waiting.add(from);
        }
        return answer.round() == round
                ? new CollectedReplies(roster, list, known, heard, waiting, absent.without(from))
                : new CollectedReplies(roster, list, known, heard, waiting, absent);
    }

    /** A log whose package is still to come. */
    CollectedReplies with(MemberId from, Log log) {
        Map<MemberId, Log> known = new TreeMap<>(logs);
        known.put(from, log);
        return new CollectedReplies(roster, list, known, answers, unadmitted, absent);
    }

    CollectedReplies without(MemberId dead) {
        return new CollectedReplies(roster, list, logs, answers, unadmitted, absent.withDead(dead));
    }

    CollectedReplies outOfReach(MemberId away) {
        return new CollectedReplies(roster, list, logs, answers, unadmitted, absent.withUnreachable(away));
    }

    /** A round begins: packages do not survive it, entries do. */
    CollectedReplies nextRound() {
        return new CollectedReplies(roster, list, logs, Map.of(), unadmitted, absent);
    }

    /** The longest log that anybody showed. */
    Optional<Log> longest() {
        return logs.values().stream().max(Comparator.comparing(Log::end, BY_PLACE));
    }

    private List<Member> members() {
        return longest().map(l -> l.roster().members()).orElse(roster);
    }

    private boolean serverLeaves() {
        return ids().stream()
                .anyMatch(id -> answers.containsKey(id) && answers.get(id).serverLeaves());
    }

    private Set<MemberId> ids() {
        return new HashSet<>(members().stream().map(Member::id).toList());
    }

    /**
     * The roster at the end of the failed epoch, less who served, those whose processes are gone, those never admitted,
     * and incarnations in whose place a newer one speaks: what those held went with them.
     */
    Set<MemberId> awaited(MemberId holder) {
        Set<MemberId> view = new TreeSet<>();
        for (Member m : members()) if (isWaitedFor(m.id(), holder)) view.add(m.id());
        return view;
    }

    /**
     * The listed members whose answers count when it matters how many there are (P74): without the old server and
     * members that are gone.
     */
    private Set<MemberId> electors(MemberId holder) {
        Set<MemberId> some = new TreeSet<>();
        for (MemberId id : listed()) if (isWaitedFor(id, holder)) some.add(id);
        return some;
    }

    private boolean isWaitedFor(MemberId id, MemberId holder) {
        boolean ruled = hasRuled(id, longest()) && !serverLeaves() && !id.equals(holder) && !answers.containsKey(id);
        // It took leave, or was kicked, and the arbiter's list does not say so yet.
        boolean left = longest().filter(l -> l.roster().isOut(id)).isPresent();
        return !ruled && !absent.isDead(id) && !left && !isReplaced(id);
    }

    /**
     * Whether the collect is for the loss of this member, the old server: by that log, or by the arbiter's word, for no
     * answer may know anything of the last epoch that was active. A backup is a member like any other (P10).
     */
    private boolean hasRuled(MemberId id, Optional<Log> end) {
        return list.ruled().filter(id::equals).isPresent()
                || end.filter(l -> l.isPrimary(id)).isPresent();
    }

    /** Whether it is in the game, as the arbiter has it or as those have it that answered, and has not answered. */
    boolean lacks(MemberId member) {
        return (listed().contains(member) || ids().contains(member)) && !answers.containsKey(member);
    }

    /** Nobody is left to wait for. */
    boolean isComplete(MemberId holder) {
        boolean withMine = !logs.containsKey(holder) || answers.containsKey(holder);
        return !logs.isEmpty()
                && withMine
                && awaited(holder).stream().allMatch(m -> answers.containsKey(m) || absent.isOutOfReach(m))
                && electors(holder).stream().allMatch(m -> answers.containsKey(m) || absent.isOutOfReach(m));
    }

    /** Whether it has said that it waits for its {@code InitialAck}, or a newer incarnation of the same peer speaks. */
    private boolean isReplaced(MemberId id) {
        return unadmitted.contains(id) || hasBegunAnew(id);
    }

    private boolean hasBegunAnew(MemberId id) {
        return heardOf().stream()
                .anyMatch(m -> m.peer() == id.peer() && m.incarnation().compareTo(id.incarnation()) > 0);
    }

    /**
     * P74: whether more than half of the {@link #electors} have answered: one that cannot be reached may be at play
     * elsewhere, and counts. Where only the old authority is left, one answer is enough.
     */
    boolean isMajority(MemberId holder) {
        Set<MemberId> electors = electors(holder);
        long heard = electors.stream().filter(answers::containsKey).count();
        return !logs.isEmpty() && (heard * 2 > electors.size() || electors.isEmpty());
    }

    /** Whether so many listed members are out of reach that no answers, not even the last server's, are enough. */
    boolean isOutnumbered(MemberId holder) {
        Set<MemberId> electors = electors(holder);
        long near = electors.stream()
                .filter(m -> answers.containsKey(m) || !absent.isOutOfReach(m))
                .count();
        long old = listed().stream()
                .filter(m -> hasRuled(m, longest()) && !electors.contains(m) && !absent.isLost(m) && !isReplaced(m))
                .count();
        return !electors.isEmpty() && (near + old) * 2 <= electors.size() + old;
    }

    /**
     * P73: whether what is restored is at least as fresh as the package of somebody listed, the witness. That package
     * contains all that was called stable, also where its log does not count.
     *
     * @param used packages to restore, the freshest first
     * @param unreadable members whose packages could not be read
     */
    boolean hasWitness(List<Effect.Contribution> used, Collection<MemberId> unreadable) {
        if (used.isEmpty()) return false;
        PackedState base = used.get(0).packed();
        return answers.entrySet().stream()
                .anyMatch(a -> listed().contains(a.getKey())
                        && !unreadable.contains(a.getKey())
                        && a.getValue()
                                .packed()
                                .filter(p -> PackedState.freshestFirst(base, p) <= 0)
                                .isPresent());
    }

    /** P73: whether nobody listed has shown a package, and one of them, the old server too, may do so yet. */
    boolean mayHaveWitnessYet() {
        boolean shown = listed().stream()
                .anyMatch(m -> answers.containsKey(m) && answers.get(m).packed().isPresent());
        return !shown
                && listed().stream().anyMatch(m -> !answers.containsKey(m) && !isReplaced(m) && !absent.isLost(m));
    }

    /**
     * P75: whether no listed member is left that could be the witness: those that have answered have no package; or,
     * where none has answered, each of them is dead or has begun anew, the old authority too.
     */
    boolean isNobodyListedLeft() {
        boolean some = listed().stream().anyMatch(answers::containsKey);
        if (some)
            return listed().stream()
                    .noneMatch(m ->
                            answers.containsKey(m) && answers.get(m).packed().isPresent());
        return listed().stream().allMatch(m -> isReplaced(m) || absent.isDead(m));
    }

    /** Every entry that anybody showed, by place. */
    List<LogEntry> entries() {
        Map<Position, LogEntry> all = new HashMap<>();
        for (Log log : logs.values()) for (LogEntry entry : log.kept()) all.put(entry.at(), entry);
        return all.values().stream()
                .sorted(Comparator.comparing(LogEntry::at, BY_PLACE))
                .toList();
    }

    /**
     * Where the old epoch ended: the longest log among the answers all of whose entries that are not stable are among
     * the answers, so that every other log that is a prefix can be brought there (P39, HG24).
     */
    Optional<Log> end() {
        List<Log> byLength = new ArrayList<>(logs.values());
        byLength.sort(Comparator.comparing(Log::end, BY_PLACE).reversed());
        List<LogEntry> entries = entries();
        for (Log candidate : byLength)
            if (logs.keySet().stream()
                    .noneMatch(id -> hasSay(id, candidate)
                            && reach(logs.get(id), candidate, entries) instanceof Log.Catchup.Incomplete))
                return Optional.of(candidate);
        return Optional.empty();
    }

    /**
     * Whether the entries that this member lacks up to that end must be among the answers. A member that is not listed
     * may be of another history, or have left long ago, and a kicked one is listed for a moment more: nobody keeps
     * entries for such members, and they come back by themselves.
     */
    private boolean hasSay(MemberId id, Log end) {
        return listed().contains(id) && !end.roster().isOut(id);
    }

    private static Log.Catchup reach(Log from, Log end, List<LogEntry> entries) {
        return from.catchUp(probe(end), entries);
    }

    /** An ACK that ends the history at {@code end}; only for testing who is a prefix. */
    private static LogEntry probe(Log end) {
        return new LogEntry(
                new Position(new Epoch(Long.MAX_VALUE, 0), 0),
                EntryBody.Ack.of(
                        end.end(),
                        List.of(new MemberId(0, new Incarnation(0, 0))),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        List.of(),
                        Map.of(),
                        false,
                        Double.NaN,
                        Double.NaN,
                        0,
                        false));
    }

    /** Whether this log is a prefix of that end (P42). */
    boolean isPrefix(Log log, Log end) {
        return reach(log, end, entries()) instanceof Log.Catchup.Reached;
    }

    /**
     * The packages that count: of this round, whole, and of a log that is a prefix of the end; the freshest first (P39,
     * P40). Where the old server goes with a goodbye and hands its own over, that one alone, or a copy of it that is as
     * fresh, unless players have seen a fresher one (P28).
     */
    List<Effect.Contribution> packages(Member holder, Log end) {
        List<Effect.Contribution> found = new ArrayList<>();
        answers.forEach((from, answer) -> {
            // Also one that is out by now, as a server that took leave: what it knows of this history counts all the
            // same.
            Optional<Member> member = from.equals(holder.id())
                    ? Optional.of(holder)
                    : end.roster().find(from).or(() -> answer.log().roster().find(from));
            if (answer.packed().isPresent() && member.isPresent() && isPrefix(answer.log(), end))
                found.add(new Effect.Contribution(member.get(), answer.packed().get()));
        });
        Comparator<Effect.Contribution> freshestFirst = (a, b) -> PackedState.freshestFirst(a.packed(), b.packed());
        found.sort(freshestFirst.thenComparing(c -> !end.isPrimary(c.from().id())));
        RestorePlan.prefersWhole(found, c -> hasWitness(List.of(c), List.of()), end, entries());
        boolean handed = !found.isEmpty()
                && found.get(0).packed().fromServer()
                && (serverLeaves() || end.isPrimary(found.get(0).from().id()));
        return handed ? found.subList(0, 1) : found;
    }

    /**
     * Whether a spare would serve any member: what the lost members knew goes with them, and a server that merely hung
     * may still come back with what it knew (P38).
     *
     * @param blank whether the spare has no package of that history: a member that answered with another history would
     *     begin anew with the spare, and a member that has begun anew brings nothing
     */
    boolean isAnybodyLeft(Log end, boolean blank) {
        return end.roster().ids().stream()
                .anyMatch(id -> !end.isPrimary(id)
                        && !absent.isLost(id)
                        && (!blank || !hasBegunAnew(id) && (!logs.containsKey(id) || isPrefix(logs.get(id), end))));
    }

    /** The ACK: who stays, who is out and why, and what the restored state contains (P41). */
    EntryBody.Ack ack(Member holder, Log end, List<Effect.Contribution> used, boolean lastResort, long rebuildMillis) {
        List<MemberId> stay = new ArrayList<>();
        List<EntryBody.Exited> exits = new ArrayList<>();
        for (Member m : end.roster().members()) {
            MemberId id = m.id();
            // The holder's member from before it was left behind: the holder takes its place.
            if (id.peer() == holder.id().peer() && !id.equals(holder.id())) continue;
            boolean ruled = hasRuled(id, Optional.of(end)) && !id.equals(holder.id());
            // Others take a number given up for a goodbye; and a goodbye is that of the server of the log it was heard
            // in.
            boolean said = answers.containsKey(id) ? answers.get(id).serverLeaves() : serverLeaves();
            boolean leaves = said && (logs.containsKey(id) ? logs.get(id) : end).isPrimary(id);
            if (ruled && leaves) exits.add(new EntryBody.Exited(id, Reason.LEFT, "left"));
            else if (ruled) exits.add(new EntryBody.Exited(id, Reason.CRASHED, "the server was lost"));
            else if (absent.isLost(id)) exits.add(new EntryBody.Exited(id, Reason.CRASHED, "lost in the recovery"));
            else stay.add(id);
        }
        boolean isNew = !end.roster().has(holder.id());
        if (isNew) stay.add(holder.id());
        List<MemberId> packaged =
                used.stream().map(c -> c.from().id()).filter(stay::contains).toList();
        Map<MemberId, Marks> marks =
                used.isEmpty() ? Map.of() : used.get(0).packed().marks();
        return EntryBody.Ack.of(
                end.end(),
                List.of(holder.id()),
                isNew ? Optional.of(holder) : Optional.empty(),
                stay,
                packaged,
                exits,
                marks,
                false,
                heardAt(),
                used.isEmpty() ? Double.NaN : used.get(0).packed().stateTime(),
                rebuildMillis,
                lastResort);
    }

    private double heardAt() {
        return answers.values().stream()
                .mapToDouble(Message.CollectReply::heardAt)
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
    }

    /** The members that have said something, for others to read. */
    List<MemberId> heardInOrder() {
        return List.copyOf(new TreeSet<>(heardOf()));
    }

    Set<MemberId> heardOf() {
        Set<MemberId> all = new HashSet<>(answers.keySet());
        all.addAll(unadmitted);
        return all;
    }
}
