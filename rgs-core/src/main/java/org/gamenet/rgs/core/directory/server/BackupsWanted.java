package org.gamenet.rgs.core.directory.server;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Games that want a process that plays nothing to back them up, for spares that say that they stand by (P49). Each is
 * named to one spare at a time; that spare asks whoever serves to be let in, which decides.
 */
final class BackupsWanted {

    /** So long a spare that was told of a game has to be in it, before another is told. */
    private static final long JOINS_MILLIS = 3_000;

    /** Looked at for one spare at a time: there may be many games. */
    private static final int LOOKED_AT_MOST = 64;

    private static final int KINDS_MOST = 10_000;

    private final Ledgers ledgers;
    private final Catalog catalog;
    /** Until when nobody else is told of a game. */
    private final Map<String, Long> told = new HashMap<>();
    /** Of each kind, the game that was looked at last. */
    private final Map<String, Long> lookedAt = new HashMap<>();

    BackupsWanted(Ledgers ledgers, Catalog catalog) {
        this.ledgers = ledgers;
        this.catalog = catalog;
    }

    /** One for this spare; empty if none is found now. */
    Optional<GameRecord> next(Spare spare, long now) {
        if (lookedAt.size() > KINDS_MOST) {
            lookedAt.clear();
        }
        long behind = lookedAt.getOrDefault(spare.kind(), 0L);
        int looked = 0;
        for (String id : ledgers.ofKind(spare.kind(), behind)) {
            Optional<GameRecord> game = catalog.record(id);
            if (game.isEmpty() || ++looked > LOOKED_AT_MOST) {
                break;
            }
            lookedAt.put(spare.kind(), game.get().order());
            if (wants(game.get(), spare, now)) {
                told.put(id, now + JOINS_MILLIS);
                return game;
            }
        }
        if (looked < LOOKED_AT_MOST) {
            lookedAt.remove(spare.kind());
        }
        return Optional.empty();
    }

    private boolean wants(GameRecord game, Spare spare, long now) {
        return !game.ledger().ended()
                && told.getOrDefault(game.id(), now) <= now
                && spare.canServe(game)
                && catalog.state(game, now).wantsUnseated(game, now);
    }

    void tick(long now) {
        told.values().removeIf(until -> until <= now);
    }
}
