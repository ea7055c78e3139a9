package org.gamenet.rgs.core.directory.server;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.gamenet.rgs.core.arbiter.Evidence;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;

/** Host or join as one operation: who asks in the same millisecond ends up in one game. */
final class Hosting {

    private final DirectorySettings settings;
    private final DirectoryOutbox outbox;
    private final Catalog catalog;
    private final Predicate<Caller> mayFound;
    private final int mark;
    private final Map<Wish, Deque<Waiting>> queues = new LinkedHashMap<>();
    private long unknownUntil;

    /** The terms on which callers meet. */
    private record Wish(String kind, String name, boolean listed) {}

    /** One who waits for the entry that another is making. */
    private record Waiting(Caller caller, DirectoryRequest.Registration game, Set<String> not) {}

    /** @param mayFound whether a caller has room for one more game; tells it if not */
    Hosting(DirectorySettings settings, DirectoryOutbox outbox, Catalog catalog, int mark, Predicate<Caller> mayFound) {
        this.settings = settings;
        this.outbox = outbox;
        this.catalog = catalog;
        this.mayFound = mayFound;
        this.mark = mark;
    }

    void ask(Caller caller, DirectoryRequest.HostOrJoin request, long now) {
        Optional<GameRecord> mine = catalog.founded(request.game().claimId());
        if (mine.isPresent() && !mine.get().ledger().ended()) {
            GameEntry entry = catalog.entry(mine.get(), now);
            outbox.answer(
                    caller,
                    mine.get().isServedByFounder()
                            ? new DirectoryReply.Registered(entry)
                            : new DirectoryReply.Found(entry));
            return;
        }
        long peer = request.game().founder().id().peer();
        request.not()
                .forEach(id -> catalog.record(id)
                        .ifPresent(game -> catalog.state(game, now).breakPromise(peer)));
        Wish wish = wish(request.game());
        queues.computeIfAbsent(wish, w -> new ArrayDeque<>())
                .add(new Waiting(caller, request.game(), Set.copyOf(request.not())));
        serve(wish, now);
    }

    /** An entry was made, or could not be made: who waited is served. */
    void settled(DirectoryRequest.Registration made, long now) {
        serve(wish(made), now);
    }

    /** Serves every wish until one must make an entry. Wishes behind it wait for that entry. */
    private void serve(Wish wish, long now) {
        Deque<Waiting> queue = queues.getOrDefault(wish, new ArrayDeque<>());
        while (!queue.isEmpty()) {
            Waiting first = queue.peek();
            if (!outbox.awaits(first.caller())) {
                queue.poll();
                continue;
            }
            Optional<GameRecord> open = oldestOpen(first, now);
            LedgerCommand make = new LedgerCommand.Create(first.game(), mark);
            if (open.isPresent()) {
                queue.poll();
                join(first, open.get(), now);
            } else if (outbox.isUnderWay(make) || isAwaited(first, now)) {
                return;
            } else if (!mayFound.test(first.caller())) {
                queue.poll();
            } else {
                outbox.proposeGame(make, first.caller(), now);
                return;
            }
        }
        queues.remove(wish);
    }

    private void join(Waiting waiting, GameRecord game, long now) {
        long peer = waiting.game().founder().id().peer();
        catalog.state(game, now).promiseSeat(peer, now + settings.seatMillis());
        outbox.answer(waiting.caller(), new DirectoryReply.Found(catalog.entry(game, now)));
    }

    private Optional<GameRecord> oldestOpen(Waiting request, long now) {
        long peer = request.game().founder().id().peer();
        return candidates(request)
                .filter(game -> {
                    GameState state = catalog.state(game, now);
                    return state.isOpen(game, now)
                            && state.seatsTaken(peer, now) < game.rules().maxPlayers();
                })
                .findFirst();
    }

    /**
     * Whether a game of that name shows itself closed only because its holder has not renewed, here or lately: better
     * wait than found a twin.
     */
    private boolean isAwaited(Waiting request, long now) {
        long peer = request.game().founder().id().peer();
        return candidates(request).anyMatch(game -> {
            GameState state = catalog.state(game, now);
            return state.known
                    ? state.mayComeBack(game, settings.returnMillis(), now)
                            && state.seatsTaken(peer, now) < game.rules().maxPlayers()
                    : now < unknownUntil && !state.active().isDown(game.rules().suspectAfterMillis(), now);
        });
    }

    private Stream<GameRecord> candidates(Waiting request) {
        DirectoryRequest.Registration asked = request.game();
        return catalog.named(asked.kind(), asked.rules().name())
                .filter(game -> !game.ledger().ended()
                        && game.rules().listed() == asked.rules().listed()
                        && !request.not().contains(game.id()));
    }

    /** After a change of leader nobody founds a game twice only because its holder has not renewed here yet. */
    void leading(long now) {
        unknownUntil = now
                + catalog.all()
                                .mapToLong(game -> game.rules().suspectAfterMillis())
                                .max()
                                .orElse(0)
                        * Evidence.SILENT_HUNDREDTHS
                        / 100;
    }

    void tick(long now) {
        List.copyOf(queues.keySet()).forEach(wish -> serve(wish, now));
    }

    private static Wish wish(DirectoryRequest.Registration game) {
        return new Wish(game.kind(), game.rules().name(), game.rules().listed());
    }
}
