package org.gamenet.rgs.core.directory.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;

/** The output of one call of the machine, the callers that wait for answers, and the entries under way in the log. */
final class DirectoryOutbox {

    private final Map<Long, String> lines = new LinkedHashMap<>();
    private final Map<Long, Set<Long>> waiting = new LinkedHashMap<>();
    private final Map<Long, Proposal> proposals = new LinkedHashMap<>();
    private final Map<LedgerCommand, Long> underWay = new LinkedHashMap<>();
    /** Of games by id, and of what makes one for as long as it is under way. */
    private final Holdings<Object> games;

    private List<DirectoryOutput> outputs = new ArrayList<>();
    private long lastProposal;

    /** One command on its way through the log, and those whom its result concerns. */
    record Proposal(LedgerCommand command, List<Caller> callers, long sinceMillis) {}

    DirectoryOutbox(Holdings<Object> games) {
        this.games = games;
    }

    void open(long line, String address) {
        lines.put(line, address);
    }

    /** Where the line comes from; empty for one of this process, or that is closed. */
    String address(long line) {
        return lines.getOrDefault(line, "");
    }

    boolean isOpen(long line) {
        return lines.containsKey(line);
    }

    int lines() {
        return lines.size();
    }

    void close(long line) {
        lines.remove(line);
        waiting.remove(line);
    }

    /** The caller waits. */
    void park(Caller caller) {
        waiting.computeIfAbsent(caller.line(), line -> new LinkedHashSet<>()).add(caller.requestId());
    }

    int waiting(long line) {
        Set<Long> requests = waiting.get(line);
        return requests == null ? 0 : requests.size();
    }

    /** Answers, unless the caller is gone or was answered. */
    void answer(Caller caller, DirectoryReply reply) {
        Set<Long> requests = waiting.get(caller.line());
        if (requests == null || !requests.remove(caller.requestId())) {
            return;
        }
        if (requests.isEmpty()) {
            waiting.remove(caller.line());
        }
        outputs.add(new DirectoryOutput.Answer(caller.line(), caller.requestId(), reply));
    }

    /** Answers one that was not even noted. */
    void refuse(Caller caller, DirectoryReply reply) {
        outputs.add(new DirectoryOutput.Answer(caller.line(), caller.requestId(), reply));
    }

    /** Whether the caller still waits. */
    boolean awaits(Caller caller) {
        Set<Long> requests = waiting.get(caller.line());
        return requests != null && requests.contains(caller.requestId());
    }

    void push(long line, DirectoryPush push) {
        if (lines.containsKey(line)) {
            outputs.add(new DirectoryOutput.Push(line, push));
        }
    }

    /** Puts a command into the log, or joins the same one that is under way. */
    void propose(LedgerCommand command, List<Caller> callers, long now) {
        Long known = underWay.get(command);
        if (known != null) {
            proposals.get(known).callers().addAll(callers);
            return;
        }
        long number = ++lastProposal;
        underWay.put(command, number);
        proposals.put(number, new Proposal(command, new ArrayList<>(callers), now));
        outputs.add(new DirectoryOutput.Propose(number, command));
    }

    /** The same for a command that makes a game, which counts as the caller's from now on. */
    void proposeGame(LedgerCommand make, Caller caller, long now) {
        games.put(make, caller.line(), address(caller.line()));
        propose(make, List.of(caller), now);
    }

    boolean isUnderWay(LedgerCommand command) {
        return underWay.containsKey(command);
    }

    /** The callers whom the result of a proposal concerns; none if it is not ours. */
    List<Caller> settled(long proposal) {
        Proposal known = proposals.remove(proposal);
        if (known == null) {
            return List.of();
        }
        underWay.remove(known.command());
        games.remove(known.command());
        return known.callers();
    }

    /** Forgets proposals that were made before. Clients that wait for them ask again. */
    void forgetProposalsBefore(long millis) {
        List<Long> late = proposals.entrySet().stream()
                .filter(e -> e.getValue().sinceMillis() < millis)
                .map(Map.Entry::getKey)
                .toList();
        late.forEach(this::forget);
    }

    /** Forgets a proposal; its callers get no answer (unknown, P6) and ask again. */
    void forget(long proposal) {
        settled(proposal).forEach(this::abandon);
    }

    private void abandon(Caller caller) {
        Set<Long> requests = waiting.get(caller.line());
        if (requests != null) {
            requests.remove(caller.requestId());
        }
    }

    List<DirectoryOutput> drain() {
        List<DirectoryOutput> drained = outputs;
        outputs = new ArrayList<>();
        return drained;
    }
}
