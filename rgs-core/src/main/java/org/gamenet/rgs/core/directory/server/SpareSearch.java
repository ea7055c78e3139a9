package org.gamenet.rgs.core.directory.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/** The search for a spare for one game: one offer at a time, whoever asks (P34). */
final class SpareSearch {

    /** Nobody is being asked. */
    static final long NONE = 0;

    private final Epoch current;
    private final Map<MemberId, Integer> tries = new LinkedHashMap<>();
    private final Map<String, Integer> triesAt = new LinkedHashMap<>();
    private final Set<MemberId> askedThisTime = new LinkedHashSet<>();
    private List<Caller> negotiators = new ArrayList<>();
    private long offer = NONE;
    private MemberId asked;
    private long deadline;
    private long agreedOffer = NONE;
    /** The members that were told of the agreement, by line, and when. */
    private final Map<Long, Long> told = new LinkedHashMap<>();

    private DirectoryRequest.SeekSpare request;
    private long requestedAt;

    /** @param current the epoch that whoever is found will follow */
    SpareSearch(Epoch current, DirectoryRequest.SeekSpare request, long now) {
        this.current = current;
        this.request = request;
        this.requestedAt = now;
        this.asked = request.negotiator();
    }

    Epoch current() {
        return current;
    }

    boolean isFor(Epoch epoch) {
        return current.equals(epoch);
    }

    /** A negotiator waits for the outcome; it begins a new round unless one is under way. */
    void join(Caller negotiator, DirectoryRequest.SeekSpare seek, long now) {
        if (negotiators.isEmpty()) {
            request = seek;
            requestedAt = now;
            askedThisTime.clear();
        }
        if (!negotiators.contains(negotiator)) {
            negotiators.add(negotiator);
        }
    }

    boolean mayAsk(MemberId spare) {
        return !askedThisTime.contains(spare);
    }

    int tries(MemberId spare) {
        return tries.getOrDefault(spare, 0);
    }

    /** How often a spare of that address was asked; 0 for those of no address. */
    int triesAt(String address) {
        return triesAt.getOrDefault(address, 0);
    }

    void ask(MemberId spare, String address, long number, long until) {
        if (!address.isEmpty()) {
            triesAt.merge(address, 1, Integer::sum);
        }
        asked = spare;
        offer = number;
        deadline = until;
        askedThisTime.add(spare);
        tries.merge(spare, 1, Integer::sum);
    }

    boolean isOpen() {
        return offer != NONE;
    }

    boolean isAsking(MemberId spare) {
        return isOpen() && asked.equals(spare);
    }

    boolean isOffer(long number, MemberId spare) {
        return isOpen() && offer == number && asked.equals(spare);
    }

    boolean wasAgreed(long number, MemberId spare) {
        return agreedOffer == number && asked.equals(spare);
    }

    MemberId asked() {
        return asked;
    }

    boolean isLate(long now) {
        return isOpen() && now >= deadline;
    }

    void agree() {
        agreedOffer = offer;
        offer = NONE;
        told.clear();
    }

    void tells(Caller negotiator, long now) {
        told.putIfAbsent(negotiator.line(), now);
    }

    /** Whether this one was told of the agreement, and has waited for so long: then nobody came of it there. */
    boolean isInVain(Caller negotiator, long patienceMillis, long now) {
        Long since = told.get(negotiator.line());
        return since != null && now - since >= patienceMillis;
    }

    void pass() {
        offer = NONE;
    }

    DirectoryRequest.SeekSpare request() {
        return request;
    }

    long frozenMillis(long now) {
        return request.frozenMillis() + (now - requestedAt);
    }

    boolean isAwaited() {
        return !negotiators.isEmpty();
    }

    void forgetLine(long line) {
        negotiators.removeIf(caller -> caller.line() == line);
        told.remove(line);
    }

    List<Caller> dismiss() {
        List<Caller> all = negotiators;
        negotiators = new ArrayList<>();
        return all;
    }
}
