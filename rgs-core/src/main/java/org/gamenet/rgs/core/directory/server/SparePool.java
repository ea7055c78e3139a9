package org.gamenet.rgs.core.directory.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The spares that stand by, and the frozen games that are offered to them (P33, P34). Soft: a new leader hears all
 * spares again within D/5.
 */
final class SparePool {

    private static final int SERVED_MAX = 10_000;
    private static final long REST_MILLIS = 1_000;

    private final DirectorySettings settings;
    private final DirectoryOutbox outbox;
    private final Catalog catalog;
    private final Map<MemberId, Spare> spares = new LinkedHashMap<>();
    private final Map<String, SpareSearch> searches = new LinkedHashMap<>();
    private final Holdings<MemberId> holdings;
    /** The spares that were granted an epoch, the latest last. */
    private final Set<Long> served = new LinkedHashSet<>();
    /**
     * Spares that were granted a number and gave it up, or agreed in vain: of which game, and until when it is not
     * offered to them.
     */
    private final Map<MemberId, Rest> rests = new LinkedHashMap<>();

    private long lastOffer;

    private record Rest(String game, long until, boolean inVain) {}

    SparePool(DirectorySettings settings, DirectoryOutbox outbox, Catalog catalog) {
        this.settings = settings;
        this.outbox = outbox;
        this.catalog = catalog;
        this.holdings = new Holdings<>(
                "spares", settings.quotas().sparesPerLine(), settings.quotas().sparesPerAddress());
    }

    DirectoryReply standBy(long line, DirectoryRequest.StandBy offered, long now) {
        if (!RequestLimits.isName(offered.kind())) {
            return new DirectoryReply.Refused(
                    Reason.NOT_ADMITTED, RequestLimits.nameFault("the game's kind", offered.kind()));
        }
        if (!RequestLimits.isName(offered.name())) {
            return new DirectoryReply.Refused(
                    Reason.NOT_ADMITTED, RequestLimits.nameFault("the spare's name", offered.name()));
        }
        Spare known = spares.get(offered.spare());
        Optional<String> refusal = known == null ? holdings.refusal(line, outbox.address(line)) : Optional.empty();
        if (known != null) {
            known.renew(offered.rehearses(), line, now);
        } else if (refusal.isPresent()) {
            return new DirectoryReply.Refused(Reason.FULL, refusal.get());
        } else if (spares.size() >= settings.sparesMax()) {
            return new DirectoryReply.Refused(
                    Reason.FULL, spares.size() + " spares stand by already, and more are not kept");
        } else {
            spares.put(
                    offered.spare(),
                    new Spare(offered, served.contains(offered.spare().peer()), line, now));
            holdings.put(offered.spare(), line, outbox.address(line));
        }
        return new DirectoryReply.Done();
    }

    /** The spare is out, because it says so, is gone or serves. The game that it was offered goes to the next spare. */
    void remove(MemberId id, long now) {
        if (spares.remove(id) != null) {
            holdings.remove(id);
            for (Map.Entry<String, SpareSearch> one : List.copyOf(searches.entrySet())) {
                if (one.getValue().isAsking(id)) {
                    one.getValue().pass();
                    askNext(one.getKey(), one.getValue(), now);
                }
            }
        }
    }

    /** It was granted an epoch: whoever has served is believed before those that nobody knows. */
    void serves(MemberId id) {
        if (spares.containsKey(id)) {
            served.remove(id.peer());
            served.add(id.peer());
            if (served.size() > SERVED_MAX) {
                served.remove(served.iterator().next());
            }
        }
    }

    /** Somebody claims that game. */
    void claims(MemberId id, String game, long now) {
        spare(id).ifPresent(spare -> spare.claims(game, now));
    }

    /** It gave the game's number up, and would do so again: others go first (P34). */
    void rests(MemberId id, String game, long now) {
        rests.put(id, new Rest(game, now + REST_MILLIS, false));
    }

    private boolean rests(MemberId id, String game) {
        Rest rest = rests.get(id);
        return rest != null && rest.game.equals(game);
    }

    /** Whether it agreed to that game lately, and was set free because one side says that nothing comes of it. */
    boolean agreedInVain(MemberId id, String game) {
        return rests(id, game) && rests.get(id).inVain;
    }

    Optional<Spare> spare(MemberId id) {
        return Optional.ofNullable(spares.get(id));
    }

    /** A negotiator asks; the game exists, and waits for somebody to follow its current epoch. */
    void seek(Caller caller, GameRecord game, DirectoryRequest.SeekSpare request, DirectoryReply stands, long now) {
        freeOverdue(now);
        SpareSearch search = searches.get(game.id());
        if (search == null || !search.isFor(game.ledger().current().epoch())) {
            forget(game.id(), stands);
            search = new SpareSearch(game.ledger().current().epoch(), request, now);
            searches.put(game.id(), search);
        }
        Spare agreed = spares.get(search.asked());
        if (!search.isOpen() && agreed != null && agreed.isReservedFor(game.id(), now)) {
            if (!search.isInVain(caller, settings.claimMillis(), now)) {
                search.tells(caller, now);
                outbox.answer(caller, new DirectoryReply.SpareAgreed(agreed.id(), agreed.name()));
                return;
            }
            release(agreed, game.id(), now);
        }
        search.join(caller, request, now);
        if (!search.isOpen()) {
            askNext(game.id(), search, now);
        }
    }

    /**
     * A member that was told of the agreement asks again: the spare does not reach them, or claims in vain without
     * their support. The member's claim is weighed all the same (P34).
     */
    private void release(Spare agreed, String game, long now) {
        agreed.free();
        rests.put(agreed.id(), new Rest(game, now + settings.reservationMillis(), true));
    }

    DirectoryReply answer(DirectoryRequest.AnswerOffer answer, long now) {
        for (Map.Entry<String, SpareSearch> one : searches.entrySet()) {
            SpareSearch search = one.getValue();
            if (search.isOffer(answer.offer(), answer.spare())) {
                return decide(one.getKey(), search, answer, now);
            }
            if (search.wasAgreed(answer.offer(), answer.spare())
                    && answer.agrees()
                    && spare(answer.spare())
                            .filter(spare -> spare.isReservedFor(one.getKey(), now))
                            .isPresent()) {
                return reserved(one.getKey(), search, now);
            }
        }
        return answer.agrees()
                ? new DirectoryReply.Refused(Reason.NO_GAME, "the offer is no longer open: stand by again")
                : new DirectoryReply.Done();
    }

    private DirectoryReply decide(String game, SpareSearch search, DirectoryRequest.AnswerOffer answer, long now) {
        Spare spare = spares.get(answer.spare());
        if (answer.agrees() && spare != null) {
            search.agree();
            spare.reserve(now + settings.reservationMillis(), now + settings.claimMillis());
            search.dismiss().forEach(caller -> {
                search.tells(caller, now);
                outbox.answer(caller, new DirectoryReply.SpareAgreed(spare.id(), spare.name()));
            });
            return reserved(game, search, now);
        } else {
            search.pass();
            if (spare != null) {
                spare.free();
            }
            askNext(game, search, now);
        }
        return new DirectoryReply.Done();
    }

    /** Where the game is: for one that agreed, and for nobody before. */
    private DirectoryReply reserved(String id, SpareSearch search, long now) {
        Optional<GameRecord> game = catalog.record(id);
        if (game.isEmpty()) {
            return new DirectoryReply.NoGame(id);
        }
        DirectoryRequest.SeekSpare request = search.request();
        List<Member> roster = catalog.state(game.get(), now).completed(request.roster());
        return new DirectoryReply.Reserved(catalog.entryBeside(game.get(), roster, now), roster, request.supporters());
    }

    /**
     * Offers the game to the free spare that was tried least: first of those that never agreed in vain, that have
     * rehearsed, that have served, and of the address that was tried least, so that no address keeps the spares of
     * others waiting. The negotiator is told where nobody is left.
     */
    private void askNext(String id, SpareSearch search, long now) {
        Optional<GameRecord> game = catalog.record(id);
        if (game.isEmpty() || game.get().ledger().ended() || !search.isAwaited()) {
            search.dismiss().forEach(caller -> outbox.answer(caller, new DirectoryReply.NoSpare("the game is over")));
            return;
        }
        Optional<Spare> next = spares.values().stream()
                .filter(spare -> spare.isFree()
                        && spare.canServe(game.get())
                        && search.mayAsk(spare.id())
                        && !rests(spare.id(), id))
                .filter(spare -> !spare.isSilent(settings.spareSilentMillis(), now))
                .min(Comparator.comparingInt((Spare spare) -> spare.lapses(id))
                        .thenComparing(Spare::rehearses)
                        .thenComparing(spare -> !spare.hasServed())
                        .thenComparingInt(spare -> search.triesAt(outbox.address(spare.line())))
                        .thenComparingInt(spare -> search.tries(spare.id())));
        if (next.isEmpty()) {
            DirectoryReply none = new DirectoryReply.NoSpare(whyNone(game.get()));
            search.dismiss().forEach(caller -> outbox.answer(caller, none));
            return;
        }
        Spare spare = next.get();
        spare.offer(id);
        search.ask(spare.id(), outbox.address(spare.line()), ++lastOffer, now + settings.offerMillis());
        // Numbers may have been burnt since the one that the negotiator knows of: whoever claims must expect the
        // newest.
        outbox.push(
                spare.line(),
                new DirectoryPush.Offer(
                        lastOffer,
                        spare.id(),
                        catalog.shown(game.get(), now),
                        search.current(),
                        search.frozenMillis(now)));
    }

    private String whyNone(GameRecord game) {
        long able =
                spares.values().stream().filter(spare -> spare.canServe(game)).count();
        if (able > 0) {
            return "none of the " + able + " spares that could serve the game is free and willing";
        }
        boolean otherRecords = spares.values().stream().anyMatch(spare -> spare.isOfKind(game.kind()));
        return otherRecords
                ? "spares stand by for " + game.kind() + ", but with other records or another version"
                : "no spare stands by for " + game.kind();
    }

    void lineClosed(long line, long now) {
        searches.values().forEach(search -> search.forgetLine(line));
        List<MemberId> gone = new ArrayList<>();
        spares.values().stream().filter(spare -> spare.line() == line).forEach(spare -> gone.add(spare.id()));
        gone.forEach(id -> remove(id, now));
    }

    void tick(long now) {
        freeOverdue(now);
        rests.values().removeIf(rest -> now >= rest.until);
        List<MemberId> silent = spares.values().stream()
                .filter(spare -> spare.isSilent(settings.spareSilentMillis(), now))
                .map(Spare::id)
                .toList();
        silent.forEach(id -> remove(id, now));
        for (Map.Entry<String, SpareSearch> one : List.copyOf(searches.entrySet())) {
            SpareSearch search = one.getValue();
            if (search.isLate(now)) {
                Spare late = spares.get(search.asked());
                search.pass();
                if (late != null) {
                    late.free();
                }
                askNext(one.getKey(), search, now);
            }
        }
    }

    private void freeOverdue(long now) {
        spares.values().stream().filter(spare -> spare.reservationOver(now)).forEach(Spare::lapse);
    }

    /** Games that a spare is offered, or reserved for. */
    List<String> gamesOffered() {
        return spares.values().stream()
                .filter(spare -> !spare.isFree())
                .map(Spare::game)
                .toList();
    }

    /**
     * The game is served again, or over: no spare is sought for it any more. A member that still waits learns how it
     * stands. A spare that was reserved for it stands by again at once.
     */
    void forget(String game, DirectoryReply stands) {
        SpareSearch search = searches.remove(game);
        if (search != null) {
            search.dismiss().forEach(caller -> outbox.answer(caller, stands));
            spares.values().stream().filter(spare -> spare.isFor(game)).forEach(Spare::free);
        }
    }

    List<SpareEntry> entries() {
        return spares.values().stream()
                .map(spare -> new SpareEntry(spare.kind(), spare.game()))
                .toList();
    }

    int size() {
        return spares.size();
    }
}
